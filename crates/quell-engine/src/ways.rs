//! The ways to put questions about mutants, from quick to patient ones. Which of them makes a question easy is found out
//! by asking: the original is explored once in each form, and questions that are too hard in one are put in the other.

use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_results::Reason;

use crate::EngineError;
use crate::ask::Ask;
use crate::bmc::Unit;
use crate::hard::Area;
use crate::original::{Form, Found, Obstacle, Round, Way};
use crate::subject::Engine;
use crate::verdicts::Ledger;

/// A form of questions, and how long each may take at most: what takes longer may be easier in another form, and other
/// mutants have to have their turn.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    form: Form,
    most: Duration,
    /// Whether it ends where some questions find no answer: the form does not suit them, and there are more steps.
    is_hasty: bool,
}

const fn step(form: Form, milliseconds: u64) -> Step {
    Step {
        form,
        most: Duration::from_millis(milliseconds),
        is_hasty: false,
    }
}

const fn hasty(form: Form, milliseconds: u64) -> Step {
    Step {
        is_hasty: true,
        ..step(form, milliseconds)
    }
}

const STEPS: [Step; 10] = [
    hasty(Form::Plain, 40),
    hasty(Form::Sums, 80),
    step(Form::Plain, 80),
    step(Form::Apart, 80),
    step(Form::Sums, 320),
    step(Form::Apart, 500),
    step(Form::Plain, 750),
    step(Form::Sums, 2000),
    step(Form::Apart, 2000),
    step(Form::Plain, u64::MAX),
];
/// So many of them are about all mutants and done by one thread, for a test for one mutant may kill others; the rest is
/// about those that are hard, and done by all threads that are free.
const QUICK: usize = 3;
/// What exploring may take where more is known already: states that go on apart may be too many, and so may the rounds of a
/// loop.
pub const EXTRA: Duration = Duration::from_secs(4);
/// The only step of the engine that asks about all mutants at once.
const AT_ONCE: Step = step(Form::Plain, u64::MAX);

/// The steps that are different where no question may take longer than some time.
fn useful_steps(time: Duration) -> Vec<Step> {
    let is_repeated = |index: usize, step: &Step| {
        let earlier = &STEPS[..index];
        earlier
            .iter()
            .any(|of| of.form == step.form && of.most >= time)
    };
    let steps = STEPS.iter().enumerate();
    let useful = steps.filter(|(index, step)| !is_repeated(*index, step));
    let is_hasty = |step: &Step| step.is_hasty && step.most < time;
    useful
        .map(|(_, step)| Step {
            is_hasty: is_hasty(step),
            ..*step
        })
        .collect()
}

/// What came of one step.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// Mutants that found no answer in time.
    pub hard: Vec<usize>,
    /// Whether greater bounds would decide no more.
    pub is_done: bool,
    /// Why there is no further step.
    pub end: Option<Found>,
}

impl Default for Stepped {
    fn default() -> Self {
        Self {
            hard: Vec::new(),
            is_done: true,
            end: None,
        }
    }
}

/// How many forms there are.
const FORMS: usize = 3;

/// An input space within one bound, with the original explored in each form when that is first asked for.
pub struct Explored<'r, 'o, 's> {
    pub area: Area<'r>,
    asks: [Option<&'o mut Ask<'s>>; FORMS],
    rounds: [Option<Round<'r, 'o>>; FORMS],
}

impl<'r, 'o, 's> Explored<'r, 'o, 's> {
    pub fn new(area: Area<'r>, asks: &'o mut [Ask<'s>; FORMS]) -> Self {
        Self {
            area,
            asks: asks.each_mut().map(Some),
            rounds: [const { None }; FORMS],
        }
    }

    /// The original in one form; an inner error is why its mutants stay open.
    fn round(
        &mut self,
        unit: &Unit<'_, '_>,
        form: Form,
        time: Duration,
    ) -> Result<Result<&mut Round<'r, 'o>, Obstacle>, EngineError> {
        let way = Way {
            unroll: self.area.unroll,
            form,
            time,
        };
        let number = form as usize;
        if let Some(ask) = self.asks[number].take() {
            unit.evidence.clear();
            unit.until
                .set(match form == Form::Apart || self.area.is_further {
                    true => unit.deadline.get().min(Instant::now() + EXTRA),
                    false => unit.deadline.get(),
                });
            match unit.explore(self.area.space, way, ask)? {
                Ok(round) => self.rounds[number] = Some(round),
                Err(obstacle) => return Ok(Err(obstacle)),
            }
        }
        Ok(match &mut self.rounds[number] {
            Some(round) => {
                round.begin(way);
                Ok(round)
            }
            None => Err(Obstacle::new(Reason::NotTried)),
        })
    }
}

impl Unit<'_, '_> {
    /// Decides within one bound, in one way and, what is too hard in it, in others.
    pub fn within(&self, area: Area<'_>, ledger: &mut Ledger) -> Result<Found, EngineError> {
        let mut asks = self.asks();
        let mut explored = Explored::new(area, &mut asks);
        let open = ledger.open();
        let steps = match self.common.settings.engine {
            Engine::Bmc => useful_steps(self.query.get()),
            Engine::Symbmc => vec![AT_ONCE],
        };
        let (quick, patient) = steps.split_at(QUICK.min(steps.len()));
        let mut all = self.steps(&mut explored, quick, open, ledger)?;
        if !all.hard.is_empty() && !patient.is_empty() && all.end.is_none() {
            let hard = std::mem::take(&mut all.hard);
            let further = self.patiently(&mut explored, patient, hard, ledger)?;
            all.is_done &= further.is_done;
            all.hard = further.hard;
        }
        ledger.give_up(&all.hard);
        Ok(match (all.end, all.is_done) {
            (Some(found), _) => found,
            (None, true) => Found::All,
            (None, false) => Found::More,
        })
    }

    /// One step after the other, each about what was too hard before.
    fn steps(
        &self,
        explored: &mut Explored<'_, '_, '_>,
        steps: &[Step],
        open: Vec<usize>,
        ledger: &mut Ledger,
    ) -> Result<Stepped, EngineError> {
        let mut all = Stepped {
            hard: open,
            ..Stepped::default()
        };
        for step in steps {
            let stepped = self.step(explored, *step, &all.hard, ledger)?;
            all.is_done &= stepped.is_done;
            all.hard = stepped.hard;
            all.end = stepped.end;
            if all.hard.is_empty() || all.end.is_some() {
                break;
            }
        }
        Ok(all)
    }

    /// Asks about mutants in one way.
    pub fn step(
        &self,
        explored: &mut Explored<'_, '_, '_>,
        step: Step,
        mutants: &[usize],
        ledger: &mut Ledger,
    ) -> Result<Stepped, EngineError> {
        let (area, time) = (explored.area, self.query.get().min(step.most));
        let round = match explored.round(self, step.form, time)? {
            Ok(round) => round,
            // The other forms know more.
            Err(_) if step.form == Form::Apart => {
                return Ok(Stepped {
                    hard: mutants.to_vec(),
                    ..Stepped::default()
                });
            }
            Err(obstacle) => {
                ledger.all_open(&obstacle.reason);
                return Ok(Stepped {
                    end: Some(obstacle.found),
                    ..Stepped::default()
                });
            }
        };
        let (is_done, hard) = match self.common.settings.engine {
            Engine::Bmc => self.one_by_one(round, mutants, (&area, step.is_hasty), ledger)?,
            Engine::Symbmc => self.at_once(round, &area, ledger)?,
        };
        Ok(Stepped {
            hard,
            is_done,
            end: None,
        })
    }

    /// For each form one.
    pub fn asks(&self) -> [Ask<'_>; FORMS] {
        let ask = || Ask {
            solver: self.solver.clone(),
            settings: self.common.settings,
            admitted: Vec::new(),
            evidence: self.evidence.clone(),
            deadline: Rc::clone(&self.until),
            unanswered: Rc::default(),
            glance: Rc::default(),
        };
        [ask(), ask(), ask()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a hasty step leaves out is asked in the same form later, however little time questions have.
    #[test]
    fn haste_leaves_nothing_out() {
        for milliseconds in [1, 39, 40, 41, 79, 80, 81, 1000, 60_000] {
            let steps = useful_steps(Duration::from_millis(milliseconds));
            for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.is_hasty) {
                let mut later = steps[index + 1..].iter();
                assert!(
                    later.any(|other| other.form == step.form),
                    "{milliseconds} ms: {step:?}"
                );
            }
        }
    }
}
