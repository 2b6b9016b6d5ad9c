//! The ways to put questions about mutants, from quick to patient ones. Which of them makes a question easy is found out
//! by asking: the original is explored once in each form, and questions that are too hard in one are put in the other.

use std::rc::Rc;
use std::time::Duration;

use quell_values::inputs::InputSpace;

use crate::EngineError;
use crate::ask::Ask;
use crate::bmc::Unit;
use crate::original::{Found, Obstacle, Round, Way};
use crate::subject::Engine;
use crate::verdicts::Ledger;

/// Whether sums are brought into one form, and how long a question may take: what takes longer may be easier in the other
/// form, and other mutants have to have their turn.
const STEPS: [(bool, Duration); 8] = [
    (true, Duration::from_millis(20)),
    (false, Duration::from_millis(20)),
    (true, Duration::from_millis(80)),
    (false, Duration::from_millis(80)),
    (true, Duration::from_millis(320)),
    (false, Duration::from_millis(750)),
    (true, Duration::from_secs(2)),
    (false, Duration::MAX),
];

/// An input space within one bound, with the original explored in each form when that is first asked for.
struct Explored<'r, 'o, 's> {
    space: &'r InputSpace,
    unroll: u32,
    asks: [Option<&'o mut Ask<'s>>; 2],
    rounds: [Option<Round<'r, 'o>>; 2],
}

impl<'r, 'o, 's> Explored<'r, 'o, 's> {
    fn new(space: &'r InputSpace, unroll: u32, asks: &'o mut [Ask<'s>; 2]) -> Self {
        Self {
            space,
            unroll,
            asks: asks.each_mut().map(Some),
            rounds: [None, None],
        }
    }

    /// The original in one form; an inner error is why its mutants stay open.
    fn round(
        &mut self,
        unit: &Unit<'_, '_>,
        sums: bool,
        time: Duration,
    ) -> Result<Result<&mut Round<'r, 'o>, Obstacle>, EngineError> {
        let form = usize::from(sums);
        let way = Way {
            unroll: self.unroll,
            sums,
            time,
        };
        if let Some(ask) = self.asks[form].take() {
            unit.evidence.clear();
            unit.until.set(unit.deadline);
            match unit.explore(self.space, way, ask)? {
                Ok(round) => self.rounds[form] = Some(round),
                Err(obstacle) => return Ok(Err(obstacle)),
            }
        }
        Ok(match &mut self.rounds[form] {
            Some(round) => {
                round.begin(way);
                Ok(round)
            }
            None => Err(Obstacle::new(&"the original could not be explored")),
        })
    }
}

impl Unit<'_, '_> {
    /// Decides within one bound, in one way and, what is too hard in it, in others.
    pub fn within(
        &self,
        space: &InputSpace,
        unroll: u32,
        last: bool,
        ledger: &mut Ledger,
    ) -> Result<Found, EngineError> {
        let mut asks = [self.ask(), self.ask()];
        let mut explored = Explored::new(space, unroll, &mut asks);
        let time = self.query.get();
        let steps: &[(bool, Duration)] = match self.settings.engine {
            Engine::Bmc => &STEPS,
            Engine::Symbmc => &[(false, Duration::MAX)],
        };
        let (mut all, mut hard) = (Found::All, ledger.open());
        for &(sums, most) in steps {
            let round = match explored.round(self, sums, time.min(most))? {
                Ok(round) => round,
                Err(obstacle) => {
                    ledger.all_open(&obstacle.reason);
                    return Ok(obstacle.found);
                }
            };
            let (done, harder) = match self.settings.engine {
                Engine::Bmc => self.one_by_one(round, &hard, last, ledger)?,
                Engine::Symbmc => (self.at_once(round, ledger)?, Vec::new()),
            };
            if !done {
                all = Found::More;
            }
            hard = harder;
            if hard.is_empty() || most >= time {
                break;
            }
        }
        ledger.give_up(&hard);
        Ok(all)
    }

    fn ask(&self) -> Ask<'_> {
        Ask {
            solver: self.solver.clone(),
            settings: self.settings,
            admitted: Vec::new(),
            evidence: self.evidence.clone(),
            deadline: Rc::clone(&self.until),
            unanswered: Rc::default(),
        }
    }
}
