//! Labels of files, and the truth about them: which inputs of small functions cover them.

// Each test uses a part.
#![allow(dead_code)]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use quell_compile::Language;
use quell_engine::Subject;
use quell_exec::concrete::carry::{Meeting, Settings, meets};
use quell_exec::condition::Conditions;
use quell_exec::{Program, StopKind, UbMode};
use quell_frontend::{CompileJob, SourceUnit, load};
use quell_ir::debug::DebugInfo;
use quell_ir::opcode::{Flags, IntPred};
use quell_ir::{FuncId, InstKind, Module, Type, Value};
use quell_objectives::condition::{Condition, SiteCondition, Step};
use quell_objectives::criteria::{CriteriaSelection, DecisionTable, WantedLabels, label};
use quell_objectives::{
    Label, LabelRole, NewInst, Objective, ObjectiveId, ObjectiveKind, Selection, Wanted, generate,
    support,
};
use quell_values::lookup::Lookup;
use quell_values::{Callee, Given, Surroundings, Types};

use super::deciding::root;

/// A module with labels.
pub struct Labelled {
    pub file: String,
    language: Language,
    pub module: Module,
    pub list: Vec<Objective>,
    decisions: Vec<DecisionTable>,
    unit: SourceUnit,
}

pub fn labelled(file: &str, criteria: &str) -> Labelled {
    labelled_with(file, criteria, None)
}

/// With the labels of weak mutation of these operators.
pub fn labelled_with(file: &str, criteria: &str, operators: Option<&str>) -> Labelled {
    let unit = load(&CompileJob::new(root().join(file))).unwrap();
    let mut module = Module::clone(&unit.module);
    let wanted = WantedLabels {
        selection: CriteriaSelection::parse(criteria).unwrap(),
        functions: Vec::new(),
        lines: None,
        partitions: BTreeMap::new(),
        operators: operators.map(|list| Selection::parse(list).unwrap()),
    };
    let found = label(&mut module, unit.sources(), &wanted);
    Labelled {
        file: file.to_owned(),
        language: unit.language,
        module,
        list: found.objectives,
        decisions: found.decisions,
        unit,
    }
}

pub fn labels_of(file: &str, criteria: &str) -> Vec<Objective> {
    labelled(file, criteria).list
}

impl Labelled {
    pub fn with_subject<T>(&self, using: impl FnOnce(&Subject<'_>) -> T) -> T {
        let shared = Arc::new(self.module.clone());
        let subject = Subject {
            lookup: self.lookup(&shared),
            shared: shared.clone(),
            objectives: &self.list,
            faults: Vec::new(),
            criteria: Vec::new(),
            decisions: &self.decisions,
        };
        using(&subject)
    }

    pub fn function(&self, name: &str) -> FuncId {
        self.module.find_function(name).expect(name)
    }

    fn lookup<'m>(&'m self, module: &'m Module) -> Lookup<'m> {
        Lookup {
            module,
            info: DebugInfo::new(module),
            language: self.language,
            file: &self.file,
        }
    }

    /// Adds mutants of the same module.
    pub fn add_mutants(&mut self, faults: &str) {
        let wanted = Wanted {
            functions: Vec::new(),
            lines: None,
            selection: Selection::parse(faults).unwrap(),
        };
        let found = generate(&mut self.module, self.unit.sources(), &wanted);
        self.list.extend(found.mutants);
    }

    /// Adds a label of a run-time error at each division; their number.
    pub fn add_divisions_by_zero(&mut self) -> usize {
        let template = labels_of(&self.file, "CC");
        let source = template[0].source.clone();
        let functions: Vec<FuncId> = self.module.functions.keys().collect();
        let mut count = 0;
        for id in functions {
            let function = &self.module.functions[id];
            let base = function.locals.len();
            let all = function.insts.iter();
            let divisions = all.filter_map(|(inst, of)| match of.kind {
                InstKind::Binary { op, rhs, .. } if op.is_division() => Some((inst, rhs)),
                _ => None,
            });
            for (inst, divisor) in divisions.collect::<Vec<_>>() {
                let zero = support::int(&mut self.module, 32, 0);
                let predicate = is_equal(&mut self.module, (inst, base), divisor, zero);
                let label = Label {
                    criterion: "RTE".to_owned(),
                    predicates: vec![predicate],
                    role: LabelRole::RunTimeError,
                };
                let id_of = ObjectiveId(format!("RTE-{count}"));
                self.list
                    .push(Objective::label(id_of, id, label, source.clone()));
                count += 1;
            }
        }
        count
    }
}

fn is_equal(
    module: &mut Module,
    (at, base): (quell_ir::InstId, usize),
    a: Value,
    b: Value,
) -> SiteCondition {
    use quell_ir::entity::EntityRef;
    let bit = module.types.intern(Type::Int(1));
    let step = Step::total(NewInst {
        kind: InstKind::ICmp {
            pred: IntPred::Eq,
            flags: Flags::default(),
            lhs: a,
            rhs: b,
        },
        ty: bit,
    });
    let value = Value::Local(quell_ir::LocalId::new(base));
    SiteCondition::before(at, base, vec![step], Condition::Holds(value))
}

pub fn number(value: &serde_json::Value) -> i64 {
    match value {
        serde_json::Value::Bool(value) => i64::from(*value),
        value => value.as_i64().expect("a number"),
    }
}

/// Which inputs cover labels, by running all of them.
pub struct Truth {
    /// The inputs that cover a label, each packed into a number.
    covering: BTreeMap<String, BTreeSet<u64>>,
}

impl Truth {
    pub fn of(labels: &Labelled) -> Self {
        let module = Arc::new(labels.module.clone());
        let program = Rc::new(Program::new(module.clone()));
        let lookup = labels.lookup(&module);
        let covering = RefCell::new(BTreeMap::new());
        for (id, function) in module.functions.iter() {
            let own = labels.list.iter().filter(|of| of.site.function == id);
            let own = own.filter_map(|of| match &of.kind {
                ObjectiveKind::Label(label) => Some((of.id.0.as_str(), label)),
                _ => None,
            });
            let own: Vec<(&str, &Label)> = own.collect();
            if own.is_empty() {
                continue;
            }
            let callee = Callee::new(&lookup, Types::new(&module), id);
            let conditions = own.iter().flat_map(|(_, label)| {
                let predicates = label.predicates.iter();
                predicates.map(move |predicate| (id, predicate.clone()))
            });
            let conditions: Vec<_> = conditions.collect();
            let conditions = Conditions::new(&program, &conditions).unwrap();
            let ranges = function.params.iter().map(|param| {
                let is_signed = param.attrs.signext;
                match module.types.get(param.ty) {
                    Type::Int(1) => 0..2,
                    Type::Int(8) if is_signed => -128..128,
                    Type::Int(8) => 0..256,
                    other => panic!("{other:?}"),
                }
            });
            let ranges: Vec<std::ops::Range<i64>> = ranges.collect();
            each_input(&ranges, &mut |args| {
                let texts: Vec<Given> = args
                    .iter()
                    .map(|arg| Given::from_json(&serde_json::json!(arg)))
                    .collect();
                let call = callee.prepare(&texts, &Surroundings::default()).unwrap();
                let settings = Settings {
                    ub_mode: UbMode::Trap,
                    steps: 100_000,
                    memory: 1 << 20,
                };
                let seen = meets(&call.image, settings, &conditions).unwrap();
                note(&own, (id, &seen), args, &mut covering.borrow_mut());
            });
        }
        Self {
            covering: covering.into_inner(),
        }
    }

    pub fn is_coverable(&self, id: &str) -> bool {
        self.covering.contains_key(id)
    }

    pub fn covers(&self, id: &str, args: &[i64]) -> bool {
        let known = self.covering.get(id);
        known.is_some_and(|known| known.contains(&packed(args)))
    }
}

/// The bytes of an input as one number.
fn packed(args: &[i64]) -> u64 {
    let bytes = args.iter().map(|arg| (*arg & 0xff) as u64);
    bytes.fold(0, |all, byte| all << 8 | byte)
}

fn each_input(ranges: &[std::ops::Range<i64>], visit: &mut impl FnMut(&[i64])) {
    let mut args: Vec<i64> = ranges.iter().map(|range| range.start).collect();
    loop {
        visit(&args);
        let mut place = 0;
        loop {
            let Some(range) = ranges.get(place) else {
                return;
            };
            args[place] += 1;
            if args[place] < range.end {
                break;
            }
            args[place] = range.start;
            place += 1;
        }
    }
}

fn note(
    own: &[(&str, &Label)],
    (function, seen): (FuncId, &Meeting),
    args: &[i64],
    covering: &mut BTreeMap<String, BTreeSet<u64>>,
) {
    let is_undefined = matches!(seen.stop.as_deref(), Some(StopKind::Ub(_)));
    let at = seen.places.first();
    let mut first = 0;
    for (id, label) in own {
        let mut predicates = label.predicates.iter().zip(first..);
        first += label.predicates.len();
        let is_error = label.role == LabelRole::RunTimeError;
        let is_covered = predicates.any(|(predicate, index)| {
            let is_here = at
                .is_some_and(|at| at.function == function && Some(at.inst) == predicate.at.inst());
            let holds = seen.met.met[index] && !seen.met.undefined[index];
            holds && (is_error == is_undefined) && (is_here || !is_error)
        });
        if is_covered {
            covering
                .entry((*id).to_owned())
                .or_default()
                .insert(packed(args));
        }
    }
}
