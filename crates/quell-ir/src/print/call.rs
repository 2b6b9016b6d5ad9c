//! Calls and invokes.

use super::dialect::{FlagPosition, LostArgument, lost_argument};
use super::function::FunctionWriter;
use super::put;
use crate::constant::{ConstKind, GlobalRef};
use crate::inst::{Arg, Bundle, Call, Callee, InlineAsm, Value};
use crate::opcode::TailKind;
use crate::types::Type;

impl FunctionWriter<'_, '_> {
    pub(super) fn call(&mut self, word: &str, call: &Call) {
        if call.tail != TailKind::None {
            put!(self.w, "{} ", call.tail.text());
        }
        self.text(word);
        self.w.flags(call.flags, FlagPosition::Other);
        self.text(" ");
        self.w.convention(call.conv);
        self.w.result_attrs(&call.ret_attrs);
        self.address_space(call);
        self.called_type(call);
        self.text(" ");
        self.callee(&call.callee);
        self.text("(");
        self.args(call);
        self.text(")");
        self.text(if call.noreturn { " noreturn" } else { "" });
        self.bundles(&call.bundles);
    }

    fn address_space(&mut self, call: &Call) {
        let Callee::Value(callee) = call.callee else {
            return;
        };
        let ty = self.type_of(callee);
        if let Some(Type::Ptr(space @ 1..)) = ty.map(|ty| self.w.module.types.get(ty)) {
            put!(self.w, "addrspace({space}) ");
        }
    }

    /// The function type if the arguments do not determine it, else the result type.
    fn called_type(&mut self, call: &Call) {
        match self.w.module.types.get(call.fn_ty) {
            Type::Func {
                ret,
                varargs: false,
                ..
            } => self.w.ty(*ret),
            _ => self.w.ty(call.fn_ty),
        }
    }

    fn callee(&mut self, callee: &Callee) {
        match callee {
            Callee::Value(value) => self.value(*value),
            Callee::Asm(asm) => self.asm(asm),
        }
    }

    fn asm(&mut self, asm: &InlineAsm) {
        let words = [
            (asm.sideeffect, " sideeffect"),
            (asm.alignstack, " alignstack"),
            (asm.intel, " inteldialect"),
            (asm.unwind, " unwind"),
        ];
        self.text("asm");
        for (_, word) in words.iter().filter(|(present, _)| *present) {
            self.text(word);
        }
        self.text(" ");
        self.w.quoted_symbol(asm.text);
        self.text(", ");
        self.w.quoted_symbol(asm.constraints);
    }

    fn args(&mut self, call: &Call) {
        let lost = self.lost_argument(call);
        for (index, arg) in call.args.iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            if let Some(lost) = lost.filter(|lost| lost.position() == index) {
                self.added_argument(lost, &call.args);
                self.text(", ");
            }
            self.arg(arg);
        }
    }

    fn arg(&mut self, arg: &Arg) {
        self.w.ty(arg.ty);
        self.w.param_attrs(&arg.attrs);
        self.text(" ");
        self.value(arg.value);
    }

    /// An argument of the called intrinsic in this dialect that newer LLVM versions have removed.
    fn lost_argument(&self, call: &Call) -> Option<LostArgument> {
        let module = self.w.module;
        let Callee::Value(Value::Const(id)) = call.callee else {
            return None;
        };
        match module.consts.get(id).kind {
            ConstKind::Global(GlobalRef::Func(callee)) => {
                let name = module.text(module.functions[callee].name);
                lost_argument(self.w.dialect, name, call.args.len())
            }
            _ => None,
        }
    }

    fn added_argument(&mut self, lost: LostArgument, args: &[Arg]) {
        put!(self.w, "{} ", lost.type_name());
        match lost {
            LostArgument::Size => self.text("-1"),
            LostArgument::Align { pointer } => {
                let align = args.get(pointer).and_then(|arg| arg.attrs.align);
                put!(self.w, "{}", align.unwrap_or(1));
            }
        }
    }

    fn bundles(&mut self, bundles: &[Bundle]) {
        if bundles.is_empty() {
            return;
        }
        self.text(" [ ");
        for (index, bundle) in bundles.iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.w.quoted_symbol(bundle.tag);
            self.text("(");
            for (index, (_, value)) in bundle.args.iter().enumerate() {
                self.text(if index > 0 { ", " } else { "" });
                self.typed(*value);
            }
            self.text(")");
        }
        self.text(" ]");
    }
}
