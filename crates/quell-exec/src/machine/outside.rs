//! Functions that nobody defines and that are stood in for: a call is noted with its arguments, changes nothing, and
//! gives what somebody said it gives.

use quell_ir::FuncId;

use super::Machine;
use super::call::Called;
use crate::domain::{Alu, Domain};
use crate::program::op::CallSite;
use crate::semantics::memory::load;
use crate::semantics::select::zero;
use crate::stop::{Stop, StopKind, Ub};
use crate::value::Val;

/// A function that is stood in for.
#[derive(Clone, Debug)]
pub struct Outside<D: Domain> {
    /// Where the results are, one after the other; none where all are zero.
    pub results: Option<D::Ptr>,
    /// Bytes of one result.
    pub each: u64,
    pub count: u64,
    /// How many calls there were, as far as numbers tell.
    pub made: u64,
}

/// A call of such a function.
#[derive(Debug)]
pub struct OutsideCall<'c, D: Domain> {
    pub function: FuncId,
    pub site: &'c CallSite,
    pub args: &'c [Val<D>],
    /// How many results there are; none where all are zero.
    pub results: Option<u64>,
}

impl<D: Domain> Machine<D> {
    /// From now on, calls of a function are noted and give these results.
    pub fn stand_in(&mut self, function: FuncId, outside: Outside<D>) {
        self.outside.insert(function, outside);
    }

    pub(super) fn call_outside(
        &mut self,
        function: FuncId,
        site: &CallSite,
    ) -> Result<Called, Stop> {
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
        let known = self.outside.get(&function);
        let results = known.and_then(|of| of.results.is_some().then_some(of.count));
        let call = OutsideCall {
            function,
            site,
            args: &args,
            results,
        };
        let number = D::happens(self, &call)?;
        if callee.attrs.noreturn {
            return Err(StopKind::Exit(0).into());
        }
        if let Some(dst) = site.dst {
            let value = match number {
                Some(number) => self.outside_result(function, &number)?,
                None => zero(&mut self.domain, &program, callee.ret)?,
            };
            self.set(dst, value)?;
        }
        Ok(Called::Done)
    }

    /// What the call of a number gives, counted from 0.
    fn outside_result(&mut self, function: FuncId, number: &D::Word) -> Result<Val<D>, Stop> {
        let known = self.outside.get(&function);
        let found = known.and_then(|of| Some((of.results.clone()?, of.each)));
        let Some((results, each)) = found else {
            return Err(StopKind::broken("a result that nobody gave").into());
        };
        let program = self.program.clone();
        let ty = program.module.functions[function].ret;
        let each = self.domain.word(64, each);
        let offset = self.domain.alu(Alu::Mul, 64, number, &each);
        let at = self.domain.ptr_add(&results, &offset);
        load(&mut self.domain, &mut self.memory, &program, ty, &at, 1)
    }
}
