//! Calls and invokes.

use super::classes::Class;
use super::error::Violation;
use super::function::Body;
use super::rules::Checked;
use crate::constant::{ConstKind, GlobalRef};
use crate::entity::TypeId;
use crate::function::Function;
use crate::inst::{Arg, Call, Callee, Inst, Value};
use crate::types::Type;

impl Body<'_> {
    pub(super) fn call(&self, inst: &Inst, call: &Call) -> Checked {
        let rules = &self.rules;
        let Type::Func {
            ret,
            params,
            varargs,
        } = rules.kind(call.fn_ty)
        else {
            return Err(Violation::WrongType {
                what: "the callee",
                found: rules.name(call.fn_ty),
                wanted: "a function type",
            });
        };
        if let Callee::Value(callee) = call.callee {
            rules.class("the callee", self.ty(callee)?, Class::Ptr)?;
        }
        rules.same("the result", inst.ty, *ret)?;
        rules.attrs(*ret, &call.ret_attrs)?;
        self.arguments(call, params, *varargs)?;
        self.bundles(call)
    }

    fn arguments(&self, call: &Call, params: &[TypeId], varargs: bool) -> Checked {
        let (found, expected) = (call.args.len(), params.len());
        if found < expected || found > expected && !varargs {
            return Err(Violation::ArgumentCount { found, expected });
        }
        let intrinsic = self.intrinsic(call);
        for (index, arg) in call.args.iter().enumerate() {
            self.argument(arg, intrinsic.is_some())?;
            if let Some(&param) = params.get(index) {
                self.rules.same("an argument", arg.ty, param)?;
            }
        }
        match intrinsic {
            Some(function) if function.ty != call.fn_ty => {
                let name = self.rules.module.text(function.name);
                Err(Violation::IntrinsicType(name.to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn argument(&self, arg: &Arg, of_intrinsic: bool) -> Checked {
        let rules = &self.rules;
        if let Value::Metadata(_) = arg.value {
            return match rules.kind(arg.ty) {
                Type::Metadata if of_intrinsic => Ok(()),
                _ => Err(Violation::MetadataOperand),
            };
        }
        let ty = self.ty(arg.value)?;
        rules.same("an argument", ty, arg.ty)?;
        rules.class("an argument", ty, Class::AnyValue)?;
        rules.attrs(ty, &arg.attrs)
    }

    /// The intrinsic that is called directly.
    fn intrinsic(&self, call: &Call) -> Option<&Function> {
        let module = self.rules.module;
        let Callee::Value(Value::Const(id)) = call.callee else {
            return None;
        };
        let ConstKind::Global(GlobalRef::Func(callee)) = module.consts.get(id).kind else {
            return None;
        };
        let function = &module.functions[callee];
        let is_intrinsic = module.text(function.name).starts_with("llvm.");
        is_intrinsic.then_some(function)
    }

    fn bundles(&self, call: &Call) -> Checked {
        let mut values = call.bundles.iter().flat_map(|bundle| &bundle.args);
        values.try_for_each(|&(ty, value)| match value {
            Value::Metadata(_) => Ok(()),
            _ => self.rules.same("a bundle's operand", self.ty(value)?, ty),
        })
    }
}
