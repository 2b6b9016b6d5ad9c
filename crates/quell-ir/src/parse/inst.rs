//! Instructions: dispatch, attachments, and those without memory access or control flow.

use super::const_expr::{binary_flags, cast_flags};
use super::error::{ErrorKind, Res, Span, shortened};
use super::lexer::Tok;
use super::parser::Parser;
use super::words::Op;
use crate::constant::ConstKind;
use crate::entity::{ConstId, FuncId, MdId, PackedOption, TypeId};
use crate::function::{DbgKind, DbgRecord};
use crate::inst::{Attachment, Inst, InstKind, Value};
use crate::opcode::{BinOp, CastOp, Flags, TailKind};
use crate::types::Type;

/// A parsed instruction with the type of its result.
pub(super) type Parsed = (InstKind, TypeId);

/// A shuffle mask; `None` is a poison lane.
pub(super) type Mask = Box<[Option<u32>]>;

impl<'t> Parser<'t> {
    /// One instruction; true if it is a terminator.
    pub fn instruction(&mut self, func: FuncId) -> Res<bool> {
        let name = self.result_name()?;
        let text_line = self.tok.line;
        let Some(op) = self.words.op(self.word()) else {
            return Err(match self.tok.kind {
                Tok::Word => self.fail(ErrorKind::UnknownInstruction(shortened(self.word()))),
                _ => self.expected("an instruction"),
            });
        };
        if let Op::Foreign(name) = op {
            return Err(self.unsupported(&format!("instruction `{name}`")));
        }
        self.bump();
        let (kind, ty) = self.operation(op, func)?;
        let kept = self.body.attachments.len();
        let dbg = self.attachments()?;
        if let Some(kind) = self.debug_call(&kind) {
            self.body.attachments.truncate(kept);
            // LLVM strips such calls without a location.
            if dbg.is_some() {
                self.add_record(kind, dbg);
            }
            return Ok(false);
        }
        let ended = kind.is_terminator();
        let inst = Inst {
            kind,
            ty,
            result: PackedOption::default(),
            dbg,
            text_line,
        };
        self.add_inst(inst, name)?;
        Ok(ended)
    }

    fn operation(&mut self, op: Op, func: FuncId) -> Res<Parsed> {
        match op {
            Op::Binary(op) => self.binary(op),
            Op::Cast(op) => self.cast(op),
            Op::FNeg => self.fneg(),
            Op::ICmp => self.icmp(),
            Op::FCmp => self.fcmp(),
            Op::Select => self.select(),
            Op::Freeze => {
                let (ty, arg) = self.typed_value()?;
                Ok((InstKind::Freeze { arg }, ty))
            }
            Op::Phi => self.phi(),
            Op::Alloca => self.alloca(),
            Op::Load => self.load(),
            Op::Store => self.store(),
            Op::Gep => self.gep(),
            Op::Fence => self.fence(),
            Op::CmpXchg => self.cmpxchg(),
            Op::AtomicRmw => self.atomic_rmw(),
            Op::ExtractValue => self.extract_value(),
            Op::InsertValue => self.insert_value(),
            Op::ExtractElement => self.extract_element(),
            Op::InsertElement => self.insert_element(),
            Op::ShuffleVector => self.shuffle_vector(),
            Op::Tail(kind) => {
                self.expect_word(b"call", "`call`")?;
                self.call(kind, func)
            }
            Op::Call => self.call(TailKind::None, func),
            Op::VaArg => self.va_arg(),
            Op::LandingPad => self.landing_pad(),
            Op::Invoke => self.invoke(func),
            _ => Ok((self.terminator(op)?, self.types.void)),
        }
    }

    /// `, !dbg !5, !tbaa !7`: returns the node of `!dbg`, keeps the others.
    fn attachments(&mut self) -> Res<PackedOption<MdId>> {
        let mut dbg = PackedOption::default();
        while self.accept(Tok::Comma) {
            if !self.at(Tok::MdName) {
                return Err(self.expected("a metadata attachment"));
            }
            if self.payload() == b"dbg" {
                self.bump();
                dbg = self.attached_node()?.into();
                continue;
            }
            let kind = self.symbol();
            let node = self.attached_node()?;
            let inst = self.body.next_inst();
            self.body
                .attachments
                .push((inst, Attachment { kind, node }));
        }
        Ok(dbg)
    }

    /// Flags among those allowed here.
    pub fn flags(&mut self, allowed: Flags) -> Flags {
        let mut flags = Flags::NONE;
        while self.at(Tok::Word) {
            let flag = match self.word() {
                b"fast" => Flags::FAST,
                [b'i', digit, ..] if digit.is_ascii_digit() => break,
                _ => Flags::from_text(self.word_text()).unwrap_or(Flags::NONE),
            };
            if flag.is_empty() || !allowed.contains(flag) {
                break;
            }
            flags.insert(flag);
            self.bump();
        }
        flags
    }

    /// `T a, b`: two operands of one type.
    fn operand_pair(&mut self) -> Res<(TypeId, Value, Value)> {
        let (ty, lhs) = self.typed_value()?;
        self.comma()?;
        let rhs = self.value(ty)?;
        Ok((ty, lhs, rhs))
    }

    fn binary(&mut self, op: BinOp) -> Res<Parsed> {
        let flags = self.flags(binary_flags(op));
        let span = self.span();
        let (ty, lhs, rhs) = self.operand_pair()?;
        let lane = self.module.types.get(self.module.types.lane(ty));
        if op.is_float() && !matches!(lane, Type::Float(_)) {
            return Err(self.wrong_sort("floating-point", ty, span));
        }
        if !op.is_float() && !matches!(lane, Type::Int(_)) {
            return Err(self.wrong_sort("integer", ty, span));
        }
        let kind = InstKind::Binary {
            op,
            flags,
            lhs,
            rhs,
        };
        Ok((kind, ty))
    }

    fn cast(&mut self, op: CastOp) -> Res<Parsed> {
        let flags = self.flags(cast_flags(op));
        let (_, arg) = self.typed_value()?;
        self.expect_word(b"to", "`to`")?;
        let ty = self.value_ty()?;
        Ok((InstKind::Cast { op, flags, arg }, ty))
    }

    fn fneg(&mut self) -> Res<Parsed> {
        let flags = self.flags(Flags::FAST);
        let (ty, arg) = self.typed_value()?;
        Ok((InstKind::FNeg { flags, arg }, ty))
    }

    fn icmp(&mut self) -> Res<Parsed> {
        let flags = self.flags(Flags::SAMESIGN);
        let pred = self.int_pred()?;
        let (of, lhs, rhs) = self.operand_pair()?;
        let kind = InstKind::ICmp {
            pred,
            flags,
            lhs,
            rhs,
        };
        Ok((kind, self.bool_like(of)))
    }

    fn fcmp(&mut self) -> Res<Parsed> {
        let flags = self.flags(Flags::FAST);
        let pred = self.float_pred()?;
        let (of, lhs, rhs) = self.operand_pair()?;
        let kind = InstKind::FCmp {
            pred,
            flags,
            lhs,
            rhs,
        };
        Ok((kind, self.bool_like(of)))
    }

    fn select(&mut self) -> Res<Parsed> {
        let flags = self.flags(Flags::FAST);
        let (_, cond) = self.typed_value()?;
        self.comma()?;
        let (ty, then) = self.typed_value()?;
        self.comma()?;
        let span = self.span();
        let (other, otherwise) = self.typed_value()?;
        self.check_type(ty, other, span)?;
        let kind = InstKind::Select {
            flags,
            cond,
            then,
            otherwise,
        };
        Ok((kind, ty))
    }

    fn phi(&mut self) -> Res<Parsed> {
        let flags = self.flags(Flags::FAST);
        let ty = self.value_ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(Tok::LBracket, "`[`")?;
            let value = self.value(ty)?;
            self.comma()?;
            incoming.push((value, self.block_ref()?));
            self.expect(Tok::RBracket, "`]`")?;
            if !self.comma_before_operand() {
                break;
            }
        }
        let incoming = incoming.into();
        Ok((InstKind::Phi { flags, incoming }, ty))
    }

    fn extract_value(&mut self) -> Res<Parsed> {
        let span = self.span();
        let (of, agg) = self.typed_value()?;
        let (path, ty) = self.member_path(of, span)?;
        Ok((InstKind::ExtractValue { agg, path }, ty))
    }

    fn insert_value(&mut self) -> Res<Parsed> {
        let span = self.span();
        let (of, agg) = self.typed_value()?;
        self.comma()?;
        let value_span = self.span();
        let (found, value) = self.typed_value()?;
        let (path, member) = self.member_path(of, span)?;
        self.check_type(member, found, value_span)?;
        Ok((InstKind::InsertValue { agg, value, path }, of))
    }

    fn extract_element(&mut self) -> Res<Parsed> {
        let span = self.span();
        let (of, vector) = self.typed_value()?;
        self.comma()?;
        let (_, index) = self.typed_value()?;
        let ty = self.vector_lane(of, span)?;
        Ok((InstKind::ExtractElement { vector, index }, ty))
    }

    fn insert_element(&mut self) -> Res<Parsed> {
        let span = self.span();
        let (of, vector) = self.typed_value()?;
        self.comma()?;
        let value_span = self.span();
        let (found, value) = self.typed_value()?;
        self.comma()?;
        let (_, index) = self.typed_value()?;
        let lane = self.vector_lane(of, span)?;
        self.check_type(lane, found, value_span)?;
        let kind = InstKind::InsertElement {
            vector,
            value,
            index,
        };
        Ok((kind, of))
    }

    fn shuffle_vector(&mut self) -> Res<Parsed> {
        let span = self.span();
        let (of, a) = self.typed_value()?;
        self.comma()?;
        let b_span = self.span();
        let (other, b) = self.typed_value()?;
        self.check_type(of, other, b_span)?;
        self.comma()?;
        let (mask, ty) = self.shuffle_mask(of, span)?;
        Ok((InstKind::ShuffleVector { a, b, mask }, ty))
    }

    /// The mask of a shuffle of vectors of type `of`, and the type of the result.
    pub fn shuffle_mask(&mut self, of: TypeId, span: Span) -> Res<(Mask, TypeId)> {
        let elem = self.vector_lane(of, span)?;
        let mask_span = self.span();
        let constant = self.typed_const()?;
        let mask_ty = self.const_type(constant);
        let (len, scalable) = match *self.module.types.get(mask_ty) {
            Type::Vector {
                elem,
                len,
                scalable,
            } if elem == self.types.i32 => (len, scalable),
            _ => return Err(self.wrong_sort("vector of i32", mask_ty, mask_span)),
        };
        let bytes = len as usize * size_of::<Option<u32>>();
        self.charge(bytes, "a shuffle mask", mask_span)?;
        let kind = &self.module.consts.get(constant).kind;
        let mask: Option<Mask> = match kind {
            ConstKind::Aggregate(lanes) => lanes.iter().map(|&lane| self.mask_lane(lane)).collect(),
            ConstKind::Splat(lane) => self.mask_lane(*lane).map(|lane| repeated(lane, len)),
            ConstKind::Zero => Some(repeated(Some(0), len)),
            ConstKind::Undef | ConstKind::Poison => Some(repeated(None, len)),
            _ => None,
        };
        let mask = mask.ok_or_else(|| self.fail_at(ErrorKind::Malformed("mask"), mask_span))?;
        let ty = self.module.types.intern(Type::Vector {
            elem,
            len,
            scalable,
        });
        Ok((mask, ty))
    }

    /// A lane of a mask: outer `None` when it is no lane at all.
    fn mask_lane(&self, lane: ConstId) -> Option<Option<u32>> {
        match &self.module.consts.get(lane).kind {
            ConstKind::Int(bits) => Some(Some(bits.low_u64() as u32)),
            ConstKind::Undef | ConstKind::Poison => Some(None),
            _ => None,
        }
    }

    // Debug records.

    pub fn add_record(&mut self, kind: DbgKind, loc: PackedOption<MdId>) {
        let before = self.body.next_inst();
        self.body.dbg_records.push(DbgRecord { before, kind, loc });
    }

    /// `#dbg_value(...)`.
    pub fn debug_record(&mut self) -> Res<()> {
        let name = self.payload();
        let span = self.span();
        self.bump();
        self.open()?;
        let mut args = vec![self.md_operand()?];
        while self.accept(Tok::Comma) {
            args.push(self.md_operand()?);
        }
        self.close()?;
        let loc = args.pop();
        let Some(kind) = record_kind(name.strip_prefix(b"dbg_").unwrap_or(b""), &args) else {
            return Err(self.fail_at(ErrorKind::Malformed("debug record"), span));
        };
        self.add_record(kind, loc.into());
        Ok(())
    }

    /// The debug record of a call of `llvm.dbg.*`.
    fn debug_call(&self, kind: &InstKind) -> Option<DbgKind> {
        let InstKind::Call(call) = kind else {
            return None;
        };
        let first = call.args.first()?;
        if first.ty != self.types.metadata {
            return None;
        }
        let name = self.callee_name(call)?.strip_prefix("llvm.dbg.")?;
        let node = |arg: &crate::inst::Arg| match arg.value {
            Value::Metadata(id) => Some(id),
            _ => None,
        };
        let args: Option<Vec<MdId>> = call.args.iter().map(node).collect();
        record_kind(name.as_bytes(), &args?)
    }
}

fn repeated(lane: Option<u32>, len: u32) -> Mask {
    vec![lane; len as usize].into()
}

/// A record by the last part of its name, without its location.
fn record_kind(name: &[u8], args: &[MdId]) -> Option<DbgKind> {
    Some(match (name, args) {
        (b"declare", &[location, variable, expr]) => DbgKind::Declare {
            location,
            variable,
            expr,
        },
        (b"value", &[location, variable, expr]) => DbgKind::Value {
            location,
            variable,
            expr,
        },
        (b"declare_value", &[location, variable, expr]) => DbgKind::DeclareValue {
            location,
            variable,
            expr,
        },
        (b"assign", &[value, variable, expr, id, address, address_expr]) => DbgKind::Assign {
            value,
            variable,
            expr,
            id,
            address,
            address_expr,
        },
        (b"label", &[label]) => DbgKind::Label { label },
        _ => return None,
    })
}
