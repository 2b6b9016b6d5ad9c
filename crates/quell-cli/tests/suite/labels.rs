//! Labels of coverage criteria in a program, and which of them its own tests cover.

use super::*;

const VALVE: &str = "#ifndef pc_label
#define pc_label(...) do {} while (0)
#endif
void flood(int level) {
    pc_label(level > 90, 4, \"FLOOD\");
    pc_label(level < 0, 5, \"FLOOD\");
}
int valve(int level, int limit, int manual) {
    return manual || (level > limit && level != 0);
}
int unused(int level) { return level > 3; }
";

const VALVE_MAIN: &str = "#include <stdio.h>
#include <stdlib.h>
void flood(int);
int valve(int, int, int);
int main(int count, char **args) {
    (void)count;
    flood(atoi(args[1]));
    printf(\"%d\\n\", valve(atoi(args[1]), atoi(args[2]), atoi(args[3])));
    return 0;
}
";

/// A program with the labels of criteria in it.
fn labelled(criteria: &str) -> Project {
    let project = Project::copied();
    let directory = &project.scratch.directory;
    fs::write(directory.join("calc.c"), VALVE).unwrap();
    fs::write(directory.join("main.c"), VALVE_MAIN).unwrap();
    let mut build = project.command(env!("CARGO_BIN_EXE_quell"));
    build.env_remove("QUELL_OPERATORS");
    build.env("QUELL_CRITERIA", criteria);
    let built = build.args(["cc", "-O2", "main.c", "calc.c", "-o", "calc"]);
    let output = built.output().unwrap();
    assert_eq!(text(&output), "");
    assert_eq!(output.status.code(), Some(0));
    project
}

/// The labels of a criterion by their texts, with their statuses; conditions of the program alone.
fn labels_of<'s>(score: &'s Value, criterion: &str) -> Vec<(&'s str, &'s str)> {
    let objectives = score["objectives"].as_array().unwrap().iter();
    let is_other = |of: &&Value| criterion != "CC" || of["function"] != "flood";
    let own = objectives.filter(|of| of["criterion"] == criterion);
    let own = own.filter(is_other);
    own.map(|of| {
        let text = of["source"]["text"].as_str().unwrap();
        (text, of["status"].as_str().unwrap())
    })
    .collect()
}

const COMMANDS: [&str; 6] = [
    "--test-cmd",
    "./calc 3 5 1",
    "--test-cmd",
    "./calc 3 5 0",
    "--test-cmd",
    "./calc 95 5 0",
];

/// No command has a level of 0, or below.
#[test]
fn one_run_of_each_command_shows_all_labels() {
    let project = labelled("CC,RACC,LABEL,FC");
    let score = project.json(&COMMANDS);
    let first = |text: &'static str| (text, "covered");
    let last = |text: &'static str| (text, "uncovered");
    let conditions = [
        first("manual"),
        first("!(manual)"),
        first("level > limit"),
        first("!(level > limit)"),
        first("level != 0"),
        last("!(level != 0)"),
        last("level > 3"),
        last("!(level > 3)"),
    ];
    let mut found = labels_of(&score, "CC");
    let mut expected = conditions.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let flood = [first("level > 90"), last("level < 0")];
    assert_eq!(labels_of(&score, "FLOOD"), flood);
    let covered = labels_of(&score, "FC").into_iter();
    let covered = covered.filter(|(_, status)| *status == "covered");
    assert_eq!(covered.count(), 2);
    let mut decisions = score["decisions"].as_array().unwrap().iter();
    let is_of_valve = |of: &&Value| of["function"] == "valve";
    let decision = decisions.find(is_of_valve).unwrap();
    let pair = |condition: usize| {
        let of = &decision["conditions"][condition];
        let pair = &of["independence"]["RACC"]["pair"];
        [&pair["holds"]["test"], &pair["fails"]["test"]].map(Value::as_str)
    };
    assert_eq!(decision["file"], "calc.c");
    assert_eq!(pair(0), [Some("./calc 3 5 1"), Some("./calc 3 5 0")]);
    assert_eq!(pair(1), [Some("./calc 95 5 0"), Some("./calc 3 5 0")]);
    assert_eq!(pair(2), [None, None]);
    let tests = score["tests"].as_array().unwrap();
    assert!(tests.iter().all(|test| test["covered"].as_u64() > Some(0)));
    let shown = text(&project.score(&[&COMMANDS[..], &["--matrix"]].concat()));
    assert!(shown.contains("quell: note: 3 runs\n"), "{shown}");
    assert!(
        shown.contains("  calc.c:LABEL-4  ./calc 95 5 0\n"),
        "{shown}"
    );
    // Run as usual, the program does what it always did.
    let plain = project.command("./calc").args(["95", "5", "0"]).output();
    assert_eq!(text(&plain.unwrap()), "1\n");
}

/// What LTest's tools read, and what they know already.
#[test]
fn statuses_of_programs_are_exchanged() {
    let project = labelled("LABEL");
    let output = project.score(&[&COMMANDS[..], &["--labels-out", "calc.labels"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let written = fs::read_to_string(project.scratch.directory.join("calc.labels")).unwrap();
    let rows: Vec<&str> = written
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(
        rows,
        [
            "4, covered, FLOOD, , calc.c:5, quell, ./calc_95_5_0, 0.000, calc.c:LABEL-4",
            "5, unknown, FLOOD, , calc.c:6, quell, , 0.000, calc.c:LABEL-5",
        ]
    );
    let known = "5, uncoverable, FLOOD, , , EVA, , 0.\n";
    fs::write(project.scratch.directory.join("known.labels"), known).unwrap();
    let score = project.json(&[&COMMANDS[..], &["--labels-in", "known.labels"]].concat());
    let flood = [("level > 90", "covered"), ("level < 0", "uncoverable")];
    assert_eq!(labels_of(&score, "FLOOD"), flood);
    assert_eq!(score["totals"]["coverage"]["least"], 100.0);
    assert_eq!(score["totals"]["uncoverables"]["stated"], 1);
}

#[test]
fn criteria_that_make_no_sense_are_refused() {
    let project = Project::copied();
    for (criteria, message) in [
        ("CCC", "QUELL_CRITERIA: there is no criterion `CCC`"),
        ("CC", "add WM to QUELL_CRITERIA"),
    ] {
        let mut command = project.command(env!("CARGO_BIN_EXE_quell"));
        let built = command.env("QUELL_CRITERIA", criteria);
        let output = built.args(["cc", "-c", "calc.c"]).output().unwrap();
        assert_eq!(output.status.code(), Some(240));
        assert!(text(&output).contains(message), "{}", text(&output));
    }
}

/// A label that is no expression without effect would change the program, which is none of an ordinary build.
#[test]
fn labels_with_side_effects_keep_a_file_from_being_labelled() {
    let project = Project::copied();
    let source = "#ifndef pc_label\n#define pc_label(...) do {} while (0)\n#endif\n\
                  int add(int a, int b) { pc_label(a++ > 3, 1, \"SIDE\"); return a + b; }\n";
    fs::write(project.scratch.directory.join("calc.c"), source).unwrap();
    let mut build = project.command(env!("CARGO_BIN_EXE_quell"));
    build.env_remove("QUELL_OPERATORS");
    build.env("QUELL_CRITERIA", "LABEL");
    let output = build.args(["cc", "-c", "calc.c"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let warning = "calc.c is compiled without labels: ";
    assert!(text(&output).contains(warning), "{}", text(&output));
    assert!(text(&output).contains(":4:"), "{}", text(&output));
    let object = fs::read(project.scratch.directory.join("calc.o")).unwrap();
    assert!(!object.windows(12).any(|part| part == b"quell-unit/2"));
}
