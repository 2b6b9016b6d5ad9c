//! The stream of events from workers to the caller of a run.

use std::sync::mpsc::Sender;

use quell_results::Event;

/// Sends events the moment they happen. Without a receiver they are dropped.
#[derive(Clone, Debug, Default)]
pub struct Events(Option<Sender<Event>>);

impl Events {
    pub fn to(sender: Sender<Event>) -> Self {
        Self(Some(sender))
    }

    pub fn send(&self, event: impl FnOnce() -> Event) {
        if let Some(sender) = &self.0 {
            // The receiver lives as long as the workers; without it no one is left to inform.
            let _ = sender.send(event());
        }
    }
}
