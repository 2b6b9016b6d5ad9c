//! One line that shows the progress of a command, unless the output is for machines.

use crate::suite::progress::{Display, LONG_PLAIN_PAUSE};

#[derive(Debug)]
pub struct StatusLine {
    is_wanted: bool,
    display: Display,
}

impl StatusLine {
    pub fn new(is_wanted: bool) -> Self {
        let display = Display::new(LONG_PLAIN_PAUSE);
        Self { is_wanted, display }
    }

    /// Replaces the text shown before.
    pub fn tell(&mut self, text: &str) {
        if self.is_wanted {
            self.display.show(text);
        }
    }

    pub fn clear(&mut self) {
        if self.is_wanted {
            self.display.clear();
        }
    }
}
