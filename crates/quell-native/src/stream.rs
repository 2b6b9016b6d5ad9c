//! The stream of events of a score, with the score that they add up to so far.

use quell_results::{Decision, Event, Score, ScoreRecorder};

/// Hands every event to the recorder and to the subscriber, the moment it happens.
pub struct ScoreStream<'s> {
    recorder: ScoreRecorder,
    subscriber: &'s mut dyn FnMut(&Event),
}

impl<'s> ScoreStream<'s> {
    pub fn new(subscriber: &'s mut dyn FnMut(&Event)) -> Self {
        Self {
            recorder: ScoreRecorder::default(),
            subscriber,
        }
    }

    pub fn send(&mut self, event: &Event) {
        self.recorder.record(event);
        (self.subscriber)(event);
    }

    /// Sends the verdict on an objective if it is not the last one that was sent.
    pub fn decide(&mut self, id: &str, decision: Decision) {
        if self.decision(id) != Some(&decision) {
            self.send(&Event::ObjectiveDecided {
                id: id.to_owned(),
                decision: Box::new(decision),
            });
        }
    }

    /// The verdict on an objective so far.
    pub fn decision(&self, id: &str) -> Option<&Decision> {
        self.recorder.decision(id)
    }

    /// Whether the score to begin with was sent.
    pub fn has_started(&self) -> bool {
        self.recorder.has_started()
    }

    /// Decides hyperlabels. Nothing happens after that.
    pub fn finish(&mut self, commands: u64) {
        for (id, decision) in self.recorder.hyper_labels() {
            self.decide(&id, decision);
        }
        self.send(&Event::ScoreFinished { commands });
    }

    pub fn into_score(self) -> Score {
        self.recorder.into_score()
    }
}
