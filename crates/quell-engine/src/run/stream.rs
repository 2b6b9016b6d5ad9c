//! The stream of events of a run, with the result that they add up to so far.

use quell_objectives::ObjectiveId;
use quell_results::{Decision, Event, Recorder, Run};

/// Hands every event to the recorder and to the subscriber, the moment it happens.
pub struct Stream<'s> {
    recorder: Recorder,
    subscriber: &'s mut dyn FnMut(&Event),
}

impl<'s> Stream<'s> {
    pub fn new(subscriber: &'s mut dyn FnMut(&Event)) -> Self {
        Self {
            recorder: Recorder::default(),
            subscriber,
        }
    }

    pub fn send(&mut self, event: &Event) {
        self.recorder.record(event);
        (self.subscriber)(event);
    }

    /// Sends the decision on an objective if it is not the last one that was sent.
    pub fn decide(&mut self, id: &ObjectiveId, decision: Decision) {
        if self.recorder.decision(id.as_str()) != Some(&decision) {
            self.send(&Event::ObjectiveDecided {
                id: id.to_string(),
                decision: Box::new(decision),
            });
        }
    }

    /// What is known so far.
    pub fn known(&self) -> &Recorder {
        &self.recorder
    }

    pub fn into_run(self) -> Run {
        self.recorder.into_run()
    }
}
