//! The marked file compiled natively: with code that prints the vectors that it evaluates, and with clang's MC/DC coverage.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::formula::{Vector, vector, with_marked_macros};

/// A call of a function of the file.
pub type Call = (String, Vec<i64>);

/// The vectors and outcomes that a function was seen to evaluate.
pub type Seen = BTreeMap<String, BTreeSet<(Vector, bool)>>;

/// Records the evaluations of one decision, and prints each vector once for each function.
const PRELUDE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char now[17], known[512][20];
static int conditions, count;
static const char *function;
static int condition(int number, int value) {
    if (number == 0)
        conditions = 0, memset(now, '-', sizeof now - 1);
    now[number] = value ? 'T' : 'F';
    if (number >= conditions)
        conditions = number + 1;
    return value;
}
static int decided(int value) {
    char line[20];
    snprintf(line, sizeof line, "%s %c", now, value ? 'T' : 'F');
    for (int i = 0; i < count; i++)
        if (!strcmp(known[i], line))
            return value;
    strcpy(known[count++], line);
    printf("%s %s\n", function, line);
    return value;
}
"#;

/// A program in a directory of its own.
pub struct Program {
    directory: tempfile::TempDir,
}

fn run(command: &mut Command) -> String {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

impl Program {
    fn compile(text: &str, options: &[&str]) -> Self {
        let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let source = directory.path().join("program.c");
        fs::write(&source, text).unwrap();
        let mut clang = Command::new("clang-19");
        clang.args(["-w", "-O1"]).args(options).arg(&source);
        run(clang.arg("-o").arg(directory.path().join("program")));
        Self { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }
}

/// The number of parameters of each function of a marked file.
fn functions(text: &str) -> Vec<(String, usize)> {
    let heads = text.lines().filter(|line| line.starts_with("int "));
    let named = heads.map(|line| {
        let (name, rest) = line["int ".len()..].split_once('(').unwrap();
        (name.to_owned(), rest.split(',').count())
    });
    named.collect()
}

/// The vectors of all inputs, or of these calls.
pub fn vectors(path: &Path, calls: Option<&[Call]>) -> Seen {
    let text = fs::read_to_string(path).unwrap();
    let mut marked = with_marked_macros(&text).replace("/*D*/(", "decided(");
    for number in 0..16 {
        marked = marked.replace(&format!("/*{number}*/("), &format!("condition({number}, "));
    }
    let mut main = String::from("int main(void) {\n");
    for (name, count) in functions(&text) {
        main += &format!("function = \"{name}\"; count = 0;\n");
        main += &match (calls, count) {
            (None, 1) => format!("for (int a = -128; a < 256; a++) {name}(a);\n"),
            (None, _) => format!(
                "for (int a = -128; a < 128; a++) for (int b = -128; b < 128; b++) {name}(a, b);\n"
            ),
            (Some(calls), _) => listed(calls.iter().filter(|call| call.0 == name)),
        };
    }
    let program = Program::compile(&format!("{PRELUDE}{marked}{main}}}\n"), &[]);
    let printed = run(&mut Command::new(program.path("program")));
    let formulas = super::formula::decisions(&text);
    let lengths: BTreeMap<String, usize> = formulas
        .into_iter()
        .map(|(name, formula)| (name, formula.conditions()))
        .collect();
    let mut seen = Seen::new();
    for line in printed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, values, outcome] = words[..] else {
            panic!("{line}");
        };
        let own = seen.entry(name.to_owned()).or_default();
        own.insert((vector(&values[..lengths[name]]), outcome == "T"));
    }
    seen
}

fn listed<'c>(calls: impl Iterator<Item = &'c Call>) -> String {
    let calls = calls.map(|(name, args)| {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        format!("{name}({});\n", args.join(", "))
    });
    calls.collect()
}

/// Which conditions of the decision of each function clang says are covered by these calls; of a decision that clang does not
/// measure, none.
pub fn covered_by_clang(path: &Path, calls: &[Call]) -> BTreeMap<String, Vec<bool>> {
    let text = fs::read_to_string(path).unwrap();
    let main = format!("int main(void) {{\n{}}}\n", listed(calls.iter()));
    let options = [
        "-fprofile-instr-generate",
        "-fcoverage-mapping",
        "-fcoverage-mcdc",
    ];
    let program = Program::compile(&format!("{text}{main}"), &options);
    let (raw, profile) = (program.path("raw"), program.path("profile"));
    run(Command::new(program.path("program")).env("LLVM_PROFILE_FILE", &raw));
    run(Command::new("llvm-profdata-19")
        .arg("merge")
        .args([&raw, Path::new("-o"), &profile]));
    let exported = run(Command::new("llvm-cov-19")
        .arg("export")
        .arg(program.path("program"))
        .arg(format!("-instr-profile={}", profile.display())));
    let exported: serde_json::Value = serde_json::from_str(&exported).unwrap();
    let functions = exported["data"][0]["functions"].as_array().unwrap();
    let mut covered = BTreeMap::new();
    for function in functions {
        let name = function["name"].as_str().unwrap();
        let records = function["mcdc_records"].as_array().unwrap();
        if let [record] = &records[..] {
            let conditions = record[6].as_array().unwrap().iter();
            let conditions = conditions.map(|of| of.as_bool().unwrap()).collect();
            covered.insert(name.to_owned(), conditions);
        }
    }
    covered
}
