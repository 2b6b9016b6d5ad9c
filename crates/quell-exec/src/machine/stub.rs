//! Stubs of external functions: a call is recorded with its arguments, has no effect, and returns a prescribed value.
//!
//! Which functions are external is decided by the linker and part of the call image; a function that a library defines
//! has a model instead. The prescribed results are bytes in memory, from which a symbolic domain reads terms.

use quell_ir::FuncId;

use super::Machine;
use super::call::Called;
use crate::domain::{Alu, Domain};
use crate::program::op::CallSite;
use crate::semantics::memory::load;
use crate::semantics::select::zero;
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;

/// The prescribed results of an external function.
#[derive(Clone, Debug)]
pub struct Stub<D: Domain> {
    /// An array of results; none if all of them are zero.
    pub results: Option<D::Ptr>,
    /// The size of one result in bytes.
    pub each: u64,
    pub count: u64,
    /// The number of calls so far, in a concrete domain.
    pub made: u64,
}

/// A call of a stubbed function.
#[derive(Debug)]
pub struct StubCall<'c, D: Domain> {
    pub function: FuncId,
    pub site: &'c CallSite,
    pub args: &'c [Val<D>],
    /// The number of prescribed results; none if all are zero.
    pub results: Option<u64>,
}

impl<D: Domain> Machine<D> {
    /// Installs a stub for a function; its calls are recorded from now on.
    pub fn install_stub(&mut self, function: FuncId, stub: Stub<D>) {
        self.stubs.insert(function, stub);
    }

    pub(super) fn call_stub(&mut self, function: FuncId, site: &CallSite) -> Result<Called, Stop> {
        self.check_arguments(function, site)?;
        let program = self.program.clone();
        let callee = &program.module.functions[function];
        if site.ret != callee.ret {
            let name = program.name(function).to_owned();
            return Err(Ub::WrongResultType { name }.into());
        }
        let mut args = Vec::with_capacity(site.args.len());
        for arg in &site.args {
            args.push(self.argument(arg, &mut Vec::new())?);
        }
        let known = self.stubs.get(&function);
        let results = known.and_then(|of| of.results.is_some().then_some(of.count));
        let call = StubCall {
            function,
            site,
            args: &args,
            results,
        };
        let number = D::record_call(self, &call)?;
        if callee.attrs.noreturn {
            return Err(StopKind::Exit(0).into());
        }
        if let Some(dst) = site.dst {
            let value = match number {
                Some(number) => self.stub_result(function, &number)?,
                None => zero(&mut self.domain, &program, callee.ret)?,
            };
            self.set(dst, value)?;
        }
        Ok(Called::Done)
    }

    /// The prescribed result of a call, by its number counted from 0.
    fn stub_result(&mut self, function: FuncId, number: &D::Word) -> Result<Val<D>, Stop> {
        let known = self.stubs.get(&function);
        let found = known.and_then(|of| Some((of.results.clone()?, of.each)));
        let Some((results, each)) = found else {
            return Err(StopKind::broken("a stub without results").into());
        };
        let program = self.program.clone();
        let ty = program.module.functions[function].ret;
        let each = self.domain.word(64, each);
        let offset = self.domain.alu(Alu::Mul, 64, number, &each);
        let at = self.domain.ptr_add(&results, &offset);
        load(&mut self.domain, &mut self.memory, &program, ty, &at, 1)
    }
}
