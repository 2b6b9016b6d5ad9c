//! What a ledger makes of findings.

use quell_results::{Ending, Inputs, Observable, ProofMethod};
use quell_values::{Assumption, Bound, Difference};

use super::*;
use crate::reached::Reached;

fn ledger(count: usize) -> Ledger {
    let mut ledger = Ledger::new("f", (0..count).map(|index| (index, format!("m{index}"))));
    let all: Vec<usize> = (0..count).collect();
    ledger.turn_to(&all, Part::only());
    ledger
}

fn bounded() -> Proof {
    let mut scope = Scope::default();
    scope.bound(Bound::LongerRuns);
    proof(scope)
}

fn assuming() -> Proof {
    let mut scope = Scope::default();
    scope.assume(Assumption::NoAlias);
    proof(scope)
}

fn unrestricted() -> Proof {
    proof(Scope::default())
}

fn proof(scope: Scope) -> Proof {
    Proof {
        scope,
        cut: false,
        reached: Reached::Yes,
        method: ProofMethod::Query,
        asked: true,
    }
}

fn kill(mutant: usize) -> Kill {
    Kill {
        mutant,
        difference: Difference {
            what: Observable::value("result"),
            original: "1".into(),
            mutant: "2".into(),
        },
        is_timeout: false,
    }
}

/// A test as somebody writes it down.
fn wrote(ledger: &mut Ledger, kills: &[usize]) {
    found(ledger, kills, false);
}

fn found(ledger: &mut Ledger, kills: &[usize], original_aborts: bool) {
    let reserved = Reserved {
        test: WrittenTest {
            id: String::new(),
            function: "f".to_owned(),
            inputs: Inputs::default(),
            expected: Ending::Aborted.into(),
            result: None,
            original_aborts,
            unchecked: None,
            kills: Vec::new(),
        },
        call: Prepared::default(),
        kills: kills.iter().map(|mutant| kill(*mutant)).collect(),
    };
    match original_aborts {
        true => ledger.reserve(reserved),
        false => ledger.write(reserved),
    }
}

#[test]
fn a_test_on_which_the_original_aborts_is_the_last_choice() {
    let mut all = ledger(3);
    found(&mut all, &[0, 1, 2], true);
    assert_eq!(all.alive(), [0, 1, 2]);
    wrote(&mut all, &[0]);
    all.write_reserve();
    assert_eq!(all.tests[1].kills, ["m1", "m2"]);
    assert!(!all.verdict(0, "").original_aborts);
    assert!(all.verdict(1, "").original_aborts);
    // A later test takes its place.
    wrote(&mut all, &[1]);
    assert_eq!(all.verdict(1, "").tests, ["f-3"]);
    assert!(!all.verdict(1, "").original_aborts);
    assert_eq!(all.alive(), [2]);
}

#[test]
fn what_several_find_out_is_one() {
    let mut all = ledger(5);
    wrote(&mut all, &[0]);
    let mut forks = [all.fork(), all.fork(), all.fork()];
    wrote(&mut forks[0], &[1, 2]);
    wrote(&mut forks[1], &[2, 3]);
    forks[2].proved(4, bounded());
    for (index, fork) in (1..).zip(forks) {
        // The second one's mutant was killed by the first one's test: its own is not needed.
        all.absorb([0, 1, 2, 4][index], fork);
    }
    let kinds: Vec<Status> = (0..5).map(|index| all.verdict(index, "").status).collect();
    let killed = Status::Killed;
    assert_eq!(
        kinds,
        [killed, killed, killed, Status::Unknown, Status::Equivalent]
    );
    assert_eq!(all.tests.len(), 2);
    assert_eq!(all.tests[1].kills, ["m1", "m2"]);
    assert_eq!(all.verdict(2, "").tests, ["f-2"]);
    assert_eq!(all.contradiction(), None);
}

#[test]
fn a_kill_against_a_proof_is_seen() {
    let mut all = ledger(2);
    all.proved(0, bounded());
    all.proved(1, unrestricted());
    wrote(&mut all, &[0]);
    assert_eq!(all.contradiction(), None);
    wrote(&mut all, &[1]);
    assert_eq!(all.contradiction(), Some(("m1", "f-2")));
}

/// A test may violate what the proof assumes: that shows no error.
#[test]
fn a_kill_contradicts_no_proof_that_has_assumptions() {
    let mut all = ledger(1);
    all.proved(0, assuming());
    wrote(&mut all, &[0]);
    assert_eq!(all.contradiction(), None);
}

#[test]
fn a_proof_is_complete_if_it_has_no_bounds() {
    for (proof, is_complete) in [
        (unrestricted(), true),
        (assuming(), true),
        (bounded(), false),
    ] {
        let mut all = ledger(1);
        let scope = proof.scope.clone();
        all.proved(0, proof);
        let verdict = all.verdict(0, "");
        assert_eq!(
            (verdict.status, verdict.complete),
            (Status::Equivalent, is_complete)
        );
        assert_eq!(verdict.assumptions, scope.assumptions);
        assert_eq!(verdict.bounds, scope.bounds);
    }
}

/// Nothing is known of inputs that violate the assumptions, which may execute the mutant.
#[test]
fn what_no_input_within_assumptions_executes_is_unreached() {
    for (proof, kind) in [
        (unrestricted(), Status::Equivalent),
        (assuming(), Status::Unreached),
        (bounded(), Status::Unreached),
    ] {
        let mut all = ledger(1);
        let reached = match proof.scope.is_unrestricted() {
            true => Reached::Yes,
            false => Reached::No,
        };
        all.proved(0, Proof { reached, ..proof });
        assert_eq!(all.verdict(0, "").status, kind);
    }
}

/// Doubted over small inputs, proved over larger ones.
fn verdict(is_undefined: bool) -> Status {
    let mut ledger = ledger(1);
    let part = |size| Part {
        size,
        ..Part::only()
    };
    ledger.turn_to(&[0], part(0));
    ledger.doubted(0, Reason::BeyondBounds, is_undefined);
    ledger.turn_to(&[0], part(1));
    ledger.proved(0, bounded());
    ledger.verdict(0, "").status
}

#[test]
fn only_undefined_behaviour_in_small_buffers_is_settled_by_larger_ones() {
    assert_eq!(verdict(true), Status::Equivalent);
    assert_eq!(verdict(false), Status::Unknown);
}
