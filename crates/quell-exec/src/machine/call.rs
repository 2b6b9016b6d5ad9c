//! Calls: resolving the callee and binding arguments.

use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{FuncId, InstId, TypeId};
use quell_values::unsupported::UnsupportedCall;

use super::{External, Machine, Model, Vararg};
use crate::domain::Domain;
use crate::memory::{Memory, ObjectKind};
use crate::program::op::{ArgSite, CallSite, Target};
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;
use crate::{intrinsics, library};

/// The state of a call that was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Called {
    /// A new frame was pushed.
    Entered,
    /// The call is complete, and its result is in the register.
    Done,
}

impl CallSite {
    /// A call without an instruction: a callback made by a model.
    pub fn bare(ret: TypeId) -> Self {
        Self {
            target: Target::Asm(Rc::default()),
            dst: None,
            ret,
            args: Box::default(),
            fixed: 0,
            checked: false,
            inst: InstId::new(0),
            flags: quell_ir::opcode::Flags::NONE,
        }
    }

    /// The type of an argument as the caller passes it.
    pub fn arg_type(&self, index: usize) -> Result<TypeId, Stop> {
        let arg = self.args.get(index);
        arg.map(|arg| arg.ty)
            .ok_or_else(|| StopKind::broken("an argument too few").into())
    }
}

impl<D: Domain> Machine<D> {
    #[inline(always)]
    pub(super) fn call(&mut self, site: &CallSite) -> Result<Called, Stop> {
        let function = match &site.target {
            Target::Function(function) | Target::External(function) => *function,
            Target::Pointer(src) => {
                let ptr = self.fetch(*src)?.ptr()?.clone();
                match self.function_at(&ptr) {
                    Ok(function) => function,
                    Err(stop) => return self.call_indirect(&ptr, site, stop),
                }
            }
            Target::Asm(asm) => return self.assembly(asm, site),
        };
        self.call_known(function, site)
    }

    /// Calls a function that is defined in the module, or an external one.
    #[inline(always)]
    pub(super) fn call_known(&mut self, function: FuncId, site: &CallSite) -> Result<Called, Stop> {
        if self.program.module.functions[function].is_declaration() {
            return self.call_external(function, site);
        }
        self.enter(function, site)
    }

    #[inline(always)]
    pub(super) fn enter(&mut self, function: FuncId, site: &CallSite) -> Result<Called, Stop> {
        if !site.checked {
            self.check_arguments(function, site)?;
        }
        let takes = self.program.module.functions[function].params.len();
        let base = self.regs.top();
        let mut copies = Vec::new();
        for arg in &site.args[..takes] {
            let value = self.argument(arg, &mut copies)?;
            self.regs.push(value);
        }
        let mut varargs = Vec::new();
        for arg in &site.args[takes..] {
            let value = self.argument(arg, &mut copies)?;
            varargs.push(Vararg {
                value,
                ty: arg.ty,
                byval: arg.byval,
            });
        }
        self.push_frame(function, base, varargs, site.dst)?;
        if !copies.is_empty() {
            self.frame()?.objects.extend(copies);
        }
        Ok(Called::Entered)
    }

    /// Checks that a call passes the parameters of the function. Calls through pointers or without a
    /// prototype may pass others, which is undefined.
    pub(super) fn check_arguments(&self, function: FuncId, site: &CallSite) -> Result<(), Stop> {
        self.check_arguments_but(function, site, None)
    }

    /// The same check without the parameter that the machine passes itself.
    pub(super) fn check_arguments_but(
        &self,
        function: FuncId,
        site: &CallSite,
        extra: Option<usize>,
    ) -> Result<(), Stop> {
        let callee = &self.program.module.functions[function];
        let given = site.args.len();
        let takes = callee.params.len() - usize::from(extra.is_some());
        let name = || self.program.name(function).to_owned();
        let variadic = callee.varargs && extra.is_none();
        if given < takes || (given > takes && !variadic) {
            return Err(Ub::WrongArguments {
                name: name(),
                given,
                takes,
            }
            .into());
        }
        let params = callee.params.iter().enumerate();
        let params = params.filter(|(index, _)| Some(*index) != extra);
        let mut pairs = site.args.iter().zip(params);
        match pairs.position(|(arg, (_, param))| arg.ty != param.ty) {
            Some(index) => Err(Ub::WrongArgumentType {
                name: name(),
                argument: index + 1,
            }
            .into()),
            None => Ok(()),
        }
    }

    /// The value of an argument. Copies for arguments passed by value are added to `objects` and end with the
    /// callee.
    pub(super) fn argument(
        &mut self,
        arg: &ArgSite,
        copies: &mut Vec<D::Ptr>,
    ) -> Result<Val<D>, Stop> {
        let value = self.fetch(arg.src)?.clone();
        if arg.noundef && !self.is_defined(&value) {
            return Err(Ub::Uninitialised {
                what: "an argument".into(),
            }
            .into());
        }
        let Some((size, align)) = arg.byval else {
            return Ok(value);
        };
        let copy = self.copy_of(value.ptr()?, size, align)?;
        copies.push(copy.clone());
        Ok(Val::Ptr(copy))
    }

    pub(super) fn is_defined(&mut self, value: &Val<D>) -> bool {
        match value {
            Val::Word(word) => self.domain.is_defined(word),
            Val::Ptr(ptr) => {
                let address = self.domain.ptr_addr(ptr);
                self.domain.is_defined(&address)
            }
            Val::Agg(members) => members.iter().all(|member| self.is_defined(member)),
        }
    }

    /// The callee's copy of an object that is passed by value.
    fn copy_of(&mut self, from: &D::Ptr, size: u64, align: u64) -> Result<D::Ptr, Stop> {
        let allocation = crate::memory::Allocation {
            kind: ObjectKind::Stack(Rc::from("an argument passed by value")),
            size,
            align,
            zeroed: false,
            writable: true,
        };
        let copy = self.memory.allocate(&mut self.domain, allocation)?;
        self.memory.copy(&mut self.domain, &copy, from, size)?;
        Ok(copy)
    }

    pub(super) fn call_external(
        &mut self,
        function: FuncId,
        site: &CallSite,
    ) -> Result<Called, Stop> {
        if self.stubs.contains_key(&function) {
            return self.call_stub(function, site);
        }
        let model = self.external(function)?;
        if !self.call_model(model, site)? {
            let name = self.program.name(function);
            return Err(StopKind::broken(format!("the model of `{name}` gave no result")).into());
        }
        Ok(Called::Done)
    }

    /// Calls a model. Returns false if a result was expected and the model returned none.
    pub(super) fn call_model(&mut self, model: Model<D>, site: &CallSite) -> Result<bool, Stop> {
        let mut args = smallvec::SmallVec::<[Val<D>; 6]>::new();
        for arg in &site.args {
            args.push(self.fetch(arg.src)?.clone());
        }
        let result = model(self, site, &args)?;
        match (site.dst, result) {
            (Some(dst), Some(value)) => self.set(dst, value)?,
            (Some(_), None) => return Ok(false),
            (None, _) => {}
        }
        Ok(true)
    }

    /// The model of a declared function.
    pub(super) fn external(&mut self, function: FuncId) -> Result<Model<D>, Stop> {
        if self.stubs.contains_key(&function) {
            let name = library::readable(self.program.name(function));
            let function = name.to_string();
            return Err(UnsupportedCall::Callback { function }.into());
        }
        if let External::Unresolved = self.externals[function.index()] {
            let name = self.program.name(function);
            let found = D::model_override(name)
                .or_else(|| intrinsics::find::<D>(name))
                .or_else(|| library::find::<D>(name));
            let found = found.filter(|_| self.domain.supports_external(name));
            self.externals[function.index()] = found.map_or(External::Unmodelled, External::Model);
        }
        match self.externals[function.index()] {
            External::Model(model) => Ok(model),
            _ => Err(
                StopKind::UnmodelledFunction(library::readable(self.program.name(function))).into(),
            ),
        }
    }
}
