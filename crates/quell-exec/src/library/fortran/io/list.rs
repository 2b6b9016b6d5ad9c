//! List-directed output: values in their shortest form, each after a blank.

use super::output::{Item, Output, Real};
use super::real;

/// Consecutive texts are not separated by a blank.
#[derive(Clone, Copy, Debug, Default)]
pub struct List {
    after_text: bool,
}

impl List {
    pub fn put(&mut self, out: &mut Output, item: &Item) {
        match item {
            Item::Integer(value, _) => self.word(out, &value.to_string()),
            Item::Logical(value) => self.word(out, if *value { "T" } else { "F" }),
            Item::Real(value) => self.real(out, (" ", *value, "")),
            Item::Complex(re, im) => {
                self.real(out, (" (", *re, ","));
                self.real(out, ("", *im, ")"));
            }
            Item::Character(text) => self.text(out, text),
        }
    }

    fn word(&mut self, out: &mut Output, text: &str) {
        self.lead(out, text.len(), false);
        out.put(text.as_bytes());
    }

    /// Writes the blank in front of a value, or starts a new line if the value does not fit.
    fn lead(&mut self, out: &mut Output, width: usize, is_text: bool) {
        if width == 0 {
            return;
        }
        let blank = out.position() == 0 || !(is_text && self.after_text);
        self.after_text = false;
        if out.needs_advance(usize::from(blank) + width) {
            out.advance();
            out.put(b" ");
        } else if blank {
            out.put(b" ");
        }
    }

    fn real(&mut self, out: &mut Output, (before, value, after): (&str, Real, &str)) {
        let text = real::shortest(value);
        if out.needs_advance(before.len() + text.len() + after.len()) {
            out.advance();
        }
        self.after_text = false;
        out.put(before.as_bytes());
        out.put(text.as_bytes());
        out.put(after.as_bytes());
    }

    /// A long text continues in the next line.
    fn text(&mut self, out: &mut Output, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        self.lead(out, 1, true);
        let mut rest = text;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(out.room().max(1)));
            out.put(now);
            rest = later;
            if !rest.is_empty() {
                out.advance();
                out.put(b" ");
            }
        }
        self.after_text = true;
    }
}
