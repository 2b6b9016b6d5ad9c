//! Site conditions in a running machine: whether a run meets the objectives of a function.
//!
//! A [`SiteCondition`] is data (see `quell_objectives::condition`). [`Conditions`] prepares some of them for a program,
//! [`Machine::judge_before`](crate::Machine) and `judge_after` evaluate one in the innermost frame, and two drivers do that
//! at every place: [`run`] on numbers, [`Explorer::explore_watching`](crate::symbolic::Explorer::explore_watching) on terms.
//!
//! Decisions:
//!
//! - **One evaluator for all domains.** Steps of a condition are executed as operations of the machine, with the
//!   instruction semantics of every other run; the logic above them is written once, over [`Domain`]. A condition
//!   thus means on terms what it means on numbers, and tests compare both with the native recording.
//! - **An evaluation leaves no trace.** It has registers of its own, and what it finds undefined excludes no input and
//!   ends no run ([`Domain::suspend`]): where the value of a condition is undefined, it counts as met.
//! - **Observed code has every value in its register.** The machine usually skips loads of promoted variables and merges
//!   comparisons with branches; a condition may look at those values, so functions with conditions are lowered without
//!   these shortcuts, and variables whose addresses a condition uses stay in memory.

mod compile;
mod run;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use quell_ir::{BlockId, FuncId, InstId, LocalId};
use quell_objectives::condition::{Location, SiteCondition};

pub use run::{Met, run};

pub(crate) use compile::{Compiled, Guard, Logic, Shape, Stage};

use crate::domain::Domain;
use crate::program::Program;
use crate::program::op::Code;
use crate::stop::Stop;
use crate::value::Val;

/// Site conditions of some functions, ready to be evaluated in a program.
#[derive(Debug)]
pub struct Conditions {
    program: Rc<Program>,
    all: Vec<Compiled>,
    at_insts: BTreeMap<(FuncId, InstId), Vec<usize>>,
    on_edges: BTreeMap<(FuncId, BlockId, BlockId), Vec<usize>>,
    kept: BTreeMap<FuncId, Kept>,
}

/// What conditions of a function use beyond its code.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// Locals whose variables stay in memory.
    pub in_memory: BTreeSet<LocalId>,
    /// Locals that conditions at an instruction use.
    pub at_insts: BTreeMap<InstId, BTreeSet<LocalId>>,
    /// Locals that conditions on edges from a block use.
    pub on_edges: BTreeMap<BlockId, BTreeSet<LocalId>>,
}

impl Conditions {
    /// Prepares conditions, each of a function of the program. They are named by their places in the list.
    pub fn new(
        program: &Rc<Program>,
        conditions: &[(FuncId, SiteCondition)],
    ) -> Result<Self, Stop> {
        let mut of_functions: BTreeMap<FuncId, Vec<&SiteCondition>> = BTreeMap::new();
        for (function, condition) in conditions {
            of_functions.entry(*function).or_default().push(condition);
        }
        let mut observable = program.clone();
        let mut kept = BTreeMap::new();
        for (&function, of_function) in &of_functions {
            let body = &program.module.functions[function];
            let in_memory = compile::addresses(&program.module, body, of_function);
            let code = Rc::new(program.lower_observable(function, body, &in_memory)?);
            observable = Rc::new(observable.with_code(function, code));
            kept.insert(function, compile::kept(in_memory, of_function));
        }
        let mut set = Self {
            program: observable,
            all: Vec::new(),
            at_insts: BTreeMap::new(),
            on_edges: BTreeMap::new(),
            kept,
        };
        for (index, (function, condition)) in conditions.iter().enumerate() {
            let compiled =
                Compiled::new(program, *function, condition, &set.kept[function].in_memory)?;
            set.all.push(compiled);
            let known = match condition.at {
                Location::Inst(inst) => set.at_insts.entry((*function, inst)).or_default(),
                Location::Edge { from, to } => {
                    set.on_edges.entry((*function, from, to)).or_default()
                }
            };
            known.push(index);
        }
        Ok(set)
    }

    /// The program with code in which the conditions can be evaluated: a machine has to run this one.
    pub fn program(&self) -> &Rc<Program> {
        &self.program
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn kept(&self, function: FuncId) -> Option<&Kept> {
        self.kept.get(&function)
    }

    pub(crate) fn get(&self, index: usize) -> &Compiled {
        &self.all[index]
    }

    /// The conditions at the instruction that the operation at `pc` begins, and that instruction.
    pub(crate) fn starting_at(&self, code: &Code, pc: usize) -> Option<(InstId, &[usize])> {
        if !self.kept.contains_key(&code.function) {
            return None;
        }
        let inst = *code.origin.get(pc)?;
        let goes_on =
            pc > 0 && code.origin.get(pc - 1) == Some(&inst) && !code.starts.contains(&(pc as u32));
        let found = self.at_insts.get(&(code.function, inst))?;
        (!goes_on).then_some((inst, found.as_slice()))
    }

    /// The conditions at the instruction whose last operation is before `pc` in its block.
    pub(crate) fn ended_before(&self, code: &Code, pc: usize) -> &[usize] {
        let ended = || {
            let at_start = pc == 0 || code.starts.contains(&(pc as u32));
            let inst = code.origin.get(pc.checked_sub(1)?)?;
            let goes_on = code.origin.get(pc) == Some(inst);
            let known = self.at_insts.get(&(code.function, *inst))?;
            (!at_start && !goes_on).then_some(known.as_slice())
        };
        ended().unwrap_or_default()
    }

    /// Whether there are conditions on edges.
    pub(crate) fn has_edges(&self) -> bool {
        !self.on_edges.is_empty()
    }

    /// The conditions on the edge that starts from the operation before `pc`.
    pub(crate) fn on_edge(&self, code: &Code, pc: usize, to: u32) -> &[usize] {
        let block = |pc: usize| {
            let next = code.starts.partition_point(|&start| start as usize <= pc);
            BlockId::from_u32(next.saturating_sub(1) as u32)
        };
        let edge = (
            code.function,
            block(pc.saturating_sub(1)),
            block(to as usize),
        );
        self.on_edges.get(&edge).map_or(&[], Vec::as_slice)
    }
}

/// What the steps of a condition computed so far.
#[derive(Debug)]
pub(crate) struct Computed<D: Domain> {
    pub values: Vec<Val<D>>,
    /// Whether each step traps.
    pub traps: Vec<D::Word>,
}

impl<D: Domain> Default for Computed<D> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            traps: Vec::new(),
        }
    }
}
