//! Data flow: the pairs that Quell makes are those that native runs on all inputs show, covered where one does and impossible
//! where none does.
//!
//! The comments of `dataflow/variables.c` say where variables are used and get values. A copy of the file in which they are
//! calls records which definitions reach which uses; no code of Quell takes part in that.

#[path = "support/deciding.rs"]
mod deciding;
#[path = "labels/support.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use deciding::{BMC, run_by, settings};
use quell_results::{Record, Run, Status};
use support::{Truth, labelled};

const FILE: &str = "crates/quell-engine/tests/dataflow/variables.c";

/// A variable of a function, the line of a definition, and the line of a use.
type Pair = (String, String, u32, u32);

/// What the comments of a line say, each with what it becomes.
struct Marked {
    text: String,
    /// The code of each mark, by its number.
    events: Vec<String>,
    /// The functions with their parameters and the line that they begin on.
    functions: Vec<(String, Vec<String>, u32)>,
}

/// Variables by number, for the program.
#[derive(Default)]
struct Variables(Vec<(String, String)>);

impl Variables {
    fn number(&mut self, function: &str, name: &str) -> usize {
        let key = (function.to_owned(), name.to_owned());
        let known = self.0.iter().position(|of| *of == key);
        known.unwrap_or_else(|| {
            self.0.push(key);
            self.0.len() - 1
        })
    }
}

fn marked(text: &str, variables: &mut Variables) -> Marked {
    let mut marked = Marked {
        text: String::new(),
        events: Vec::new(),
        functions: Vec::new(),
    };
    let mut function = String::new();
    for (line, number) in text.lines().zip(1..) {
        if let Some((head, parameters)) = line.split_once("/*P ") {
            function = head["int ".len()..].split('(').next().unwrap().to_owned();
            let names = parameters.trim_end_matches("*/").split(' ');
            let names = names.map(str::to_owned).collect();
            marked.functions.push((function.clone(), names, number));
        }
        let mut rest = line;
        while let Some(at) = rest.find("/*T ").or_else(|| rest.find("/*K ")) {
            let (before, mark) = rest.split_at(at);
            let (mark, after) = mark.split_once("*/").unwrap();
            let what = match mark.strip_prefix("/*K ") {
                Some(name) => format!("kill {name}"),
                None => mark["/*T ".len()..].to_owned(),
            };
            let steps = what.split(", ").map(|step| {
                let (verb, name) = step.split_once(' ').unwrap();
                format!("{verb}({}, {number}); ", variables.number(&function, name))
            });
            let is_call = mark.starts_with("/*K ");
            let joint = if is_call { ";" } else { " +" };
            let event = marked.events.len();
            marked.text += &format!("{before} T({event}){joint}");
            marked.events.push(steps.collect());
            rest = after;
        }
        marked.text += &format!("{rest}\n");
    }
    marked
}

const PRELUDE: &str = r#"
#include <stdio.h>
#include <string.h>
static int last[256];
static char reached[256][256][256];
static void use(int variable, int line) { reached[variable][last[variable]][line] = 1; }
static void def(int variable, int line) { last[variable] = line; }
static void kill(int variable, int line) { last[variable] = 0; }
static int T(int event);
"#;

/// The program that runs all inputs and prints the pairs.
fn program(text: &str, variables: &mut Variables) -> String {
    let marked = marked(text, variables);
    let mut program = format!("{PRELUDE}{}", marked.text);
    program += "static int T(int event) { switch (event) {\n";
    for (number, steps) in marked.events.iter().enumerate() {
        program += &format!("case {number}: {steps}break;\n");
    }
    program += "} return 0; }\nint main(void) {\n";
    for (name, parameters, line) in &marked.functions {
        let numbers = parameters.iter().map(|of| variables.number(name, of));
        let defined: String = numbers.map(|of| format!("def({of}, {line}); ")).collect();
        let start = format!("{{ memset(last, 0, sizeof last); {defined}");
        program += &match parameters.len() {
            1 => format!("for (int a = -128; a < 256; a++) {start} {name}(a); }}\n"),
            _ => format!(
                "for (int a = -128; a < 128; a++) for (int b = -128; b < 128; b++) {start} {name}(a, b); }}\n"
            ),
        };
    }
    program += "for (int v = 0; v < 256; v++) for (int d = 1; d < 256; d++) for (int u = 0; u < 256; u++)\n";
    program + "if (reached[v][d][u]) printf(\"%d %d %d\\n\", v, d, u);\n}\n"
}

/// The pairs that some input covers.
fn native() -> BTreeSet<Pair> {
    let text = fs::read_to_string(deciding::root().join(FILE)).unwrap();
    let mut variables = Variables::default();
    let program = program(&text, &mut variables);
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (source, binary) = (
        directory.path().join("program.c"),
        directory.path().join("program"),
    );
    fs::write(&source, program).unwrap();
    let mut clang = Command::new("clang-19");
    let compiled = clang
        .args(["-w", "-O1"])
        .arg(&source)
        .arg("-o")
        .arg(&binary);
    assert!(compiled.status().unwrap().success());
    let printed = Command::new(binary).output().unwrap();
    assert!(printed.status.success());
    let printed = String::from_utf8(printed.stdout).unwrap();
    let pairs = printed.lines().map(|line| {
        let numbers: Vec<usize> = line.split(' ').map(|n| n.parse().unwrap()).collect();
        let (function, name) = variables.0[numbers[0]].clone();
        (function, name, numbers[1] as u32, numbers[2] as u32)
    });
    pairs.collect()
}

/// The line of `... at 3:9`.
fn line_of(text: &str) -> u32 {
    let (_, place) = text.rsplit_once(" at ").unwrap();
    place.split(':').next().unwrap().parse().unwrap()
}

/// The pair of a label: `n = 0 at 3:9 reaches n at 5:12`.
fn pair(record: &Record, heads: &BTreeMap<String, u32>) -> Pair {
    let (definition, user) = record.source.before().split_once(" reaches ").unwrap();
    let name = user.split(' ').next().unwrap().to_owned();
    let line = match definition.starts_with("the parameter ") {
        true => heads[&record.function],
        false => line_of(definition),
    };
    (record.function.clone(), name, line, line_of(user))
}

fn heads() -> BTreeMap<String, u32> {
    let text = fs::read_to_string(deciding::root().join(FILE)).unwrap();
    let marked = marked(&text, &mut Variables::default());
    let functions = marked.functions.into_iter();
    functions.map(|(name, _, line)| (name, line)).collect()
}

fn decided(criteria: &str) -> Run {
    let labels = labelled(FILE, criteria);
    let run = labels.with_subject(|subject| run_by(BMC, subject, &settings()));
    let run = run.unwrap_or_else(|error| panic!("{error}"));
    let truth = Truth::of(&labels);
    for test in &run.tests {
        let args: Vec<i64> = test.inputs.args.iter().map(support::number).collect();
        for id in &test.kills {
            assert!(truth.covers(id, &args), "{}: {id} {args:?}", test.id);
        }
    }
    run
}

fn of<'r>(run: &'r Run, criterion: &str) -> Vec<&'r Record> {
    let all = run.objectives.iter();
    all.filter(|of| of.criterion.as_deref() == Some(criterion))
        .collect()
}

#[test]
fn pairs_are_those_that_native_runs_show() {
    let (covering, heads, run) = (native(), heads(), decided("DUC,ADC,AUC"));
    let records = of(&run, "DUC");
    let mut made: BTreeMap<Pair, bool> = BTreeMap::new();
    for record in &records {
        let pair = pair(record, &heads);
        let is_covered = covering.contains(&pair);
        let verdict = &record.verdict;
        let expected = if is_covered {
            Status::Covered
        } else {
            Status::Uncoverable
        };
        assert_eq!(verdict.status, expected, "{pair:?} {verdict:?}");
        assert!(is_covered || verdict.complete, "{pair:?}");
        assert!(made.insert(pair, is_covered).is_none());
    }
    let missing: Vec<&Pair> = covering
        .iter()
        .filter(|of| !made.contains_key(*of))
        .collect();
    assert_eq!(missing, Vec::<&Pair>::new());
    let impossible = made.values().filter(|is_covered| !**is_covered).count();
    assert!(
        covering.len() > 100 && impossible > 5,
        "{} {impossible}",
        covering.len()
    );
    hyper_labels(&run, &records);
}

/// A definition is used if one of its pairs is covered, and each of its uses is reached if all are.
fn hyper_labels(run: &Run, pairs: &[&Record]) {
    let is_covered = |id: &String| {
        let own = pairs.iter().find(|of| of.id == *id).expect("a pair");
        own.verdict.status == Status::Covered
    };
    let (any, all) = (of(run, "ADC"), of(run, "AUC"));
    assert_eq!(any.len(), all.len());
    for (any, all) in any.iter().zip(&all) {
        let [uses] = &all.alternatives[..] else {
            panic!("{all:?}");
        };
        let each: Vec<Vec<String>> = uses.iter().map(|id| vec![id.clone()]).collect();
        assert_eq!(any.alternatives, each);
        let said = |holds: bool| {
            if holds {
                Status::Covered
            } else {
                Status::Uncoverable
            }
        };
        assert_eq!(
            any.verdict.status,
            said(uses.iter().any(is_covered)),
            "{any:?}"
        );
        assert_eq!(
            all.verdict.status,
            said(uses.iter().all(is_covered)),
            "{all:?}"
        );
    }
    let open = |records: &[&Record]| {
        let open = records
            .iter()
            .filter(|of| of.verdict.status != Status::Covered);
        open.count()
    };
    assert!(
        open(&all) > open(&any) && open(&any) > 0,
        "{} {}",
        open(&any),
        open(&all)
    );
}
