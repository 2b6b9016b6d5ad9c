//! The original explored in each encoding, when that is first needed.

use std::time::Duration;

use quell_objectives::ObjectiveId;
use quell_results::Reason;

use crate::bounded::BoundedSpace;
use crate::error::EngineError;
use crate::explored::original::{Exploration, Obstacle};
use crate::explored::{Encoding, ExploredOriginal, Prover, Purpose, SpaceResult, Strategy};
use crate::ledger::Ledger;
use crate::solving::FeasibilityQueries;

use super::portfolio::Step;
use super::queries::Stepped;

/// The original in one encoding, or why its mutants stay open.
enum Encoded<'e, 'r, 'o> {
    Explored(&'e mut ExploredOriginal<'r, 'o>),
    Obstacle(Obstacle),
}

/// The number of encodings.
const ENCODINGS: usize = 3;
/// After so many unsuccessful queries in a row about its convergence a mutant runs to its end.
const CONVERGENCE_QUERIES: u32 = 2;

/// The queries of explorations, for each encoding.
pub type Feasibilities = [FeasibilityQueries; ENCODINGS];

/// The queries of explorations that a prover makes.
pub fn feasibilities(prover: &Prover<'_>) -> Feasibilities {
    std::array::from_fn(|_| prover.feasibility())
}

/// An input space within one unwinding bound, with the original explored in each encoding when that is first needed.
pub struct ExploredEncodings<'r, 'o> {
    pub bounded: BoundedSpace<'r>,
    pub purpose: Purpose,
    unexplored: [Option<&'o mut FeasibilityQueries>; ENCODINGS],
    explored: [Option<ExploredOriginal<'r, 'o>>; ENCODINGS],
}

impl<'r, 'o> ExploredEncodings<'r, 'o> {
    pub fn new(
        purpose: Purpose,
        bounded: BoundedSpace<'r>,
        feasibilities: &'o mut Feasibilities,
    ) -> Self {
        Self {
            bounded,
            purpose,
            unexplored: feasibilities.each_mut().map(Some),
            explored: [const { None }; ENCODINGS],
        }
    }

    /// The original in one encoding.
    fn explored(
        &mut self,
        prover: &Prover<'_>,
        encoding: Encoding,
        query: Duration,
    ) -> Result<Encoded<'_, 'r, 'o>, EngineError> {
        let strategy = Strategy {
            unwinding: self.bounded.unwinding,
            encoding,
            query,
            convergence_queries: CONVERGENCE_QUERIES,
        };
        let number = encoding as usize;
        if let Some(feasibility) = self.unexplored[number].take() {
            prover.session.evidence.clear();
            let is_extra = encoding == Encoding::Unmerged;
            let end = self.bounded.exploration_end(&prover.budget, is_extra);
            prover.session.set_exploration_end(end);
            match prover.explore_for(self.purpose, self.bounded.space, strategy, feasibility)? {
                Exploration::Explored(explored) => self.explored[number] = Some(*explored),
                Exploration::Obstacle(obstacle) => return Ok(Encoded::Obstacle(obstacle)),
            }
        }
        Ok(match &mut self.explored[number] {
            Some(explored) => {
                explored.begin(strategy);
                Encoded::Explored(explored)
            }
            None => Encoded::Obstacle(Obstacle::new(Reason::NotTried)),
        })
    }

    /// Decides mutants in one encoding.
    pub fn step(
        &mut self,
        prover: &Prover<'_>,
        step: Step,
        mutants: &[ObjectiveId],
        ledger: &mut Ledger,
    ) -> Result<Stepped, EngineError> {
        let bounded = self.bounded;
        let query = prover.budget.limits.query.min(step.query);
        let explored = match self.explored(prover, step.encoding, query)? {
            Encoded::Explored(explored) => explored,
            // The other encodings have fewer states.
            Encoded::Obstacle(_) if step.encoding == Encoding::Unmerged => {
                return Ok(Stepped {
                    hard: mutants.to_vec(),
                    ..Stepped::default()
                });
            }
            Encoded::Obstacle(obstacle) => {
                for id in mutants
                    .iter()
                    .filter(|id| ledger.is_open(id))
                    .collect::<Vec<_>>()
                {
                    ledger.left_open(id, obstacle.reason.clone());
                }
                return Ok(Stepped {
                    end: Some(obstacle.found),
                    ..Stepped::default()
                });
            }
        };
        let has_inputs = explored.has_inputs;
        let stepped = prover.one_by_one(explored, mutants, (&bounded, step.is_hasty), ledger)?;
        let is_over = !has_inputs && stepped.hard.is_empty();
        Ok(Stepped {
            end: stepped.end.or(is_over.then_some(SpaceResult::NoInput)),
            ..stepped
        })
    }
}
