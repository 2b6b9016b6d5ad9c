//! The source of characters: a text or the standard input.

use crate::domain::Domain;
use crate::machine::Machine;

/// A text, or `None` for the standard input, and the number of characters taken.
#[derive(Debug)]
pub struct Input {
    text: Option<Vec<u8>>,
    pub taken: usize,
}

impl Input {
    pub fn text(text: Vec<u8>) -> Self {
        Self {
            text: Some(text),
            taken: 0,
        }
    }

    pub fn stdin() -> Self {
        Self {
            text: None,
            taken: 0,
        }
    }

    pub fn peek<D: Domain>(&self, machine: &mut Machine<D>) -> Option<u8> {
        match &self.text {
            Some(text) => text.get(self.taken).copied(),
            None => machine.peek_byte(),
        }
    }

    /// Takes the character that was peeked at.
    pub fn advance<D: Domain>(&mut self, machine: &mut Machine<D>) {
        if self.text.is_none() {
            machine.next_byte();
        }
        self.taken += 1;
    }
}

/// The characters of one conversion, limited by its width.
#[derive(Debug)]
pub struct Field<'a, D: Domain> {
    pub machine: &'a mut Machine<D>,
    pub input: &'a mut Input,
    pub left: u64,
    pub text: Vec<u8>,
}

impl<D: Domain> Field<'_, D> {
    /// The next character, if the width allows one.
    pub fn peek(&mut self) -> Option<u8> {
        if self.left == 0 {
            return None;
        }
        self.input.peek(self.machine)
    }

    /// Takes a character and discards it.
    pub fn skip(&mut self) {
        self.input.advance(self.machine);
        self.left -= 1;
    }

    /// Takes the next character if it satisfies a condition.
    pub fn accept(&mut self, wanted: impl FnOnce(u8) -> bool) -> Option<u8> {
        let byte = self.peek().filter(|&byte| wanted(byte))?;
        self.skip();
        self.text.push(byte);
        Some(byte)
    }

    pub fn accept_letter(&mut self, letter: u8) -> bool {
        self.accept(|byte| byte.to_ascii_lowercase() == letter)
            .is_some()
    }

    pub fn accept_all(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.accept(&wanted).is_some() {}
    }
}
