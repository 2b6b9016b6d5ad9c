//! The characters that a number consumes.

use super::input::Field;
use crate::domain::Domain;

fn is_sign(byte: u8) -> bool {
    matches!(byte, b'+' | b'-')
}

impl<D: Domain> Field<'_, D> {
    /// Collects an integer without its prefix. Returns its base, and false if there is no integer.
    pub fn integer(&mut self, base: u32) -> (u32, bool) {
        self.accept(is_sign);
        let mut base = base;
        let zero = self.accept(|byte| byte == b'0').is_some();
        if zero {
            let hexadecimal = self
                .peek()
                .is_some_and(|byte| byte.eq_ignore_ascii_case(&b'x'));
            if hexadecimal && matches!(base, 0 | 16) {
                self.skip();
                base = 16;
            } else if base == 0 {
                base = 8;
            }
        }
        let base = if base == 0 { 10 } else { base };
        self.accept_all(|byte| char::from(byte).is_digit(base));
        let digits = self.text.last().is_some_and(|&byte| !is_sign(byte));
        (base, digits)
    }

    /// The word `(nil)` of `%p`.
    pub fn nil(&mut self) -> bool {
        b"(nil)".iter().all(|&letter| self.accept_letter(letter))
    }

    /// Collects a floating-point number. Returns false if there is none.
    pub fn float(&mut self) -> bool {
        let signed = self.accept(is_sign).is_some();
        match self.peek().map(|byte| byte.to_ascii_lowercase()) {
            Some(b'n') => return self.word(b"nan"),
            Some(b'i') => {
                return self.word(b"inf") && (!self.peek_letter(b'i') || self.word(b"inity"));
            }
            _ => {}
        }
        let zero = self.accept(|byte| byte == b'0').is_some();
        // The prefix counts only if the width leaves room for a digit behind it.
        let hexadecimal = zero && self.left > 1 && self.accept_letter(b'x');
        self.float_digits(hexadecimal, zero && !hexadecimal);
        let empty = usize::from(signed) + if hexadecimal { 2 } else { 0 };
        self.text.len() > empty
    }

    fn peek_letter(&mut self, letter: u8) -> bool {
        self.peek()
            .is_some_and(|byte| byte.to_ascii_lowercase() == letter)
    }

    fn word(&mut self, word: &[u8]) -> bool {
        word.iter().all(|&letter| self.accept_letter(letter))
    }

    /// Digits, one point, and an exponent after at least one digit.
    fn float_digits(&mut self, hexadecimal: bool, mut got_digit: bool) {
        let letter = if hexadecimal { b'p' } else { b'e' };
        let (mut got_point, mut got_exponent) = (false, false);
        while let Some(byte) = self.peek() {
            let after_letter = self.text.last() == Some(&letter);
            if byte.is_ascii_digit() || !got_exponent && hexadecimal && byte.is_ascii_hexdigit() {
                got_digit = true;
            } else if got_digit && !got_exponent && byte.to_ascii_lowercase() == letter {
                (got_exponent, got_point) = (true, true);
                self.skip();
                self.text.push(letter);
                continue;
            } else if byte == b'.' && !got_point {
                got_point = true;
            } else if !(got_exponent && after_letter && is_sign(byte)) {
                return;
            }
            self.skip();
            self.text.push(byte);
        }
    }
}
