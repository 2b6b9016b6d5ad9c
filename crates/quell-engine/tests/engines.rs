//! Both engines on the same mutants: what they say is the same.

#[path = "support/deciding.rs"]
mod deciding;

use std::collections::BTreeSet;
use std::time::Duration;

use deciding::{BMC, SYMBMC, decide, decide_by, run_by, settings, unknown, with_subject};
use quell_engine::Settings;
use quell_results::{
    Assumption, Bound, Buffer, BufferUnit, Construct, ProofMethod, Reason, Record, Run, Status,
};

const UNUSUAL: &str = "crates/quell-engine/tests/programs/at_once.c";

/// What a verdict says, without how it was found.
fn says(run: &Run) -> Vec<(String, Status)> {
    let mutants = run.objectives.iter();
    mutants
        .map(|mutant| (mutant.id.clone(), mutant.verdict.status))
        .collect()
}

#[test]
fn one_formula_for_all_mutants_says_the_same() {
    // What the formula cannot hold, and what it says that nobody sees, is decided all the same.
    for file in ["examples/mid.c", "examples/leap_year.c", UNUSUAL] {
        let (own, _) = decide(file, "symbmc");
        let (at_once, _) = decide_by(SYMBMC, file, "symbmc");
        assert_eq!(unknown(&at_once), Vec::<String>::new());
        assert_eq!(says(&own), says(&at_once), "{file}");
    }
}

#[test]
fn both_engines_decide_a_controller() {
    let file = "examples/control.c";
    let (own, _) = decide(file, "symbmc");
    let (at_once, _) = decide_by(SYMBMC, file, "symbmc");
    assert_eq!(unknown(&own), Vec::<String>::new());
    assert_eq!(says(&own), says(&at_once));
    let (more, _) = decide(file, "sufficient");
    assert_eq!(unknown(&more), Vec::<String>::new());
}

/// A mutant that leaves a block of the heap on a single input, which is not seen natively, is not called equivalent.
#[test]
fn what_is_not_seen_on_a_single_input_is_unknown() {
    for engine in [BMC, SYMBMC] {
        let file = "crates/quell-engine/tests/programs/unseen.c";
        let (run, _) = decide_by(engine, file, "symbmc:ROR");
        let mut mutants = run.objectives.iter();
        let leaving = mutants.find(|of| of.source.after().contains("if (first <= 5)"));
        assert_eq!(
            leaving.unwrap().verdict.status,
            Status::Unknown,
            "{engine:?}"
        );
    }
}

/// A formula is divided where some of its mutants are too hard: the others are decided.
#[test]
fn hard_mutants_do_not_keep_a_formula_from_deciding_others() {
    let mut settings = settings();
    settings.budgets.query = Duration::from_millis(300);
    let file = "crates/quell-engine/tests/programs/shares.c";
    let (_, run) = with_subject(file, "symbmc:ROR", |subject| {
        run_by(SYMBMC, subject, &settings)
    });
    let run = run.unwrap();
    assert!(!unknown(&run).is_empty());
    let count = |kind: Status| {
        let mutants = run.objectives.iter();
        let hard = mutants.filter(|of| of.function == "hard" && of.verdict.status == kind);
        hard.count()
    };
    assert!(count(Status::Killed) >= 5, "{:?}", run.totals);
    assert!(count(Status::Equivalent) >= 4, "{:?}", run.totals);
}

/// A block that is smaller than the original's is killed, a larger one is equivalent, and what is written behind one is seen.
/// One that is not given back is a bound of the proof.
#[test]
fn sizes_of_blocks_count_where_they_are_smaller() {
    for engine in [BMC, SYMBMC] {
        let file = "crates/quell-engine/tests/programs/blocks.c";
        let (run, _) = decide_by(engine, file, "symbmc");
        for mutant in &run.objectives {
            let larger = [
                "loc(n + 1 + 1",
                "loc(n + 2",
                "loc(n + 1, 2)",
                "h + 1 + 1);",
                "h + 2);",
            ];
            let is_larger = larger
                .iter()
                .any(|text| mutant.source.after().contains(text))
                && mutant.source.before().contains("loc(");
            if mutant.source.before().contains("free(square)") {
                let assumptions = &mutant.verdict.assumptions;
                let is_lost = assumptions.contains(&Assumption::LeaksIgnored);
                let is_leak = ["square == 0", "square < 0", "square <= 0"];
                let is_leak = is_leak
                    .iter()
                    .any(|text| mutant.source.after().contains(text));
                assert_eq!(is_lost, is_leak, "{engine:?} {mutant:?}");
                assert_eq!(
                    mutant.verdict.status,
                    Status::Equivalent,
                    "{engine:?} {mutant:?}"
                );
                continue;
            }
            // What is in a block that somebody was given cannot be seen.
            if mutant.source.before() == "*item = value;" {
                let is_equivalent = mutant.verdict.status == Status::Equivalent;
                assert!(!is_equivalent, "{engine:?} {mutant:?}");
                continue;
            }
            let expected = match is_larger {
                true => Status::Equivalent,
                false => Status::Killed,
            };
            assert_eq!(mutant.verdict.status, expected, "{engine:?} {mutant:?}");
        }
    }
}

/// What both engines say of all mutants of a file, which native inputs do not refute.
fn both_say(file: &str) -> Run {
    let [own, at_once] = [BMC, SYMBMC].map(|engine| {
        let settings = Settings {
            attack: 1000,
            ..settings()
        };
        let (_, run) = with_subject(file, "symbmc", |subject| run_by(engine, subject, &settings));
        run.unwrap_or_else(|error| panic!("{engine:?}: {error}"))
    });
    assert_eq!(says(&own), says(&at_once));
    assert!(
        own.objectives
            .iter()
            .any(|of| of.verdict.status == Status::Equivalent)
    );
    own
}

/// Where a local variable is, whose address somebody is given, differs between versions of one program.
#[test]
fn addresses_of_local_variables_are_not_seen() {
    let run = both_say("crates/quell-engine/tests/programs/lent.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
    assert!(run.totals.counts.killed > 100, "{:?}", run.totals);
}

/// Pointers to functions lead to functions that nobody defines: calls are seen, and what they return is found.
#[test]
fn what_pointers_to_functions_lead_to_is_called() {
    let run = both_say("crates/quell-engine/tests/programs/callbacks.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
    let tests = run.tests.iter().filter(|test| test.function == "measured");
    let mut given = tests.filter_map(|test| test.inputs.calls.get("any::peek"));
    assert!(given.any(|results| results[0] == 10));
    let mut assumptions = run.objectives.iter().flat_map(|of| &of.verdict.assumptions);
    let named = Assumption::Callback {
        pointer: "device.peek".to_owned(),
        symbol: "any::peek".to_owned(),
    };
    assert!(assumptions.any(|assumption| *assumption == named));
    let mut tests = run.tests.iter().filter(|test| test.function == "called");
    assert!(tests.all(|test| test.inputs.args[0] == "any::compare2"));
}

/// A pointer to structs that the code takes for a row leads to several, and a flexible array member has elements: faults are
/// killed that only the seventh element shows.
#[test]
fn rows_of_structs_and_flexible_members_have_elements() {
    let run = both_say("crates/quell-engine/tests/programs/rows.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
    let bounds: BTreeSet<&Bound> = run
        .objectives
        .iter()
        .flat_map(|of| &of.verdict.bounds)
        .collect();
    let value = |name: &str| Buffer::Value {
        name: name.to_owned(),
    };
    let items = Buffer::Pointer {
        pointer: "items".to_owned(),
    };
    for buffer in [items, value("m.text"), value("s.values")] {
        let bound = Bound::Elements {
            buffer,
            count: 8,
            unit: BufferUnit::Element,
        };
        assert!(bounds.contains(&bound), "{bound:?}: {bounds:?}");
    }
    let mut tests = run.tests.iter().filter(|test| test.function == "last");
    assert!(tests.any(|test| test.inputs.args[0]["length"] == 6));
}

/// Pointers stay pointers where states meet.
#[test]
fn trees_are_followed() {
    let run = both_say("crates/quell-engine/tests/programs/trees.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// Only who looks at a large table is kept from being followed.
#[test]
fn large_tables_are_named_where_they_are_looked_at() {
    for engine in [BMC, SYMBMC] {
        let file = "crates/quell-engine/tests/programs/tables.c";
        let (run, _) = decide_by(engine, file, "symbmc");
        let mut undecided = run
            .objectives
            .iter()
            .filter(|of| of.verdict.status == Status::Unknown);
        let named = "an access to the global variable `huge`, which has 400000 bytes";
        let is_named = |reason: &Reason| match reason {
            Reason::Unsupported {
                construct: Construct::Code { code, .. },
            } => code.to_string() == named,
            _ => false,
        };
        let is_kept =
            |of: &Record| of.function == "kept" && of.verdict.reason.as_ref().is_some_and(is_named);
        assert!(undecided.all(is_kept));
        let mut reasons = run.functions.iter().flat_map(|of| &of.reasons);
        assert!(reasons.any(is_named));
        let proved = run.objectives.iter().filter(|of| of.verdict.complete);
        assert!(proved.filter(|of| of.function == "clipped").count() > 3);
    }
}

/// Extents that are inputs are no reason to look at billions of elements.
#[test]
fn arrays_of_any_extent_are_summed_up() {
    let (run, _) = decide(
        "crates/quell-engine/tests/programs/reductions.f90",
        "symbmc",
    );
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// Mutants whose states become the original's where branches meet are followed no further, and no others are taken for them.
#[test]
fn states_that_become_the_same_again_are_seen_to() {
    let run = both_say("crates/quell-engine/tests/programs/again.c");
    let of = |function: &str, text: &str| {
        let mut mutants = run.objectives.iter();
        let found = mutants.find(|of| of.function == function && of.source.after().contains(text));
        &found.unwrap().verdict
    };
    let same = [
        of("remainder_of", "x - 1 >> 1 ^"),
        of("remainder_of", ": x + 1 >> 1"),
        of("passed", "held[j] >= held[j + 1]"),
        of("unread", "if (i <= 5)"),
    ];
    assert!(same.iter().all(|verdict| verdict.complete), "{same:?}");
    let how = Some(ProofMethod::Convergence);
    // A busy machine may not find that out of every one of them.
    assert!(same.iter().any(|verdict| verdict.method == how), "{same:?}");
    let is_counted = of("counted", "held[j] >= held[j + 1]");
    assert_eq!(is_counted.status, Status::Killed, "{is_counted:?}");
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// No input is a test of a function that compares what nobody has written.
#[test]
fn what_nobody_has_written_is_no_number() {
    let run = both_say("crates/quell-engine/tests/programs/unwritten.c");
    for mutant in &run.objectives {
        let is_known = mutant.verdict.status != Status::Unknown;
        let is_compared = mutant.function == "unwritten" && mutant.span.line == 8;
        assert_ne!(is_known, is_compared, "{mutant:?}");
    }
}

/// What the original has not set in a block counts for nobody.
#[test]
fn blocks_may_be_set_in_part() {
    let run = both_say("crates/quell-engine/tests/programs/partly.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// Blocks are followed where no type says so, and addresses are nothing that can be seen.
#[test]
fn blocks_need_no_types() {
    let run = both_say("crates/quell-engine/tests/programs/typeless.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// An input for which there is not enough memory is no test: elsewhere there may be.
#[test]
fn no_test_depends_on_how_much_memory_there_is() {
    let (run, _) = decide("crates/quell-engine/tests/programs/too_much.c", "symbmc");
    assert!(run.totals.counts.killed > 5, "{:?}", run.totals);
    for test in &run.tests {
        assert_eq!(test.expected.end.to_string(), "returned 0", "{test:?}");
    }
}

/// Natively, too, nothing is made where something was freed.
#[test]
fn memory_is_not_given_out_again() {
    let run = both_say("crates/quell-engine/tests/programs/given_back.c");
    let mutants = run.objectives.iter();
    let open = mutants.filter(|of| of.verdict.status == Status::Unknown);
    // Which of two blocks comes first is for nobody to say.
    let open: Vec<_> = open.map(|of| of.source.after()).collect();
    let ordered = [
        "if (more < all) more[0] = 7;",
        "if (more <= all) more[0] = 7;",
    ];
    assert_eq!(open, ordered);
    let mut proved = run.objectives.iter().flat_map(|of| &of.verdict.assumptions);
    assert!(proved.any(|assumption| *assumption == Assumption::NoReuse));
}

/// Blocks are told apart by what leads to them and what they hold, not by where they were made.
#[test]
fn blocks_may_be_made_in_any_order() {
    let run = both_say("crates/quell-engine/tests/programs/shapes.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
    let verdict = |function: &str, replacement: &str| {
        let mut mutants = run.objectives.iter();
        let found = mutants.find(|of| of.function == function && of.source.after() == replacement);
        let found = found.unwrap_or_else(|| panic!("{function}: {replacement}"));
        (found.verdict.status, found.verdict.assumptions.len())
    };
    // Assumptions: malloc succeeds and does not reuse memory; leaks are ignored.
    for (function, replacement, expected) in [
        ("sorted", "if (a <= b) {", (Status::Equivalent, 2)),
        ("sorted_backwards", "if (b <= a) {", (Status::Equivalent, 2)),
        (
            "ring",
            "if (turn <= 0) one = node(value, NULL);",
            (Status::Equivalent, 2),
        ),
        (
            "leaked",
            "if (n >= 3) free(square);",
            (Status::Equivalent, 3),
        ),
    ] {
        assert_eq!(verdict(function, replacement), expected, "{replacement}");
    }
    let apart = verdict("shared", "if (alone >= 0) both.second = other;");
    assert_eq!(apart.0, Status::Killed);
}

/// A result that was never set is undefined behaviour, whatever lies there natively; a struct may have members that were not.
#[test]
fn results_that_were_never_set_are_undefined() {
    for engine in [BMC, SYMBMC] {
        let file = "crates/quell-engine/tests/programs/unset.c";
        let (run, _) = decide_by(engine, file, "symbmc");
        let least = [("sometimes", 4), ("next", i64::from(i32::MIN))];
        for (function, least) in least {
            let tests: Vec<_> = run
                .tests
                .iter()
                .filter(|of| of.function == function)
                .collect();
            assert!(!tests.is_empty(), "{function}");
            for test in tests {
                let argument = test.inputs.args[0].as_i64().unwrap();
                let is_defined = argument >= least && (function != "next" || argument <= 0);
                assert!(is_defined, "{engine:?} {test:?}");
            }
        }
        for mutant in &run.objectives {
            let is_unknown = mutant.verdict.status == Status::Unknown;
            assert_eq!(
                is_unknown,
                mutant.function == "never",
                "{engine:?} {mutant:?}"
            );
            let is_killed = mutant.verdict.status == Status::Killed;
            assert!(
                is_killed || mutant.function != "half",
                "{engine:?} {mutant:?}"
            );
        }
    }
}
