//! Which part of the inputs a finding is about.

/// The input space that is searched, among those of its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    pub size: usize,
    pub space: usize,
    pub spaces: usize,
}

impl Part {
    /// An input space by the numbers of its size and of itself, and the number of spaces of that size.
    pub fn new((size, space): (usize, usize), spaces: usize) -> Self {
        Self {
            size,
            space,
            spaces,
        }
    }

    /// The only input space of the only size.
    pub fn only() -> Self {
        Self {
            size: 0,
            space: 0,
            spaces: 1,
        }
    }
}
