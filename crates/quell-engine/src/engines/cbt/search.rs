//! Constraint systems of mutants, and the tests that solve them.

use std::collections::{BTreeMap, BTreeSet};

use quell_bits::Bits;
use quell_objectives::ObjectiveId;
use quell_objectives::condition::SiteCondition;
use quell_results::Reason;
use quell_solver::satisfier::{ConstraintSystem, Random};
use quell_term::{Assignment, Term, Value};
use quell_values::inputs::InputSpace;

use super::constraints::{ConstraintKind, MutantConstraints};
use super::paths::{Analysed, Analysis, PathToSite};
use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::error::EngineError;
use crate::ledger::Ledger;
use crate::trials::Trials;

/// Systems of one mutant that are solved in an input space.
const SYSTEMS: usize = 16;
/// Tests that are run natively together.
const BATCH: usize = 48;

/// What became of the constraints of a mutant.
#[derive(Clone, Debug, Default)]
struct Progress {
    systems: u64,
    unsolvable: u64,
    given_up: u64,
    tests: u64,
    passes: u32,
    /// Why a path to it was not followed, or its condition not evaluated.
    obstacle: Option<Reason>,
    /// Why some path, to it or from it, was not followed.
    cut: Option<Reason>,
}

/// What solving a system gave.
struct Attempted {
    values: Vec<Vec<Bits>>,
    is_unsolvable: bool,
}

impl Progress {
    fn count(&mut self, attempted: &Attempted) {
        self.systems += 1;
        self.tests += attempted.values.len() as u64;
        if attempted.is_unsolvable {
            self.unsolvable += 1;
        } else if attempted.values.is_empty() {
            self.given_up += 1;
        }
    }
}

/// The search for tests of one function.
pub struct Search<'s> {
    context: &'s FunctionContext<'s>,
    budget: &'s Budget,
    constraints: Vec<MutantConstraints>,
    progress: BTreeMap<ObjectiveId, Progress>,
    random: Random,
}

/// A constraint of a mutant on a path that leads to its site.
#[derive(Clone, Debug)]
pub struct SystemOf {
    pub kind: ConstraintKind,
    pub path: PathToSite,
}

/// Mutants with the systems of one input space.
struct Systems {
    analysis: Analysis,
    fixed: Assignment,
    of_mutants: Vec<(ObjectiveId, Vec<SystemOf>)>,
}

impl<'s> Search<'s> {
    pub fn new(
        context: &'s FunctionContext<'s>,
        budget: &'s Budget,
        objectives: &[ObjectiveId],
    ) -> Self {
        let module = &context.program.module;
        let mutants = objectives.iter().map(|id| context.objective(id));
        Self {
            context,
            budget,
            constraints: mutants
                .map(|of| MutantConstraints::of(module, of))
                .collect(),
            progress: BTreeMap::new(),
            random: Random::new(context.run.settings.seed),
        }
    }

    /// Solves the systems of all open mutants over an input space; whether paths were left out because of back branches.
    pub fn space(
        &mut self,
        space: &InputSpace,
        at: (usize, usize),
        passes: u32,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let Some(mut systems) = self.systems(space, passes, &ledger.open()) else {
            return Ok(false);
        };
        let trials = Trials::new(self.context, space, at, self.budget.native_deadline());
        let trials = trials.keeping_inputs();
        self.first_tests(&mut systems, (space, &trials), ledger)?;
        for most in [1, usize::MAX] {
            self.tests_of_systems(&mut systems, (space, &trials), most, ledger)?;
        }
        Ok(systems.analysis.is_cut)
    }

    /// The systems of the open mutants.
    fn systems(
        &mut self,
        space: &InputSpace,
        passes: u32,
        open: &[ObjectiveId],
    ) -> Option<Systems> {
        let open: BTreeSet<&ObjectiveId> = open.iter().collect();
        let wanted = self.context.run.settings.cbt.constraints;
        let mut conditions: Vec<SiteCondition> = Vec::new();
        let mut sites: Vec<(ObjectiveId, Vec<(ConstraintKind, usize)>)> = Vec::new();
        for of in self.constraints.iter().filter(|of| open.contains(&of.id)) {
            let numbered = of.wanted(wanted).into_iter().map(|(kind, condition)| {
                conditions.push(condition.clone());
                (kind, conditions.len() - 1)
            });
            sites.push((of.id.clone(), numbered.collect()));
        }
        let analysed = Analysed {
            program: &self.context.program,
            function: self.context.plan.function,
            space,
            ub: self.context.settings().ub,
            passes,
        };
        let budget = self.budget;
        let is_over = || budget.ended().is_some();
        let analysis = Analysis::of(analysed, &conditions, &mut self.random, &is_over);
        let mut analysis = match analysis {
            Ok(analysis) => analysis,
            Err(stop) => {
                let reason = self.budget.reason(&stop);
                for (id, _) in &sites {
                    self.progress.entry(id.clone()).or_default().obstacle = Some(reason.clone());
                }
                return None;
            }
        };
        let of_mutants = sites.into_iter().map(|(id, sites)| {
            let systems = systems_of(&analysis, &sites);
            let progress = self.progress.entry(id.clone()).or_default();
            progress.passes = passes;
            progress.obstacle = analysis.obstacle_of(&sites).cloned();
            progress.cut = analysis.obstacles.first().cloned();
            (id, systems)
        });
        let of_mutants = of_mutants.collect();
        Some(Systems {
            fixed: analysis.addresses(),
            analysis,
            of_mutants,
        })
    }

    /// One test for each mutant, from the first of its systems that is solved.
    fn first_tests(
        &mut self,
        systems: &mut Systems,
        (space, trials): (&InputSpace, &Trials<'_>),
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let mut batch = Vec::new();
        for (id, of) in std::mem::take(&mut systems.of_mutants) {
            if !ledger.is_killed(&id) && self.budget.ended().is_none() {
                let solved = of.iter().find_map(|system| {
                    let attempted = self.solve(systems, system, space, 1);
                    attempted.values.into_iter().next()
                });
                batch.extend(solved);
            }
            systems.of_mutants.push((id, of));
            if batch.len() >= BATCH {
                trials.of_inputs(&ledger.open(), std::mem::take(&mut batch), ledger)?;
            }
        }
        trials.of_inputs(&ledger.open(), batch, ledger).map(drop)
    }

    /// Tests of all systems of the mutants that are left, at most so many of each. What the last ones show is noted.
    fn tests_of_systems(
        &mut self,
        systems: &mut Systems,
        (space, trials): (&InputSpace, &Trials<'_>),
        most: usize,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let of_mutants = std::mem::take(&mut systems.of_mutants);
        for (id, of) in &of_mutants {
            let mut seen = BTreeSet::new();
            let mut batch = Vec::new();
            for system in of {
                if ledger.is_killed(id) || self.budget.ended().is_some() {
                    break;
                }
                let attempted = self.solve(systems, system, space, most);
                if most > 1 {
                    let progress = self.progress.entry(id.clone()).or_default();
                    progress.count(&attempted);
                }
                let values = attempted.values.into_iter();
                batch.extend(values.filter(|values| seen.insert(key(values))));
                if batch.len() >= BATCH {
                    let batch = std::mem::take(&mut batch);
                    trials.of_inputs(&ledger.open(), batch, ledger)?;
                }
            }
            trials.of_inputs(&ledger.open(), batch, ledger)?;
        }
        systems.of_mutants = of_mutants;
        Ok(())
    }

    /// Values that solve a system, at most so many.
    fn solve(
        &mut self,
        systems: &mut Systems,
        system: &SystemOf,
        space: &InputSpace,
        most: usize,
    ) -> Attempted {
        let all = constraints_of(&systems.analysis, &system.path);
        let fixed = &systems.fixed;
        let pool = &systems.analysis.domain().pool;
        let mut reduced = ConstraintSystem::new(pool, &all, fixed);
        let tries = self.context.run.settings.cbt.tries;
        let random = &mut self.random;
        let found = (0..tries).filter_map(|_| reduced.attempt(pool, (&all, fixed), random));
        let found: Vec<Assignment> = found.take(most).collect();
        let variables = &systems.analysis.inputs.variables;
        let values = found.iter().map(|model| values_of(model, variables, space));
        Attempted {
            values: values.filter(|values| space.admits(values)).collect(),
            is_unsolvable: reduced.is_unsolvable(),
        }
    }

    /// States why mutants are left.
    pub fn finish(&self, ledger: &mut Ledger) {
        for id in ledger.open() {
            let progress = self.progress.get(&id).cloned().unwrap_or_default();
            let obstacle = progress.obstacle.filter(|_| progress.systems == 0);
            // Its tests satisfy its constraints, and what comes behind its site is not followed on some path.
            let cut = progress.cut.filter(|_| progress.tests > 0);
            let reason = match self.budget.ended().or(obstacle).or(cut) {
                Some(reason) => reason,
                None => Reason::Constraints {
                    systems: progress.systems,
                    unsolvable: progress.unsolvable,
                    given_up: progress.given_up,
                    tests: progress.tests,
                    tries: self.context.run.settings.cbt.tries,
                    passes: progress.passes,
                },
            };
            ledger.left_open(&id, reason);
        }
    }
}

/// All constraints on an input that takes a path to a site and meets the condition there.
pub fn constraints_of(analysis: &Analysis, path: &PathToSite) -> Vec<Term> {
    let admitted = analysis.inputs.admitted.iter();
    let all = admitted.chain(path.decisions()).chain([&path.holds]);
    all.copied().collect()
}

/// Systems of a mutant: of all constraints on the first path, then on the next. Of those of several sites, one that does not
/// hold anywhere on a path is left out where others may.
pub fn systems_of(analysis: &Analysis, sites: &[(ConstraintKind, usize)]) -> Vec<SystemOf> {
    let longest = sites.iter().map(|(_, site)| analysis.paths[*site].len());
    let mut systems = Vec::new();
    for number in 0..longest.max().unwrap_or(0) {
        for (kind, site) in sites {
            if let Some(path) = analysis.paths[*site].get(number) {
                let (kind, path) = (*kind, path.clone());
                systems.push(SystemOf { kind, path });
            }
        }
    }
    if systems.iter().any(|of: &SystemOf| !of.path.is_never) {
        systems.retain(|of| !of.path.is_never);
    }
    systems.truncate(SYSTEMS);
    systems
}

/// The values of the input variables.
pub fn values_of(model: &Assignment, variables: &[Term], space: &InputSpace) -> Vec<Bits> {
    let pairs = variables.iter().zip(&space.leaves);
    let values = pairs.map(|(variable, leaf)| match model.get(*variable) {
        Some(Value::Bits(bits)) => bits.clone(),
        Some(Value::Bool(value)) => Bits::from_u64(1, u64::from(*value)),
        // No constraint mentions it.
        _ => leaf.least(),
    });
    values.collect()
}

fn key(values: &[Bits]) -> Vec<u128> {
    values.iter().map(Bits::low_u128).collect()
}
