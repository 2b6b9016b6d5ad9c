//! Convergence from any state. Original and mutant run from the code that differs, in a state of which nothing is known: each
//! register holds a variable of its own, with a variable mask of undefined bits. If the mutant converges with the original, it
//! does so wherever a run of the function may be, so the equivalence needs no property of the inputs and no bound.
//!
//! - A run of the mutant is that of the original up to the code that differs, converges with it behind that, and so on: by
//!   induction over the run, whatever its input, and whatever it calls.
//! - The code in between must consist of integer arithmetic, moves and branches on registers. A load, a store or a call ends it,
//!   because their effect depends on more than the registers. Floats end it because NaNs are not compared.
//! - That a variable holds a constant is known where every path from the entry stores that constant ([`super::constants`]).
//!   The variable must be live, for only live registers are the same in both runs.
//! - Only undefined behaviour of the original in this code is assumed not to occur: assumptions in the source are calls.

use std::collections::BTreeSet;
use std::rc::Rc;

use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, Function, InstId, LocalId, Module, Type, TypeId};
use quell_term::Sort;

use super::constants::{Constants, Known};
use super::explorer::{Replacement, promotes_alike};
use super::recording::Recording;
use crate::program::Program;
use crate::program::op::{Code, EdgeId, Op, Rule};
use crate::program::promote::{self, Promoted};
use crate::stop::Stop;
use crate::symbolic::domain::{Ptr, Symbolic, TrapPolicy, Word, word};
use crate::symbolic::explore::{Explorer, Feasibility, Flow, LoopProgress, Options, State, Value};

/// The number of blocks that are followed behind the code that differs.
const MOST_BLOCKS: usize = 16;
/// The number of unsuccessful queries about convergence.
const QUERIES: u32 = 2;

/// Compares mutants with the original in any state.
#[derive(Debug)]
pub struct LocalComparison<'o> {
    explorer: Explorer<'o>,
}

/// One of the two versions of a function.
struct Version<'f> {
    body: &'f Function,
    promoted: Promoted,
    code: Rc<Code>,
    flow: Rc<Flow>,
}

/// A state from which both versions run: the start of a block, or behind some operations at its start.
#[derive(Clone, Copy)]
struct Start {
    block: BlockId,
    operations: usize,
}

impl<'o> LocalComparison<'o> {
    pub fn new(program: Rc<Program>, options: Options) -> Result<Self, Stop> {
        let explorer = Explorer::new(program, options)?;
        Ok(Self { explorer })
    }

    /// See [`Explorer::set_feasibility`].
    pub fn set_feasibility(&mut self, feasibility: &'o mut dyn Feasibility) {
        self.explorer.set_feasibility(feasibility);
    }

    pub fn domain(&mut self) -> &mut Symbolic {
        self.explorer.domain()
    }

    /// Whether a mutant converges with the original in any state. `false` says nothing.
    pub fn converges(&mut self, mutant: &Replacement) -> bool {
        let converges = self.converges_everywhere(mutant);
        self.reset();
        converges.unwrap_or(false)
    }

    fn converges_everywhere(&mut self, mutant: &Replacement) -> Result<bool, Stop> {
        let program = self.explorer.program().clone();
        let module = &program.module;
        let body = &module.functions[mutant.function];
        if mutant.first.is_empty()
            || !mutant.calls.is_empty()
            || body.blocks.len() != mutant.body.blocks.len()
            || !promotes_alike(module, body, &mutant.body)
        {
            return Ok(false);
        }
        let code = Rc::new(program.lower(mutant.function, &mutant.body)?);
        let own = Version {
            body,
            promoted: promote::find(module, body),
            code: program.code(mutant.function)?,
            flow: self.explorer.flow_of_program(mutant.function)?,
        };
        let other = Version {
            body: &mutant.body,
            promoted: promote::find(module, &mutant.body),
            flow: Rc::new(Flow::new(module, &mutant.body, &code)),
            code,
        };
        let constants = Constants::new(module, body, &own.promoted);
        for &block in &mutant.first {
            let Some(start) = Start::of(module, &own, &other, block) else {
                return Ok(false);
            };
            let known = start.known(&own, &constants);
            self.reset();
            if !self.converges_from(start, (&own, &other), &known)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn converges_from(
        &mut self,
        start: Start,
        (own, other): (&Version<'_>, &Version<'_>),
        known: &Known,
    ) -> Result<bool, Stop> {
        let state = self.any_state(start, (own, other), known)?;
        let mut recording = Recording::beginning(&self.explorer, own.code.function, start.block);
        self.explorer.start(start.state(&state, own))?;
        let mut seen = BTreeSet::new();
        let cut = self.explorer.run(|explorer, location| {
            recording.record(explorer, location)?;
            Ok((!may_run_next(explorer, own, &mut seen)).then_some(()))
        })?;
        let original = self.explorer.take_outcome();
        self.explorer.domain().trap_policy = TrapPolicy::Record;
        let function = own.code.function;
        self.explorer
            .substitute(function, &other.code, other.flow.clone())?;
        self.explorer.start(start.state(&state, other))?;
        let mut queries = QUERIES;
        seen.clear();
        let converged = self.explorer.run(|explorer, location| {
            let step = recording.converged_at(explorer, location, 0, &mut queries);
            if step.is_some() {
                return Ok(Some(true));
            }
            Ok((!may_run_next(explorer, other, &mut seen)).then_some(false))
        })?;
        let ended = || cut.is_none() && recording.ended_alike(&mut self.explorer, &original);
        Ok(converged.unwrap_or_else(ended))
    }

    /// The values of all registers of both versions, of which only constants are known.
    fn any_state(
        &mut self,
        start: Start,
        (own, other): (&Version<'_>, &Version<'_>),
        known: &Known,
    ) -> Result<State, Stop> {
        let module = self.explorer.program().module.clone();
        self.explorer.machine().begin(own.code.function, &[])?;
        let mut state = self.explorer.suspend(LoopProgress {
            unwindings: vec![vec![0; own.flow.nest(start.block).len()]],
            iteration_constants: Rc::default(),
        });
        let domain = self.explorer.domain();
        let count = own.code.registers.max(other.code.registers);
        let registers = (0..count).map(|register| {
            let local = LocalId::new(register);
            if let Some(bits) = known.get(&local) {
                return Value::Word(Word::defined(word::constant(&mut domain.pool, bits)));
            }
            let ty = own.type_of(local).or_else(|| other.type_of(local));
            any_value(domain, register, ty.map(|ty| module.types.get(ty)))
        });
        state.activation.registers = registers.collect();
        Ok(state)
    }

    /// Forgets the last run, and when it was undefined.
    fn reset(&mut self) {
        self.explorer.reset();
        self.explorer.take_outcome();
        self.explorer.machine().take_activation();
        self.explorer.domain().forget_traps();
    }
}

impl Version<'_> {
    /// The type of the value that the register of a local holds: of a promoted variable its own, not that of its address.
    fn type_of(&self, local: LocalId) -> Option<TypeId> {
        let of = self.body.locals.get(local)?;
        Some(self.promoted[local].unwrap_or(of.ty))
    }

    /// Whether a register holds a number or a pointer.
    fn is_scalar(&self, module: &Module, register: u32) -> bool {
        let ty = self.type_of(LocalId::new(register as usize));
        let ty = ty.map(|ty| module.types.get(ty));
        matches!(ty, Some(Type::Int(_) | Type::Float(_) | Type::Ptr(_)))
    }

    fn ops(&self, block: BlockId) -> &[Op] {
        let first = self.flow.starts_at(block);
        let next = self.code.starts.get(block.index() + 1);
        let end = next.map_or(self.code.ops.len(), |&next| next as usize);
        self.code.ops.get(first..end).unwrap_or_default()
    }

    /// Whether an operation reads and writes scalar registers alone.
    fn is_local(&self, module: &Module, op: &Op) -> bool {
        let edges = |edges: &[EdgeId]| {
            let moves = edges.iter().filter_map(|&edge| {
                let edge = self.code.edges.get(edge as usize)?;
                Some(edge.moves.iter())
            });
            moves.flatten().all(|(dst, _)| self.is_scalar(module, *dst))
        };
        match op {
            Op::Add(_) | Op::Sub(_) | Op::Mul(_) | Op::UDiv(_) | Op::SDiv(_) | Op::URem(_) => true,
            Op::SRem(_) | Op::Shl(_) | Op::LShr(_) | Op::AShr(_) | Op::And(_) | Op::Or(_) => true,
            Op::Xor(_) | Op::Eq(_) | Op::Ne(_) | Op::Ult(_) | Op::Ule(_) | Op::Slt(_) => true,
            Op::Sle(_) | Op::Trunc(_) | Op::ZExt(_) | Op::SExt(_) | Op::SelectWord { .. } => true,
            Op::Forget { .. } | Op::Ret { .. } | Op::Unreachable => true,
            Op::Copy { dst, .. } | Op::Select { dst, .. } => self.is_scalar(module, *dst),
            Op::Rule(rule) => !matches!(**rule, Rule::SameObject { .. }),
            Op::Jump(edge) => edges(&[*edge]),
            Op::Branch {
                then, otherwise, ..
            }
            | Op::BranchIf {
                then, otherwise, ..
            } => edges(&[*then, *otherwise]),
            Op::Switch(args) => {
                let cases = args.cases.iter().map(|case| case.1);
                edges(&cases.chain([args.default]).collect::<Vec<_>>())
            }
            _ => false,
        }
    }
}

impl Start {
    /// The earliest state in a block from which both versions execute nothing but local operations up to its end, before
    /// the first operation that differs.
    fn of(module: &Module, own: &Version<'_>, other: &Version<'_>, block: BlockId) -> Option<Self> {
        let (a, b) = (own.ops(block), other.ops(block));
        let mut both = a.iter().zip(b);
        let common =
            both.position(|(a, b)| leaves_block(a) || format!("{a:?}") != format!("{b:?}"));
        let common = common?;
        let is_far = |op: &Op| !own.is_local(module, op);
        let operations = a[..common]
            .iter()
            .rposition(is_far)
            .map_or(0, |far| far + 1);
        let mut rest = a[operations..].iter();
        let is_local = rest.all(|op| own.is_local(module, op))
            && b[operations..].iter().all(|op| other.is_local(module, op));
        is_local.then_some(Self { block, operations })
    }

    /// The state at this place in a version.
    fn state(self, values: &State, version: &Version<'_>) -> State {
        let mut state = values.clone();
        let registers = version.code.registers;
        state.activation.registers.truncate(registers);
        if let Some(frame) = state.activation.frames.last_mut() {
            frame.pc = (version.flow.starts_at(self.block) + self.operations) as u32;
            frame.code = version.code.clone();
        }
        state.loops.unwindings = vec![vec![0; version.flow.nest(self.block).len()]];
        state
    }

    /// The constants that live variables hold here in the original.
    fn known(self, own: &Version<'_>, constants: &Constants<'_>) -> Known {
        let first = own.flow.starts_at(self.block);
        let next = own.code.origin.get(first + self.operations);
        let insts = &own.body.blocks[self.block].insts;
        let before: Vec<InstId> = match self.operations {
            0 => Vec::new(),
            _ => insts
                .iter()
                .copied()
                .take_while(|inst| Some(inst) != next)
                .collect(),
        };
        let mut known = constants.after(self.block, &before).unwrap_or_default();
        let live = own.flow.live(self.block);
        let stored = constants.stored(&before);
        known.retain(|local, _| live.contains(local.index()) || stored.contains(local));
        known
    }
}

fn leaves_block(op: &Op) -> bool {
    matches!(
        op,
        Op::Jump(_)
            | Op::Branch { .. }
            | Op::BranchIf { .. }
            | Op::Switch(_)
            | Op::IndirectBr { .. }
            | Op::Ret { .. }
            | Op::Unreachable
            | Op::Unwind
    )
}

/// Whether the next state is in a block of local operations that was not executed yet.
fn may_run_next(
    explorer: &Explorer<'_>,
    version: &Version<'_>,
    seen: &mut BTreeSet<BlockId>,
) -> bool {
    let next = explorer.queued().next();
    let Some(frame) = next.and_then(|next| next.state.activation.frames.last()) else {
        return false;
    };
    let block = version.flow.block_at(frame.pc as usize);
    let module = explorer.program().module.clone();
    let mut ops = version.ops(block).iter();
    seen.len() < MOST_BLOCKS && seen.insert(block) && ops.all(|op| version.is_local(&module, op))
}

/// A value of a type of which nothing is known. Values that are no scalars are not computed with.
fn any_value(domain: &mut Symbolic, register: usize, ty: Option<&Type>) -> Value {
    let name = format!("register!{register}");
    let undefined = format!("undefined!{register}");
    let pool = &mut domain.pool;
    let width = match ty {
        Some(Type::Int(width)) => *width,
        Some(Type::Float(format)) => format.width(),
        Some(Type::Ptr(_)) => {
            let address = pool.var(&name, Sort::Bv(64));
            let mut ptr = Ptr::to(pool, None, address);
            ptr.undef = pool.var(&undefined, Sort::Bool);
            return Value::Ptr(ptr);
        }
        _ => 64,
    };
    let sort = match width {
        1 => Sort::Bool,
        width => Sort::Bv(width),
    };
    let term = pool.var(&name, sort);
    let undef = pool.var(&undefined, sort);
    Value::Word(Word::masked(pool, term, undef))
}
