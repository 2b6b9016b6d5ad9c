//! The events of a score: what the subscriber gets while tests run, and the score that the events add up to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quell_exec::UbMode;
use quell_native::score::{Settings, score};
use quell_results::{Event, Score, ScoreRecorder, read_suite};

mod campaign;
use campaign::{Campaign, options, root};

const FILE: &str = "examples/mid.c";

fn settings() -> Settings {
    Settings {
        native: options(),
        ub: UbMode::Trap,
        steps: 1_000_000,
        compare_code: true,
        stop: Arc::new(AtomicBool::new(false)),
    }
}

fn scored(settings: &Settings, mut subscriber: impl FnMut(&Event)) -> (Score, Vec<Event>) {
    let campaign = Campaign::new(FILE, "all");
    let suite = read_suite(&root().join("examples/tests/mid.json")).unwrap();
    let mut events = Vec::new();
    let score = score(&campaign.subject(), &suite, settings, &mut |event| {
        events.push(event.clone());
        subscriber(event);
    });
    (score.unwrap(), events)
}

fn recorded(events: &[Event]) -> Score {
    let mut recorder = ScoreRecorder::default();
    events.iter().for_each(|event| recorder.record(event));
    recorder.into_score()
}

#[test]
fn events_add_up_to_the_score_and_kills_come_at_once() {
    let (score, events) = scored(&settings(), |_| {});
    assert_eq!(recorded(&events), score);
    assert!(!score.interrupted && score.totals.counts.unknown == 0);
    let place = |is_meant: &dyn Fn(&Event) -> bool| events.iter().position(is_meant).unwrap();
    let kill =
        place(&|of| matches!(of, Event::ObjectiveDecided { decision, .. } if decision.is_killed()));
    let last_test = events
        .iter()
        .rposition(|of| matches!(of, Event::TestFinished { .. }))
        .unwrap();
    assert!(kill < last_test, "{kill} {last_test}");
    let begun = place(&|of| matches!(of, Event::ScoreStarted { .. }));
    let first_run = place(&|of| matches!(of, Event::MutantRan { .. }));
    assert!(begun < first_run && first_run < kill);
    assert!(matches!(events.last(), Some(Event::ScoreFinished { .. })));
}

/// After the first kill is known the campaign is stopped: what was found stands, and the rest is unknown.
#[test]
fn an_interrupted_score_keeps_what_was_found() {
    let settings = settings();
    let stop = settings.stop.clone();
    let (score, events) = scored(&settings, |event| {
        let is_kill =
            matches!(event, Event::ObjectiveDecided { decision, .. } if decision.is_killed());
        if is_kill {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(score.interrupted && score.totals.counts.killed > 0);
    assert_eq!(recorded(&events), score);
}
