//! Instructions that access memory or compute addresses.

use super::error::Res;
use super::inst::Parsed;
use super::lexer::Tok;
use super::parser::Parser;
use crate::entity::TypeId;
use crate::inst::{Access, Align, CmpXchg, InstKind, Value};
use crate::opcode::{Flags, Ordering, RmwOp};
use crate::symbol::Symbol;
use crate::types::Type;

impl<'t> Parser<'t> {
    pub fn alloca(&mut self) -> Res<Parsed> {
        if self.at_word(b"inalloca") {
            return Err(self.unsupported("`inalloca`"));
        }
        self.accept_word(b"swifterror");
        let elem = self.value_ty()?;
        let (mut count, mut align, mut ty) = (None, None, self.types.ptr);
        while self.comma_before_operand() {
            match self.word() {
                b"align" => align = Some(self.align_attr()?),
                b"addrspace" => {
                    let space = self.addr_space()?;
                    ty = self.module.types.intern(Type::Ptr(space));
                }
                _ => count = Some(self.typed_value()?.1),
            }
        }
        Ok((InstKind::Alloca { elem, count, align }, ty))
    }

    pub fn load(&mut self) -> Res<Parsed> {
        let atomic = self.accept_word(b"atomic");
        let volatile = self.accept_word(b"volatile");
        let ty = self.value_ty()?;
        self.comma()?;
        let ptr = self.pointer()?;
        let access = self.access(volatile, atomic)?;
        Ok((InstKind::Load { ptr, access }, ty))
    }

    pub fn store(&mut self) -> Res<Parsed> {
        let atomic = self.accept_word(b"atomic");
        let volatile = self.accept_word(b"volatile");
        let (_, value) = self.typed_value()?;
        self.comma()?;
        let ptr = self.pointer()?;
        let access = self.access(volatile, atomic)?;
        Ok((InstKind::Store { value, ptr, access }, self.types.void))
    }

    /// `ptr %p`.
    fn pointer(&mut self) -> Res<Value> {
        let span = self.span();
        let ty = self.value_ty()?;
        if !self.module.types.is_ptr(ty) {
            return Err(self.wrong_sort("ptr", ty, span));
        }
        self.value(ty)
    }

    /// The properties after the operands of an access: scope and ordering if it is atomic, alignment.
    fn access(&mut self, volatile: bool, atomic: bool) -> Res<Access> {
        let (scope, ordering) = if atomic {
            (self.scope()?, Some(self.ordering()?))
        } else {
            (None, None)
        };
        let align = self.align_suffix()?;
        Ok(Access {
            align,
            volatile,
            ordering,
            scope,
        })
    }

    fn align_suffix(&mut self) -> Res<Align> {
        if !self.comma_before_operand() {
            return Ok(None);
        }
        if self.at_word(b"align") {
            Ok(Some(self.align_attr()?))
        } else {
            Err(self.expected("`align`"))
        }
    }

    fn scope(&mut self) -> Res<Option<Symbol>> {
        if !self.accept_word(b"syncscope") {
            return Ok(None);
        }
        self.open()?;
        let scope = self.string()?;
        self.close()?;
        Ok(Some(scope))
    }

    fn ordering(&mut self) -> Res<Ordering> {
        let ordering = Ordering::from_text(self.word_text());
        let ordering = ordering.ok_or_else(|| self.expected("a memory ordering"))?;
        self.bump();
        Ok(ordering)
    }

    pub fn fence(&mut self) -> Res<Parsed> {
        self.scope()?;
        let ordering = self.ordering()?;
        Ok((InstKind::Fence { ordering }, self.types.void))
    }

    pub fn cmpxchg(&mut self) -> Res<Parsed> {
        let weak = self.accept_word(b"weak");
        let volatile = self.accept_word(b"volatile");
        let ptr = self.pointer()?;
        self.comma()?;
        let (ty, expected) = self.typed_value()?;
        self.comma()?;
        let span = self.span();
        let (other, replacement) = self.typed_value()?;
        self.check_type(ty, other, span)?;
        let scope = self.scope()?;
        let ordering = Some(self.ordering()?);
        let failure = self.ordering()?;
        let align = self.align_suffix()?;
        let access = Access {
            align,
            volatile,
            ordering,
            scope,
        };
        let result = self.module.types.intern(Type::Struct {
            fields: [ty, self.types.i1].into(),
            packed: false,
        });
        let exchange = CmpXchg {
            weak,
            ptr,
            expected,
            replacement,
            access,
            failure,
        };
        Ok((InstKind::CmpXchg(Box::new(exchange)), result))
    }

    pub fn atomic_rmw(&mut self) -> Res<Parsed> {
        let volatile = self.accept_word(b"volatile");
        let op = RmwOp::from_text(self.word_text());
        let op = op.ok_or_else(|| self.expected("an atomic operation"))?;
        self.bump();
        let ptr = self.pointer()?;
        self.comma()?;
        let (ty, value) = self.typed_value()?;
        let access = self.access(volatile, true)?;
        let kind = InstKind::AtomicRmw {
            op,
            ptr,
            value,
            access,
        };
        Ok((kind, ty))
    }

    /// `inbounds nuw`, and `inrange(...)`, which is dropped.
    pub fn gep_flags(&mut self) -> Res<Flags> {
        let allowed = Flags::INBOUNDS.with(Flags::NUSW).with(Flags::NUW);
        let mut flags = self.flags(allowed);
        if self.accept_word(b"inrange") {
            self.open()?;
            self.expect(Tok::Int, "an integer")?;
            self.comma()?;
            self.expect(Tok::Int, "an integer")?;
            self.close()?;
            flags = flags.with(self.flags(allowed));
        }
        Ok(flags)
    }

    pub fn gep(&mut self) -> Res<Parsed> {
        let flags = self.gep_flags()?;
        let source = self.value_ty()?;
        self.comma()?;
        let span = self.span();
        let (base_ty, base) = self.typed_value()?;
        let mut indices = Vec::new();
        let mut types: smallvec::SmallVec<[TypeId; 4]> = smallvec::SmallVec::new();
        while self.comma_before_operand() {
            let (ty, index) = self.typed_value()?;
            indices.push(index);
            types.push(ty);
        }
        let ty = self.gep_type(base_ty, &types, span)?;
        let kind = InstKind::Gep {
            flags,
            source,
            base,
            indices: indices.into(),
        };
        Ok((kind, ty))
    }

    pub fn va_arg(&mut self) -> Res<Parsed> {
        let list = self.pointer()?;
        self.comma()?;
        let ty = self.value_ty()?;
        Ok((InstKind::VaArg { list }, ty))
    }
}
