//! Site conditions: what has to hold at an instruction for a run to meet an objective, as data.
//!
//! The infection of a mutant, the predicate of a label and the trap of an expression are conditions over the values at a
//! site. A [`SiteCondition`] says what such a condition is; it is used in two ways that have to agree:
//!
//! * [`Lowering`] turns it into IR, by which the recording copy of a function notes natively which objectives
//!   a run meets;
//! * `quell_exec::condition` evaluates it in a state of the machine, on numbers and on terms.
//!
//! Decisions:
//!
//! - **A condition is total.** Its code neither traps nor has a side effect: what would trap an instruction is a
//!   condition of its own, a [`Trap`], and the instruction is executed with operands that cannot trap.
//! - **A condition has two stages**, before and after its instruction. Arguments of a call are compared before the call,
//!   which may not return; its result is compared after it. Values computed before are not computed again after: memory
//!   may have changed in between.
//! - **Infection is over-approximated, and says so.** Where an expression cannot be evaluated without side effect, the
//!   condition has [`Condition::Unknown`], which counts as true. A run that does not infect a mutant cannot kill it;
//!   a run that infects it need not kill it, and if the condition is not [exact](SiteCondition::is_exact) it need not
//!   even change the state.

mod constraint;
mod detour;
mod differ;
mod early;
mod evaluate;
mod infection;
mod lower;
mod predicate;
mod terminator;

use quell_ir::{BlockId, InstId, TypeId, Value};

pub use constraint::{necessity, weak_kill_constraints};
pub use differ::Truth;
pub(crate) use differ::as_bool;
pub(crate) use early::judged_before;
pub(crate) use evaluate::{is_computation, is_pure};
pub use infection::infection;
pub(crate) use infection::{of_edit, weak_kill};
pub use lower::Lowering;
pub use predicate::predicate;

use crate::edit::NewInst;

/// A condition over the values at one place of a function. It is met by a run that executes the place while the condition
/// of either stage is true.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteCondition {
    pub at: Location,
    /// Step number `n` of both stages together defines the provisional local `base + n`, as in a
    /// [`Replacement`](crate::Replacement): `base` is the number of locals of the function.
    pub base: usize,
    /// Judged before the instruction is executed, or on the edge.
    pub before: Stage,
    /// Judged after the instruction was executed; its code may use the result of the instruction and the steps of
    /// `before`. Nothing at a terminator or on an edge.
    pub after: Stage,
}

/// Where a condition is judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Location {
    /// At an instruction that is not a phi.
    Inst(InstId),
    /// When control goes from one block to another, before the phis there have their new values.
    Edge { from: BlockId, to: BlockId },
}

/// Straight-line code without side effect, and a condition over its values.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stage {
    pub code: Vec<Step>,
    pub holds: Condition,
}

/// One instruction of a condition's code, and when it would trap. Where it would, its value is another one of its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    pub inst: NewInst,
    pub trap: Option<Trap>,
}

/// The exception trigger of an instruction.
#[derive(Clone, PartialEq, Debug)]
pub enum Trap {
    /// Of a division: the divisor is zero or, for signed numbers, the quotient does not fit. In any lane of a vector.
    Division,
    /// Of a load: it leaves the variable that its pointer is computed from.
    OutOfBounds(Range),
}

/// The accesses of a variable that stay in it. An access begins at `offset` plus the sum of the steps, modulo 2^64; it is
/// within the variable if that is at most `last`, as an unsigned number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The address of the variable.
    pub root: Value,
    pub last: u64,
    pub offset: u64,
    /// Indices, taken as signed numbers of 64 bits, with the bytes that each step is worth.
    pub steps: Vec<(Value, u64)>,
}

/// A condition over values: those of the function and those of the code.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Condition {
    #[default]
    Never,
    Always,
    /// It cannot be evaluated without side effect, and counts as true.
    Unknown,
    /// A value of one bit is set.
    Holds(Value),
    /// Two values of one type differ in a bit. Padding does not count; the bits of NaNs do.
    Differ(Value, Value),
    /// The step with this number traps.
    Traps(usize),
    Any(Vec<Condition>),
    All(Vec<Condition>),
    Not(Box<Condition>),
}

impl Location {
    pub fn inst(self) -> Option<InstId> {
        match self {
            Self::Inst(inst) => Some(inst),
            Self::Edge { .. } => None,
        }
    }
}

impl SiteCondition {
    /// A condition that is judged before an instruction of a function with `base` locals.
    pub fn before(at: InstId, base: usize, code: Vec<Step>, holds: Condition) -> Self {
        Self {
            at: Location::Inst(at),
            base,
            before: Stage { code, holds },
            after: Stage::default(),
        }
    }

    /// All steps, in the order of their numbers.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.before.code.iter().chain(&self.after.code)
    }

    /// Whether nothing in it is [unknown](Condition::Unknown). Otherwise it is an over-approximation.
    pub fn is_exact(&self) -> bool {
        self.before.holds.is_exact() && self.after.holds.is_exact()
    }

    /// Whether no run meets it.
    pub fn is_never(&self) -> bool {
        self.before.holds == Condition::Never && self.after.holds == Condition::Never
    }
}

impl Condition {
    /// The disjunction, simplified.
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Never, one) | (one, Self::Never) => one,
            (Self::Unknown, Self::Always) | (Self::Always, _) | (_, Self::Always) => Self::Always,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Any(mut all), Self::Any(more)) => {
                all.extend(more);
                Self::Any(all)
            }
            (Self::Any(mut all), one) => {
                all.push(one);
                Self::Any(all)
            }
            (one, other) => Self::Any(vec![one, other]),
        }
    }

    /// The conjunction, simplified.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Always, one) | (one, Self::Always) => one,
            (Self::Never, _) | (_, Self::Never) => Self::Never,
            (Self::All(mut all), one) => {
                all.push(one);
                Self::All(all)
            }
            (one, other) => Self::All(vec![one, other]),
        }
    }

    /// The negation, simplified. That of an unknown condition is unknown.
    pub fn negated(self) -> Self {
        match self {
            Self::Never => Self::Always,
            Self::Always => Self::Never,
            Self::Unknown => Self::Unknown,
            Self::Not(inner) => *inner,
            other if !other.is_exact() => Self::Unknown,
            other => Self::Not(Box::new(other)),
        }
    }

    fn is_exact(&self) -> bool {
        match self {
            Self::Unknown => false,
            Self::Any(all) | Self::All(all) => all.iter().all(Self::is_exact),
            Self::Not(inner) => inner.is_exact(),
            _ => true,
        }
    }

    /// Maps the values that it reads.
    pub(crate) fn for_each_value_mut(&mut self, visit: &impl Fn(&mut Value)) {
        match self {
            Self::Holds(value) => visit(value),
            Self::Differ(a, b) => {
                visit(a);
                visit(b);
            }
            Self::Any(all) | Self::All(all) => {
                all.iter_mut().for_each(|one| one.for_each_value_mut(visit));
            }
            Self::Not(inner) => inner.for_each_value_mut(visit),
            Self::Never | Self::Always | Self::Unknown | Self::Traps(_) => {}
        }
    }

    /// Visits the values that it reads.
    pub fn for_each_value(&self, visit: &mut impl FnMut(Value)) {
        match self {
            Self::Holds(value) => visit(*value),
            Self::Differ(a, b) => {
                visit(*a);
                visit(*b);
            }
            Self::Any(all) | Self::All(all) => all.iter().for_each(|one| one.for_each_value(visit)),
            Self::Not(inner) => inner.for_each_value(visit),
            Self::Never | Self::Always | Self::Unknown | Self::Traps(_) => {}
        }
    }
}

impl Step {
    /// An instruction that never traps.
    pub fn total(inst: NewInst) -> Self {
        Self { inst, trap: None }
    }

    /// Maps the values that it reads.
    pub(crate) fn for_each_value_mut(&mut self, visit: impl Fn(&mut Value)) {
        self.inst.kind.for_each_operand_mut(&visit);
        if let Some(Trap::OutOfBounds(range)) = &mut self.trap {
            visit(&mut range.root);
            range.steps.iter_mut().for_each(|(index, _)| visit(index));
        }
    }

    /// Type of its value.
    pub fn ty(&self) -> TypeId {
        self.inst.ty
    }
}
