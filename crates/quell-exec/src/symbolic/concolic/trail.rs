//! The site conditions that a path came to, shared between paths with a common prefix.

use std::rc::Rc;

use quell_term::Term;

/// A site condition at a place that a path executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// Its place in the list of conditions.
    pub index: usize,
    /// How many decisions the path had made.
    pub decisions: usize,
    /// When it holds there. Where its value is undefined, it counts as met.
    pub holds: Term,
    /// Whether `holds` is exact; otherwise it holds on more inputs than it should, never on fewer.
    pub is_exact: bool,
}

/// The conditions of a path up to a fork.
#[derive(Debug, Default)]
pub struct Trail {
    before: Option<Rc<Trail>>,
    met: Vec<Met>,
}

impl Trail {
    pub(super) fn new(before: Rc<Trail>, met: Vec<Met>) -> Rc<Self> {
        if met.is_empty() {
            return before;
        }
        Rc::new(Self {
            before: Some(before),
            met,
        })
    }

    /// All conditions, in parts, the last part first.
    pub fn parts(&self) -> impl Iterator<Item = &[Met]> {
        let parts = std::iter::successors(Some(self), |part| part.before.as_deref());
        parts.map(|part| part.met.as_slice())
    }

    /// The conditions that were met after an earlier part of the same path, in their order.
    pub fn since(&self, earlier: &Self) -> Vec<Met> {
        let parts = std::iter::successors(Some(self), |part| part.before.as_deref());
        let new: Vec<&Self> = parts
            .take_while(|part| !std::ptr::eq(*part, earlier))
            .collect();
        let new = new.into_iter().rev();
        new.flat_map(|part| part.met.iter().copied()).collect()
    }
}

impl Drop for Trail {
    /// Long trails must not use up the stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(part) = before {
            before = Rc::try_unwrap(part)
                .ok()
                .and_then(|mut part| part.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_term::Pool;

    #[test]
    fn long_trails_are_dropped_without_recursion() {
        let holds = Pool::new().bool(true);
        let mut trail = Rc::new(Trail::default());
        for decisions in 0..1_000_000 {
            let met = Met {
                index: 0,
                decisions,
                holds,
                is_exact: true,
            };
            trail = Trail::new(trail, vec![met]);
        }
        assert_eq!(trail.parts().map(<[Met]>::len).sum::<usize>(), 1_000_000);
        drop(trail);
    }
}
