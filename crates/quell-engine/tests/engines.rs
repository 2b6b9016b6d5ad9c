//! Both engines on the same mutants: the verdicts agree.

#[path = "support/deciding.rs"]
mod deciding;
#[path = "labels/support.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use deciding::{BMC, SYMBMC, decide, decide_by, run_by, settings, unknown, with_subject};
use quell_engine::{ENGINES, Settings};
use quell_results::{
    Assumption, Bound, Buffer, BufferUnit, Construct, ProofMethod, Reason, Record, Run, Status,
};
use support::labelled;

const UNUSUAL: &str = "crates/quell-engine/tests/programs/at_once.c";

/// The status of each verdict, without the method.
fn statuses(run: &Run) -> Vec<(String, Status)> {
    let mutants = run.objectives.iter();
    mutants
        .map(|mutant| (mutant.id.clone(), mutant.verdict.status))
        .collect()
}

#[test]
fn one_formula_for_all_mutants_gives_the_same_verdicts() {
    // Also mutants that the formula cannot express, and those whose kill the native oracle does not confirm.
    for file in ["examples/mid.c", "examples/leap_year.c", UNUSUAL] {
        let (own, _) = decide(file, "symbmc");
        let (at_once, _) = decide_by(SYMBMC, file, "symbmc");
        assert_eq!(unknown(&at_once), Vec::<String>::new());
        assert_eq!(statuses(&own), statuses(&at_once), "{file}");
    }
}

/// What one engine shows by a test, no other denies by a proof, be it about mutants or labels.
#[test]
fn no_two_engines_contradict_each_other() {
    let mut settings = settings();
    settings.budgets.function = Duration::from_secs(3);
    let of_mutants = ENGINES.iter().map(|engine| {
        let (_, run) = with_subject("examples/minimum.c", "symbmc:ROR", |subject| {
            run_by(engine.name, subject, &settings)
        });
        run.unwrap_or_else(|error| panic!("{}: {error}", engine.name))
    });
    agree(&of_mutants.collect::<Vec<_>>());
    let labels = labelled(
        "crates/quell-engine/tests/labels/exhaustive/errors.c",
        "CC,RTE",
    );
    let decided = ENGINES.iter().filter(|engine| engine.decides_labels);
    let of_labels = decided.map(|engine| {
        let run = labels.with_subject(|subject| run_by(engine.name, subject, &settings));
        run.unwrap_or_else(|error| panic!("{}: {error}", engine.name))
    });
    agree(&of_labels.collect::<Vec<_>>());
}

/// What `dse` or `bmc` decides, `auto` decides within the same budget.
#[test]
fn the_combination_decides_what_its_parts_decide() {
    let mut settings = settings();
    settings.budgets.function = Duration::from_secs(10);
    let files = [
        ("examples/coverage/valve.c", "DC,CC,GACC,CACC,RACC,WM"),
        ("crates/quell-engine/tests/labels/loop.c", "CC"),
        ("crates/quell-engine/tests/dse/concrete.c", "CC"),
        ("crates/quell-engine/tests/dse/endless.c", "CC,MCC"),
    ];
    for (file, criteria) in files {
        let labels = labelled(file, criteria);
        let decided = ["auto", "dse", BMC].map(|engine| {
            let run = labels.with_subject(|subject| run_by(engine, subject, &settings));
            let run = run.unwrap_or_else(|error| panic!("{engine}: {error}"));
            let open = |of: &&Record| !of.is_part && of.verdict.status == Status::Unknown;
            let open = run.objectives.iter().filter(open);
            open.map(|of| of.id.clone()).collect::<BTreeSet<String>>()
        });
        let [auto, dse, bmc] = decided;
        let missed: Vec<&String> = auto
            .iter()
            .filter(|id| !dse.contains(*id) || !bmc.contains(*id))
            .collect();
        assert!(missed.is_empty(), "{file}: {missed:?}");
    }
}

/// Fails if a test of one run contradicts a proof of another one. All runs decide the same objectives.
fn agree(runs: &[Run]) {
    let mut shown: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut denied: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for run in runs {
        for of in &run.objectives {
            let by = match of.verdict.status {
                Status::Killed | Status::Timeout | Status::Covered => &mut shown,
                Status::Equivalent | Status::Uncoverable => &mut denied,
                _ => continue,
            };
            by.entry(&of.id).or_default().insert(&run.engine);
        }
    }
    assert!(!shown.is_empty() && !denied.is_empty());
    for (id, engines) in &shown {
        assert_eq!(denied.get(id), None, "{id} is shown by {engines:?}");
    }
}

#[test]
fn both_engines_decide_a_controller() {
    let file = "examples/control.c";
    let (own, _) = decide(file, "symbmc");
    let (at_once, _) = decide_by(SYMBMC, file, "symbmc");
    assert_eq!(unknown(&own), Vec::<String>::new());
    assert_eq!(statuses(&own), statuses(&at_once));
    let (more, _) = decide(file, "sufficient");
    assert_eq!(unknown(&more), Vec::<String>::new());
}

/// A mutant accesses a heap block out of bounds on one input only, without a native effect: it is not equivalent.
#[test]
fn an_unconfirmed_kill_on_a_single_input_is_unknown() {
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

/// A formula is split if some of its mutants are too hard, so that the others are decided.
#[test]
fn hard_mutants_do_not_prevent_verdicts_on_others() {
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

/// A mutant with a smaller heap block is killed, one with a larger block is equivalent, and a write past the end of a block
/// is a kill. A proof that ignores a leaked block names the assumption.
#[test]
fn smaller_blocks_are_killed_and_larger_ones_are_equivalent() {
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
            // The block was passed to an external function: no proof covers its contents.
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

/// A run whose verdicts agree between both engines and are not refuted by native inputs.
fn both_engines(file: &str) -> Run {
    let [own, at_once] = [BMC, SYMBMC].map(|engine| {
        let settings = Settings {
            fuzz: 1000,
            ..settings()
        };
        let (_, run) = with_subject(file, "symbmc", |subject| run_by(engine, subject, &settings));
        run.unwrap_or_else(|error| panic!("{engine:?}: {error}"))
    });
    assert_eq!(statuses(&own), statuses(&at_once));
    assert!(
        own.objectives
            .iter()
            .any(|of| of.verdict.status == Status::Equivalent)
    );
    own
}

/// Addresses of local variables, passed to external functions, differ between versions of one program.
#[test]
fn addresses_of_local_variables_are_not_observable() {
    let run = both_engines("crates/quell-engine/tests/programs/lent.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
    assert!(run.totals.counts.killed > 100, "{:?}", run.totals);
}

/// Function pointers point to external functions: calls are observed, and their results are solved for.
#[test]
fn function_pointers_call_external_functions() {
    let run = both_engines("crates/quell-engine/tests/programs/callbacks.c");
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

/// A pointer to a struct that the code indexes points to several structs, and a flexible array member has elements: mutants
/// that need a seventh element are killed.
#[test]
fn arrays_of_structs_and_flexible_members_have_elements() {
    let run = both_engines("crates/quell-engine/tests/programs/rows.c");
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

/// Pointers stay pointers when states are merged.
#[test]
fn trees_are_explored() {
    let run = both_engines("crates/quell-engine/tests/programs/trees.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// A large table makes only the functions that access it undecided.
#[test]
fn large_tables_are_named_where_they_are_accessed() {
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

/// Array extents that are inputs do not make the explorer enumerate billions of elements.
#[test]
fn sums_over_arrays_of_any_extent_are_decided() {
    let (run, _) = decide(
        "crates/quell-engine/tests/programs/reductions.f90",
        "symbmc",
    );
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// Mutants whose states converge with the original where branches merge are explored no further; similar mutants that do not
/// converge are killed.
#[test]
fn states_converge_where_branches_merge() {
    let run = both_engines("crates/quell-engine/tests/programs/again.c");
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
    // On a busy machine some of the queries about convergence may time out.
    assert!(same.iter().any(|verdict| verdict.method == how), "{same:?}");
    let is_counted = of("counted", "held[j] >= held[j + 1]");
    assert_eq!(is_counted.status, Status::Killed, "{is_counted:?}");
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// A comparison of an uninitialised variable makes every input invalid.
#[test]
fn comparisons_of_uninitialised_variables_have_no_valid_input() {
    let run = both_engines("crates/quell-engine/tests/programs/unwritten.c");
    for mutant in &run.objectives {
        let is_known = mutant.verdict.status != Status::Unknown;
        let is_compared = mutant.function == "unwritten" && mutant.span.line == 8;
        assert_ne!(is_known, is_compared, "{mutant:?}");
    }
}

/// Parts of a block that the original leaves uninitialised are not observable.
#[test]
fn blocks_can_be_initialised_in_part() {
    let run = both_engines("crates/quell-engine/tests/programs/partly.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// Heap isomorphism follows pointers in untyped memory, and ignores addresses.
#[test]
fn blocks_need_no_types() {
    let run = both_engines("crates/quell-engine/tests/programs/typeless.c");
    assert_eq!(unknown(&run), Vec::<String>::new());
}

/// An input on which an allocation fails for lack of memory is no test: another machine may have enough.
#[test]
fn no_test_depends_on_the_available_memory() {
    let (run, _) = decide("crates/quell-engine/tests/programs/too_much.c", "symbmc");
    assert!(run.totals.counts.killed > 5, "{:?}", run.totals);
    for test in &run.tests {
        assert_eq!(test.expected.end.to_string(), "returned 0", "{test:?}");
    }
}

/// The native allocator does not reuse freed memory either.
#[test]
fn freed_memory_is_not_reused() {
    let run = both_engines("crates/quell-engine/tests/programs/given_back.c");
    let mutants = run.objectives.iter();
    let open = mutants.filter(|of| of.verdict.status == Status::Unknown);
    // The order of two blocks in memory is not defined.
    let open: Vec<_> = open.map(|of| of.source.after()).collect();
    let ordered = [
        "if (more < all) more[0] = 7;",
        "if (more <= all) more[0] = 7;",
    ];
    assert_eq!(open, ordered);
    let mut proved = run.objectives.iter().flat_map(|of| &of.verdict.assumptions);
    assert!(proved.any(|assumption| *assumption == Assumption::NoReuse));
}

/// Blocks are compared by the pointers to them and their contents, not by the place of their allocation.
#[test]
fn blocks_can_be_allocated_in_any_order() {
    let run = both_engines("crates/quell-engine/tests/programs/shapes.c");
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

/// An uninitialised result is undefined behaviour, whatever the native run returns; a struct may have uninitialised members.
#[test]
fn uninitialised_results_are_undefined() {
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
