//! Runs a state to the end of its block: where control goes, and under which condition.

use std::rc::Rc;

use quell_ir::FuncId;
use quell_term::Term;

use super::explorer::Explorer;
use crate::domain::{Decision, Domain};
use crate::machine::single::Single;
use crate::program::op::{CallSite, EdgeId, Op, SwitchArgs};
use crate::stop::{Stop, StopKind, Ub};

/// How a state leaves its block.
#[derive(Clone, Debug)]
pub(crate) enum BlockExit {
    Goto(EdgeId),
    /// A branch that depends on inputs: each edge with its condition.
    Fork(Vec<(Term, EdgeId)>),
    /// A frame was pushed or popped.
    Frame,
    /// A call through a pointer: each target with its condition.
    Calls(Rc<CallSite>, Vec<(Term, FuncId)>),
}

impl Explorer<'_> {
    /// Runs operations until control leaves the block or the frame.
    pub(super) fn run_block(&mut self) -> Result<BlockExit, Stop> {
        let (code, mut pc) = self.machine.upcoming()?;
        self.watch_resumed(&code, pc);
        let first = pc;
        loop {
            self.watch_step(&code, pc, pc == first);
            let op = code
                .ops
                .get(pc)
                .ok_or_else(|| StopKind::broken("the end of a function was passed"))?;
            if let Some(exit) = self.transfer(op, pc)? {
                return Ok(exit);
            }
            match self.machine.single(op, pc)? {
                Single::Next => pc += 1,
                Single::Goes(edge) => return Ok(BlockExit::Goto(edge)),
                Single::Frame => return Ok(BlockExit::Frame),
            }
            if let Some(what) = self.machine.domain.take_unsupported() {
                return Err(what.into());
            }
        }
    }

    /// Operations that leave the block; none for all others.
    pub(crate) fn transfer(&mut self, op: &Op, pc: usize) -> Result<Option<BlockExit>, Stop> {
        let (cond, then, otherwise) = match op {
            Op::Branch {
                cond,
                then,
                otherwise,
            } => (*self.machine.operand(*cond)?.word()?, *then, *otherwise),
            Op::BranchIf {
                test,
                a,
                b,
                width,
                then,
                otherwise,
            } => {
                let (a, b) = (
                    *self.machine.operand(*a)?.word()?,
                    *self.machine.operand(*b)?.word()?,
                );
                let cond = self.machine.domain.test(*test, *width, &a, &b);
                (cond, *then, *otherwise)
            }
            Op::Switch(args) => return self.switch(args, pc),
            Op::Call(site) => return self.call(site, pc),
            _ => return Ok(None),
        };
        self.machine.pass(pc);
        match self.machine.domain.decide(&cond) {
            Decision::Known(true) => Ok(Some(BlockExit::Goto(then))),
            Decision::Known(false) => Ok(Some(BlockExit::Goto(otherwise))),
            Decision::Undefined => Err(Ub::Uninitialised {
                what: "the condition of a branch".into(),
            }
            .into()),
            Decision::Open => {
                let opposite = self.machine.domain.pool.not(cond.term);
                let branches = vec![(cond.term, then), (opposite, otherwise)];
                Ok(Some(BlockExit::Fork(branches)))
            }
        }
    }

    fn switch(&mut self, args: &Rc<SwitchArgs>, pc: usize) -> Result<Option<BlockExit>, Stop> {
        let value = *self.machine.operand(args.value)?.word()?;
        if self.machine.domain.is_constant(&value) {
            return Ok(None);
        }
        self.machine.pass(pc);
        let what = "the value of a switch";
        let domain = &mut self.machine.domain;
        let undefined = value.is_undefined(&mut domain.pool);
        domain.trap_if(undefined, || Ub::Uninitialised { what: what.into() })?;
        let mut branches: Vec<(Term, EdgeId)> = Vec::new();
        let mut none = domain.pool.bool(true);
        for (case, edge) in &args.cases {
            let case = domain.constant(case);
            let here = domain.pool.eq(value.term, case.term);
            let not_here = domain.pool.not(here);
            none = domain.pool.and(none, not_here);
            branches.push((here, *edge));
        }
        branches.push((none, args.default));
        Ok(Some(BlockExit::Fork(branches)))
    }
}
