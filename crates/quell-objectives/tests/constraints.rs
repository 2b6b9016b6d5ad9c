//! The weak-kill constraints of PexMutator and the meta-program with a branch for each.
//!
//! In the functions of `tests/data/constraints.c` the value of the mutated expression is the result. So on each of the 65536
//! inputs the branch of a mutant is taken exactly if the mutant itself returns something else or traps.

mod tools;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use quell_ir::{FuncId, Module};
use quell_objectives::harden::emit;
use quell_objectives::meta::{Options, build};
use quell_objectives::meta_program::{WEAKLY_KILLED, meta_program};
use quell_objectives::{Objective, Selection, Sources, Wanted, generate};
use tools::{assert_valid, module_of_file, repository, run, scratch, text_of};

/// The operators of the paper.
const OPERATORS: &str =
    "sufficient:ABS, sufficient:AOR, sufficient:LCR, symbmc:ROR, sufficient:UOI";

fn mutants_of(module: &mut Module) -> Vec<Objective> {
    let wanted = Wanted {
        selection: Selection::parse(OPERATORS).expect("known operators"),
        functions: Vec::new(),
        lines: None,
    };
    let sources = Sources::load(module);
    generate(module, &sources, &wanted).mutants
}

fn name(module: &Module, function: FuncId) -> String {
    module.text(module.functions[function].name).to_owned()
}

/// The functions of the user get other names.
fn renamed(mut module: Module) -> Module {
    let users: Vec<FuncId> = module.functions.keys().collect();
    for id in users {
        let old = name(&module, id);
        if !module.functions[id].is_declaration() && !old.starts_with("quell") {
            module.functions[id].name = module.symbols.intern(&format!("meta_{old}"));
        }
    }
    module
}

/// Whether the value of what a mutant changes is the result itself. Elsewhere a difference may get lost on the way to the result,
/// or be one of a variable that is not read again; what remains is that the constraint misses no kill.
fn is_result(module: &Module, mutant: &Objective) -> bool {
    let function = name(module, mutant.site.function);
    let is_part = |list: &[&str]| list.contains(&function.as_str());
    match mutant.operator() {
        "LCR" => !is_part(&["nested", "chain"]),
        "ROR" if is_part(&["quotient", "rest"]) => false,
        "AOR" | "ROR" => !is_part(&["nested", "chain", "guarded", "value_of_either"]),
        _ => {
            let text = mutant.source.replacement();
            let is_stepped_late = text.ends_with("++") || text.ends_with("--");
            is_part(&["operand"]) && !is_stepped_late
        }
    }
}

/// Calls a function with all inputs, in the meta-program and as each of its mutants, and notes where these trap.
const HARNESS: &str = r#"
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
typedef int (*subject)(signed char, signed char);
struct mutant { const char *id; subject meta, mutant; int exact; };
extern const struct mutant mutants[];
extern const int count;
extern int quell_mutant;
extern unsigned long quell_work, quell_work_limit;
static jmp_buf back;
static const char *wanted;
static int killed;
void quell_weakly_killed(const char *id) { killed |= strcmp(id, wanted) == 0; }
void quell_trap(int kind) { longjmp(back, 1); }
void quell_out_of_work(void) { longjmp(back, 1); }
static long call(subject function, int a, int b) {
    if (_setjmp(back)) return 1L << 40;
    return function(a, b);
}
int main(void) {
    quell_work_limit = -1;
    for (int n = 0; n < count; n++) {
        const struct mutant *m = &mutants[n];
        int met = 0, wrong = 0, missed = 0;
        wanted = m->id, quell_mutant = n + 1;
        for (int a = -128; a < 128; a++)
            for (int b = -128; b < 128; b++) {
                killed = 0;
                long original = call(m->meta, a, b);
                int weak = killed, differs = call(m->mutant, a, b) != original;
                met += weak;
                missed += differs && !weak;
                wrong += m->exact && weak != differs;
            }
        printf("%s %d %d %d\n", m->id, met, missed, wrong);
    }
}
"#;

#[test]
fn constraints_hold_exactly_where_mutants_differ() {
    let path = repository("crates/quell-objectives/tests/data/constraints.c");
    let mut module = module_of_file(&path);
    let mutants = mutants_of(&mut module);
    let program = meta_program(&module, &mutants);
    assert_valid(&program, "constraints.c");
    let built = build(&module, &mutants, &Options::default()).expect("edits that fit");
    let (mut functions, mut rows) = (String::new(), String::new());
    for mutant in &mutants {
        let own = name(&module, mutant.site.function);
        let exact = u8::from(is_result(&module, mutant));
        let params = "(signed char, signed char)";
        writeln!(functions, "int {own}{params}, meta_{own}{params};").expect("text");
        writeln!(rows, "{{\"{}\", meta_{own}, {own}, {exact}}},", mutant.id).expect("text");
    }
    let count = mutants.len();
    let table = format!(
        "{HARNESS}\n{functions}\nconst struct mutant mutants[] = {{\n{rows}}};\nconst int count = {count};\n"
    );
    let dir = scratch();
    let modules = [&renamed(program), &built.module];
    let program = tools::build(dir.path(), "program", &modules, &[&table]);
    let output = run(&mut Command::new(program));
    let rows: BTreeMap<&str, Vec<u32>> = output.lines().filter_map(row).collect();
    let (mut wrongs, mut exact) = (Vec::new(), 0);
    for mutant in &mutants {
        let [met, missed, wrong] = rows[mutant.id.as_str()][..] else {
            panic!("a row of three");
        };
        if (missed, wrong) != (0, 0) {
            let (before, after) = (mutant.source.before(), mutant.source.after());
            wrongs.push(format!(
                "{} {before} {after}: {met} {missed} {wrong}",
                mutant.id
            ));
        }
        exact += usize::from(is_result(&module, mutant) && met > 0);
    }
    assert!(
        wrongs.is_empty(),
        "met, missed, wrong:\n{}",
        wrongs.join("\n")
    );
    assert!(exact > 50, "{exact} of {count}");
}

fn row(line: &str) -> Option<(&str, Vec<u32>)> {
    let mut words = line.split(' ');
    let id = words.next()?;
    Some((id, words.filter_map(|word| word.parse().ok()).collect()))
}

/// Calls the subjects of the paper with arrays and texts of all small sizes, and prints what comes out.
const SUBJECTS: &str = r#"
#include <stdio.h>
#include <string.h>
int permutations(int, int);
int sequential_search(const int *, int, int), probability_search(int *, int, int);
int to_octal(int), is_prime(int), greatest_common_divisor(signed char, signed char);
int word_count(const char *), index_of_any(const char *, char, char);
void strip(char *), reverse_words(char *);
void insertion_sort(int *, int), shell_sort(int *, int), merge_sort(int *, int), median_left(int *, int);
#ifdef META
static int killed;
void quell_weakly_killed(const char *id) { killed += id[0] != 0; }
#endif
static void show(const int *items, int n) {
    for (int i = 0; i < n; i++) printf("%d ", items[i]);
    puts("");
}
int main(void) {
    void (*sorts[])(int *, int) = {insertion_sort, shell_sort, merge_sort, median_left};
    for (int n = -2; n < 14; n++)
        for (int r = -2; r < 14; r++) printf("%d %d\n", permutations(n, r), greatest_common_divisor(n, r));
    for (int n = -1; n < 130; n++) printf("%d %d\n", to_octal(n), is_prime(n));
    for (int code = 0; code < 256; code++) {
        int items[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        for (int n = 0; n <= 4; n++) {
            int copy[4];
            printf("%d\n", sequential_search(items, n, 2));
            for (int sort = 0; sort < 4; sort++) {
                memcpy(copy, items, sizeof copy);
                sorts[sort](copy, n), show(copy, 4);
            }
            memcpy(copy, items, sizeof copy);
            printf("%d ", probability_search(copy, n, 1)), show(copy, 4);
        }
        char text[5] = {0}, other[5];
        for (int i = 0; i < 4; i++) text[i] = "\0 ab"[items[i]];
        printf("%d %d\n", word_count(text), index_of_any(text, 'a', 'c'));
        memcpy(other, text, 5), strip(other), puts(other);
        memcpy(other, text, 5), reverse_words(other), puts(other);
    }
#ifdef META
    return killed < 100000;
#endif
}
"#;

#[test]
fn the_meta_program_does_what_the_original_does() {
    let (mut originals, mut metas) = (Vec::new(), Vec::new());
    for path in tools::files("papers/pexmutator", "c") {
        let mut module = module_of_file(&path);
        let mutants = mutants_of(&mut module);
        let meta = meta_program(&module, &mutants);
        assert_valid(&meta, &path.display().to_string());
        each_mutant_has_a_branch(&meta, &mutants);
        originals.push(emit(&module, None).expect("the original"));
        metas.push(meta);
    }
    let dir = scratch();
    let outputs = [
        ("original", &originals, ""),
        ("meta", &metas, "#define META\n"),
    ];
    let outputs = outputs.map(|(name, modules, define)| {
        let modules: Vec<&Module> = modules.iter().collect();
        let source = format!("{define}{SUBJECTS}");
        let program = tools::build(dir.path(), name, &modules, &[&source]);
        run(&mut Command::new(program))
    });
    assert!(outputs[0].lines().count() > 5000);
    assert!(outputs[0] == outputs[1], "the outputs differ");
}

fn each_mutant_has_a_branch(meta: &Module, mutants: &[Objective]) {
    let text = text_of(meta);
    let calls = text.lines().filter(|line| line.contains("call"));
    let calls: Vec<&str> = calls.filter(|line| line.contains(WEAKLY_KILLED)).collect();
    for mutant in mutants {
        let id = format!("@quell.id.{})", mutant.id);
        assert!(calls.iter().any(|call| call.contains(&id)), "{id}");
    }
}

/// An example in Rust and one in Fortran.
#[test]
fn meta_programs_of_all_languages_are_valid() {
    for file in [
        "examples/counting.rs",
        "examples/triangle.f90",
        "papers/pexmutator/sorting.rs",
    ] {
        let mut module = module_of_file(&repository(file));
        let mutants = mutants_of(&mut module);
        let meta = meta_program(&module, &mutants);
        assert_valid(&meta, file);
        each_mutant_has_a_branch(&meta, &mutants);
        let dir = scratch();
        let path = dir.path().join("meta.ll");
        std::fs::write(&path, text_of(&meta)).expect("a file");
        let object = dir.path().join("meta.o");
        run(Command::new("clang-19")
            .args(["-O1", "-w", "-c"])
            .arg(path)
            .arg("-o")
            .arg(object));
    }
}
