//! What a path says of objectives: which of them its input meets, and which other inputs of the path or of its beginning do.
//!
//! A query about an objective has the decisions up to its site, and its condition, as the tight instrumentation of the paper:
//! the path to the label ends there. What follows on such an input may be undefined, or show no difference of a mutant; then
//! the whole path is asked about, once it is followed to its end.

use std::rc::Rc;

use quell_exec::symbolic::{Met, PathEnd, Run, Trail};
use quell_results::Reason;
use quell_term::Term;

use crate::error::{EngineError, in_time};
use crate::explored::kill::{Confirmation, simplified, unconfirmed};
use crate::ledger::Ledger;
use crate::settings::LabelExploration;

use super::exploration::Exploration;
use super::queries::{Found, Input, PathQuery};
use super::targets::TargetKind;

/// The number of inputs that are tried natively for a label or a run-time error without success.
pub const ATTEMPTS: u32 = 3;
/// The same for a mutant: inputs that infect it need not kill it.
const MUTANT_ATTEMPTS: u32 = 64;

impl Exploration<'_> {
    /// Looks at a path that was run; the number of objectives that it met first.
    pub(super) fn meet(
        &mut self,
        run: &Run,
        before: &Rc<Trail>,
        input: &Input,
        ledger: &mut Ledger,
    ) -> Result<usize, EngineError> {
        if let Some(unmeasured) = &mut self.unmeasured {
            if run.end.is_complete() || matches!(run.end, PathEnd::Undefined) {
                unmeasured.push(input.values.clone());
            }
            return Ok(0);
        }
        let open = self.count_open();
        self.measure(run, input, ledger)?;
        if self.settings.labels != LabelExploration::None {
            for met in run.trail.since(before) {
                self.look(run, met, input, ledger)?;
            }
            self.look_at_whole_path(run, input, ledger)?;
        }
        Ok(open - self.count_open())
    }

    fn count_open(&self) -> usize {
        let open = self.targets.list.iter().filter(|target| target.is_open);
        open.count()
    }

    /// Runs the input natively if it meets an open objective.
    fn measure(
        &mut self,
        run: &Run,
        input: &Input,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        self.note_reached(run, ledger);
        if !self.targets.has_open() {
            return Ok(());
        }
        let is_undefined = matches!(run.end, PathEnd::Undefined);
        let (mut first, mut holding) = (None, Vec::new());
        for met in run.trail.parts().flatten() {
            if met.decisions > run.satisfied {
                continue;
            }
            let owner = self.targets.owner(met.index);
            let Some(target) = self.targets.list.get_mut(owner).filter(|of| of.is_open) else {
                continue;
            };
            target.is_reached |= run.end.is_complete();
            let is_shown = match target.kind {
                TargetKind::RunTimeError => is_undefined,
                TargetKind::Label | TargetKind::Mutant => run.end.is_complete(),
            };
            let is_tried = target.is_exact || target.kind == TargetKind::Mutant;
            let is_wanted = is_shown && is_tried && target.unconfirmed < most(target.kind);
            if is_wanted && self.executor.holds(met.holds) {
                target.is_infected = true;
                first = first.or(Some((owner, met.is_exact)));
                holding.push(met.holds);
            }
        }
        if let Some((owner, is_exact)) = first {
            let asked = [&run.decisions[..run.satisfied], &holding].concat();
            let seen = self.confirm(owner, asked, input, ledger)?;
            self.tried(owner, is_exact, seen);
        }
        Ok(())
    }

    /// Notes the blocks that a valid input executes, and the mutants that it executes and weakly kills. Paths fork no more at
    /// constraints of these.
    fn note_reached(&mut self, run: &Run, ledger: &mut Ledger) {
        if self.targets.blocks.is_empty() || !run.end.is_complete() {
            return;
        }
        for met in run.trail.parts().flatten() {
            if let Some(block) = self.targets.block(met.index) {
                ledger.reached.blocks.insert(block);
                self.executor.forget(met.index);
                continue;
            }
            let owner = self.targets.owner(met.index);
            let Some(target) = self.targets.list.get_mut(owner) else {
                continue;
            };
            if !target.is_reached && target.kind == TargetKind::Mutant {
                target.is_reached = true;
                ledger.reached.executed.insert(target.id.clone());
            }
            let is_certain = target.is_exact && met.is_exact && !target.is_met;
            if is_certain && self.executor.holds(met.holds) {
                target.is_met = true;
                if target.kind == TargetKind::Mutant {
                    ledger.reached.weakly_killed.insert(target.id.clone());
                }
                for condition in target.conditions.clone() {
                    self.executor.stop_forking(condition);
                }
            }
        }
    }

    /// Looks for an input that takes the path up to a site and meets the condition there.
    fn look(
        &mut self,
        run: &Run,
        met: Met,
        input: &Input,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let owner = self.targets.owner(met.index);
        let is_forking = matches!(
            self.settings.labels,
            LabelExploration::Direct | LabelExploration::Branches
        );
        let is_branch = is_forking && self.is_branch(run, met);
        let Some(target) = self.targets.list.get(owner) else {
            return Ok(());
        };
        let is_wanted = match self.settings.labels {
            LabelExploration::None => false,
            LabelExploration::Direct => target.is_open && !is_branch,
            LabelExploration::Branches => target.is_open && !target.is_met && !is_branch,
            LabelExploration::Tight => true,
            LabelExploration::TightIdl => target.is_open,
        };
        // Nothing is left to be found out.
        let is_idle = target.obstacle.is_some() && self.settings.labels != LabelExploration::Tight;
        if !is_wanted || is_idle || self.prover.budget.ended().is_some() {
            return Ok(());
        }
        let has_followed = target.is_open && target.follows_paths;
        let satisfied = met.decisions.min(run.satisfied);
        let decisions = &run.decisions[..met.decisions.min(run.decisions.len())];
        let is_own = satisfied == decisions.len() && self.executor.holds(met.holds);
        let query = PathQuery {
            decisions,
            satisfied,
            further: Some(met.holds),
            from: input,
        };
        let found = match is_own {
            true => Found::Input(input.clone()),
            // The whole path is asked about.
            false if has_followed => return Ok(()),
            false => self.ask(query, self.prover.budget.limits.query)?,
        };
        match found {
            Found::Nothing => self.statistics.infeasible += 1,
            Found::Unanswered(why) => self.unanswered(owner, why),
            Found::Input(found) => {
                self.statistics.paths += 1;
                self.statistics.label_paths += 1;
                let asked = [decisions, &[met.holds]].concat();
                self.try_prefix(owner, (asked, is_own), found, ledger)?;
            }
        }
        Ok(())
    }

    /// Tries an input that meets an objective up to its site, if it is not the input of the run itself, which was tried. Where
    /// that does not decide the objective, whole paths do.
    fn try_prefix(
        &mut self,
        owner: usize,
        (asked, is_own): (Vec<Term>, bool),
        found: Input,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let target = &mut self.targets.list[owner];
        if !target.is_open {
            return Ok(());
        }
        if !target.is_exact && target.kind != TargetKind::Mutant {
            let reason = unconfirmed(self.space, &found.values, Confirmation::Survived);
            target.obstacle.get_or_insert(reason);
            return Ok(());
        }
        if !is_own {
            let seen = self.confirm(owner, asked, &found, ledger)?;
            if self.targets.list[owner].kind == TargetKind::RunTimeError {
                self.tried(owner, false, seen);
            }
        }
        if self.targets.list[owner].is_open {
            self.follow_paths(owner);
        }
        Ok(())
    }

    fn follow_paths(&mut self, owner: usize) {
        let target = &mut self.targets.list[owner];
        if !target.follows_paths && target.kind != TargetKind::RunTimeError {
            target.follows_paths = true;
            self.aim();
        }
    }

    /// Whether the path forks at a condition: its next decision is the condition or its opposite.
    fn is_branch(&mut self, run: &Run, met: Met) -> bool {
        let pool = &mut self.executor.domain().pool;
        let next = run.decisions.get(met.decisions).copied();
        let opposite = pool.not(met.holds);
        let is_known = pool.as_bool(met.holds).is_some();
        met.is_exact && (is_known || next == Some(met.holds) || next == Some(opposite))
    }

    /// Looks for inputs of a whole path that meet objectives of which its beginning says too little.
    fn look_at_whole_path(
        &mut self,
        run: &Run,
        input: &Input,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        if !run.end.is_complete() || !self.targets.follow_paths() {
            return Ok(());
        }
        let mut all: Vec<Met> = run.trail.parts().flatten().copied().collect();
        all.reverse();
        for met in all {
            let owner = self.targets.owner(met.index);
            let target = self.targets.list.get(owner);
            let is_wanted =
                target.is_some_and(|of| of.is_open && of.follows_paths && of.obstacle.is_none());
            if !is_wanted || self.prover.budget.ended().is_some() {
                continue;
            }
            let query = PathQuery {
                decisions: &run.decisions,
                satisfied: run.satisfied,
                further: Some(met.holds),
                from: input,
            };
            if self.executor.holds(met.holds) {
                // The input of the run itself was tried.
                continue;
            }
            match self.ask(query, self.prover.budget.limits.query)? {
                Found::Nothing => {}
                Found::Unanswered(why) => self.unanswered(owner, why),
                Found::Input(found) => {
                    let asked = [&run.decisions[..], &[met.holds]].concat();
                    let seen = self.confirm(owner, asked, &found, ledger)?;
                    self.tried(owner, met.is_exact, seen);
                }
            }
        }
        Ok(())
    }

    fn unanswered(&mut self, owner: usize, why: quell_solver::Reason) {
        let target = &mut self.targets.list[owner];
        let reason = crate::explored::mutants::unanswered(why);
        target.obstacle.get_or_insert(reason);
    }

    /// Runs an input natively, in a simpler form if that satisfies the same conditions, on all objectives. What was seen of the
    /// one that it is for; nothing if the time is over.
    fn confirm(
        &mut self,
        owner: usize,
        asked: Vec<Term>,
        input: &Input,
        ledger: &mut Ledger,
    ) -> Result<Option<Unconfirmed>, EngineError> {
        let id = self.targets.list[owner].id.clone();
        let asked = [&self.inputs.admitted[..], &asked].concat();
        let about = (&self.inputs.variables[..], &*self.executor.domain());
        let simple = simplified(self.space, about, &asked, input.values.clone());
        let values = (&simple[..], &input.values[..]);
        let tried = self.prover.try_either(self.space, values, &id, ledger);
        let Some(seen) = in_time(tried)? else {
            self.lost.ended = Some(self.prover.budget.end_reason());
            return Ok(None);
        };
        self.close(ledger);
        Ok(match seen {
            Confirmation::Killed | Confirmation::Reserved => None,
            Confirmation::Survived | Confirmation::Invalid(_) => Some(Unconfirmed {
                is_denied: seen == Confirmation::Survived,
                reason: unconfirmed(self.space, &simple, seen),
            }),
        })
    }

    /// Notes an input that was predicted to meet an objective.
    fn tried(&mut self, owner: usize, is_exact: bool, seen: Option<Unconfirmed>) {
        let target = &mut self.targets.list[owner];
        let Some(seen) = seen else { return };
        target.unconfirmed += 1;
        if target.unconfirmed >= most(target.kind) {
            let is_label = target.kind == TargetKind::Label;
            target.is_denied = seen.is_denied && is_exact && is_label;
            target.obstacle = Some(seen.reason);
        }
    }
}

/// A test that did not show what it was made for.
struct Unconfirmed {
    reason: Reason,
    /// Whether it is valid.
    is_denied: bool,
}

/// The number of inputs that are tried natively without success.
fn most(kind: TargetKind) -> u32 {
    match kind {
        TargetKind::Mutant => MUTANT_ATTEMPTS,
        TargetKind::Label | TargetKind::RunTimeError => ATTEMPTS,
    }
}
