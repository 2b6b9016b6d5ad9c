//! Constants other than constant expressions.

use super::error::{ErrorKind, Res, Span};
use super::lexer::Tok;
use super::names;
use super::number::{self, LiteralError};
use super::parser::Parser;
use crate::constant::{ConstExpr, ConstKind, EquivalentKind};
use crate::entity::{ConstId, TypeId};
use crate::types::Type;
use quell_bits::Bits;
use quell_bits::float::llvm_text;

/// Integers of at least this width are charged to the parser's memory budget.
const CHARGED_WIDTH: u32 = 1024;

impl<'t> Parser<'t> {
    /// A type and a constant of it.
    pub fn typed_const(&mut self) -> Res<ConstId> {
        let ty = self.value_ty()?;
        self.constant(ty)
    }

    /// A constant of the type just read.
    pub fn constant(&mut self, ty: TypeId) -> Res<ConstId> {
        match self.tok.kind {
            Tok::Int => self.int_literal(ty),
            Tok::Float => self.float_literal(ty),
            Tok::Word => self.word_constant(ty),
            Tok::Global | Tok::GlobalNumber => self.global_operand(ty),
            Tok::CStr => self.bytes_constant(ty),
            Tok::LBrace | Tok::LBracket | Tok::Less => self.deeper(|p| p.aggregate(ty)),
            Tok::Local | Tok::LocalNumber => Err(self.expected("a constant")),
            _ => Err(self.expected("a value")),
        }
    }

    pub fn intern(&mut self, ty: TypeId, kind: ConstKind) -> ConstId {
        self.module.consts.intern(ty, kind)
    }

    pub fn const_type(&self, id: ConstId) -> TypeId {
        self.module.consts.get(id).ty
    }

    fn finish(&mut self, ty: TypeId, kind: ConstKind) -> ConstId {
        self.bump();
        self.intern(ty, kind)
    }

    /// A constant of the current token, if its type fits.
    fn finish_if(&mut self, fits: bool, ty: TypeId, kind: ConstKind) -> Res<ConstId> {
        if !fits {
            let found = self.text_at(self.span());
            let expected = self.describe(ty);
            return Err(self.fail(ErrorKind::TypeMismatch { expected, found }));
        }
        Ok(self.finish(ty, kind))
    }

    fn int_literal(&mut self, ty: TypeId) -> Res<ConstId> {
        let &Type::Int(width) = self.module.types.get(ty) else {
            return self.finish_if(false, ty, ConstKind::Zero);
        };
        self.charge_wide(width)?;
        let bits = number::decimal_int(self.payload(), width);
        let bits = bits.map_err(|error| self.bad_literal(error, ty))?;
        Ok(self.finish(ty, ConstKind::Int(bits)))
    }

    fn charge_wide(&mut self, width: u32) -> Res<()> {
        if width >= CHARGED_WIDTH {
            self.charge(width as usize / 8, "an integer literal", self.span())?;
        }
        Ok(())
    }

    fn bad_literal(&self, error: LiteralError, ty: TypeId) -> Box<super::error::Failure> {
        match error {
            LiteralError::OutOfRange => self.out_of_range(&self.describe(ty)),
            LiteralError::Malformed => self.fail(ErrorKind::Malformed("number")),
        }
    }

    fn float_literal(&mut self, ty: TypeId) -> Res<ConstId> {
        let &Type::Float(format) = self.module.types.get(ty) else {
            return self.finish_if(false, ty, ConstKind::Zero);
        };
        let text = std::str::from_utf8(self.payload()).unwrap_or("");
        let bits = llvm_text::parse(format, text);
        let bits = bits.map_err(|error| self.bad_literal(error.into(), ty))?;
        Ok(self.finish(ty, ConstKind::Float(bits)))
    }

    fn word_constant(&mut self, ty: TypeId) -> Res<ConstId> {
        let word = self.word();
        let is_ptr = self.module.types.is_ptr(ty);
        let of = self.module.types.get(ty);
        match word {
            b"null" => self.finish_if(is_ptr, ty, ConstKind::Null),
            b"true" | b"false" => {
                let bit = ConstKind::Int(Bits::from_bool(word == b"true"));
                self.finish_if(ty == self.types.i1, ty, bit)
            }
            b"undef" => Ok(self.finish(ty, ConstKind::Undef)),
            b"poison" => Ok(self.finish(ty, ConstKind::Poison)),
            b"none" => self.finish_if(matches!(of, Type::Token), ty, ConstKind::TokenNone),
            b"zeroinitializer" => self.zero(ty),
            b"splat" => self.splat(ty),
            b"blockaddress" => self.block_address(ty),
            b"dso_local_equivalent" => self.equivalent(ty, EquivalentKind::DsoLocal),
            b"no_cfi" => self.equivalent(ty, EquivalentKind::NoCfi),
            b"ptrauth" => Err(self.unsupported("`ptrauth`")),
            b"asm" => Err(self.unsupported("inline assembly as an operand")),
            [b'u' | b's', b'0', b'x', ..] => self.hex_literal(ty),
            [b'f', b'0', b'x', ..] => self.float_literal(ty),
            _ => self.deeper(|p| p.const_expr(ty)),
        }
    }

    fn hex_literal(&mut self, ty: TypeId) -> Res<ConstId> {
        let &Type::Int(width) = self.module.types.get(ty) else {
            return self.finish_if(false, ty, ConstKind::Zero);
        };
        self.charge_wide(width)?;
        let bits = number::hex_int(self.payload(), width);
        let bits = bits.map_err(|error| self.bad_literal(error, ty))?;
        Ok(self.finish(ty, ConstKind::Int(bits)))
    }

    /// `zeroinitializer`, of aggregates and scalars.
    fn zero(&mut self, ty: TypeId) -> Res<ConstId> {
        let kind = match *self.module.types.get(ty) {
            Type::Int(width) => {
                self.charge_wide(width)?;
                ConstKind::Int(Bits::zero(width))
            }
            Type::Float(format) => ConstKind::Float(Bits::zero(format.width())),
            Type::Ptr(_) => ConstKind::Null,
            Type::Token => ConstKind::TokenNone,
            _ => ConstKind::Zero,
        };
        Ok(self.finish(ty, kind))
    }

    fn splat(&mut self, ty: TypeId) -> Res<ConstId> {
        let span = self.span();
        self.bump();
        self.open()?;
        let lane = self.deeper(Self::typed_const)?;
        self.close()?;
        if !matches!(self.module.types.get(ty), Type::Vector { .. }) {
            return Err(self.mismatch(ty, self.const_type(lane), span));
        }
        self.check_type(self.module.types.lane(ty), self.const_type(lane), span)?;
        Ok(self.intern(ty, ConstKind::Splat(lane)))
    }

    fn equivalent(&mut self, ty: TypeId, keyword: EquivalentKind) -> Res<ConstId> {
        self.bump();
        if !matches!(self.tok.kind, Tok::Global | Tok::GlobalNumber) {
            return Err(self.expected("a global"));
        }
        let of = self.global_operand(ty)?;
        let expr = ConstExpr::Equivalent { keyword, of };
        Ok(self.intern(ty, ConstKind::Expr(Box::new(expr))))
    }

    fn bytes_constant(&mut self, ty: TypeId) -> Res<ConstId> {
        let mut bytes = Vec::new();
        names::unescape(self.payload(), &mut bytes);
        let fits = match *self.module.types.get(ty) {
            Type::Array { elem, len } => elem == self.types.i8 && len == bytes.len() as u64,
            _ => false,
        };
        self.finish_if(fits, ty, ConstKind::Bytes(bytes.into()))
    }

    /// `[...]`, `{...}`, `<...>` and `<{...}>`.
    fn aggregate(&mut self, ty: TypeId) -> Res<ConstId> {
        let span = self.span();
        let open = self.tok.kind;
        self.bump();
        let packed = open == Tok::Less && self.accept(Tok::LBrace);
        let (close, what) = match open {
            _ if packed => (Tok::RBrace, "`}`"),
            Tok::LBrace => (Tok::RBrace, "`}`"),
            Tok::LBracket => (Tok::RBracket, "`]`"),
            _ => (Tok::Greater, "`>`"),
        };
        let mut members = Vec::new();
        while !self.at(close) {
            if !members.is_empty() {
                self.comma()?;
            }
            let member_span = self.span();
            let member = self.typed_const()?;
            self.check_member(ty, members.len(), member, member_span)?;
            members.push(member);
        }
        self.expect(close, what)?;
        if packed {
            self.expect(Tok::Greater, "`>`")?;
        }
        self.check_shape(ty, open, packed, members.len(), span)?;
        Ok(self.intern(ty, ConstKind::Aggregate(members.into())))
    }

    fn check_member(&self, ty: TypeId, index: usize, member: ConstId, span: Span) -> Res<()> {
        match self.module.types.member(ty, index as u64) {
            Some(expected) => self.check_type(expected, self.const_type(member), span),
            None => Err(self.mismatch(ty, self.const_type(member), span)),
        }
    }

    /// Checks that the brackets are those of the type, and the number of members.
    fn check_shape(
        &self,
        ty: TypeId,
        open: Tok,
        packed: bool,
        count: usize,
        span: Span,
    ) -> Res<()> {
        let fits = match self.module.types.resolve(ty) {
            Type::Array { len, .. } => open == Tok::LBracket && *len == count as u64,
            Type::Vector { len, scalable, .. } => {
                open == Tok::Less && !packed && !scalable && *len as usize == count
            }
            Type::Struct { fields, packed: p } => {
                let braces = packed || open == Tok::LBrace;
                braces && *p == packed && fields.len() == count
            }
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let expected = self.describe(ty);
        let found = format!("aggregate of {count}");
        Err(self.fail_at(ErrorKind::TypeMismatch { expected, found }, span))
    }
}
