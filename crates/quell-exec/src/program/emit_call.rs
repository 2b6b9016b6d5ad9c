//! Lowering of calls.

use std::rc::Rc;

use quell_ir::inst::{Arg, Call};
use quell_ir::{Callee, InstId, Value};

use super::lower::Lowering;
use super::op::{ArgSite, AsmSite, CallSite, Op, Target};
use super::promote::is_lifetime_marker;
use crate::stop::Stop;

impl Lowering<'_> {
    pub(super) fn call(&mut self, inst: InstId, call: &Call) -> Result<(), Stop> {
        let data = &self.function.insts[inst];
        if is_lifetime_marker(self.module, &data.kind)
            && let Some(variable) = call.args.iter().find_map(|arg| self.variable(arg.value))
        {
            let ty = self.promoted[quell_ir::LocalId::from_u32(variable)].unwrap_or(data.ty);
            return self.forget(inst, variable, ty);
        }
        let mut args = Vec::with_capacity(call.args.len());
        for arg in call
            .args
            .iter()
            .filter(|arg| !matches!(arg.value, Value::Metadata(_)))
        {
            args.push(self.arg_site(arg)?);
        }
        let fixed = match self.module.types.get(call.fn_ty) {
            quell_ir::Type::Func {
                params,
                varargs: true,
                ..
            } => params.len().min(args.len()),
            _ => args.len(),
        };
        let target = self.target(&call.callee)?;
        let site = CallSite {
            checked: self.takes(&target, &args),
            target,
            dst: data.result.expand().map(quell_ir::LocalId::as_u32),
            ret: data.ty,
            args: args.into(),
            fixed,
            inst,
            flags: call.flags,
        };
        self.emit(inst, Op::Call(Rc::new(site)));
        Ok(())
    }

    /// Whether the target is a function of the module whose parameters match these arguments.
    fn takes(&self, target: &Target, args: &[ArgSite]) -> bool {
        let Target::Function(function) = target else {
            return false;
        };
        let callee = &self.module.functions[*function];
        let enough = args.len() == callee.params.len()
            || (callee.varargs && args.len() > callee.params.len());
        enough
            && args
                .iter()
                .zip(&callee.params)
                .all(|(arg, param)| arg.ty == param.ty)
    }

    fn arg_site(&mut self, arg: &Arg) -> Result<ArgSite, Stop> {
        let byval = match arg.attrs.byval {
            Some(ty) => {
                let shape = self.program.shapes.get(ty)?;
                Some((shape.stride, arg.attrs.align.unwrap_or(shape.align)))
            }
            None => None,
        };
        Ok(ArgSite {
            src: self.src(arg.value)?,
            ty: arg.ty,
            byval,
            noundef: arg.attrs.noundef,
        })
    }

    fn target(&mut self, callee: &Callee) -> Result<Target, Stop> {
        let value = match callee {
            Callee::Asm(asm) => {
                return Ok(Target::Asm(Rc::new(AsmSite {
                    text: self.module.text(asm.text).into(),
                    constraints: self.module.text(asm.constraints).into(),
                })));
            }
            Callee::Value(value) => *value,
        };
        if let Value::Const(constant) = value
            && let Some(func) =
                quell_ir::analysis::callgraph::function_behind(self.module, constant)
        {
            let declared = self.module.functions[func].is_declaration();
            return Ok(if declared {
                Target::External(func)
            } else {
                Target::Function(func)
            });
        }
        Ok(Target::Pointer(self.src(value)?))
    }
}
