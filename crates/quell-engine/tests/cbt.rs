//! Constraint-based testing: it kills by tests from constraints, and proves nothing.

#[path = "support/deciding.rs"]
mod deciding;

use deciding::{BMC, CBT, decide_by, run_by, settings, with_subject};
use quell_engine::{
    CbtConstraints, CbtSettings, ConstraintKind, Explanation, FunctionSettings, HowExplained,
    Settings, Solved, explain,
};
use quell_objectives::Objective;
use quell_results::{Reason, Record, Run, Status};

const MAX: &str = "crates/quell-engine/tests/programs/constraints.c";
const TRITYP: &str = "papers/godzilla/trityp.f";

fn decided(settings: &Settings, file: &str, operators: &str) -> Run {
    let (_, run) = with_subject(file, operators, |subject| run_by(CBT, subject, settings));
    run.unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn with_constraints(constraints: CbtConstraints) -> Settings {
    let usual = settings();
    Settings {
        cbt: CbtSettings {
            constraints,
            ..usual.cbt
        },
        ..usual
    }
}

fn is_killed(mutant: &Record) -> bool {
    matches!(mutant.verdict.status, Status::Killed | Status::Timeout)
}

fn killed(run: &Run) -> usize {
    run.objectives.iter().filter(|of| is_killed(of)).count()
}

/// Predicate constraints kill more than necessity constraints alone, as in the paper; nothing is killed which is proved equivalent.
#[test]
fn kills_the_mutants_of_the_triangle_of_the_paper() {
    let operators = "mothra:ABS,mothra:ROR,mothra:AOR,SCR,SVR,LCR,SDL";
    let (proved, _) = decide_by(BMC, TRITYP, operators);
    for (constraints, percent) in [(CbtConstraints::Necessity, 93), (CbtConstraints::Both, 97)] {
        let run = decided(&with_constraints(constraints), TRITYP, operators);
        assert_eq!((run.engine.as_str(), run.statistics.queries), (CBT, 0));
        for (own, proved) in run.objectives.iter().zip(&proved.objectives) {
            assert!(!is_killed(own) || is_killed(proved), "{own:?} {proved:?}");
            assert!(is_killed(own) || own.verdict.status == Status::Unknown);
        }
        let all = killed(&proved);
        assert!(
            100 * killed(&run) >= percent * all,
            "{constraints:?}: {} of {all}",
            killed(&run)
        );
    }
}

/// An explanation of the mutant of a file that an expectation names by what it makes of a line.
fn explained(file: &str, operators: &str, after: &str) -> Explanation {
    explained_with(file, operators, after, CbtSettings::default())
}

fn explained_with(file: &str, operators: &str, after: &str, cbt: CbtSettings) -> Explanation {
    let (_, explanation) = with_subject(file, operators, |subject| {
        let is_wanted = |of: &&Objective| of.source.after() == after;
        let mutant = subject.objectives.iter().find(is_wanted);
        let mutant = mutant.unwrap_or_else(|| panic!("no mutant makes `{after}`"));
        let how = HowExplained {
            function: &FunctionSettings::default(),
            outside: Vec::new(),
            seed: 1,
            cbt,
        };
        explain(subject, &how, &mutant.id)
    });
    explanation.expect("a mutant of the subject")
}

/// The constraints of figure 3 of the paper.
#[test]
fn constraints_are_those_of_the_paper() {
    let of = |operators, after| {
        let explanation = explained(MAX, operators, after);
        let system = explanation.systems.into_iter().next().expect("a system");
        (system.path, system.constraint, system.solved)
    };
    let (path, constraint, solved) = of("SVR", "int max = n;");
    assert!(path.is_empty(), "{path:?}");
    assert_eq!(constraint, "not (m = n)");
    assert!(matches!(solved, Solved::Values(_)));
    let (_, constraint, _) = of("mothra:ROR", "if (n >= m)");
    assert!(
        constraint.contains('m') && constraint.contains('n'),
        "{constraint}"
    );
}

/// The predicate of figure 4: the sum with the constant decides otherwise.
#[test]
fn predicate_constraints_ask_for_another_decision() {
    let explanation = explained(MAX, "CSR", "if (1 + k >= j)");
    assert!(explanation.has_predicate);
    let kinds: Vec<_> = explanation.systems.iter().map(|of| of.kind).collect();
    assert!(
        kinds.contains(&ConstraintKind::Predicate) && kinds.contains(&ConstraintKind::Necessity)
    );
    let predicate = explanation.systems.iter();
    let predicate = predicate.filter(|of| of.kind == ConstraintKind::Predicate);
    for system in predicate {
        let Solved::Values(values) = &system.solved else {
            panic!("{system:?}");
        };
        let values: Vec<i64> = values.split(", ").map(|of| of.parse().unwrap()).collect();
        let [i, j, k] = values[..] else {
            panic!("{values:?}");
        };
        assert_ne!(i + k >= j, 1 + k >= j, "{values:?}");
    }
}

/// Both operands of a connective decide: the mutant of one is seen where the other one does not decide alone.
#[test]
fn the_rest_of_a_predicate_is_part_of_its_constraint() {
    let explanation = explained(MAX, "mothra:ROR", "if (a >= 3 && b > 7)");
    let system = explanation.systems.first().expect("a system");
    assert_eq!(system.kind, ConstraintKind::Predicate);
    let Solved::Values(values) = &system.solved else {
        panic!("{system:?}");
    };
    let values: Vec<i64> = values.split(", ").map(|of| of.parse().unwrap()).collect();
    assert!(values[0] == 3 && values[1] > 7, "{values:?}");
}

/// Loops are passed until a system is solved.
#[test]
fn back_branches_are_taken_where_that_is_needed() {
    let predicate = CbtSettings {
        constraints: CbtConstraints::Predicate,
        ..CbtSettings::default()
    };
    let explanation = explained_with(MAX, "SRC", "if (i == 4)", predicate);
    assert_eq!(explanation.passes, 3);
    let explanation = explained(MAX, "mothra:AOR", "sum = sum - i;");
    assert_eq!(explanation.passes, 1);
}

#[test]
fn what_contradicts_itself_is_unsolvable() {
    let explanation = explained(MAX, "mothra:ABS", "return -__builtin_abs(square);");
    let unsolvable = explanation
        .systems
        .iter()
        .all(|of| of.solved == Solved::Unsolvable);
    assert!(!unsolvable);
    let explanation = explained(MAX, "mothra:ABS", "return __builtin_abs(small);");
    assert!(!explanation.systems.is_empty());
    for system in &explanation.systems {
        assert_eq!(system.solved, Solved::Unsolvable, "{system:?}");
    }
}

/// Mutants behind a call of a function without a model name that call, and so do mutants whose tests reach it. All others are killed,
/// also in a loop with two entries, and where a pointer to a function is an input.
#[test]
fn what_is_not_followed_is_named_per_mutant() {
    let file = "crates/quell-engine/tests/programs/unstructured.c";
    let run = decided(&settings(), file, "SRC");
    let of_line = |line| run.objectives.iter().filter(move |of| of.span.line == line);
    for line in [5, 13, 14, 23, 32, 35] {
        assert!(
            of_line(line).count() > 0 && of_line(line).all(is_killed),
            "line {line}"
        );
    }
    let is_named = |of: &Record| match &of.verdict.reason {
        Some(Reason::Unsupported { construct }) => format!("{construct:?}").contains("wcswidth"),
        _ => false,
    };
    let of_sum = of_line(26).filter(|of| of.span.column == 33);
    let of_branch = of_line(24).filter(|of| of.source.after().contains("99"));
    let left: Vec<&Record> = of_sum.chain(of_branch).collect();
    assert_eq!(left.len(), 3);
    for of in left {
        assert!(is_named(of), "{of:?}");
    }
}

/// The seed is all that the tests depend on.
#[test]
fn a_seed_gives_the_same_tests_again() {
    let of_seed = |seed| {
        let settings = Settings { seed, ..settings() };
        decided(&settings, MAX, "mothra:ROR").tests
    };
    let first = of_seed(1);
    assert!(!first.is_empty());
    assert_eq!(first, of_seed(1));
    assert_ne!(first, of_seed(2));
}

#[test]
fn reasons_say_what_became_of_the_constraints() {
    let run = decided(&settings(), MAX, "mothra:ABS");
    let left = run
        .objectives
        .iter()
        .find(|of| of.source.after() == "return __builtin_abs(small);");
    let left = left.expect("the mutant");
    let Some(Reason::Constraints {
        systems,
        unsolvable,
        tests: 0,
        ..
    }) = left.verdict.reason
    else {
        panic!("{left:?}");
    };
    assert_eq!(systems, unsolvable);
}
