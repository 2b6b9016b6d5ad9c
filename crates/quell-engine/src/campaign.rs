//! A run: all functions with mutants, and what was found as plain data.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::thread;
use std::time::Instant;

use quell_compile::Toolbox;
use quell_exec::{Program, UbMode};
use quell_ir::{FuncId, Module};
use quell_native::tce::{self, CodeEquivalence};
use quell_native::{Options, Session, record_of};
use quell_objectives::meta::{self, Meta};
use quell_objectives::{Objective, ObjectiveId};
use quell_results::{Decision, Evidence, Protection, Record, Run, Status};
use quell_values::Callee;
use quell_values::types::Types;

use crate::EngineError;
use crate::confirm::Opinions;
use crate::crew;
use crate::function::{Common, Findings, Plan};
use crate::hard::Free;
use crate::proof::Basis;
use crate::referee::{GRACE, Referee, Tested};
use crate::subject::{Progress, SecondSolver, Settings, Subject, in_time};

/// Decides all mutants of a subject.
pub fn run(
    subject: &Subject<'_>,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
) -> Result<Run, EngineError> {
    let start = Instant::now();
    if let Some(second) = settings.second {
        second.program.look_for()?;
    }
    progress(Progress::Building {
        mutants: subject.mutants.len(),
    });
    let built = Built::new(subject, settings)?;
    let undefined = built.session.undefined();
    if !undefined.is_empty() {
        let symbols = undefined.iter().map(|of| of.symbol.clone());
        progress(Progress::Undefined {
            symbols: symbols.collect(),
        });
    }
    let common = built.common(subject, settings, start);
    let found = crew::decide_all(&common, &built.plans, progress)?;
    let mut campaign = Campaign {
        common,
        plans: &built.plans,
        found,
        likenesses: &built.likenesses,
    };
    campaign.try_tests_elsewhere()?;
    let mut verdicts = campaign.verdicts();
    if let Some(second) = settings.second {
        campaign.confirm(second, &mut verdicts, progress)?;
    }
    let protection = built.session.protection().in_force();
    Ok(campaign.results(subject, verdicts, protection))
}

/// Attacks mutants, by their places in the list, that somebody says are equivalent: an error if one is not.
pub fn refute(
    subject: &Subject<'_>,
    settings: &Settings,
    claimed: &[usize],
) -> Result<u64, EngineError> {
    let built = Built::new(subject, settings)?;
    let common = built.common(subject, settings, Instant::now());
    let program = Rc::new(Program::new(subject.shared.clone()));
    let plans = built.plans.iter();
    plans
        .map(|plan| common.refute(plan, &program, claimed))
        .sum()
}

/// Original and mutants as a native program.
struct Built {
    meta: Meta,
    session: Session,
    likenesses: Vec<Likeness>,
    plans: Vec<Plan>,
}

impl Built {
    fn new(subject: &Subject<'_>, settings: &Settings) -> Result<Self, EngineError> {
        let tools = Toolbox::from_env();
        let module = subject.lookup.module;
        let mutants = subject.mutants;
        let meta = meta::build(module, mutants, &meta::Options::default())?;
        let symbol = |function: &FuncId| module.text(module.functions[*function].name).to_owned();
        let native = Options {
            functions: by_function(mutants).keys().map(symbol).collect(),
            stop: Arc::clone(&settings.stop),
            ..settings.native.clone()
        };
        // Both are the compiler's work, and a small run does little else.
        let (session, likenesses) = thread::scope(|scope| {
            let compared = scope.spawn(|| likenesses(module, mutants, settings, &tools));
            let session = Session::build(&meta.module, &tools, native);
            (session, compared.join())
        });
        let likenesses = likenesses.map_err(|_| EngineError::Lost)?;
        let plans = plans(subject, &likenesses);
        Ok(Self {
            session: session?,
            meta,
            likenesses,
            plans,
        })
    }

    fn common<'c>(
        &'c self,
        subject: &Subject<'c>,
        settings: &'c Settings,
        start: Instant,
    ) -> Common<'c> {
        Common {
            lookup: subject.lookup,
            mutants: subject.mutants,
            settings,
            referee: Referee {
                session: &self.session,
                meta: &self.meta,
                mutants: subject.mutants,
            },
            start,
            waiting: AtomicUsize::new(0),
            free: Free::default(),
            helpers: AtomicUsize::new(0),
        }
    }
}

/// Which code a mutant has; mutants by their places in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Likeness {
    Unlike,
    Equivalent,
    DuplicateOf(usize),
}

/// Which mutants have the same code; code that cannot be compared is like no other.
fn likenesses(
    module: &Module,
    mutants: &[Objective],
    settings: &Settings,
    tools: &Toolbox,
) -> Vec<Likeness> {
    let compared = settings
        .compare_code
        .then(|| tce::compare(module, mutants, tools));
    let compared = compared.and_then(Result::ok).unwrap_or_default();
    let places: BTreeMap<&ObjectiveId, usize> = (mutants.iter().enumerate())
        .map(|(place, mutant)| (&mutant.id, place))
        .collect();
    let likeness = |mutant: &Objective| match compared.get(&mutant.id) {
        Some(CodeEquivalence::Equivalent) => Likeness::Equivalent,
        Some(CodeEquivalence::DuplicateOf(other)) => places
            .get(other)
            .map_or(Likeness::Unlike, |&place| Likeness::DuplicateOf(place)),
        Some(CodeEquivalence::Distinct | CodeEquivalence::NotCompared) | None => Likeness::Unlike,
    };
    mutants.iter().map(likeness).collect()
}

fn plans(subject: &Subject<'_>, likenesses: &[Likeness]) -> Vec<Plan> {
    let mut used = BTreeSet::new();
    let functions = by_function(subject.mutants).into_iter();
    functions
        .map(|(function, mutants)| {
            let name = subject.lookup.name(function);
            let is_own = |index: &usize| !matches!(likenesses[*index], Likeness::DuplicateOf(_));
            Plan {
                function,
                prefix: unused(&name, &mut used),
                name,
                own: mutants.iter().copied().filter(is_own).collect(),
                mutants,
            }
        })
        .collect()
}

fn by_function(mutants: &[Objective]) -> BTreeMap<FuncId, Vec<usize>> {
    let mut functions: BTreeMap<FuncId, Vec<usize>> = BTreeMap::new();
    for (index, mutant) in mutants.iter().enumerate() {
        functions
            .entry(mutant.site.function)
            .or_default()
            .push(index);
    }
    functions
}

/// Functions that are made for several types have one name.
fn unused(name: &str, used: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}.{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| !used.contains(name)).unwrap_or_default();
    used.insert(free.clone());
    free
}

struct Campaign<'c> {
    common: Common<'c>,
    plans: &'c [Plan],
    /// In the order of the plans.
    found: Vec<Findings>,
    likenesses: &'c [Likeness],
}

impl Campaign<'_> {
    /// Tests of one function may kill mutants of another one that it calls.
    fn try_tests_elsewhere(&mut self) -> Result<(), EngineError> {
        if self.plans.len() < 2 {
            return Ok(());
        }
        let module = Rc::new(self.common.lookup.module.clone());
        let program = Rc::new(Program::new(module));
        // However late it is, quick ones are tried.
        let until = self.common.end().max(Instant::now()) + GRACE;
        for of in 0..self.plans.len() {
            let lookup = &self.common.lookup;
            let types = Types::new(lookup.module);
            let callee = Callee::new(lookup, types, self.plans[of].function);
            for number in 0..self.found[of].ledger.tests.len() {
                let tested = Tested {
                    callee: &callee,
                    program: &program,
                    ub: self.ub_of(of),
                    until,
                };
                if in_time(self.try_elsewhere(tested, of, number))?.is_none() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// What broken promises of a function's original lead to.
    fn ub_of(&self, plan: usize) -> UbMode {
        let function = self.plans[plan].function;
        self.common.settings.of(function).ub
    }

    /// Whether a function may get its inputs from any other: what is undefined behaviour to one and not to the other is no
    /// input of both, and who is to have certain values is not given others.
    fn may_call(&self, plan: usize, ub: UbMode) -> bool {
        let settings = self.common.settings.of(self.plans[plan].function);
        settings.ub == ub && settings.inputs.values.is_empty()
    }

    /// Runs a test on all mutants of other functions that nothing killed so far.
    fn try_elsewhere(
        &mut self,
        tested: Tested<'_>,
        of: usize,
        number: usize,
    ) -> Result<(), EngineError> {
        let others = self.found.iter().enumerate();
        let others = others.filter(|(index, _)| *index != of && self.may_call(*index, tested.ub));
        let own = &self.found[of].ledger;
        let (Some(call), Some(test)) = (own.calls.get(number), own.tests.get(number)) else {
            return Ok(());
        };
        let test = test.clone();
        let alive = others.flat_map(|(_, found)| match test.original_aborts {
            true => found.ledger.survivors(),
            false => found.ledger.alive(),
        });
        let alive: Vec<usize> = alive.collect();
        let referee = &self.common.referee;
        let Some(tried) = referee.run(tested, call, &alive)?.ran() else {
            return Ok(());
        };
        for kill in tried.kills {
            if kill.is_timeout && self.is_proved(kill.mutant) {
                continue;
            }
            let id = self.common.mutants[kill.mutant].id.0.clone();
            for found in &mut self.found {
                if found.ledger.has(kill.mutant) {
                    refuse_contradiction(&found.ledger.verdict(kill.mutant, ""), &id, &test.id)?;
                    found.ledger.killed(&kill, &test);
                }
            }
            self.found[of].ledger.tests[number].kills.push(id);
        }
        Ok(())
    }

    /// Whether an unrestricted proof says that a mutant is equivalent. How long it takes is not what that is about.
    fn is_proved(&self, mutant: usize) -> bool {
        let ledgers = self.found.iter().map(|found| &found.ledger);
        let mut own = ledgers.filter(|ledger| ledger.has(mutant));
        own.any(|ledger| is_proof(&ledger.verdict(mutant, "")))
    }

    /// Whether an input should tell a mutant apart by what is defined, and was not seen to.
    fn is_contradicted(&self, mutant: usize) -> bool {
        let mut ledgers = self.found.iter().map(|found| &found.ledger);
        ledgers.any(|ledger| ledger.is_contradicted(mutant))
    }

    /// Whether there may be inputs that a verdict on a mutant is about.
    fn has_inputs(&self, mutant: usize) -> bool {
        let mut own = self.found.iter().filter(|of| of.ledger.has(mutant));
        own.all(|found| found.has_inputs)
    }

    /// What is known of each mutant, in their order.
    fn verdicts(&self) -> Vec<Decision> {
        let engine = self.common.settings.engine.name();
        let mut verdicts: BTreeMap<usize, Decision> = BTreeMap::new();
        for (plan, found) in self.plans.iter().zip(&self.found) {
            let own = plan.own.iter();
            verdicts.extend(own.map(|index| (*index, found.ledger.verdict(*index, engine))));
        }
        let all = self.likenesses.iter().enumerate();
        all.filter_map(|(index, likeness)| match likeness {
            Likeness::DuplicateOf(partner) => verdicts.get(partner).cloned(),
            Likeness::Equivalent if !self.is_contradicted(index) && self.has_inputs(index) => {
                verdicts.get(&index).cloned().map(by_its_code)
            }
            _ => verdicts.get(&index).cloned(),
        })
        .collect()
    }

    /// Has a second solver prove the equivalences again.
    fn confirm(
        &self,
        second: SecondSolver,
        verdicts: &mut [Decision],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), EngineError> {
        let is_equivalent = |index: &usize| verdicts[*index].evidence == Some(Evidence::Proof);
        let equivalences: Vec<usize> = (0..verdicts.len()).filter(is_equivalent).collect();
        progress(Progress::Confirming {
            equivalences: equivalences.len(),
        });
        let basis = |index: usize| {
            let decided = match self.likenesses[index] {
                Likeness::DuplicateOf(partner) => partner,
                _ => index,
            };
            let mut ledgers = self.found.iter().map(|found| &found.ledger);
            let ledger = ledgers.find(|ledger| ledger.has(decided));
            ledger.map_or_else(Basis::default, |ledger| ledger.basis(decided))
        };
        let carried: Vec<Basis> = equivalences.iter().map(|index| basis(*index)).collect();
        let settings = self.common.settings;
        let opinions = Opinions::gather(
            second,
            settings,
            self.common.end(),
            carried.iter().flat_map(|basis| &basis.questions),
        )?;
        for (index, basis) in equivalences.into_iter().zip(&carried) {
            verdicts[index].confirmation = Some(opinions.on(basis));
        }
        Ok(())
    }

    fn results(
        self,
        subject: &Subject<'_>,
        verdicts: Vec<Decision>,
        protection: Vec<Protection>,
    ) -> Run {
        let pairs = subject.mutants.iter().zip(verdicts).enumerate();
        let mutants = pairs.map(|(index, (mutant, verdict))| {
            let partner = match self.likenesses[index] {
                Likeness::DuplicateOf(partner) => Some(&subject.mutants[partner]),
                _ => None,
            };
            decided(subject, mutant, partner, verdict)
        });
        let mut run = Run {
            file: subject.lookup.file.to_owned(),
            engine: self.common.settings.engine.name().to_owned(),
            operators: subject.faults.clone(),
            objectives: mutants.collect(),
            protection,
            ..Run::default()
        };
        let mut attacks = 0;
        for found in self.found {
            run.tests.extend(found.ledger.tests);
            run.statistics.queries += found.queries;
            attacks += found.attacks;
            run.statistics.solver_seconds += found.solving.as_secs_f64();
        }
        run.statistics.attacks = (self.common.settings.attack > 0).then_some(attacks);
        forget_kills(&mut run);
        run.statistics.seconds = self.common.start.elapsed().as_secs_f64();
        run.finished()
    }
}

/// The verdict on a mutant of which the compiler makes the original's code, where nothing else is known: that it takes long
/// is no difference then.
fn by_its_code(known: Decision) -> Decision {
    match known.status {
        Status::Unknown | Status::Timeout | Status::Unreached => Decision {
            status: Status::Equivalent,
            complete: false,
            bounds: Vec::new(),
            assumptions: Vec::new(),
            evidence: Some(Evidence::Code),
            reason: None,
            method: None,
            reachability_unknown: false,
            doubt: None,
            tests: Vec::new(),
            observed: None,
            original_aborts: false,
            ..known
        },
        _ => known,
    }
}

/// Whether it holds for every input: without bounds, and without assumptions that a test of another function may violate.
fn is_proof(known: &Decision) -> bool {
    known.status == Status::Equivalent && known.complete && known.assumptions.is_empty()
}

/// Tests kill what is killed: those that only took long on code that is the original's are not needed, nor those on which the
/// original aborts where another test kills.
fn forget_kills(run: &mut Run) {
    let ids = |is_meant: &dyn Fn(&Decision) -> bool| -> BTreeSet<String> {
        let all = run.objectives.iter().zip(run.shared_verdicts());
        let meant = all.filter(|(_, verdict)| is_meant(verdict));
        meant.map(|(record, _)| record.id.clone()).collect()
    };
    let equivalent = ids(&|verdict| verdict.status == Status::Equivalent);
    let killed_otherwise = ids(&|verdict| !verdict.original_aborts);
    for test in &mut run.tests {
        let is_needed = |id: &String| !test.original_aborts || !killed_otherwise.contains(id);
        test.kills
            .retain(|id| !equivalent.contains(id) && is_needed(id));
    }
    run.tests.retain(|test| !test.kills.is_empty());
}

/// An unrestricted proof and a test that was seen to kill cannot both be right.
fn refuse_contradiction(known: &Decision, mutant: &str, test: &str) -> Result<(), EngineError> {
    match is_proof(known) {
        false => Ok(()),
        true => Err(EngineError::Contradiction {
            mutant: mutant.to_owned(),
            test: test.to_owned(),
        }),
    }
}

fn decided(
    subject: &Subject<'_>,
    mutant: &Objective,
    partner: Option<&Objective>,
    verdict: Decision,
) -> Record {
    Record {
        verdict: match partner {
            Some(partner) => Decision::duplicate(partner.id.0.clone()),
            None => verdict,
        },
        ..record_of(mutant, subject.lookup.name(mutant.site.function))
    }
}
