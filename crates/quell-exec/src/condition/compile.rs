//! A site condition as operations on the registers of its function's frame and on registers of its own behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use quell_ir::analysis::{Cfg, Dominators};
use quell_ir::build::make_inst;
use quell_ir::entity::EntityRef;
use quell_ir::function::{Local, LocalDef};
use quell_ir::opcode::BinOp;
use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, LocalId, Module, Value};
use quell_objectives::condition::{self, Condition, Location, SiteCondition, Trap};
use quell_values::unsupported::{ConditionValue, Unsupported};

use super::Kept;

use crate::program::op::{Op, Src};
use crate::program::shape::ShapeKind;
use crate::program::{Program, promote};
use crate::stop::{Stop, StopKind};

/// A condition over registers.
#[derive(Clone, Debug)]
pub(crate) enum Logic {
    Constant(bool),
    Holds(Src),
    Differ(Src, Src, Rc<Shape>),
    Traps(usize),
    Any(Vec<Logic>),
    All(Vec<Logic>),
    Not(Box<Logic>),
}

/// How values are compared.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Word(u32),
    Ptr,
    Members(Vec<Rc<Shape>>),
}

/// What keeps an operation from trapping: an operand that is another value where it would.
#[derive(Clone, Debug)]
pub(crate) enum Guard {
    Division {
        op: BinOp,
        width: u32,
        dividend: Src,
        divisor: Src,
    },
    Load {
        ptr: Src,
        root: Src,
        last: u64,
        offset: u64,
        /// Indices, their widths, and the bytes that each step is worth.
        steps: Vec<(Src, u32, u64)>,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The operations, by their places in [`Compiled::ops`].
    pub ops: Range<usize>,
    pub guard: Option<Guard>,
}

#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub steps: Vec<Step>,
    pub holds: Logic,
}

#[derive(Debug)]
pub(crate) struct Compiled {
    /// The operations of all steps, with the constants that they and the conditions mention.
    pub code: Rc<crate::program::op::Code>,
    /// Registers of the function; the value of step `n` is in the register behind them with this number.
    pub base: usize,
    /// Steps of both stages; behind their values are as many registers for guarded operands.
    pub steps: usize,
    pub before: Stage,
    pub after: Stage,
    /// Whether the condition is exact.
    pub is_exact: bool,
}

impl Compiled {
    pub fn new(
        program: &Program,
        function: FuncId,
        condition: &SiteCondition,
        in_memory: &BTreeSet<LocalId>,
    ) -> Result<Self, Stop> {
        let original = &program.module.functions[function];
        let steps = condition.steps().count();
        let (body, insts) = scratch(program, original, condition, steps);
        let (mut code, ranges) =
            program.lower_straight(function, (original, in_memory), &body, &insts)?;
        let mut compiler = Compiler {
            program,
            body: &body,
            consts: BTreeSet::from_iter(std::mem::take(&mut code.consts)),
        };
        let mut ranges = ranges.into_iter();
        let before = compiler.stage(&condition.before, &mut ranges)?;
        let after = compiler.stage(&condition.after, &mut ranges)?;
        code.consts = compiler.consts.into_iter().collect();
        Ok(Self {
            code: Rc::new(code),
            base: condition.base,
            steps,
            before,
            after,
            is_exact: condition.is_exact(),
        })
    }

    /// Whether anything is left to be judged after the instruction.
    pub fn has_second_stage(&self) -> bool {
        !self.after.steps.is_empty() || !matches!(self.after.holds, Logic::Constant(false))
    }

    pub fn ops(&self, step: &Step) -> &[Op] {
        self.code.ops.get(step.ops.clone()).unwrap_or_default()
    }
}

/// The function with the steps of a condition as further instructions, which stand in no block, and with a local for each
/// operand that is guarded.
fn scratch(
    program: &Program,
    original: &Function,
    condition: &SiteCondition,
    steps: usize,
) -> (Function, Vec<quell_ir::InstId>) {
    let mut body = original.clone();
    body.rules.clear();
    let mut insts = Vec::new();
    for (number, step) in condition.steps().enumerate() {
        let mut kind = step.inst.kind.clone();
        let guarded = Value::Local(LocalId::new(condition.base + steps + number));
        match (&step.trap, &mut kind) {
            (Some(Trap::Division), InstKind::Binary { rhs, .. }) => *rhs = guarded,
            (Some(Trap::OutOfBounds(_)), InstKind::Load { ptr, .. }) => *ptr = guarded,
            _ => {}
        }
        insts.push(make_inst(&mut body, kind, step.ty(), true, None));
    }
    for (step, &inst) in condition.steps().zip(&insts) {
        let ty = match step.trap {
            Some(Trap::OutOfBounds(_)) => pointer_type(program, step),
            _ => Some(step.ty()),
        };
        body.locals.push(Local {
            name: None,
            ty: ty.unwrap_or(step.ty()),
            def: LocalDef::Inst(inst),
        });
    }
    (body, insts)
}

fn pointer_type(program: &Program, step: &condition::Step) -> Option<quell_ir::TypeId> {
    let InstKind::Load { .. } = step.inst.kind else {
        return None;
    };
    program.module.types.lookup(&quell_ir::Type::Ptr(0))
}

struct Compiler<'p> {
    program: &'p Program,
    body: &'p Function,
    consts: BTreeSet<quell_ir::ConstId>,
}

impl Compiler<'_> {
    fn stage(
        &mut self,
        stage: &condition::Stage,
        ranges: &mut impl Iterator<Item = Range<usize>>,
    ) -> Result<Stage, Stop> {
        let mut steps = Vec::new();
        for step in &stage.code {
            steps.push(Step {
                ops: ranges.next().unwrap_or_default(),
                guard: self.guard(step)?,
            });
        }
        Ok(Stage {
            steps,
            holds: self.logic(&stage.holds)?,
        })
    }

    fn src(&mut self, value: Value) -> Result<Src, Stop> {
        match value {
            Value::Local(local) => Ok(Src::reg(local.as_u32())),
            Value::Const(id) => {
                self.consts.insert(id);
                Ok(Src::constant(id))
            }
            Value::Metadata(_) => Err(StopKind::broken("metadata in a condition").into()),
        }
    }

    fn width(&self, value: Value) -> Result<u32, Stop> {
        let ty = self.program.module.value_type(self.body, value);
        let ty = ty.ok_or_else(|| StopKind::broken("metadata in a condition"))?;
        let width = self.program.shapes.get(ty)?.width();
        width.ok_or_else(|| unsupported(ConditionValue::Vector))
    }

    fn guard(&mut self, step: &condition::Step) -> Result<Option<Guard>, Stop> {
        Ok(match (&step.trap, &step.inst.kind) {
            (Some(Trap::Division), InstKind::Binary { op, lhs, rhs, .. }) => {
                Some(Guard::Division {
                    op: *op,
                    width: self.width(*lhs)?,
                    dividend: self.src(*lhs)?,
                    divisor: self.src(*rhs)?,
                })
            }
            (Some(Trap::OutOfBounds(range)), InstKind::Load { ptr, .. }) => {
                let mut steps = Vec::new();
                for &(index, bytes) in &range.steps {
                    steps.push((self.src(index)?, self.width(index)?, bytes));
                }
                Some(Guard::Load {
                    ptr: self.src(*ptr)?,
                    root: self.src(range.root)?,
                    last: range.last,
                    offset: range.offset,
                    steps,
                })
            }
            _ => None,
        })
    }

    fn logic(&mut self, condition: &Condition) -> Result<Logic, Stop> {
        Ok(match condition {
            Condition::Never => Logic::Constant(false),
            Condition::Always | Condition::Unknown => Logic::Constant(true),
            Condition::Holds(value) => Logic::Holds(self.src(*value)?),
            Condition::Differ(a, b) => {
                let ty = self.program.module.value_type(self.body, *a);
                let ty = ty.ok_or_else(|| StopKind::broken("metadata in a condition"))?;
                Logic::Differ(self.src(*a)?, self.src(*b)?, self.shape(ty)?)
            }
            Condition::Traps(step) => Logic::Traps(*step),
            Condition::Any(all) => Logic::Any(self.each(all)?),
            Condition::All(all) => Logic::All(self.each(all)?),
            Condition::Not(inner) => Logic::Not(Box::new(self.logic(inner)?)),
        })
    }

    fn each(&mut self, all: &[Condition]) -> Result<Vec<Logic>, Stop> {
        all.iter().map(|one| self.logic(one)).collect()
    }

    fn shape(&self, ty: quell_ir::TypeId) -> Result<Rc<Shape>, Stop> {
        let shape = self.program.shapes.get(ty)?;
        let same = |elem, count: u64| {
            let elem = self.shape(elem)?;
            let count =
                usize::try_from(count).map_err(|_| unsupported(ConditionValue::LargeArray))?;
            Ok::<_, Stop>(Shape::Members(vec![elem; count]))
        };
        Ok(Rc::new(match &shape.kind {
            ShapeKind::Int(width) => Shape::Word(*width),
            ShapeKind::Float(format) => Shape::Word(format.width()),
            ShapeKind::Ptr => Shape::Ptr,
            ShapeKind::Struct(fields) => {
                let fields = fields.iter().map(|&(_, field)| self.shape(field));
                Shape::Members(fields.collect::<Result<_, Stop>>()?)
            }
            ShapeKind::Vector { elem, len } => same(*elem, u64::from(*len))?,
            ShapeKind::Array { elem, .. } => {
                let members = shape.members();
                same(*elem, members)?
            }
            _ => return Err(unsupported(ConditionValue::Untyped)),
        }))
    }
}

fn unsupported(value: ConditionValue) -> Stop {
    Unsupported::Condition { value }.into()
}

/// The locals of a function whose registers hold addresses of variables that conditions use for more than to load the
/// whole variable, or load where they may have no value yet.
pub(super) fn addresses(
    module: &Module,
    function: &Function,
    conditions: &[&SiteCondition],
) -> BTreeSet<LocalId> {
    let promoted = promote::find(module, function);
    let stores = Stores::of(function);
    let mut used = BTreeSet::new();
    let mut note = |value: Value, as_is: Option<quell_ir::TypeId>| {
        if let Value::Local(local) = value
            && local.index() < function.locals.len()
            && promoted[local].is_some()
            && promoted[local] != as_is
        {
            used.insert(local);
        }
    };
    for condition in conditions {
        for step in condition.steps() {
            match (&step.inst.kind, &step.trap) {
                (InstKind::Load { ptr, .. }, None) => {
                    let is_assigned = stores.precede(*ptr, condition.at);
                    note(*ptr, is_assigned.then_some(step.ty()));
                }
                (kind, trap) => {
                    kind.for_each_operand(|&value| note(value, None));
                    if let Some(Trap::OutOfBounds(range)) = trap {
                        note(range.root, None);
                    }
                }
            }
        }
        for stage in [&condition.before, &condition.after] {
            stage.holds.for_each_value(&mut |value| note(value, None));
        }
    }
    used
}

/// Where the variables of a function are assigned.
struct Stores {
    dominators: Dominators,
    /// The place of each instruction: its block, and its number there.
    places: BTreeMap<InstId, (BlockId, usize)>,
    stores: BTreeMap<LocalId, Vec<InstId>>,
}

impl Stores {
    fn of(function: &Function) -> Self {
        let mut stores = Self {
            dominators: Dominators::new(&Cfg::new(function)),
            places: BTreeMap::new(),
            stores: BTreeMap::new(),
        };
        for (id, block) in &function.blocks {
            for (number, &inst) in block.insts.iter().enumerate() {
                stores.places.insert(inst, (id, number));
                if let InstKind::Store {
                    ptr: Value::Local(ptr),
                    ..
                } = function.insts[inst].kind
                {
                    stores.stores.entry(ptr).or_default().push(inst);
                }
            }
        }
        stores
    }

    /// Whether a variable is assigned on all ways to a place.
    fn precede(&self, variable: Value, at: Location) -> bool {
        let Value::Local(variable) = variable else {
            return false;
        };
        let place = match at {
            Location::Inst(inst) => self.places.get(&inst).copied(),
            Location::Edge { from, .. } => Some((from, usize::MAX)),
        };
        let Some((block, number)) = place else {
            return false;
        };
        let mut stores = self.stores.get(&variable).into_iter().flatten();
        stores.any(|store| match self.places.get(store) {
            Some((of_store, before)) if *of_store == block => *before < number,
            Some((of_store, _)) => self.dominators.dominates(*of_store, block),
            None => false,
        })
    }
}

/// The locals that conditions use where they are judged.
pub(super) fn kept(in_memory: BTreeSet<LocalId>, conditions: &[&SiteCondition]) -> Kept {
    let mut kept = Kept {
        in_memory,
        ..Kept::default()
    };
    for condition in conditions {
        let used = match condition.at {
            Location::Inst(inst) => kept.at_insts.entry(inst).or_default(),
            Location::Edge { from, .. } => kept.on_edges.entry(from).or_default(),
        };
        let mut note = |value: Value| {
            if let Value::Local(local) = value
                && local.index() < condition.base
            {
                used.insert(local);
            }
        };
        for step in condition.steps() {
            step.inst.kind.for_each_operand(|&value| note(value));
            if let Some(Trap::OutOfBounds(range)) = &step.trap {
                note(range.root);
                range.steps.iter().for_each(|&(index, _)| note(index));
            }
        }
        for stage in [&condition.before, &condition.after] {
            stage.holds.for_each_value(&mut note);
        }
    }
    kept
}
