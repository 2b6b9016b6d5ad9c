//! Labels of several positions, which one run has to meet in order.
//!
//! A ghost holds how many positions of a sequence were met; a break sets it back. The label is at the last position. What
//! earlier positions bind to names is held by ghosts as well.

use std::collections::BTreeMap;

use quell_ir::opcode::{BinOp, CastOp, Flags, IntPred};
use quell_ir::{InstId, InstKind, Module, Value};
use quell_values::annotations::{Mark, Meaning};

use super::{User, bindings};
use crate::condition::{Condition, SiteCondition};
use crate::criteria::ghosts::{Ghost, GhostCode};
use crate::criteria::name::is_on;
use crate::criteria::{Labels, SkippedLabel};
use crate::objective::Source;
use crate::support;

/// The bits of a ghost: more positions than it can count are refused.
const WIDTH: u32 = 16;
const MOST: u64 = 1 << 15;

/// The label of a sequence.
struct Added {
    /// One at each place of its last position.
    predicates: Vec<SiteCondition>,
    /// The names that it binds, with a value for each predicate.
    bound: BTreeMap<String, Vec<Value>>,
}

/// What is known of one sequence of a function.
#[derive(Debug, Default)]
struct Sequence<'m> {
    length: u64,
    variable: &'m str,
    /// By position: the marks there.
    positions: BTreeMap<u64, Vec<&'m Mark>>,
}

pub(super) fn labels(user: &User<'_>, module: &mut Module, marks: &[Mark], labels: &mut Labels) {
    let mut sequences: BTreeMap<u64, Sequence<'_>> = BTreeMap::new();
    for mark in marks {
        if let Meaning::Position {
            id,
            position,
            length,
            variable,
        } = &mark.meaning
        {
            let source = user.source(mark.at);
            if !user.is_pure(mark.at, &source, labels) {
                continue;
            }
            let known = sequences.entry(*id).or_default();
            (known.length, known.variable) = (*length, variable);
            known.positions.entry(*position).or_default().push(mark);
        }
    }
    for (id, sequence) in &sequences {
        let last = sequence.positions.values().next_back();
        let Some(&last) = last.and_then(|marks| marks.first()) else {
            continue;
        };
        let source = source(user, sequence, last);
        if !is_on(user.lines, &source) {
            continue;
        }
        match sequence.add(user, module, marks) {
            Some(Added { predicates, bound }) => {
                let number = *id;
                let id = labels.ids.take(format!("SEQUENCE-{number}"));
                if !bound.is_empty() {
                    let bound = bound.into_iter().collect();
                    labels.user.bindings.insert(id.clone(), bound);
                }
                let known = labels.user.sequences.entry(number).or_default();
                known.push(id.clone());
                let never = SiteCondition::before(last.at, 0, Vec::new(), Condition::Never);
                let mut label = user.label(id, super::LABEL.to_owned(), never, source);
                if let crate::ObjectiveKind::Label(label) = &mut label.kind {
                    label.predicates = predicates;
                }
                labels.objectives.push(label);
            }
            None => labels.skipped.push(SkippedLabel::Place {
                criterion: super::LABEL,
                file: user.namer.file().to_owned(),
                line: source.span.line,
                column: source.span.column,
                reason: format!("not all positions of sequence {id} are in this function"),
            }),
        }
    }
}

/// Where the last position is, and the conditions of all.
fn source(user: &User<'_>, sequence: &Sequence<'_>, last: &Mark) -> Source {
    let mut source = user.source(last.at);
    let first = sequence
        .positions
        .values()
        .filter_map(|marks| marks.first());
    let texts = first.map(|mark| {
        let of = user.source(mark.at);
        format!("{} at {}:{}", of.before(), of.span.line, of.span.column)
    });
    let text = texts.collect::<Vec<_>>().join(", then ");
    source.text = crate::objective::SourceText::Predicate(text);
    source
}

impl Sequence<'_> {
    /// Puts the ghost code of a sequence. None if a position is missing.
    fn add(&self, user: &User<'_>, module: &mut Module, marks: &[Mark]) -> Option<Added> {
        let is_whole = self.positions.keys().copied().eq(1..=self.length) && self.length < MOST;
        is_whole.then_some(())?;
        let function = user.aligner.id;
        let ghost = Ghost::new(module, function, WIDTH)?;
        let mut earlier: BTreeMap<String, Ghost> = BTreeMap::new();
        for (index, mark) in marks.iter().enumerate() {
            match &mark.meaning {
                Meaning::Break { variable } if variable == self.variable => {
                    let met = ghost.read(module, mark.at)?;
                    let none = support::int(module, WIDTH, 0);
                    let left = select(user, module, mark.at, (mark.condition, met, none))?;
                    ghost.assign(module, mark.at, left)?;
                }
                Meaning::Position { id, position, .. } if *position < self.length => {
                    let is_own = self.positions[position].iter().any(|own| own.at == mark.at);
                    if is_own {
                        let goes_on = self.step(user, module, (&ghost, mark), *position)?;
                        for (name, truth) in bindings(&marks[..index], *id) {
                            let bound = match earlier.get(&name) {
                                Some(bound) => *bound,
                                None => Ghost::new(module, function, WIDTH)?,
                            };
                            remember(user, module, mark.at, (&bound, goes_on, truth))?;
                            earlier.insert(name, bound);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut added = Added {
            predicates: Vec::new(),
            bound: BTreeMap::new(),
        };
        for (index, mark) in marks.iter().enumerate() {
            let mut last = self.positions[&self.length].iter();
            if last.any(|own| own.at == mark.at) {
                self.end(user, module, (&ghost, &earlier), (marks, index), &mut added)?;
            }
        }
        // A name that only some places of the last position bind has no value at the others.
        let count = added.predicates.len();
        added.bound.retain(|_, truths| truths.len() == count);
        Some(added)
    }

    /// The predicate at a place of the last position, and the values of the names there.
    fn end(
        &self,
        user: &User<'_>,
        module: &mut Module,
        (ghost, earlier): (&Ghost, &BTreeMap<String, Ghost>),
        (marks, index): (&[Mark], usize),
        added: &mut Added,
    ) -> Option<()> {
        let mark = &marks[index];
        let met = ghost.read(module, mark.at)?;
        let before = support::int(module, WIDTH, (self.length - 1).cast_signed());
        let ready = compare(user, module, mark.at, (IntPred::Uge, met, before))?;
        let holds = Condition::Holds(mark.condition).and(Condition::Holds(ready));
        let mut bound: BTreeMap<String, Value> = BTreeMap::new();
        for (name, of) in earlier {
            let value = of.read(module, mark.at)?;
            let none = support::int(module, WIDTH, 0);
            let truth = compare(user, module, mark.at, (IntPred::Ne, value, none))?;
            bound.insert(name.clone(), truth);
        }
        if let Meaning::Position { id, .. } = mark.meaning {
            bound.extend(bindings(&marks[..index], id));
        }
        for (name, truth) in bound {
            added.bound.entry(name).or_default().push(truth);
        }
        let base = module.functions[user.aligner.id].locals.len();
        let predicate = SiteCondition::before(mark.at, base, Vec::new(), holds);
        added.predicates.push(predicate);
        Some(())
    }

    /// The position is met if its condition holds and those before it were met. Whether that is so.
    fn step(
        &self,
        user: &User<'_>,
        module: &mut Module,
        (ghost, mark): (&Ghost, &Mark),
        position: u64,
    ) -> Option<Value> {
        let met = ghost.read(module, mark.at)?;
        let before = support::int(module, WIDTH, (position - 1).cast_signed());
        let follows = compare(user, module, mark.at, (IntPred::Eq, met, before))?;
        let mut code = GhostCode::before(module, user.aligner.id, mark.at)?;
        let truth = code.module.types.int(1);
        let goes_on = code.binary(BinOp::And, follows, mark.condition, truth)?;
        let now = support::int(module, WIDTH, position.cast_signed());
        let then = select(user, module, mark.at, (goes_on, now, met))?;
        ghost.assign(module, mark.at, then)?;
        Some(goes_on)
    }
}

/// Holds the truth of a name in a ghost where a position is met.
fn remember(
    user: &User<'_>,
    module: &mut Module,
    at: InstId,
    (bound, is_met, truth): (&Ghost, Value, Value),
) -> Option<()> {
    let ty = module.types.int(WIDTH);
    let kind = InstKind::Cast {
        op: CastOp::ZExt,
        flags: Flags::NONE,
        arg: truth,
    };
    let old = bound.read(module, at)?;
    let new = GhostCode::before(module, user.aligner.id, at)?.push(kind, ty)?;
    let value = select(user, module, at, (is_met, new, old))?;
    bound.assign(module, at, value)
}

fn compare(
    user: &User<'_>,
    module: &mut Module,
    before: InstId,
    (pred, lhs, rhs): (IntPred, Value, Value),
) -> Option<Value> {
    let truth = module.types.int(1);
    let flags = Flags::NONE;
    let kind = InstKind::ICmp {
        pred,
        flags,
        lhs,
        rhs,
    };
    GhostCode::before(module, user.aligner.id, before)?.push(kind, truth)
}

fn select(
    user: &User<'_>,
    module: &mut Module,
    before: InstId,
    (cond, then, otherwise): (Value, Value, Value),
) -> Option<Value> {
    let ty = module.types.int(WIDTH);
    let flags = Flags::NONE;
    let kind = InstKind::Select {
        flags,
        cond,
        then,
        otherwise,
    };
    GhostCode::before(module, user.aligner.id, before)?.push(kind, ty)
}
