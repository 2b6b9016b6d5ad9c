//! Calls and invokes.

use super::error::{ErrorKind, Failure, Res, Span};
use super::inst::Parsed;
use super::lexer::Tok;
use super::parser::Parser;
use crate::constant::ConstKind;
use crate::entity::{FuncId, TypeId};
use crate::inst::{Arg, Bundle, Call, Callee, InlineAsm, InstKind, Value};
use crate::opcode::{Flags, TailKind};
use crate::types::Type;

impl<'t> Parser<'t> {
    pub fn call(&mut self, tail: TailKind, func: FuncId) -> Res<Parsed> {
        let flags = self.flags(Flags::FAST);
        let (mut call, ret) = self.call_site(func)?;
        call.flags = flags;
        call.tail = tail;
        Ok((InstKind::Call(Box::new(call)), ret))
    }

    pub fn invoke(&mut self, func: FuncId) -> Res<Parsed> {
        let (call, ret) = self.call_site(func)?;
        self.expect_word(b"to", "`to`")?;
        let normal = self.label()?;
        self.expect_word(b"unwind", "`unwind`")?;
        let unwind = self.label()?;
        let call = Box::new(call);
        let kind = InstKind::Invoke {
            call,
            normal,
            unwind,
        };
        Ok((kind, ret))
    }

    /// A call from its calling convention to its operand bundles, with the type of the result.
    fn call_site(&mut self, func: FuncId) -> Res<(Call, TypeId)> {
        let line = self.tok.line;
        let conv = self.convention()?;
        let ret_attrs = self.ret_attrs()?;
        let pointer = if self.at_word(b"addrspace") {
            let space = self.addr_space()?;
            self.module.types.intern(Type::Ptr(space))
        } else {
            self.types.ptr
        };
        let span = self.span();
        let written = self.ty()?;
        let callee = self.callee(pointer)?;
        let args = self.args()?;
        let (fn_ty, ret) = self.call_type(written, &args, span)?;
        let mut groups = Vec::new();
        let attrs = self.fn_attrs(line, &mut groups)?;
        let bundles = self.bundles()?;
        let inst = self.body.next_inst();
        let groups = groups.into_iter().map(|group| (func, inst, group));
        self.call_groups.extend(groups);
        let call = Call {
            callee,
            fn_ty,
            args: args.into(),
            ret_attrs,
            flags: Flags::NONE,
            tail: TailKind::None,
            conv,
            noreturn: attrs.noreturn,
            bundles,
        };
        Ok((call, ret))
    }

    /// A calling convention by name or number; C's if there is none.
    pub fn convention(&mut self) -> Res<u32> {
        if self.accept_word(b"cc") {
            return self.u32();
        }
        let Some(number) = self.words.convention(self.word()) else {
            return Ok(0);
        };
        self.bump();
        Ok(number)
    }

    fn callee(&mut self, pointer: TypeId) -> Res<Callee> {
        if self.at_word(b"asm") {
            Ok(Callee::Asm(Box::new(self.inline_asm()?)))
        } else {
            Ok(Callee::Value(self.value(pointer)?))
        }
    }

    fn inline_asm(&mut self) -> Res<InlineAsm> {
        self.bump();
        let sideeffect = self.accept_word(b"sideeffect");
        let alignstack = self.accept_word(b"alignstack");
        let intel = self.accept_word(b"inteldialect");
        let unwind = self.accept_word(b"unwind");
        let text = self.string()?;
        self.comma()?;
        let constraints = self.string()?;
        Ok(InlineAsm {
            text,
            constraints,
            sideeffect,
            alignstack,
            intel,
            unwind,
        })
    }

    fn args(&mut self) -> Res<Vec<Arg>> {
        self.open()?;
        let mut args = Vec::new();
        while !self.at(Tok::RParen) {
            if !args.is_empty() {
                self.comma()?;
            }
            if self.at(Tok::Ellipsis) {
                return Err(self.unsupported("forwarding variable arguments"));
            }
            let ty = self.param_type()?;
            let attrs = if ty == self.types.metadata {
                Default::default()
            } else {
                self.param_attrs()?
            };
            let value = self.value(ty)?;
            args.push(Arg { value, ty, attrs });
        }
        self.bump();
        Ok(args)
    }

    /// The function type of a call and its result, from the type before the callee: a function type, or
    /// only that of the result.
    fn call_type(&mut self, written: TypeId, args: &[Arg], span: Span) -> Res<(TypeId, TypeId)> {
        let Type::Func {
            ret,
            params,
            varargs,
        } = self.module.types.get(written)
        else {
            return self.implied_type(written, args, span);
        };
        let ret = *ret;
        let enough = if *varargs {
            args.len() >= params.len()
        } else {
            args.len() == params.len()
        };
        if !enough {
            return Err(self.wrong_count(params.len(), args.len(), span));
        }
        if let Some((&param, arg)) = params.iter().zip(args).find(|(p, a)| **p != a.ty) {
            return Err(self.mismatch(param, arg.ty, span));
        }
        Ok((written, ret))
    }

    fn implied_type(&mut self, ret: TypeId, args: &[Arg], span: Span) -> Res<(TypeId, TypeId)> {
        use super::types::RestrictedType;
        let banned = [RestrictedType::Label, RestrictedType::Metadata];
        self.check_not(ret, span, &banned)?;
        let params = args.iter().map(|arg| arg.ty).collect();
        let varargs = false;
        let ty = self.module.types.intern(Type::Func {
            ret,
            params,
            varargs,
        });
        Ok((ty, ret))
    }

    fn wrong_count(&self, expected: usize, found: usize, span: Span) -> Box<Failure> {
        let kind = ErrorKind::TypeMismatch {
            expected: format!("call with {expected} arguments"),
            found: format!("call with {found} arguments"),
        };
        self.fail_at(kind, span)
    }

    fn bundles(&mut self) -> Res<Box<[Bundle]>> {
        let mut bundles = Vec::new();
        if !self.accept(Tok::LBracket) {
            return Ok(bundles.into());
        }
        while !self.at(Tok::RBracket) {
            if !bundles.is_empty() {
                self.comma()?;
            }
            bundles.push(self.bundle()?);
        }
        self.bump();
        Ok(bundles.into())
    }

    fn bundle(&mut self) -> Res<Bundle> {
        let tag = self.string()?;
        self.open()?;
        let mut args = Vec::new();
        while !self.at(Tok::RParen) {
            if !args.is_empty() {
                self.comma()?;
            }
            args.push(self.typed_value()?);
        }
        self.bump();
        let args = args.into();
        Ok(Bundle { tag, args })
    }

    /// The name of a function that is called directly.
    pub fn callee_name(&self, call: &Call) -> Option<&str> {
        let Callee::Value(Value::Const(address)) = call.callee else {
            return None;
        };
        match self.module.consts.get(address).kind {
            ConstKind::Global(slot) => Some(self.module.text(self.slot_name(slot)?)),
            _ => None,
        }
    }
}
