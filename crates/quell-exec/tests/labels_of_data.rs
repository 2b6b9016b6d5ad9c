//! Labels of values: the files of `tests/labels` whose names begin with `wm_`, `idc_`, `rte_`, `flow_` and `user_`.
//!
//! The first line of a file names the criteria: `/* criteria: IDC */`, or `/* criteria: WM, operators: SVR */`; lines `/* partition NAME: PREDICATE */` give
//! partitions. A comment `//: TEXT | TEXT` lists the labels that begin on its line, all of them; `never TEXT` is one that no
//! input covers. Functions whose parameters are one or two bytes are run in the machine on all inputs, and each label is
//! covered by one of them or by none, as stated. `~` behind a text says that this is not checked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use quell_exec::concrete::carry::{Meeting, Settings, meets};
use quell_exec::condition::Conditions;
use quell_exec::{Program, StopKind, UbMode};
use quell_frontend::{CompileJob, SourceUnit, load};
use quell_ir::debug::DebugInfo;
use quell_ir::verify::verify;
use quell_ir::{FuncId, Module, Type};
use quell_objectives::condition::{SiteCondition, infection};
use quell_objectives::criteria::{CriteriaSelection, Labels, WantedLabels, label};
use quell_objectives::{Objective, ObjectiveId, ObjectiveKind, Selection, Sources};
use quell_objectives::{Wanted, generate, meta};
use quell_values::lookup::Lookup;
use quell_values::{Callee, Given, Surroundings, Types};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn loaded(path: &Path) -> SourceUnit {
    let path = path.canonicalize().unwrap();
    load(&CompileJob::new(path)).unwrap_or_else(|error| panic!("{error}"))
}

/// The module of a file with its labels.
struct Labelled {
    unit: SourceUnit,
    module: Arc<Module>,
    labels: Labels,
    text: String,
}

fn wanted(text: &str) -> WantedLabels {
    let first = text.lines().next().unwrap_or("");
    let (_, criteria) = first.split_once("criteria:").expect("a line of criteria");

    let criteria = criteria.trim_end_matches("*/").trim();
    let (criteria, operators) = match criteria.split_once(", operators:") {
        Some((criteria, operators)) => (criteria, Selection::parse(operators).ok()),
        None => (criteria, None),
    };
    let mut partitions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in text.lines() {
        let Some((_, partition)) = line.split_once("partition ") else {
            continue;
        };
        let partition = partition.trim_end().trim_end_matches("*/").trim();
        let (function, predicate) = partition.split_once(':').expect("a partition");
        let known = partitions.entry(function.trim().to_owned()).or_default();
        known.push(predicate.trim().to_owned());
    }
    WantedLabels {
        selection: CriteriaSelection::parse(criteria).unwrap(),
        functions: Vec::new(),
        lines: None,
        partitions,
        operators,
    }
}

fn labelled(path: &Path) -> Labelled {
    let text = std::fs::read_to_string(path).unwrap();
    let unit = loaded(path);
    let mut module = Module::clone(&unit.module);
    let sources = Sources::load(&module);
    let labels = label(&mut module, &sources, &wanted(&text));
    let errors = verify(&module);
    assert!(errors.is_empty(), "{}: {}", path.display(), errors[0]);
    let recorded: Vec<Objective> = labels
        .objectives
        .iter()
        .filter(|of| is_label(of))
        .cloned()
        .collect();
    let built = meta::build(&module, &recorded, &meta::Options::default());
    let built = built.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(verify(&built.module).is_empty());
    Labelled {
        unit,
        module: Arc::new(module),
        labels,
        text,
    }
}

fn own_label(objectives: &[Objective], id: &ObjectiveId) -> bool {
    objectives.iter().any(|of| of.id == *id && is_label(of))
}

fn is_label(objective: &Objective) -> bool {
    matches!(objective.kind, ObjectiveKind::Label(_))
}

impl Labelled {
    fn lookup(&self) -> Lookup<'_> {
        Lookup {
            module: &self.module,
            info: DebugInfo::new(&self.module),
            language: self.unit.language,
            file: &self.unit.file,
        }
    }

    /// The functions whose inputs are one or two bytes.
    fn functions(&self) -> Vec<FuncId> {
        let all = self.labels.objectives.iter().map(|of| of.site.function);
        let all: BTreeSet<FuncId> = all.collect();
        let is_small = |id: &FuncId| {
            let params = &self.module.functions[*id].params;
            let mut types = params.iter().map(|param| self.module.types.get(param.ty));
            (1..=2).contains(&params.len()) && types.all(|ty| *ty == Type::Int(8))
        };
        all.into_iter().filter(is_small).collect()
    }

    /// The labels that some input of a function covers; of mutants, those that some input infects.
    fn covered(&self, function: FuncId, objectives: &[Objective]) -> BTreeSet<ObjectiveId> {
        let runs = self.runs(function, objectives);
        runs.into_iter().flatten().collect()
    }

    /// By input, the objectives that it meets.
    fn runs(&self, function: FuncId, objectives: &[Objective]) -> Vec<BTreeSet<ObjectiveId>> {
        let runs = self.outcomes(function, objectives).into_iter();
        runs.map(|(met, _)| met).collect()
    }

    /// By input, the objectives that it meets, and whether the run ends in undefined behaviour.
    fn outcomes(
        &self,
        function: FuncId,
        objectives: &[Objective],
    ) -> Vec<(BTreeSet<ObjectiveId>, bool)> {
        let own = objectives.iter().filter(|of| of.site.function == function);
        let mut owners = Vec::new();
        let mut conditions: Vec<(FuncId, SiteCondition)> = Vec::new();
        for objective in own {
            for condition in infection(&self.module, objective) {
                owners.push(&objective.id);
                conditions.push((function, condition));
            }
        }
        let program = Rc::new(Program::new(self.module.clone()));
        let conditions = Conditions::new(&program, &conditions).unwrap();
        let lookup = self.lookup();
        let callee = Callee::new(&lookup, Types::new(&self.module), function);
        let settings = Settings {
            ub_mode: UbMode::Trap,
            steps: 10_000,
            memory: 1 << 20,
        };
        let inputs = inputs(
            self.module.functions[function].params.len(),
            &signs(&self.module, function),
        );
        let runs = inputs.iter().map(|input| {
            let prepared = callee.prepare(input, &Surroundings::default()).unwrap();
            let Meeting { met, stop, .. } = meets(&prepared.image, settings, &conditions).unwrap();
            for (id, _) in owners.iter().zip(&met.undefined).filter(|(_, is)| **is) {
                let is_of_label = own_label(objectives, id);
                assert!(!is_of_label, "{id} is undefined on {input:?}");
            }
            let met = met.met.iter().zip(&owners).filter(|(is, _)| **is);
            let is_undefined = matches!(stop.as_deref(), Some(StopKind::Ub(_)));
            (met.map(|(_, id)| (*id).clone()).collect(), is_undefined)
        });
        runs.collect()
    }
}

fn signs(module: &Module, function: FuncId) -> Vec<bool> {
    let info = DebugInfo::new(module);
    let signature = info.signature(&module.functions[function]).unwrap();
    let types = Types::new(module);
    let params = signature.params.iter();
    params
        .map(|param| {
            types.name(param.ty.into()).starts_with("signed")
                || types.name(param.ty.into()) == "i8"
                || types.name(param.ty.into()) == "char"
        })
        .collect()
}

fn inputs(count: usize, signs: &[bool]) -> Vec<Vec<Given>> {
    let bytes = |index: usize| -> Vec<Given> {
        let signed = signs[index];
        let number = |byte: u8| match signed {
            true => (byte as i8).into(),
            false => byte.into(),
        };
        (0..=u8::MAX)
            .map(|byte| Given::from_json(&number(byte)))
            .collect()
    };
    match count {
        1 => bytes(0).into_iter().map(|one| vec![one]).collect(),
        _ => {
            let (first, second) = (bytes(0), bytes(1));
            let pairs = first
                .iter()
                .flat_map(|a| second.iter().map(move |b| vec![a.clone(), b.clone()]));
            pairs.collect()
        }
    }
}

/// What a line states of one label.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Stated {
    text: String,
    /// None if it is not checked.
    is_covered: Option<bool>,
}

fn stated(line: &str) -> BTreeSet<Stated> {
    let Some((_, list)) = line.split_once("//:") else {
        return BTreeSet::new();
    };
    let list = list
        .split(" | ")
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let one = |text: &str| {
        let (text, is_checked) = match text.strip_suffix('~') {
            Some(text) => (text.trim(), false),
            None => (text, true),
        };
        let (text, is_covered) = match text.strip_prefix("never ") {
            Some(text) => (text, false),
            None => (text, true),
        };
        Stated {
            text: text.to_owned(),
            is_covered: is_checked.then_some(is_covered),
        }
    };
    list.map(one).collect()
}

/// Compares the labels of a file, and what covers them, with what its comments state.
fn check(path: &Path) {
    let file = labelled(path);
    let mut covered = BTreeSet::new();
    let functions = file.functions();
    for &function in &functions {
        let labels: Vec<Objective> = file
            .labels
            .objectives
            .iter()
            .filter(|of| is_label(of))
            .cloned()
            .collect();
        covered.extend(file.covered(function, &labels));
    }
    for objective in &file.labels.objectives {
        let is_met = |ids: &Vec<ObjectiveId>| ids.iter().all(|id| covered.contains(id));
        if objective.alternatives().iter().any(is_met) {
            covered.insert(objective.id.clone());
        }
    }
    let mut wrong = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let stated = stated(line);
        let here = file
            .labels
            .objectives
            .iter()
            .filter(|of| of.source.span.line == index as u32 + 1);
        let found: BTreeSet<Stated> = here
            .filter(|of| !of.is_part())
            .map(|of| {
                let text = of.source.before().to_owned();
                let is_checked = functions.contains(&of.site.function)
                    && !stated
                        .iter()
                        .any(|known| known.text == text && known.is_covered.is_none());
                Stated {
                    text,
                    is_covered: is_checked.then(|| covered.contains(&of.id)),
                }
            })
            .collect();
        let shown = |list: &BTreeSet<Stated>| {
            let list = list.iter().map(|of| match of.is_covered {
                Some(true) => of.text.clone(),
                Some(false) => format!("never {}", of.text),
                None => format!("{} ~", of.text),
            });
            list.collect::<Vec<_>>().join(" | ")
        };
        if found != stated {
            let (found, stated) = (shown(&found), shown(&stated));
            wrong.push(format!(
                "{}: found  {found}\n    stated {stated}",
                index + 1
            ));
        }
    }
    let skipped = &file.labels.skipped;
    assert!(
        wrong.is_empty(),
        "{}\n{}\nskipped {skipped:?}",
        path.display(),
        wrong.join("\n")
    );
    let ids: BTreeSet<&ObjectiveId> = file.labels.objectives.iter().map(|of| &of.id).collect();
    assert_eq!(ids.len(), file.labels.objectives.len());
}

/// The label of each mutant holds on exactly those inputs on which the mutant is infected.
#[test]
fn wm_labels_are_infections() {
    let path = root().join("tests/labels/wm_bytes.c");
    let file = labelled(&path);
    let mut module = Module::clone(&file.module);
    let mutants = generate(
        &mut module,
        &Sources::load(&file.module),
        &Wanted {
            selection: Selection::all(),
            functions: Vec::new(),
            lines: None,
        },
    );
    let mut compared = 0;
    for function in file.functions() {
        let labels = file.runs(function, &file.labels.objectives);
        let infected = file.runs(function, &mutants.mutants);
        let own: BTreeSet<ObjectiveId> = file
            .labels
            .objectives
            .iter()
            .filter(|of| of.site.function == function)
            .map(|of| of.id.clone())
            .collect();
        for (labels, infected) in labels.iter().zip(&infected) {
            for id in &own {
                let mutant = ObjectiveId(id.0.strip_prefix("WM-").unwrap().to_owned());
                let is_target = mutant.0.starts_with("SVR")
                    && !infected.contains(&mutant)
                    && labels.contains(id);
                assert!(!is_target, "{id}");
                compared += 1;
                if mutant.0.starts_with("SVR") {
                    continue;
                }
                assert_eq!(labels.contains(id), infected.contains(&mutant), "{id}");
            }
        }
    }
    println!(
        "{compared} compared, {} labels, {:?}",
        file.labels.objectives.len(),
        file.labels.skipped
    );
    assert!(compared > 50_000);
}

#[test]
fn wm_assignments_to_other_variables_have_to_change_something() {
    check(&root().join("tests/labels/wm_targets.c"));
}

#[test]
fn user_labels_are_covered_where_their_conditions_hold() {
    for file in ["user_labels.c", "user_ltest.c", "user_labels.rs"] {
        check(&root().join("tests/labels").join(file));
    }
}

/// What is said of labels in a text of C.
fn said(text: &str) -> Labels {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("source.c");
    std::fs::write(&path, text).unwrap();
    let unit = loaded(&path);
    let mut module = Module::clone(&unit.module);
    let sources = Sources::load(&module);
    label(&mut module, &sources, &wanted(text))
}

#[test]
fn user_labels_with_side_effects_are_errors() {
    const HEAD: &str = "/* criteria: LABEL */\n#include <quell.h>\nint next(void);\nvolatile int v;\nint g;\n\
        static int store(int a) { g = a; return a; }\nint f(int a, int *p) {\n";
    for (call, expected) in [
        (
            "quell_label(a++ > 3, 1, 0);",
            "source.c:8:14: the label `a++ > 3` has a side effect: an assignment",
        ),
        (
            "quell_label((*p = 3) > a, 1, 0);",
            "source.c:8:17: the label `(*p = 3) > a` has a side effect: an assignment",
        ),
        (
            "quell_label(next() > 3, 1, 0);",
            "source.c:8:13: the label `next() > 3` has a side effect: a call of next, which may change something",
        ),
        (
            "quell_label(a > 3 && store(a), 1, 0);",
            "source.c:8:22: the label `a > 3 && store(a)` has a side effect: a call of store, which may change something",
        ),
        (
            "quell_label(v, 1, 0);",
            "source.c:8:13: the label `v` has a side effect: an access of a volatile variable",
        ),
        (
            "quell_label(a, a, 0);",
            "source.c:8:1: this call of `quell_label` is no label: its numbers and names have to be constants, and its result cannot be used",
        ),
    ] {
        let labels = said(&format!("{HEAD}{call}\nreturn a; }}\n"));
        let said: Vec<String> = labels.invalid.iter().map(ToString::to_string).collect();
        let [said] = &said[..] else {
            panic!("{call}: {said:?}");
        };
        assert!(said.ends_with(expected), "{said}");
        assert!(labels.objectives.is_empty(), "{call}");
    }
}

#[test]
fn user_labels_have_their_own_ids_and_tags() {
    let text = "/* criteria: LABEL */\n#include <quell.h>\nint f(int a) { quell_label(a > 3, 17, \"WM AOR\"); \
        quell_label(a > 4, 17, 0); return a;\n#if 0\nquell_label(a > 5, 18, 0);\n#endif\n}\n";
    let labels = said(text);
    let named: Vec<(&str, &str)> = labels
        .objectives
        .iter()
        .map(|of| (of.id.as_str(), of.operator()))
        .collect();
    assert_eq!(named, [("LABEL-17", "WM AOR"), ("LABEL-17-2", "LABEL")]);
    let skipped: Vec<String> = labels.skipped.iter().map(ToString::to_string).collect();
    let [skipped] = &skipped[..] else {
        panic!("{skipped:?}");
    };
    assert!(
        skipped.ends_with("source.c:5:1: no labels of LABEL: the compiler made no code for it"),
        "{skipped}"
    );
}

#[test]
fn idc_parts_are_entered_by_the_inputs_in_them() {
    check(&root().join("tests/labels/idc_numbers.c"));
}

#[test]
fn idc_partitions_that_make_no_sense_are_errors() {
    let text = "int f(int n, double x, int *p) { return n + x + *p; }\n";
    for (partition, expected) in [
        (
            "f: n >",
            "partition `n >` of `f`: column 4: this is no expression of C",
        ),
        (
            "f: n > 1) + (2",
            "partition `n > 1) + (2` of `f`: column 1: this is no expression of C",
        ),
        (
            "f: n > 1 && m < 2",
            "partition `n > 1 && m < 2` of `f`: column 10: `m` is no parameter of the function; it has n, p, x",
        ),
        (
            "f: (n = 3) > 1",
            "partition `(n = 3) > 1` of `f`: column 2: an assignment cannot be used in a partition",
        ),
        (
            "f: n > g(1)",
            "partition `n > g(1)` of `f`: column 5: a call cannot be used in a partition",
        ),
        (
            "f: *p == 3",
            "partition `*p == 3` of `f`: column 1: an access of memory cannot be used in a partition",
        ),
        (
            "f: p + 1 > 3",
            "partition `p + 1 > 3` of `f`: column 1: arithmetic with pointers cannot be used in a partition",
        ),
        (
            "g: n > 1",
            "there is no function `g`, for which partitions are stated",
        ),
    ] {
        let labels = said(&format!(
            "/* criteria: IDC */\n/* partition {partition} */\n{text}"
        ));
        let said: Vec<String> = labels.invalid.iter().map(ToString::to_string).collect();
        assert_eq!(said, [expected]);
    }
}

#[test]
fn rte_labels_say_where_errors_happen() {
    check(&root().join("tests/labels/rte_errors.c"));
}

/// A run has undefined behaviour if and only if it covers a label.
#[test]
fn rte_labels_are_all_undefined_behaviour() {
    let file = labelled(&root().join("tests/labels/rte_errors.c"));
    for function in file.functions() {
        for (index, (met, is_undefined)) in file
            .outcomes(function, &file.labels.objectives)
            .iter()
            .enumerate()
        {
            assert_eq!(!met.is_empty(), *is_undefined, "input {index}: {met:?}");
        }
    }
}
