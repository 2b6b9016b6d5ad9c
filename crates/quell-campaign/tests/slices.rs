//! What the keys of verdicts depend on, and what they do not depend on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use quell_campaign::Keys;
use quell_engine::{Budgets, EngineEntry, FunctionSettings, Settings, Subject};
use quell_frontend::{CompileJob, load};
use quell_ir::Module;
use quell_ir::debug::DebugInfo;
use quell_native::{Launcher, Options, Sandbox};
use quell_objectives::{Selection, Wanted, generate};
use quell_values::lookup::Lookup;

const PROGRAM: &str = r#"
struct pair { int first; char second; };
struct node { struct node *next; struct pair pair; };
static const int table[] = {1, 2, 3};
int limit = 7;
static int inner(int x) { return x < limit ? x : table[x & 1]; }
int outer(int x) { return inner(x) + 1; }
int alone(unsigned char x) { return x == 3; }
const char *name(int x) { return x > 0 ? "more" : "less"; }
int length(struct node *list) { int n = 0; for (; list; list = list->next) n += list->pair.first > 0; return n; }
"#;

fn settings() -> Settings {
    let launcher = Launcher {
        program: "/bin/false".into(),
        args: Vec::new(),
    };
    Settings {
        usual: FunctionSettings::default(),
        functions: BTreeMap::new(),
        entry: None,
        seeds: Vec::new(),
        native: Options::new(Sandbox::Required(launcher)),
        budgets: Budgets::default(),
        compare_code: false,
        jobs: 1,
        seed: 1,
        fuzz: 0,
        dse: quell_engine::DseSettings::default(),
        cbt: quell_engine::CbtSettings::default(),
        second: None,
        log: None,
        stop: Arc::default(),
    }
}

/// The keys of a program's mutants, by function and id.
fn keys_with(text: &str, settings: &Settings) -> BTreeMap<(String, String), String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    fs::write(&file, text).unwrap();
    let unit = load(&CompileJob::new(&file)).unwrap();
    let mut module = Module::clone(&unit.module);
    let wanted = Wanted {
        functions: Vec::new(),
        lines: None,
        selection: Selection::parse("sufficient").unwrap(),
    };
    let found = generate(&mut module, unit.sources(), &wanted);
    let shared = Arc::new(module);
    let subject = Subject {
        lookup: Lookup {
            module: &shared,
            info: DebugInfo::new(&shared),
            language: unit.language,
            file: "program.c",
        },
        shared: shared.clone(),
        objectives: &found.mutants,
        faults: Vec::new(),
        criteria: Vec::new(),
        decisions: &[],
    };
    let engine = EngineEntry::named("bmc").unwrap();
    let keys = Keys::new(engine, &subject, settings);
    let of = |objective: &quell_objectives::Objective| {
        let name = subject.lookup.name(objective.site.function);
        let (key, _) = keys.objective(&objective.id).unwrap();
        ((name, objective.id.to_string()), key.to_string())
    };
    found.mutants.iter().map(of).collect()
}

fn keys(text: &str) -> BTreeMap<(String, String), String> {
    keys_with(text, &settings())
}

/// The functions with mutants whose keys are not those of the program.
fn changed(text: &str) -> Vec<String> {
    let (before, now) = (keys(PROGRAM), keys(text));
    let changed = now.iter().filter(|(id, key)| before.get(*id) != Some(key));
    let names: BTreeSet<String> = changed.map(|((name, _), _)| name.clone()).collect();
    names.into_iter().collect()
}

/// The program with one piece of its text replaced.
fn edited(from: &str, to: &str) -> Vec<String> {
    assert!(PROGRAM.contains(from), "{from}");
    changed(&PROGRAM.replacen(from, to, 1))
}

#[test]
fn keys_are_the_same_again_and_differ_from_each_other() {
    let all = keys(PROGRAM);
    assert_eq!(all, keys(PROGRAM));
    let distinct: BTreeSet<&String> = all.values().collect();
    assert_eq!(distinct.len(), all.len());
    let functions: BTreeSet<&str> = all.keys().map(|(name, _)| name.as_str()).collect();
    assert_eq!(functions.len(), 5, "{functions:?}");
}

/// Lines, comments, blanks, and other functions, types and string literals, do not count.
#[test]
fn the_rest_of_the_file_does_not_count() {
    let none: [&str; 0] = [];
    assert_eq!(changed(&format!("/* one */\n\n{PROGRAM}")), none);
    assert_eq!(edited("int alone(", "int\n  alone("), none);
    let more = r#"
        struct more { long a[3]; };
        const char *greeting(void) { return "hello"; }
        static int unused_counter = 5;
        int count(struct more *m) { return (int)m->a[unused_counter & 1]; }
        struct pair { int first;"#;
    assert_eq!(edited("struct pair { int first;", more), ["count"]);
}

#[test]
fn what_a_function_calls_and_reads_counts() {
    assert_eq!(edited("x == 3", "x == 4"), ["alone"]);
    assert_eq!(edited("inner(x) + 1", "inner(x) + 2"), ["outer"]);
    assert_eq!(edited("x < limit", "x <= limit"), ["inner", "outer"]);
    assert_eq!(edited("limit = 7", "limit = 8"), ["inner", "outer"]);
    assert_eq!(edited("{1, 2, 3}", "{1, 5, 3}"), ["inner", "outer"]);
    assert_eq!(edited("\"less\"", "\"Less\""), ["name"]);
    assert_eq!(edited("char second", "short second"), ["length"]);
    assert_eq!(edited("unsigned char x", "signed char x"), ["alone"]);
}

/// Which literal stands where counts, although its name in the IR is only a number.
#[test]
fn literals_are_not_mixed_up() {
    let swapped = "x > 0 ? \"less\" : \"more\"";
    assert_eq!(edited("x > 0 ? \"more\" : \"less\"", swapped), ["name"]);
}

/// Settings that may change a verdict count; time limits and processors do not.
#[test]
fn settings_count() {
    let usual = keys(PROGRAM);
    let with = |change: fn(&mut Settings)| {
        let mut other = settings();
        change(&mut other);
        keys_with(PROGRAM, &other)
    };
    let is_other = |change| {
        with(change)
            .iter()
            .all(|(id, key)| usual.get(id) != Some(key))
    };
    assert!(is_other(|of| of.usual.unroll = Some(3)));
    assert!(is_other(|of| of.usual.inputs.capacity = 3));
    assert!(is_other(|of| of.seed = 2));
    assert!(is_other(|of| of.fuzz = 2));
    assert_eq!(with(|of| of.jobs = 7), usual);
    assert_eq!(with(|of| of.budgets.function *= 2), usual);
}
