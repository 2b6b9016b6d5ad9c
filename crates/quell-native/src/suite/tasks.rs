//! The work on mutants, shared by the workers.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::baseline::Baseline;
use super::finding::Finding;

/// The mutants to run, handed out one by one.
#[derive(Debug)]
pub struct Tasks<'b> {
    pub baselines: &'b [Baseline],
    pub initial: Vec<Finding>,
    pub indices: Vec<usize>,
    next: AtomicUsize,
    /// By command.
    pub kills: Vec<AtomicUsize>,
}

impl<'b> Tasks<'b> {
    pub fn new(indices: Vec<usize>, initial: Vec<Finding>, baselines: &'b [Baseline]) -> Self {
        Self {
            baselines,
            indices,
            initial,
            next: AtomicUsize::new(0),
            kills: baselines.iter().map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    pub fn take(&self) -> Option<usize> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        self.indices.get(next).copied()
    }

    /// Hands out no more.
    pub fn give_up(&self) {
        self.next.fetch_max(self.indices.len(), Ordering::Relaxed);
    }
}
