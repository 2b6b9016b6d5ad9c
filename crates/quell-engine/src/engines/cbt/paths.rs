//! The path analyser: for each site the conditions of the paths that lead there, in terms of the inputs.
//!
//! The path expression of a site is a disjunction of paths, each a conjunction of decisions. A path takes the back branches of each
//! loop at most a given number of times, at first not at all. Paths are found by following single paths
//! ([`quell_exec::symbolic::Concolic`]), which rewrites the values of locals in terms of inputs on the way: each fork of a
//! path leads to another one. Paths whose decisions the satisfier finds to contradict each other are not followed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use quell_exec::condition::Conditions;
use quell_exec::symbolic::{
    Bounds, Concolic, ConditionBranches, Fork, Options, PathEnd, Simplification, Symbolic,
};
use quell_exec::{Program, Stop, UbMode};
use quell_ir::FuncId;
use quell_native::reason_of;
use quell_objectives::condition::{Condition, SiteCondition, Stage};
use quell_results::Reason;
use quell_solver::satisfier::{ConstraintSystem, Random};
use quell_term::{Assignment, Term, Value};
use quell_values::inputs::InputSpace;

use super::constraints::ConstraintKind;
use crate::explored::PlacedInputs;

/// Activations of one function at a time.
const RECURSION: u32 = 4;
/// Blocks on one path.
const BLOCKS: u64 = 4096;
/// Paths that are followed in one analysis.
const PATHS: usize = 600;
/// Paths to one site that are kept.
const PATHS_TO_SITE: usize = 16;
/// How often an input for a fork is looked for; the path is followed without one too.
const TRIES: u32 = 3;

/// What the path analyser works on.
#[derive(Clone, Copy, Debug)]
pub struct Analysed<'a> {
    pub program: &'a Rc<Program>,
    pub function: FuncId,
    pub space: &'a InputSpace,
    pub ub: UbMode,
    /// How often a path takes the back branches of a loop.
    pub passes: u32,
}

/// A path to a site.
#[derive(Clone, Debug)]
pub struct PathToSite {
    decisions: Rc<[Term]>,
    count: usize,
    /// When the condition of the site holds there.
    pub holds: Term,
    /// Whether that is never.
    pub is_never: bool,
}

impl PathToSite {
    /// The decisions before the site.
    pub fn decisions(&self) -> &[Term] {
        self.decisions.get(..self.count).unwrap_or(&self.decisions)
    }
}

/// The paths to the sites of some conditions.
#[derive(Debug)]
pub struct Analysis {
    executor: Concolic,
    pub inputs: PlacedInputs,
    /// By the places of the conditions in their list.
    pub paths: Vec<Vec<PathToSite>>,
    /// Conditions that cannot be evaluated, and why.
    unusable: BTreeMap<usize, Reason>,
    /// Why some paths were not followed to their ends.
    pub obstacles: Vec<Reason>,
    /// Whether a back branch was not taken because of the limit.
    pub is_cut: bool,
    /// How many paths were found to be infeasible.
    pub infeasible: u64,
}

impl Analysis {
    /// Analyses the paths to conditions. `is_over` is asked before each path.
    pub fn of(
        analysed: Analysed<'_>,
        conditions: &[SiteCondition],
        random: &mut Random,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Self, Stop> {
        let function = analysed.function;
        let (conditions, unusable) = prepared(analysed.program, function, conditions)?;
        let options = Options {
            bounds: Bounds {
                unwinding: analysed.passes,
                recursion: RECURSION,
                states: BLOCKS,
            },
            simplification: Simplification::RulesOnly,
            ub: analysed.ub,
            ..Options::default()
        };
        let mut executor = Concolic::new(conditions.program().clone(), options)?;
        let inputs = PlacedInputs::new(executor.machine(), analysed.space)?;
        executor.pass_fixed_iterations();
        executor.watch(&conditions, ConditionBranches::Noted);
        let args = inputs.placed.args(executor.machine())?;
        let entry = executor.enter(inputs.placed.function, &args)?;
        let mut analysis = Self {
            executor,
            inputs,
            paths: vec![Vec::new(); conditions.len()],
            unusable,
            obstacles: Vec::new(),
            is_cut: false,
            infeasible: 0,
        };
        analysis.follow(entry, random, is_over)?;
        Ok(analysis)
    }

    pub fn domain(&mut self) -> &mut Symbolic {
        self.executor.domain()
    }

    /// Addresses of objects are no inputs: each object has the same one on all paths.
    pub fn addresses(&mut self) -> Assignment {
        let example = self.executor.domain().addresses.example();
        let values = example.into_iter();
        values
            .map(|(term, bits)| (term, Value::Bits(bits)))
            .collect()
    }

    /// Why none of some conditions can be evaluated, or why no path leads to their sites.
    pub fn obstacle_of(&self, sites: &[(ConstraintKind, usize)]) -> Option<&Reason> {
        let mut sites = sites.iter().map(|(_, site)| site);
        let unusable = sites.clone().find_map(|site| self.unusable.get(site));
        let is_reached = sites.any(|site| !self.paths[*site].is_empty());
        unusable.or_else(|| self.obstacles.first().filter(|_| !is_reached))
    }

    /// Follows all paths, shortest first.
    fn follow(
        &mut self,
        entry: Fork,
        random: &mut Random,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Stop> {
        let mut forks = VecDeque::from([entry]);
        let mut followed = 0;
        let mut named = BTreeSet::new();
        while let Some(fork) = forks.pop_front() {
            if followed == PATHS || is_over() {
                self.is_cut = true;
                break;
            }
            let Some(input) = self.input(&fork, random) else {
                self.infeasible += 1;
                continue;
            };
            followed += 1;
            let before = fork.trail().clone();
            let mut run = self.executor.run(fork, input)?;
            self.infeasible += run.infeasible;
            let decisions: Rc<[Term]> = std::mem::take(&mut run.decisions).into();
            for met in run.trail.since(&before) {
                let holds = self.executor.domain().pool.as_bool(met.holds);
                let paths = &mut self.paths[met.index];
                paths.push(PathToSite {
                    decisions: Rc::clone(&decisions),
                    count: met.decisions,
                    holds: met.holds,
                    is_never: holds == Some(false),
                });
                if paths.len() == PATHS_TO_SITE {
                    self.executor.forget(met.index);
                }
            }
            match run.end {
                PathEnd::Cut(_) => self.is_cut = true,
                PathEnd::Stopped(stop) => {
                    let reason = reason_of(&stop);
                    if named.insert(format!("{reason:?}")) {
                        self.obstacles.push(reason);
                    }
                }
                PathEnd::Returned(_) | PathEnd::Ended(_) | PathEnd::Undefined => {}
            }
            forks.extend(run.forks);
        }
        Ok(())
    }

    /// An input that takes a fork, or any input if the satisfier gives up; none if the path contradicts itself.
    fn input(&mut self, fork: &Fork, random: &mut Random) -> Option<Assignment> {
        let fixed = self.addresses();
        let decisions: Vec<Term> = fork.decisions().collect();
        let all = [&self.inputs.admitted[..], &decisions].concat();
        let pool = &self.executor.domain().pool;
        let mut system = ConstraintSystem::new(pool, &all, &fixed);
        if system.is_unsolvable() {
            return None;
        }
        let mut tries = (0..TRIES).filter_map(|_| system.attempt(pool, (&all, &fixed), random));
        Some(tries.next().unwrap_or_default())
    }
}

/// Conditions ready to be evaluated. One that cannot be is never met, and the reason is given.
fn prepared(
    program: &Rc<Program>,
    function: FuncId,
    conditions: &[SiteCondition],
) -> Result<(Rc<Conditions>, BTreeMap<usize, Reason>), Stop> {
    let named = conditions.iter().map(|of| (function, of.clone()));
    let mut named: Vec<(FuncId, SiteCondition)> = named.collect();
    let mut unusable = BTreeMap::new();
    if let Ok(all) = Conditions::new(program, &named) {
        return Ok((Rc::new(all), unusable));
    }
    for (number, one) in named.iter_mut().enumerate() {
        if let Err(stop) = Conditions::new(program, std::slice::from_ref(one)) {
            unusable.insert(number, reason_of(&stop));
            one.1.before = Stage {
                code: Vec::new(),
                holds: Condition::Never,
            };
            one.1.after = Stage::default();
        }
    }
    Ok((Rc::new(Conditions::new(program, &named)?), unusable))
}
