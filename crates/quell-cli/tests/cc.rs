//! `quell cc` as a compiler and linker: the libraries that its objects need, and the messages of its programs.

#[path = "support/scratch.rs"]
mod scratch;

use std::fs;
use std::process::{Command, Output};

use scratch::{Scratch, text};
use serde_json::Value;

const RATIO: &str = "double ratio(double a, double b) { return a / b; }\n\
                     float part(float a, float b) { return a * b; }\n";
const MAIN: &str = "#include <stdio.h>\n\
                    double ratio(double, double);\n\
                    int main(void) { printf(\"%g\\n\", ratio(7.5, 2)); return 0; }\n";

/// Two files; one of them has mutants.
struct Project {
    scratch: Scratch,
}

impl Project {
    fn new() -> Self {
        let scratch = Scratch::with("project", |directory| {
            fs::write(directory.join("ratio.c"), RATIO).unwrap();
            fs::write(directory.join("main.c"), MAIN).unwrap();
        });
        Self { scratch }
    }

    fn shell(&self, line: &str) -> Output {
        Command::new("sh")
            .args(["-ec", line])
            .current_dir(&self.scratch.directory)
            .env("QUELL", env!("CARGO_BIN_EXE_quell"))
            .env("QUELL_OPERATORS", "symbmc:AOR")
            .env("QUELL_ONLY", "ratio.c")
            .env("LC_ALL", "C")
            .output()
            .unwrap()
    }

    /// The whole output of a line, which must succeed.
    fn prints(&self, line: &str) -> String {
        let output = self.shell(line);
        assert_eq!(output.status.code(), Some(0), "{line}\n{}", text(&output));
        text(&output)
    }

    /// The id of the mutant of `ratio` with this text.
    fn mutant(&self, after: &str) -> String {
        let listed = self.prints("\"$QUELL\" mutants ratio.c --operators symbmc:AOR --json");
        let listed: Value = serde_json::from_str(&listed).unwrap();
        let mutants = listed["objectives"].as_array().unwrap();
        let wanted = |mutant: &&Value| mutant["source"]["after"].as_str().unwrap().contains(after);
        let found = mutants.iter().find(wanted);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    }
}

/// The remainder of floats is a library function that the user's code does not need.
#[test]
fn mutants_need_no_library_that_the_program_does_not() {
    let project = Project::new();
    let remainder = project.mutant("fmod(a, b)");
    for build in [
        "$QUELL cc -O2 ratio.c main.c -o prog",
        "$QUELL cc -c ratio.c main.c && $QUELL cc ratio.o main.o -Wl,--gc-sections -o prog",
        "$QUELL cc -c -ffast-math ratio.c && ar rc libratio.a ratio.o && clang-19 main.c libratio.a -o prog",
        "$QUELL cc -shared -fPIC -fvisibility=hidden -Dratio='__attribute__((visibility(\"default\"))) ratio' \
         -Wl,-z,defs ratio.c -o libratio.so && clang-19 main.c ./libratio.so -o prog",
        "$QUELL cc -static ratio.c main.c -o prog",
    ] {
        assert_eq!(project.prints(build), "", "{build}");
        assert_eq!(project.prints("./prog"), "3.75\n", "{build}");
        let run = format!("QUELL_MUTANT={remainder} ./prog");
        assert_eq!(project.prints(&run), "1.5\n", "{build}");
    }
}

/// A program that calls the function itself still calls that of the library.
#[test]
fn the_users_own_library_is_used_where_there_is_one() {
    let project = Project::new();
    let own = "double fmod(double a, double b) { return a < b ? 1 : 42; }\n";
    fs::write(project.scratch.directory.join("own.c"), own).unwrap();
    let source = format!(
        "double fmod(double, double);\n{RATIO}double own(double a) {{ return fmod(a, 2) + 1; }}\n"
    );
    fs::write(project.scratch.directory.join("ratio.c"), source).unwrap();
    let main = MAIN
        .replace("ratio", "own")
        .replace("own(7.5, 2)", "own(7.5)");
    let main = main.replace("own(double, double)", "own(double)");
    fs::write(project.scratch.directory.join("main.c"), main).unwrap();
    project.prints(
        "$QUELL cc -fno-builtin -c ratio.c own.c main.c && $QUELL cc ratio.o own.o main.o -o prog",
    );
    assert_eq!(project.prints("./prog"), "43\n");
}

#[test]
fn an_unknown_mutant_is_an_error() {
    let project = Project::new();
    project.prints("$QUELL cc -c ratio.c main.c && $QUELL cc ratio.o main.o -o prog");
    let quotient = project.mutant("a * b");
    for name in [
        quotient.clone(),
        format!("ratio.c:{quotient}"),
        format!("{}/ratio.c:{quotient}", project.scratch.directory.display()),
    ] {
        assert_eq!(
            project.prints(&format!("QUELL_MUTANT={name} ./prog")),
            "15\n"
        );
    }
    for name in ["AOR-no", "main.c:AOR-1", "atio.c:AOR-1", ":"] {
        let output = project.shell(&format!("QUELL_MUTANT={name} ./prog"));
        let expected = format!("quell: no mutant {name} is in this program\n");
        assert_eq!(text(&output), expected);
        assert_eq!(output.status.code(), Some(123));
    }
    let elsewhere = "QUELL_MUTANT=AOR-no QUELL_ELSEWHERE=yes ./prog";
    assert_eq!(project.prints(elsewhere), "3.75\n");
}

/// One of two libraries has the mutant; neither exports its names.
#[test]
fn a_mutant_may_be_in_any_library_of_the_program() {
    let project = Project::new();
    let other = "int other(int a) { return a + 1; }\n";
    fs::write(project.scratch.directory.join("other.c"), other).unwrap();
    let hidden = "{ global: ratio; other; local: *; };";
    fs::write(project.scratch.directory.join("hidden"), hidden).unwrap();
    project.prints(
        "export QUELL_ONLY=ratio.c,other.c
         for lib in ratio other; do
             $QUELL cc -shared -fPIC -Wl,--version-script=hidden $lib.c -o lib$lib.so
         done
         $QUELL cc main.c -Wl,--no-as-needed ./libother.so ./libratio.so -o prog",
    );
    let quotient = project.mutant("a * b");
    assert_eq!(
        project.prints(&format!("QUELL_MUTANT={quotient} ./prog")),
        "15\n"
    );
    let output = project.shell("QUELL_MUTANT=other.c:AOR-no ./prog");
    assert_eq!(output.status.code(), Some(123), "{}", text(&output));
}

/// The command that lists the omitted places can be copied and run unchanged.
#[test]
fn the_command_that_lists_omitted_places_has_the_flags() {
    let project = Project::new();
    let write = |name: &str, text: &str| {
        fs::write(project.scratch.directory.join(name), text).unwrap();
    };
    fs::create_dir(project.scratch.directory.join("with blank")).unwrap();
    write(
        "with blank/put.h",
        "#define PUT(a, b) { if (a < b) a = a + b * 2; else b = b - 1; }\n",
    );
    write(
        "ratio.c",
        "#include \"put.h\"\nint ratio(int a, int b) { PUT(a, b); return a FACTOR; }\n",
    );
    let told = project.prints("$QUELL cc -c -O2 -I'with blank' '-DFACTOR=* 2' ratio.c");
    let (_, command) = told.split_once('`').unwrap();
    let (command, _) = command.split_once('`').unwrap();
    let command = command.replacen("quell", "$QUELL", 1);
    let named = project.prints(&command);
    assert!(named.contains("ratio.c:2:"), "{told}{named}");
}

/// `quell cc --help` prints Quell's help, not that of the compiler.
#[test]
fn help_is_about_mutants() {
    let project = Project::new();
    let help = project.prints("$QUELL cc --help");
    for word in ["QUELL_ONLY", "QUELL_MUTANT", "make CC=", "clang --help"] {
        assert!(help.contains(word), "{help} has no {word}");
    }
    assert!(!help.contains("-fsanitize"), "{help}");
}

/// Annotations of inputs have no effect in a native program.
#[test]
fn assumptions_are_left_out_of_programs() {
    let project = Project::new();
    let header = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../quell-compile/include/quell.h"
    );
    let directory = &project.scratch.directory;
    fs::copy(header, directory.join("quell.h")).unwrap();
    let assuming = "#include \"quell.h\"\n\
                    double ratio(double a, double b) { quell_assume(b > 5.0); return a / b; }\n";
    fs::write(directory.join("ratio.c"), assuming).unwrap();
    let built = project.prints("\"$QUELL\" cc ratio.c main.c -o program && ./program");
    assert_eq!(built, "3.75\n");
    let objects = project.prints("\"$QUELL\" cc -c ratio.c && objdump -h ratio.o");
    assert!(objects.contains("quell"), "{objects}");
}

/// Without `nsw` in the IR, `+` of signed numbers still becomes a division of signed numbers.
#[test]
fn mutants_of_signed_numbers_are_signed_with_fwrapv() {
    let project = Project::new();
    let directory = &project.scratch.directory;
    let share = "int share(int p, int q) { return p + q; }\n";
    let main = "#include <stdio.h>\n\
                int share(int, int);\n\
                int main(void) { printf(\"%d\\n\", share(-9, 3)); return 0; }\n";
    fs::write(directory.join("ratio.c"), share).unwrap();
    fs::write(directory.join("main.c"), main).unwrap();
    let quotient = project.mutant("p / q");
    for flag in ["-fwrapv", "-fno-strict-overflow"] {
        let build = format!("$QUELL cc {flag} ratio.c main.c -o prog && ./prog");
        assert_eq!(project.prints(&build), "-6\n", "{flag}");
        let run = format!("QUELL_MUTANT={quotient} ./prog");
        assert_eq!(project.prints(&run), "-3\n", "{flag}");
    }
}
