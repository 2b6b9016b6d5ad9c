//! A run: all functions with mutants, one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use quell_compile::Toolbox;
use quell_exec::Program;
use quell_ir::{ConstKind, FuncId, GlobalRef, InstKind, Value};
use quell_native::tce::{self, Likeness};
use quell_native::{Options, Session};
use quell_objectives::{Change, Mutant, meta};
use quell_results::{DecidedMutant, Run, Unsupported};
use quell_solver::Solver;
use quell_values::inputs::InputSpace;
use quell_values::types::Types;
use quell_values::{Callee, lookup::Lookup};

use crate::EngineError;
use crate::bmc::{Found, Shared, Unit, new_solver};
use crate::referee::Referee;
use crate::subject::{Progress, Settings, Subject};
use crate::verdicts::Ledger;

/// How often the capacity of buffers is doubled where no input is valid.
const GROWTH: u32 = 3;

/// Decides all mutants of a subject.
pub fn run(
    subject: &Subject<'_>,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
) -> Result<Run, EngineError> {
    let start = Instant::now();
    progress(Progress::Building {
        mutants: subject.mutants.len(),
    });
    let tools = Toolbox::from_env();
    let built = meta::build(
        subject.lookup.module,
        subject.mutants,
        &meta::Options::default(),
    )?;
    let functions = by_function(subject.mutants);
    let module = subject.lookup.module;
    let symbol = |id: &FuncId| module.text(module.functions[*id].name).to_owned();
    let native = Options {
        functions: functions.keys().map(symbol).collect(),
        ..settings.native.clone()
    };
    let session = Session::build(&built.module, &tools, native)?;
    let unlike = vec![Likeness::Unlike; subject.mutants.len()];
    let likenesses = match settings.compare_code {
        // Code that cannot be compared is like no other.
        true => tce::compare(module, subject.mutants, &tools).unwrap_or_else(|_| unlike.clone()),
        false => unlike,
    };
    let ids = subject.mutants.iter().map(|mutant| mutant.id.0.clone());
    let mut campaign = Campaign {
        subject,
        settings,
        referee: Referee {
            session: &session,
            meta: &built,
        },
        program: Rc::new(Program::new(subject.shared.clone())),
        solver: new_solver(),
        ledger: Ledger::new(ids.collect()),
        unsupported: Vec::new(),
        start,
    };
    for (function, mutants) in functions {
        let own: Vec<usize> = mutants
            .into_iter()
            .filter(|index| !matches!(likenesses[*index], Likeness::DuplicateOf(_)))
            .collect();
        campaign.function(function, &own, progress)?;
    }
    let protection = session.protection().to_string();
    Ok(campaign.results(&likenesses, &protection))
}

fn by_function(mutants: &[Mutant]) -> BTreeMap<FuncId, Vec<usize>> {
    let mut functions: BTreeMap<FuncId, Vec<usize>> = BTreeMap::new();
    for (index, mutant) in mutants.iter().enumerate() {
        functions.entry(mutant.function).or_default().push(index);
    }
    functions
}

struct Campaign<'c, 'm> {
    subject: &'c Subject<'m>,
    settings: &'c Settings,
    referee: Referee<'c>,
    program: Rc<Program>,
    solver: Shared,
    ledger: Ledger,
    unsupported: Vec<Unsupported>,
    start: Instant,
}

impl Campaign<'_, '_> {
    fn lookup(&self) -> &Lookup<'_> {
        &self.subject.lookup
    }

    fn function(
        &mut self,
        function: FuncId,
        mutants: &[usize],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), EngineError> {
        let subject = self.subject;
        let name = self.lookup().name(function);
        progress(Progress::Function {
            name: name.clone(),
            mutants: mutants.len(),
        });
        let types = Types::new(subject.lookup.module);
        let callee = Callee::new(&subject.lookup, types, function);
        let end = self.start + self.settings.budgets.run;
        let deadline = (Instant::now() + self.settings.budgets.function).min(end);
        let mut inputs = self.settings.inputs.clone();
        inputs.further_globals.extend(self.mentioned(mutants));
        for _ in 0..=GROWTH {
            let spaces = match InputSpace::all(&callee, &inputs) {
                Ok(spaces) => spaces,
                Err(error) => {
                    self.give_up(&name, mutants, &error.to_string());
                    return Ok(());
                }
            };
            let unit = Unit {
                callee: &callee,
                name: &name,
                program: self.program.clone(),
                mutants: subject.mutants,
                settings: self.settings,
                referee: &self.referee,
                solver: self.solver.clone(),
                deadline,
            };
            let mut valid = false;
            for (index, space) in spaces.iter().enumerate() {
                self.ledger.turn_to(mutants, index, spaces.len());
                valid |= unit.decide(space, &mut self.ledger)? != Found::NoInput;
            }
            if valid {
                break;
            }
            // A function may want more elements behind its pointers than there are.
            inputs.capacity = inputs.capacity.saturating_mul(2);
        }
        self.note_unsupported(&name, mutants);
        let alive = self.ledger.alive().len();
        progress(Progress::Decided {
            done: subject.mutants.len() - alive,
            of: subject.mutants.len(),
        });
        Ok(())
    }

    /// The globals that edits of mutants use.
    fn mentioned(&self, mutants: &[usize]) -> BTreeSet<String> {
        let module = self.subject.lookup.module;
        let mut symbols = BTreeSet::new();
        for edit in mutants
            .iter()
            .flat_map(|index| &self.subject.mutants[*index].edits)
        {
            let new = match &edit.change {
                Change::Replace(new)
                | Change::Return(new)
                | Change::Incoming { value: new, .. } => new,
                Change::Jump(_) => continue,
            };
            let operands = |kind: &InstKind| {
                let mut values = Vec::new();
                kind.for_each_operand(|value| values.push(*value));
                values
            };
            let values = new.code.iter().flat_map(|inst| operands(&inst.kind));
            for value in values.chain(new.result) {
                if let Value::Const(id) = value
                    && let ConstKind::Global(GlobalRef::Var(global)) = module.consts.get(id).kind
                {
                    symbols.insert(module.text(module.globals[global].name).to_owned());
                }
            }
        }
        symbols
    }

    fn give_up(&mut self, name: &str, mutants: &[usize], what: &str) {
        self.ledger.turn_to(mutants, 0, 1);
        self.ledger.all_open(what);
        self.unsupported.push(Unsupported {
            function: name.to_owned(),
            what: what.to_owned(),
        });
    }

    /// What kept a function from being explored, once for all its mutants.
    fn note_unsupported(&mut self, name: &str, mutants: &[usize]) {
        let verdicts = mutants.iter().map(|index| self.ledger.verdict(*index, ""));
        let reasons: BTreeSet<String> = verdicts
            .filter(|verdict| verdict.kind == quell_results::Kind::Unknown)
            .map(|verdict| verdict.reason)
            .collect();
        for what in reasons {
            self.unsupported.push(Unsupported {
                function: name.to_owned(),
                what,
            });
        }
    }

    fn results(self, likenesses: &[Likeness], protection: &str) -> Run {
        let engine = self.settings.engine.name();
        let mut mutants: Vec<DecidedMutant> = Vec::new();
        for (index, mutant) in self.subject.mutants.iter().enumerate() {
            let partner = match likenesses[index] {
                Likeness::DuplicateOf(partner) => Some(partner),
                _ => None,
            };
            let verdict = match partner {
                Some(partner) => mutants[partner].verdict.clone(),
                None => self.ledger.verdict(index, engine),
            };
            mutants.push(DecidedMutant {
                id: mutant.id.0.clone(),
                operator: mutant.operator.to_owned(),
                function: self.subject.lookup.name(mutant.function),
                file: mutant.span.file.clone(),
                line: mutant.span.line,
                column: mutant.span.column,
                original: mutant.diff.before.clone(),
                replacement: mutant.diff.after.clone(),
                duplicate_of: partner.map(|partner| self.subject.mutants[partner].id.0.clone()),
                verdict,
            });
        }
        let mut run = Run {
            file: self.subject.lookup.file.to_owned(),
            engine: engine.to_owned(),
            faults: self.subject.faults.clone(),
            mutants,
            tests: self.ledger.tests,
            unsupported: self.unsupported,
            protection: protection.split(", ").map(str::to_owned).collect(),
            ..Run::default()
        };
        let solver = self.solver.borrow().statistics();
        run.totals.queries = solver.first().map_or(0, |outermost| outermost.questions);
        let time = solver
            .first()
            .map_or(0.0, |outermost| outermost.time.as_secs_f64());
        run.totals.solver_seconds = time;
        run.totals.seconds = self.start.elapsed().as_secs_f64();
        run.finished()
    }
}
