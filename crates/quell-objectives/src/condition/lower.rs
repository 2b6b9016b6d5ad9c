//! Site conditions as IR, which notes natively what a run meets.

use quell_ir::entity::EntityRef;
use quell_ir::inst::Access;
use quell_ir::{InstKind, Value};

use super::differ::{Truth, differ};
use super::{Condition, Range, SiteCondition, Stage, Step, Trap};
use crate::harden::{any_lane, division_traps, outside};
use crate::support;
use quell_ir::build::Editor;

/// The code of a condition in a function, as far as it was emitted.
#[derive(Debug)]
pub struct Lowering<'c> {
    condition: &'c SiteCondition,
    /// Of the steps so far.
    values: Vec<Value>,
    traps: Vec<Truth>,
}

impl<'c> Lowering<'c> {
    pub fn new(condition: &'c SiteCondition) -> Self {
        Self {
            condition,
            values: Vec::new(),
            traps: Vec::new(),
        }
    }

    /// Emits the stage before the instruction; whether it holds.
    pub fn before(&mut self, editor: &mut Editor<'_>) -> Truth {
        let condition = self.condition;
        self.stage(editor, &condition.before)
    }

    /// Emits the stage after the instruction, once that of [`before`](Self::before) was emitted.
    pub fn after(&mut self, editor: &mut Editor<'_>) -> Truth {
        let condition = self.condition;
        self.stage(editor, &condition.after)
    }

    fn stage(&mut self, editor: &mut Editor<'_>, stage: &Stage) -> Truth {
        for step in &stage.code {
            let (value, trap) = self.step(editor, step);
            self.values.push(value);
            self.traps.push(trap);
        }
        self.holds(editor, &stage.holds)
    }

    /// The value in the function that an operand of a condition stands for.
    fn real(&self, value: Value) -> Value {
        match value {
            Value::Local(local) if local.index() >= self.condition.base => {
                let index = local.index() - self.condition.base;
                self.values.get(index).copied().unwrap_or(value)
            }
            _ => value,
        }
    }

    fn step(&self, editor: &mut Editor<'_>, step: &Step) -> (Value, Truth) {
        let mut kind = step.inst.kind.clone();
        kind.for_each_operand_mut(|operand| *operand = self.real(*operand));
        let trap = match (&step.trap, &mut kind) {
            (Some(Trap::Division), InstKind::Binary { op, lhs, rhs, .. }) => {
                let mut any = Truth::Never;
                let traps = division_traps(editor, *op, *lhs, *rhs);
                for (bad, _) in traps {
                    let trap = any_lane(editor, bad);
                    any = any.or(editor, Truth::When(trap));
                    let ty = editor.type_of(*rhs);
                    if let Some(one) = support::int_of_type(editor.module, ty, 1) {
                        *rhs = editor.select(bad, one, *rhs);
                    }
                }
                any
            }
            (Some(Trap::OutOfBounds(range)), InstKind::Load { ptr, .. }) => {
                let range = Range {
                    root: self.real(range.root),
                    steps: range
                        .steps
                        .iter()
                        .map(|&(index, step)| (self.real(index), step))
                        .collect(),
                    ..*range
                };
                let bad = outside(editor, &range);
                *ptr = editor.select(bad, range.root, *ptr);
                Truth::When(bad)
            }
            _ => Truth::Never,
        };
        if let InstKind::Load { access, .. } = &mut kind {
            *access = Access {
                align: Some(1),
                ..Access::default()
            };
        }
        (editor.value(kind, step.inst.ty), trap)
    }

    fn holds(&self, editor: &mut Editor<'_>, condition: &Condition) -> Truth {
        match condition {
            Condition::Never => Truth::Never,
            Condition::Always | Condition::Unknown => Truth::Always,
            Condition::Holds(value) => Truth::When(self.real(*value)),
            Condition::Differ(a, b) => differ(editor, self.real(*a), self.real(*b)),
            Condition::Traps(step) => self.traps.get(*step).copied().unwrap_or(Truth::Always),
            Condition::Any(all) => {
                let mut any = Truth::Never;
                for one in all {
                    let one = self.holds(editor, one);
                    any = any.or(editor, one);
                }
                any
            }
            Condition::All(all) => {
                let mut both = Truth::Always;
                for one in all {
                    let one = self.holds(editor, one);
                    both = both.and(editor, one);
                }
                both
            }
            Condition::Not(inner) => {
                let inner = self.holds(editor, inner);
                inner.not(editor)
            }
        }
    }
}
