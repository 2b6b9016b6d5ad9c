//! What is known of the constraints of one mutant: the failure information of the paper, and the values that solve them.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use quell_exec::Program;
use quell_objectives::ObjectiveId;
use quell_objectives::condition::SiteCondition;
use quell_results::{Construct, Reason};
use quell_solver::satisfier::{ConstraintSystem, Random};
use quell_term::{Pool, Term};
use quell_values::Callee;
use quell_values::inputs::InputSpace;
use quell_values::types::Types;

use super::PASSES;
use super::constraints::{ConstraintKind, MutantConstraints};
use super::infix::infix;
use super::paths::{Analysed, Analysis};
use super::search::{SystemOf, constraints_of, systems_of, values_of};
use super::templates::Necessity;
use crate::bounded::ladder::sizes;
use crate::context::inputs;
use crate::settings::{CbtSettings, FunctionSettings, Subject};

/// The constraints of a mutant, and what the satisfier makes of them.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The row of the paper's tables for its operator.
    pub template: &'static str,
    /// Whether each test that reaches the mutant satisfies its necessity constraint.
    pub by_definition: bool,
    /// Whether it changes a predicate.
    pub has_predicate: bool,
    /// How often the paths take the back branches of a loop, at most.
    pub passes: u32,
    pub systems: Vec<ExplainedSystem>,
    /// Why paths to it were not followed, or its constraints not evaluated.
    pub obstacles: Vec<Reason>,
    /// Paths that contradict themselves.
    pub infeasible: u64,
    pub seed: u64,
    pub settings: CbtSettings,
}

/// A constraint on one path to the mutant.
#[derive(Clone, Debug)]
pub struct ExplainedSystem {
    pub kind: ConstraintKind,
    /// The decisions of the path, in terms of the inputs.
    pub path: Vec<String>,
    pub constraint: String,
    /// The variables and their domains after the reduction of the first clause.
    pub domains: Vec<(String, String)>,
    pub clauses: usize,
    pub solved: Solved,
}

/// What the satisfier says of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The arguments of a call that satisfies it.
    Values(String),
    /// Its constraints contradict each other.
    Unsolvable,
    GivenUp,
}

/// What an explanation depends on besides the mutant.
#[derive(Clone, Debug)]
pub struct HowExplained<'h> {
    pub function: &'h FunctionSettings,
    /// The symbols of external functions, which return symbolic values.
    pub outside: Vec<String>,
    pub seed: u64,
    pub cbt: CbtSettings,
}

/// Explains a mutant; nothing if the subject has none with this id. Paths take more and more back branches until a system is
/// solved.
pub fn explain(
    subject: &Subject<'_>,
    how: &HowExplained<'_>,
    id: &ObjectiveId,
) -> Option<Explanation> {
    let mutant = subject.objectives.iter().find(|of| of.id == *id)?;
    let module = subject.lookup.module;
    let function = mutant.site.function;
    let constraints = MutantConstraints::of(module, mutant);
    let mut explanation = Explanation {
        template: constraints.template.text,
        by_definition: constraints.template.necessity == Necessity::ByDefinition,
        has_predicate: constraints.predicate.is_some(),
        passes: 0,
        systems: Vec::new(),
        obstacles: Vec::new(),
        infeasible: 0,
        seed: how.seed,
        settings: how.cbt,
    };
    let callee = Callee {
        outside: how.outside.clone(),
        ..Callee::new(&subject.lookup, Types::new(module), function)
    };
    let wanted = inputs(&how.function.inputs, module, std::iter::once(mutant));
    let sizes = match sizes(&callee, &wanted, &|| false) {
        Ok(sizes) => sizes,
        Err(error) => {
            let construct = Construct::from(error);
            explanation
                .obstacles
                .push(Reason::Unsupported { construct });
            return Some(explanation);
        }
    };
    let program = Rc::new(Program::new(Arc::clone(&subject.shared)));
    let mut random = Random::new(how.seed);
    for passes in PASSES {
        explanation.passes = *passes;
        for space in sizes.iter().flatten() {
            let analysed = Analysed {
                program: &program,
                function,
                space,
                ub: how.function.ub,
                passes: *passes,
            };
            explanation.add(analysed, &constraints, &mut random);
            let mut systems = explanation.systems.iter();
            if systems.any(|of| matches!(of.solved, Solved::Values(_))) {
                return Some(explanation);
            }
        }
    }
    Some(explanation)
}

impl Explanation {
    /// The systems over one input space, in place of those over smaller ones.
    fn add(
        &mut self,
        analysed: Analysed<'_>,
        constraints: &MutantConstraints,
        random: &mut Random,
    ) {
        let wanted = constraints.wanted(self.settings.constraints);
        let conditions: Vec<SiteCondition> = wanted.iter().map(|(_, of)| (*of).clone()).collect();
        let sites = wanted.iter().enumerate();
        let sites: Vec<_> = sites.map(|(number, (kind, _))| (*kind, number)).collect();
        let space = analysed.space;
        let mut analysis = match Analysis::of(analysed, &conditions, random, &|| false) {
            Ok(analysis) => analysis,
            Err(stop) => {
                self.obstacles = vec![quell_native::reason_of(&stop)];
                return;
            }
        };
        let own = analysis.obstacle_of(&sites).cloned();
        self.obstacles = own.into_iter().chain(analysis.obstacles.clone()).collect();
        self.obstacles.dedup();
        self.infeasible = analysis.infeasible;
        let systems = systems_of(&analysis, &sites);
        let systems = systems.iter();
        let explained: Vec<ExplainedSystem> = systems
            .map(|of| self.system(&mut analysis, of, space, random))
            .collect();
        if !explained.is_empty() {
            self.systems = explained;
        }
    }

    fn system(
        &self,
        analysis: &mut Analysis,
        system: &SystemOf,
        space: &InputSpace,
        random: &mut Random,
    ) -> ExplainedSystem {
        let fixed = analysis.addresses();
        let all = constraints_of(analysis, &system.path);
        let pool = &analysis.domain().pool;
        let mut reduced = ConstraintSystem::new(pool, &all, &fixed);
        let mut tries = 0..self.settings.tries;
        let found = tries.find_map(|_| reduced.attempt(pool, (&all, &fixed), random));
        let decisions = system.path.decisions().iter();
        let path = decisions.map(|of| infix(pool, *of)).collect();
        let constraint = infix(pool, system.path.holds);
        let domains = domains(pool, &mut reduced);
        let solved = match found {
            Some(model) => {
                let values = values_of(&model, &analysis.inputs.variables, space);
                let args = space.json(&values).args;
                let args: Vec<String> = args.iter().map(ToString::to_string).collect();
                Solved::Values(args.join(", "))
            }
            None if reduced.is_unsolvable() => Solved::Unsolvable,
            None => Solved::GivenUp,
        };
        ExplainedSystem {
            kind: system.kind,
            path,
            constraint,
            domains,
            clauses: reduced.clauses(),
            solved,
        }
    }
}

/// Names and domains of the variables.
fn domains(pool: &Pool, reduced: &mut ConstraintSystem) -> Vec<(String, String)> {
    let name = |variable: Term| pool.var_name(variable).unwrap_or_default().to_owned();
    let all = reduced.domains().into_iter();
    let shown: BTreeMap<String, String> = all
        .map(|(variable, domain)| (name(variable), domain.to_string()))
        .collect();
    shown.into_iter().collect()
}
