//! The labels that a run covers, natively and in the machine, compared with those stated by hand in `labels/clamp.c`.

mod campaign;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use campaign::{Campaign, options};
use quell_compile::Toolbox;
use quell_exec::concrete::carry::{Meeting, Settings, meets};
use quell_exec::condition::Conditions;
use quell_exec::{Program, UbMode};
use quell_ir::debug::DebugInfo;
use quell_ir::opcode::{BinOp, Flags, IntPred};
use quell_ir::{InstKind, LocalId, Module, Value};
use quell_native::Session;
use quell_objectives::condition::{Condition, SiteCondition, Step, Trap, infection};
use quell_objectives::meta::{self, MetaError};
use quell_objectives::{
    Label, LabelRole, NewInst, Objective, ObjectiveId, Source, SourceSpan, SourceText, support,
};
use quell_values::{Callee, Given, Surroundings, Types};

const FILE: &str = "crates/quell-native/tests/labels/clamp.c";

/// A comparison of the function with the branch on it.
struct Decision {
    line: u32,
    lhs: Value,
    rhs: Value,
    holds: Value,
    branch: quell_ir::InstId,
}

fn decisions(module: &Module) -> Vec<Decision> {
    let id = module.find_function("clamp").unwrap();
    let function = &module.functions[id];
    let info = DebugInfo::new(module);
    let branches = function.blocks.values().filter_map(|block| {
        let &branch = block.insts.last()?;
        let InstKind::CondBr { cond, .. } = function.insts[branch].kind else {
            return None;
        };
        let mut insts = function.insts.values();
        let compared = insts.find(|inst| inst.result.expand().map(Value::Local) == Some(cond))?;
        let InstKind::ICmp { lhs, rhs, .. } = compared.kind else {
            return None;
        };
        Some(Decision {
            line: info.span_of(function, branch)?.place.line,
            lhs,
            rhs,
            holds: cond,
            branch,
        })
    });
    branches.collect()
}

/// Whether two numbers differ by more than 2, without overflow in these tests.
fn far(module: &mut Module, base: usize, of: &Decision) -> (Vec<Step>, Condition) {
    let (int, bool_ty) = (module.types.int(32), module.types.int(1));
    let local = |step: usize| Value::Local(LocalId::from_u32((base + step) as u32));
    let distance = InstKind::Binary {
        op: BinOp::Sub,
        flags: Flags::NONE,
        lhs: of.lhs,
        rhs: of.rhs,
    };
    let compare = |pred, rhs| InstKind::ICmp {
        pred,
        flags: Flags::NONE,
        lhs: local(0),
        rhs,
    };
    let above = compare(IntPred::Sgt, support::int(module, 32, 2));
    let below = compare(IntPred::Slt, support::int(module, 32, -2));
    let step = |kind, ty| Step::total(NewInst { kind, ty });
    let code = vec![
        step(distance, int),
        step(above, bool_ty),
        step(below, bool_ty),
    ];
    let holds = Condition::Holds(local(1)).or(Condition::Holds(local(2)));
    (code, holds)
}

fn labels(module: &mut Module) -> Vec<Objective> {
    let function = module.find_function("clamp").unwrap();
    let base = module.functions[function].locals.len();
    let mut labels = Vec::new();
    for decision in decisions(module) {
        let divided = Step {
            inst: NewInst {
                kind: InstKind::Binary {
                    op: BinOp::SDiv,
                    flags: Flags::NONE,
                    lhs: decision.lhs,
                    rhs: decision.rhs,
                },
                ty: module.types.int(32),
            },
            trap: Some(Trap::Division),
        };
        let holds = Condition::Holds(decision.holds);
        let predicates = [
            ("true", (Vec::new(), holds.clone())),
            ("false", (Vec::new(), holds.negated())),
            ("far", far(module, base, &decision)),
            ("zero", (vec![divided], Condition::Traps(0))),
        ];
        for (name, (code, holds)) in predicates {
            let predicate = SiteCondition::before(decision.branch, base, code, holds);
            assert!(predicate.is_exact());
            let label = Label {
                criterion: "CC".to_owned(),
                predicates: vec![predicate],
                role: LabelRole::Objective,
            };
            let source = Source {
                span: SourceSpan {
                    file: FILE.to_owned(),
                    line: decision.line,
                    column: 9,
                    end_line: decision.line,
                    end_column: 16,
                },
                text: SourceText::Predicate(name.to_owned()),
            };
            let id = ObjectiveId(format!("CC-{}-{name}", decision.line));
            labels.push(Objective::label(id, function, label, source));
        }
    }
    labels
}

/// For each call, the ids of the covered labels, and of those whose site is executed.
type Coverage = BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>;

/// The coverage that the comments of the source state.
fn stated(text: &str) -> Coverage {
    let mut all = Coverage::new();
    for (index, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("/* clamp(") else {
            continue;
        };
        let comment = comment.trim_end_matches("*/").trim();
        for call in format!("clamp({comment}").split(';') {
            let (call, labels) = call.split_once(": ").unwrap();
            let (covered, missed) = labels.split_once(" missed ").unwrap();
            let ids = |names: &str| -> BTreeSet<String> {
                let names = names.split(',').map(str::trim);
                names
                    .map(|name| format!("CC-{}-{name}", index + 1))
                    .collect()
            };
            let known = all.entry(call.trim().to_owned()).or_default();
            known.0.extend(ids(covered));
            known.1.extend(ids(covered));
            known.1.extend(ids(missed));
        }
    }
    all
}

fn arguments(call: &str) -> Vec<Given> {
    let list = call.trim_start_matches("clamp(").trim_end_matches(')');
    let numbers = list.split(',').map(|number| number.trim().parse::<i32>());
    numbers
        .map(|number| Given::from_json(&number.unwrap().into()))
        .collect()
}

#[test]
fn a_run_covers_the_labels_whose_predicates_hold() {
    let mut campaign = Campaign::new(FILE, "ROR");
    let mut module = Module::clone(&campaign.module);
    let labels = labels(&mut module);
    assert_eq!(labels.len(), 8);
    campaign.module = Arc::new(module);
    let module = &campaign.module;
    // Mutants at the same comparisons are recorded beside the labels.
    let mut objectives = campaign.mutants.clone();
    assert!(!objectives.is_empty());
    objectives.extend(labels.iter().cloned());
    let built = meta::build(module, &objectives, &meta::Options::default()).unwrap();
    let session = Session::build(&built.module, &Toolbox::from_env(), options()).unwrap();
    let conditions = labels.iter().flat_map(|label| {
        let of_label = infection(module, label).into_iter();
        of_label.map(|condition| (label.site.function, condition))
    });
    let conditions: Vec<_> = conditions.collect();
    let program = Rc::new(Program::new(module.clone()));
    let conditions = Conditions::new(&program, &conditions).unwrap();
    let lookup = campaign.lookup();
    let callee = Callee::new(&lookup, Types::new(module), lookup.find("clamp").unwrap());
    let stated = stated(&std::fs::read_to_string(campaign::root().join(FILE)).unwrap());
    assert_eq!(stated.len(), 3);
    for (call, (covered, executed)) in stated {
        let prepared = callee.prepare(&arguments(&call), &Surroundings::default());
        let image = prepared.unwrap().image;
        let recording = session.record(&image).unwrap();
        let of_labels = |numbers: &[u32]| -> BTreeSet<String> {
            let ids = numbers.iter().filter_map(|&number| built.objective(number));
            let ids = ids.map(|id| id.0.clone());
            ids.filter(|id| id.starts_with("CC-")).collect()
        };
        assert_eq!(of_labels(&recording.infected), covered, "{call}");
        assert_eq!(of_labels(&recording.executed), executed, "{call}");
        let settings = Settings {
            ub_mode: UbMode::Trap,
            steps: 1_000,
            memory: 1 << 20,
        };
        let Meeting { met, stop, .. } = meets(&image, settings, &conditions).unwrap();
        assert!(stop.is_none());
        let of_machine = |is: &[bool]| -> BTreeSet<String> {
            let labels = labels.iter().zip(is).filter(|(_, is)| **is);
            labels.map(|(label, _)| label.id.0.clone()).collect()
        };
        assert_eq!(of_machine(&met.met), covered, "{call}");
        assert_eq!(of_machine(&met.executed), executed, "{call}");
        assert!(!met.undefined.contains(&true));
    }
}

/// All mutants of such a function count as infected when it is entered; a label would falsely count as covered.
#[test]
fn labels_that_cannot_be_recorded_are_refused() {
    let mut module = Module::clone(&Campaign::new(FILE, "ROR").module);
    let labels = labels(&mut module);
    let function = labels[0].site.function;
    module.functions[function].varargs = true;
    let error = meta::build(&module, &labels, &meta::Options::default()).unwrap_err();
    assert!(matches!(&error, MetaError::Label { objective } if *objective == labels[0].id));
}
