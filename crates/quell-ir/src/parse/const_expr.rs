//! Constant expressions, including those that only older versions of LLVM have.

use super::error::{ErrorKind, Res, Span};
use super::lexer::Tok;
use super::parser::Parser;
use super::words::Op;
use crate::constant::{ConstExpr, ConstKind};
use crate::entity::{ConstId, TypeId};
use crate::opcode::{BinOp, CastOp, Flags, FloatPred, IntPred};
use crate::types::Type;

impl<'t> Parser<'t> {
    /// The expression that begins with the current word and must have type `ty`.
    pub fn const_expr(&mut self, ty: TypeId) -> Res<ConstId> {
        let span = self.span();
        let constant = self.untyped_const_expr()?;
        self.check_type(ty, self.const_type(constant), span)?;
        Ok(constant)
    }

    /// An expression without a preceding type, as in targets of aliases.
    pub fn untyped_const_expr(&mut self) -> Res<ConstId> {
        let span = self.span();
        let Some(op) = self.words.op(self.word()) else {
            return Err(self.expected("a constant"));
        };
        self.bump();
        let (expr, ty) = match op {
            Op::Binary(op) => self.const_binary(op)?,
            Op::Cast(op) => self.const_cast(op)?,
            Op::Gep => self.const_gep()?,
            Op::ICmp | Op::FCmp => self.const_compare(matches!(op, Op::ICmp))?,
            Op::Select => self.const_select()?,
            Op::FNeg => {
                let arg = self.const_args::<1>()?[0];
                (ConstExpr::FNeg { arg }, self.const_type(arg))
            }
            Op::ExtractElement | Op::InsertElement | Op::ShuffleVector => self.const_vector(op)?,
            Op::ExtractValue | Op::InsertValue => self.const_member(op)?,
            _ => return Err(self.fail_at(ErrorKind::Expected("a constant"), span)),
        };
        Ok(self.intern(ty, ConstKind::Expr(Box::new(expr))))
    }

    /// `(T a, T b, ...)`.
    fn const_args<const N: usize>(&mut self) -> Res<[ConstId; N]> {
        self.open()?;
        let args = self.const_list()?;
        self.close()?;
        Ok(args)
    }

    fn const_list<const N: usize>(&mut self) -> Res<[ConstId; N]> {
        let first = self.typed_const()?;
        let mut args = [first; N];
        for arg in args.iter_mut().skip(1) {
            self.comma()?;
            *arg = self.typed_const()?;
        }
        Ok(args)
    }

    fn const_binary(&mut self, op: BinOp) -> Res<(ConstExpr, TypeId)> {
        let flags = self.flags(binary_flags(op));
        let span = self.span();
        let [lhs, rhs] = self.const_args()?;
        let ty = self.const_type(lhs);
        self.check_type(ty, self.const_type(rhs), span)?;
        let expr = ConstExpr::Binary {
            op,
            flags,
            lhs,
            rhs,
        };
        Ok((expr, ty))
    }

    fn const_cast(&mut self, op: CastOp) -> Res<(ConstExpr, TypeId)> {
        let flags = self.flags(cast_flags(op));
        self.open()?;
        let arg = self.typed_const()?;
        self.expect_word(b"to", "`to`")?;
        let ty = self.value_ty()?;
        self.close()?;
        Ok((ConstExpr::Cast { op, flags, arg }, ty))
    }

    fn const_gep(&mut self) -> Res<(ConstExpr, TypeId)> {
        let flags = self.gep_flags()?;
        self.open()?;
        let source = self.value_ty()?;
        self.comma()?;
        let span = self.span();
        let base = self.typed_const()?;
        let mut indices = Vec::new();
        while self.accept(Tok::Comma) {
            self.accept_word(b"inrange");
            indices.push(self.typed_const()?);
        }
        self.close()?;
        let index_types: Vec<TypeId> = indices.iter().map(|&i| self.const_type(i)).collect();
        let ty = self.gep_type(self.const_type(base), &index_types, span)?;
        let expr = ConstExpr::Gep {
            flags,
            source,
            base,
            indices: indices.into(),
        };
        Ok((expr, ty))
    }

    fn const_compare(&mut self, ints: bool) -> Res<(ConstExpr, TypeId)> {
        let (int, float) = if ints {
            (Some(self.int_pred()?), None)
        } else {
            (None, Some(self.float_pred()?))
        };
        let span = self.span();
        let [lhs, rhs] = self.const_args()?;
        let of = self.const_type(lhs);
        self.check_type(of, self.const_type(rhs), span)?;
        let expr = match (int, float) {
            (Some(pred), _) => ConstExpr::ICmp { pred, lhs, rhs },
            (None, pred) => {
                let pred = pred.unwrap_or(FloatPred::False);
                ConstExpr::FCmp { pred, lhs, rhs }
            }
        };
        Ok((expr, self.bool_like(of)))
    }

    pub fn int_pred(&mut self) -> Res<IntPred> {
        let pred = IntPred::from_text(self.word_text());
        let pred = pred.ok_or_else(|| self.expected("an integer predicate"))?;
        self.bump();
        Ok(pred)
    }

    pub fn float_pred(&mut self) -> Res<FloatPred> {
        let pred = FloatPred::from_text(self.word_text());
        let pred = pred.ok_or_else(|| self.expected("a floating-point predicate"))?;
        self.bump();
        Ok(pred)
    }

    fn const_select(&mut self) -> Res<(ConstExpr, TypeId)> {
        let span = self.span();
        let [cond, then, otherwise] = self.const_args()?;
        let ty = self.const_type(then);
        self.check_type(ty, self.const_type(otherwise), span)?;
        let expr = ConstExpr::Select {
            cond,
            then,
            otherwise,
        };
        Ok((expr, ty))
    }

    fn const_vector(&mut self, op: Op) -> Res<(ConstExpr, TypeId)> {
        let span = self.span();
        match op {
            Op::ExtractElement => {
                let [vector, index] = self.const_args()?;
                let ty = self.vector_lane(self.const_type(vector), span)?;
                Ok((ConstExpr::ExtractElement { vector, index }, ty))
            }
            Op::InsertElement => {
                let [vector, value, index] = self.const_args()?;
                let ty = self.const_type(vector);
                let lane = self.vector_lane(ty, span)?;
                self.check_type(lane, self.const_type(value), span)?;
                let expr = ConstExpr::InsertElement {
                    vector,
                    value,
                    index,
                };
                Ok((expr, ty))
            }
            _ => {
                self.open()?;
                let [a, b] = self.const_list()?;
                self.comma()?;
                let of = self.const_type(a);
                self.check_type(of, self.const_type(b), span)?;
                let (mask, ty) = self.shuffle_mask(of, span)?;
                self.close()?;
                Ok((ConstExpr::ShuffleVector { a, b, mask }, ty))
            }
        }
    }

    fn const_member(&mut self, op: Op) -> Res<(ConstExpr, TypeId)> {
        let span = self.span();
        self.open()?;
        let agg = self.typed_const()?;
        let of = self.const_type(agg);
        let value = match op {
            Op::InsertValue => {
                self.comma()?;
                Some(self.typed_const()?)
            }
            _ => None,
        };
        let (path, member) = self.member_path(of, span)?;
        self.close()?;
        match value {
            Some(value) => {
                self.check_type(member, self.const_type(value), span)?;
                Ok((ConstExpr::InsertValue { agg, value, path }, of))
            }
            None => Ok((ConstExpr::ExtractValue { agg, path }, member)),
        }
    }

    /// `i1`, or the vector of it that a comparison of vectors yields.
    pub fn bool_like(&mut self, of: TypeId) -> TypeId {
        match *self.module.types.get(of) {
            Type::Vector { len, scalable, .. } => self.module.types.intern(Type::Vector {
                elem: self.types.i1,
                len,
                scalable,
            }),
            _ => self.types.i1,
        }
    }

    pub fn vector_lane(&self, ty: TypeId, span: Span) -> Res<TypeId> {
        match self.module.types.get(ty) {
            Type::Vector { elem, .. } => Ok(*elem),
            _ => Err(self.wrong_sort("vector", ty, span)),
        }
    }

    /// A type is not of the expected sort.
    pub fn wrong_sort(&self, sort: &str, ty: TypeId, span: Span) -> Box<super::error::Failure> {
        let expected = sort.to_owned();
        let found = self.describe(ty);
        self.fail_at(ErrorKind::TypeMismatch { expected, found }, span)
    }

    /// The type of an address computed from `base`: a vector if any operand is one.
    pub fn gep_type(&mut self, base: TypeId, indices: &[TypeId], span: Span) -> Res<TypeId> {
        let types = &self.module.types;
        let pointer = types.lane(base);
        if !types.is_ptr(pointer) {
            return Err(self.wrong_sort("ptr", base, span));
        }
        let not_int = indices.iter().find(|&&i| !types.is_int(types.lane(i)));
        if let Some(&index) = not_int {
            return Err(self.wrong_sort("integer", index, span));
        }
        let vector = |ty: &TypeId| match *types.get(*ty) {
            Type::Vector { len, scalable, .. } => Some((len, scalable)),
            _ => None,
        };
        if pointer != base {
            return Ok(base);
        }
        Ok(match indices.iter().find_map(vector) {
            Some((len, scalable)) => self.module.types.intern(Type::Vector {
                elem: pointer,
                len,
                scalable,
            }),
            None => pointer,
        })
    }

    /// `, 0, 1`: the path into an aggregate and the type of the member.
    pub fn member_path(&mut self, of: TypeId, span: Span) -> Res<(Box<[u32]>, TypeId)> {
        let mut path = Vec::new();
        let mut ty = of;
        while self.comma_before_operand() {
            let index = self.u32()?;
            let whole = ty;
            let member = match self.module.types.resolve(whole) {
                Type::Struct { .. } | Type::Array { .. } => {
                    self.module.types.member(whole, index.into())
                }
                _ => None,
            };
            ty =
                member.ok_or_else(|| self.wrong_sort("aggregate with this member", whole, span))?;
            path.push(index);
        }
        if path.is_empty() {
            return Err(self.expected("`,` and an index"));
        }
        Ok((path.into(), ty))
    }
}

pub(super) const WRAP_FLAGS: Flags = Flags::NUW.with(Flags::NSW);

pub(super) fn binary_flags(op: BinOp) -> Flags {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => WRAP_FLAGS,
        BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr => Flags::EXACT,
        BinOp::Or => Flags::DISJOINT,
        _ if op.is_float() => Flags::FAST,
        _ => Flags::NONE,
    }
}

pub(super) fn cast_flags(op: CastOp) -> Flags {
    match op {
        CastOp::Trunc => WRAP_FLAGS,
        CastOp::ZExt => Flags::NNEG,
        CastOp::UiToFp => Flags::NNEG.with(Flags::FAST),
        CastOp::FpExt | CastOp::FpTrunc | CastOp::SiToFp => Flags::FAST,
        _ => Flags::NONE,
    }
}
