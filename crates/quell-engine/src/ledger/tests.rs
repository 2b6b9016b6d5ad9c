//! Tests of the ledger.

use quell_results::{Ending, Inputs, Observable, ProofMethod};
use quell_values::{Assumption, Bound, Difference, Scope};

use super::*;
use crate::ledger::proof::Reached;
use crate::oracle::Shown;

fn id(number: usize) -> ObjectiveId {
    quell_objectives::ObjectiveId(format!("m{number}"))
}

fn ids(numbers: &[usize]) -> Vec<ObjectiveId> {
    numbers.iter().map(|number| id(*number)).collect()
}

fn ledger(count: usize) -> Ledger {
    let all: Vec<ObjectiveId> = (0..count).map(id).collect();
    let mut ledger = Ledger::new("f", "bmc", &all, Events::default());
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
    let difference = Difference {
        what: Observable::value("result"),
        original: "1".into(),
        mutant: "2".into(),
    };
    Kill {
        objective: id(mutant),
        shown: Shown::Difference(Box::new(difference)),
    }
}

/// A test of an engine.
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
            undefined: None,
            kills: Vec::new(),
            alone: Vec::new(),
        },
        call: Prepared::default(),
        kills: kills.iter().map(|mutant| kill(*mutant)).collect(),
    };
    if original_aborts {
        ledger.reserve(reserved);
    } else {
        ledger.write(reserved);
    }
}

#[test]
fn a_test_on_which_the_original_aborts_is_the_last_choice() {
    let mut all = ledger(3);
    found(&mut all, &[0, 1, 2], true);
    assert_eq!(all.alive(), ids(&[0, 1, 2]));
    wrote(&mut all, &[0]);
    all.write_reserve();
    assert_eq!(all.tests[1].kills, ["m1", "m2"]);
    assert!(!all.verdict(&id(0)).original_aborts);
    assert!(all.verdict(&id(1)).original_aborts);
    // A later test takes its place.
    wrote(&mut all, &[1]);
    assert_eq!(all.verdict(&id(1)).tests, ["f-3"]);
    assert!(!all.verdict(&id(1)).original_aborts);
    assert_eq!(all.alive(), ids(&[2]));
}

#[test]
fn what_several_find_out_is_one() {
    let mut all = ledger(5);
    wrote(&mut all, &[0]);
    let mut forks = [all.fork(), all.fork(), all.fork()];
    wrote(&mut forks[0], &[1, 2]);
    wrote(&mut forks[1], &[2, 3]);
    forks[2].proved(&id(4), bounded());
    for (index, fork) in (1..).zip(forks) {
        // The second one's mutant was killed by the first one's test: its own is not needed.
        all.absorb(&id([0, 1, 2, 4][index]), fork);
    }
    let kinds: Vec<Status> = (0..5).map(|index| all.verdict(&id(index)).status).collect();
    let killed = Status::Killed;
    assert_eq!(
        kinds,
        [killed, killed, killed, Status::Unknown, Status::Equivalent]
    );
    assert_eq!(all.tests.len(), 2);
    assert_eq!(all.tests[1].kills, ["m1", "m2"]);
    assert_eq!(all.verdict(&id(2)).tests, ["f-2"]);
    assert_eq!(all.contradiction(), None);
}

#[test]
fn a_kill_against_a_proof_is_seen() {
    let mut all = ledger(2);
    all.proved(&id(0), bounded());
    all.proved(&id(1), unrestricted());
    wrote(&mut all, &[0]);
    assert_eq!(all.contradiction(), None);
    wrote(&mut all, &[1]);
    assert_eq!(all.contradiction(), Some((&id(1), "f-2")));
}

/// A test may violate what the proof assumes: that shows no error.
#[test]
fn a_kill_contradicts_no_proof_that_has_assumptions() {
    let mut all = ledger(1);
    all.proved(&id(0), assuming());
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
        all.proved(&id(0), proof);
        let verdict = all.verdict(&id(0));
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
        all.proved(&id(0), Proof { reached, ..proof });
        assert_eq!(all.verdict(&id(0)).status, kind);
    }
}

/// Doubted over small inputs, proved over larger ones.
fn verdict(is_undefined: bool) -> Status {
    let mut ledger = ledger(1);
    let part = |size| Part {
        size,
        ..Part::only()
    };
    ledger.turn_to(&ids(&[0]), part(0));
    ledger.doubted(&id(0), Reason::BeyondBounds, is_undefined);
    ledger.turn_to(&ids(&[0]), part(1));
    ledger.proved(&id(0), bounded());
    ledger.verdict(&id(0)).status
}

#[test]
fn only_undefined_behaviour_in_small_buffers_is_settled_by_larger_ones() {
    assert_eq!(verdict(true), Status::Equivalent);
    assert_eq!(verdict(false), Status::Unknown);
}

/// An error ends the work: what native runs showed stands, a proof does not, because the steps after it are missing.
#[test]
fn kills_stand_where_the_work_fails() {
    let mut all = ledger(3);
    wrote(&mut all, &[0]);
    all.proved(&id(1), unrestricted());
    found(&mut all, &[2], true);
    all.fail(&EngineError::Lost);
    all.write_reserve();
    let kinds: Vec<Status> = (0..3)
        .map(|number| all.verdict(&id(number)).status)
        .collect();
    assert_eq!(kinds, [Status::Killed, Status::Unknown, Status::Unknown]);
    let reason = all.verdict(&id(1)).reason;
    assert!(matches!(reason, Some(Reason::Failed { .. })), "{reason:?}");
}

/// Events of a ledger are sent when something is found.
#[test]
fn findings_are_sent_at_once() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let all = ids(&[0, 1]);
    let mut ledger = Ledger::new("f", "bmc", &all, Events::to(sender));
    ledger.turn_to(&all, Part::only());
    wrote(&mut ledger, &[0]);
    let sent: Vec<Event> = receiver.try_iter().collect();
    assert!(
        matches!(
            &sent[..],
            [Event::TestFound { test }, Event::ObjectiveDecided { id, decision }]
                if test.kills == ["m0"] && id == "m0" && decision.status == Status::Killed
        ),
        "{sent:?}"
    );
    // Workers that help tell what they found when it is taken over.
    let mut fork = ledger.fork();
    wrote(&mut fork, &[1]);
    assert_eq!(receiver.try_iter().count(), 0);
    ledger.absorb(&id(1), fork);
    assert_eq!(receiver.try_iter().count(), 2);
}
