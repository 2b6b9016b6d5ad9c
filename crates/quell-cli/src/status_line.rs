//! How far a command is, unless nobody wants to know.

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

    /// Takes the place of what was told before.
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
