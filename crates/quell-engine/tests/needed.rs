//! Assumptions that proofs name: each file in `needed` ends with those of its equivalent and unreached mutants, and native runs
//! on all inputs show that no others are needed.

#[path = "support/deciding.rs"]
mod deciding;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use deciding::{BMC, SYMBMC, root, run_by, settings, with_subject};
use quell_engine::Settings;
use quell_results::{Record, Run, Status};
use quell_values::inputs::Restriction;
use quell_values::{AllowedValues, Assumption};

/// A file of the folder.
struct Subject {
    path: String,
    text: String,
}

impl Subject {
    fn new(name: &str) -> Self {
        let path = format!("crates/quell-engine/tests/needed/{name}");
        let text = fs::read_to_string(root().join(&path)).expect("a file");
        Self { path, text }
    }

    /// With the values that lines such as `// values: x = 0..=50` allow.
    fn settings(&self) -> Settings {
        let mut settings = settings();
        let lines = self.text.lines();
        for line in lines.filter_map(|line| line.strip_prefix("// values: ")) {
            let (name, allowed) = line.split_once(" = ").expect("values");
            let allowed = Restriction::read(allowed.split(", ")).expect("values");
            let values = &mut settings.usual.inputs.values;
            values.insert(name.to_owned(), allowed);
        }
        settings
    }

    fn decided(&self, engine: &str) -> Run {
        let settings = self.settings();
        let (_, run) = with_subject(&self.path, "symbmc:ROR", |subject| {
            run_by(engine, subject, &settings)
        });
        run.unwrap_or_else(|error| panic!("{}, {engine}: {error}", self.path))
    }

    /// Lines such as `// function: changed line => equivalent: line 5, x`.
    fn expected(&self) -> BTreeSet<String> {
        let lines = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("// "));
        let lines = lines.filter(|line| line.contains(" => "));
        lines.map(str::to_owned).collect()
    }

    fn functions(&self) -> BTreeSet<&str> {
        let lines = self.text.lines();
        let signatures = lines.filter_map(|line| line.strip_prefix("unsigned char "));
        let names = signatures.filter_map(|line| line.split_once('('));
        names.map(|(name, _)| name).collect()
    }
}

fn is_proved(record: &Record) -> bool {
    matches!(
        record.verdict.status,
        Status::Equivalent | Status::Unreached
    )
}

fn short(assumption: &Assumption) -> String {
    match assumption {
        Assumption::Annotation { line } => format!("line {}", line.line.unwrap_or(0)),
        Assumption::Values { name, .. } => name.clone(),
        Assumption::NonNull { pointer } => format!("{pointer} is not null"),
        other => format!("{other:?}"),
    }
}

fn found(run: &Run) -> BTreeSet<String> {
    let proved = run.objectives.iter().filter(|record| is_proved(record));
    proved
        .map(|record| {
            let verdict = &record.verdict;
            let kind = match verdict.status {
                Status::Unreached => "unreached",
                _ if verdict.complete => "equivalent",
                _ => "up to bounds",
            };
            let names = verdict.assumptions.iter().map(short);
            let names: Vec<String> = names.collect();
            let after = record.source.after();
            let text = format!(
                "{}: {after} => {kind}: {}",
                record.function,
                names.join(", ")
            );
            text.trim_end().to_owned()
        })
        .collect()
}

fn check(name: &str, engines: &[&str]) {
    let subject = Subject::new(name);
    for engine in engines {
        let found = found(&subject.decided(engine));
        assert_eq!(found, subject.expected(), "{name}, {engine}: {found:#?}");
    }
}

/// A C program that runs original and mutants on all inputs of two bytes that satisfy the assumptions of each proof.
fn program(subject: &Subject, run: &Run) -> String {
    let text = subject.text.replace("#include <quell.h>", "");
    let mut program = "
#include <stdio.h>
static const unsigned char *named;
static int valid;
#define quell_assume(c) ((!named[__LINE__] || (c)) ? (void)0 : (void)(valid = 0))
"
    .to_owned();
    let mut checks = String::new();
    let is_complete = |record: &&Record| is_proved(record) && record.verdict.bounds.is_empty();
    for (number, record) in run.objectives.iter().filter(is_complete).enumerate() {
        let mut lines: Vec<&str> = text.lines().collect();
        let place = record.span.line as usize - 1;
        assert_eq!(lines[place].trim(), record.source.before());
        lines[place] = record.source.after();
        for (version, text) in [("original", &text), ("mutant", &lines.join("\n"))] {
            for name in subject.functions() {
                writeln!(program, "#define {name} {name}_{number}_{version}").unwrap();
            }
            writeln!(program, "#line 1\n{text}").unwrap();
            for name in subject.functions() {
                writeln!(program, "#undef {name}").unwrap();
            }
        }
        let mut admitted = "1".to_owned();
        let mut named = vec!["0"; text.lines().count() + 2];
        for assumption in &record.verdict.assumptions {
            match assumption {
                Assumption::Annotation { line } => named[line.line.unwrap() as usize] = "1",
                Assumption::Values { name, allowed } => {
                    write!(admitted, " && ({})", condition(name, allowed)).unwrap();
                }
                other => panic!("{other:?}"),
            }
        }
        let function = &record.function;
        let named = named.join(", ");
        let id = &record.id;
        writeln!(
            checks,
            "{{ static const unsigned char of[] = {{{named}}}; named = of;
            for (int x = 0; x < 256; x++) for (int y = 0; y < 256; y++) if ({admitted}) {{
                valid = 1;
                int original = {function}_{number}_original(x, y), is_valid = valid;
                if (is_valid && original != {function}_{number}_mutant(x, y))
                    return printf(\"{id} differs on %d, %d\\n\", x, y), 1;
            }} }}"
        )
        .unwrap();
    }
    writeln!(program, "int main(void) {{ {checks} return 0; }}").unwrap();
    program
}

fn condition(name: &str, allowed: &[AllowedValues]) -> String {
    let parts = allowed.iter().map(|part| match part {
        AllowedValues::Value { value } => format!("{name} == {value}"),
        AllowedValues::Range { min, max } => {
            let (min, max) = (min.as_deref(), max.as_deref());
            format!(
                "{} <= {name} && {name} <= {}",
                min.unwrap_or("0"),
                max.unwrap_or("255")
            )
        }
    });
    parts.collect::<Vec<_>>().join(" || ")
}

/// Proofs hold on all inputs that satisfy the assumptions that they name.
fn check_natively(name: &str, engine: &str) {
    let subject = Subject::new(name);
    let run = subject.decided(engine);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("needed");
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join(format!("{engine}-{name}"));
    let binary = source.with_extension("");
    fs::write(&source, program(&subject, &run)).unwrap();
    let mut compiler = Command::new("clang");
    compiler
        .args(["-O1", "-w", "-fwrapv", "-o"])
        .args([&binary, &source]);
    assert!(compiler.status().unwrap().success(), "{}", source.display());
    let output = Command::new(&binary).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{name}, {engine}: {said}");
}

#[test]
fn equivalences_in_any_state_need_nothing() {
    check("anywhere.c", &[BMC, SYMBMC]);
}

#[test]
fn values_and_assumptions_that_are_needed() {
    check("values.c", &[BMC, SYMBMC]);
}

#[test]
fn bounds_and_shapes_that_are_needed() {
    check("bounds.c", &[BMC, SYMBMC]);
}

#[test]
fn the_named_assumptions_suffice_on_all_inputs() {
    for name in ["anywhere.c", "values.c"] {
        for engine in [BMC, SYMBMC, "dse"] {
            check_natively(name, engine);
        }
    }
}
