//! Reads items: converts the next value of the input to the bytes of a variable.

use super::format::{Descriptor, Node};
use super::input::{Found, Token};
use super::statement::{Failure, Statement, Style, Unit};
use super::walk::Step;
use crate::domain::Domain;
use crate::machine::Machine;

/// The type of a variable that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// By its size in bytes.
    Integer(u32),
    /// By its width.
    Real(u32),
    /// By the width of each part.
    Complex(u32),
    /// By its size in bytes.
    Logical(u32),
    /// By the number of characters.
    Character(usize),
}

/// The bytes for a variable; none if it keeps its value.
type Read = Result<Option<Vec<u8>>, Failure>;

impl<P> Statement<P> {
    pub fn read<D: Domain>(&mut self, machine: &mut Machine<D>, wanted: Wanted) -> Read {
        self.input.was_read = true;
        match self.style {
            Style::List(_) => self.read_list(machine, wanted),
            Style::Format(_) => self.read_formatted(machine, wanted),
        }
    }

    /// The next line of the unit.
    fn next_line<D: Domain>(&mut self, machine: &mut Machine<D>) -> Result<(), Failure> {
        match self.unit {
            Unit::Stdin => {
                let line = read_line(machine).ok_or(Failure::EndOfFile)?;
                self.input.set_line(line);
                Ok(())
            }
            _ => Err(Failure::EndOfFile),
        }
    }

    /// Ends an input statement. One without items skips a line.
    pub fn finish_input<D: Domain>(&mut self, machine: &mut Machine<D>) {
        if !self.input.has_line() && self.status == 0 {
            let _ = self.next_line(machine);
        }
    }

    fn read_list<D: Domain>(&mut self, machine: &mut Machine<D>, wanted: Wanted) -> Read {
        loop {
            if !self.input.has_line() {
                self.next_line(machine)?;
            }
            match self.input.next_value() {
                Found::Value(token) => return converted(&token, wanted).map(Some),
                Found::Null => return Ok(None),
                Found::EndOfLine => self.next_line(machine)?,
            }
        }
    }

    fn read_formatted<D: Domain>(&mut self, machine: &mut Machine<D>, wanted: Wanted) -> Read {
        if let Wanted::Complex(width) = wanted {
            let mut bytes = self.read_formatted(machine, Wanted::Real(width))?;
            let second = self.read_formatted(machine, Wanted::Real(width))?;
            if let (Some(bytes), Some(second)) = (&mut bytes, second) {
                bytes.extend(second);
            }
            return Ok(bytes);
        }
        if !self.input.has_line() {
            self.next_line(machine)?;
        }
        loop {
            let Style::Format(walk) = &mut self.style else {
                return Ok(None);
            };
            match walk.step_with_item() {
                Step::Data(descriptor) => return self.field(descriptor, wanted).map(Some),
                Step::Control(Node::Slash) | Step::Revert => self.next_line(machine)?,
                Step::Control(node) => self.skip(&node),
                Step::Endless => {
                    let what = "FORMAT has no data edit descriptor for an item";
                    return Err(Failure::Wrong(what.to_owned()));
                }
            }
        }
    }

    fn skip(&mut self, node: &Node) {
        let position = self.input.position();
        match node {
            Node::Right(count) => self.input.move_to(position.saturating_add(*count)),
            Node::Left(count) => self.input.move_to(position.saturating_sub(*count)),
            Node::Column(column) => self.input.move_to(column.saturating_sub(1)),
            Node::Literal(text) => self.input.move_to(position.saturating_add(text.len())),
            _ => {}
        }
    }

    fn field(&mut self, descriptor: Descriptor, wanted: Wanted) -> Result<Vec<u8>, Failure> {
        if let Wanted::Character(length) = wanted {
            let width = descriptor.width.unwrap_or(length);
            let mut text = self.input.take(width);
            text.resize(width, b' ');
            // Of a wide field, the last characters count.
            let start = width.saturating_sub(length);
            return Ok(padded(&text[start..], length));
        }
        let width = descriptor.width.filter(|&width| width > 0);
        let field = self.input.take(width.unwrap_or(usize::MAX / 2));
        let text: Vec<u8> = field.into_iter().filter(|byte| *byte != b' ').collect();
        match wanted {
            Wanted::Integer(bytes) if text.is_empty() => Ok(vec![0; bytes as usize]),
            Wanted::Integer(bytes) => integer(&text, bytes),
            Wanted::Real(bits) => fixed_real(&text, bits, descriptor.digits.unwrap_or(0)),
            Wanted::Logical(bytes) => logical(&text, bytes),
            Wanted::Complex(_) | Wanted::Character(_) => Ok(Vec::new()),
        }
    }
}

/// A line without its line feed; none at the end of the input.
fn read_line<D: Domain>(machine: &mut Machine<D>) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    loop {
        let mut buffer = [0];
        match machine.console.read(&mut buffer) {
            0 if line.is_empty() => return None,
            0 => break,
            _ if buffer[0] == b'\n' => break,
            _ => line.push(buffer[0]),
        }
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Some(line)
}

fn converted(token: &Token, wanted: Wanted) -> Result<Vec<u8>, Failure> {
    match (wanted, token) {
        (Wanted::Character(length), Token::Word(text) | Token::Quoted(text)) => {
            Ok(padded(text, length))
        }
        (Wanted::Integer(bytes), Token::Word(text)) => integer(text, bytes),
        (Wanted::Real(bits), Token::Word(text)) => real(text, bits),
        (Wanted::Logical(bytes), Token::Word(text)) => logical(text, bytes),
        (Wanted::Complex(bits), Token::Pair(re, im)) => {
            let mut parts = real(re, bits)?;
            parts.extend(real(im, bits)?);
            Ok(parts)
        }
        _ => Err(bad("value")),
    }
}

fn bad(what: &str) -> Failure {
    Failure::Wrong(format!("Bad {what} in input"))
}

fn padded(text: &[u8], length: usize) -> Vec<u8> {
    let mut text = text.to_vec();
    text.resize(length, b' ');
    text
}

fn integer(text: &[u8], bytes: u32) -> Result<Vec<u8>, Failure> {
    let text = String::from_utf8_lossy(text);
    let value: i128 = text.parse().map_err(|_| {
        let wrong = text.chars().find(|c| !c.is_ascii_digit()).unwrap_or(' ');
        Failure::Wrong(format!("Bad character '{wrong}' in INTEGER input field"))
    })?;
    if !matches!(bytes, 1 | 2 | 4 | 8) {
        return Err(Failure::Wrong("INTEGER input of this kind".to_owned()));
    }
    let half = 1i128 << (8 * bytes - 1);
    if !(-half..half).contains(&value) {
        return Err(Failure::Wrong(
            "Integer overflow during list-directed or NAMELIST input".to_owned(),
        ));
    }
    Ok(value.to_le_bytes()[..bytes as usize].to_vec())
}

/// A real number in any spelling that Fortran allows: `1`, `.5`, `1d3`, `2+4`, `inf`.
fn spelled(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    let text = text.replace(['d', 'q'], "e");
    let signed_exponent = text
        .char_indices()
        .skip(1)
        .find(|(at, c)| matches!(c, '+' | '-') && !text[..*at].ends_with('e'));
    let text = match signed_exponent {
        Some((at, _)) if text[..at].ends_with(|c: char| c.is_ascii_digit() || c == '.') => {
            format!("{}e{}", &text[..at], &text[at..])
        }
        _ => text,
    };
    text.parse::<f64>().is_ok().then_some(text)
}

fn real(text: &[u8], bits: u32) -> Result<Vec<u8>, Failure> {
    let text = spelled(text).ok_or_else(|| bad("real value"))?;
    real_bytes(&text, bits).ok_or_else(|| bad("real value"))
}

fn real_bytes(text: &str, bits: u32) -> Option<Vec<u8>> {
    match bits {
        32 => Some(text.parse::<f32>().ok()?.to_le_bytes().to_vec()),
        _ => Some(text.parse::<f64>().ok()?.to_le_bytes().to_vec()),
    }
}

/// In a field without a decimal point, the last digits are the fraction.
fn fixed_real(text: &[u8], bits: u32, digits: usize) -> Result<Vec<u8>, Failure> {
    if text.is_empty() {
        return Ok(vec![0; bits as usize / 8]);
    }
    let mut text = spelled(text).ok_or_else(|| bad("real value"))?;
    if !text.contains('.') && digits > 0 {
        let (mantissa, exponent) = match text.split_once('e') {
            Some((mantissa, exponent)) => (mantissa, exponent.parse().unwrap_or(0)),
            None => (text.as_str(), 0i64),
        };
        text = format!("{mantissa}e{}", exponent - digits as i64);
    }
    real_bytes(&text, bits).ok_or_else(|| bad("real value"))
}

/// `T`, `F`, `.TRUE.` and anything that begins like them.
fn logical(text: &[u8], bytes: u32) -> Result<Vec<u8>, Failure> {
    let first = text.iter().find(|byte| **byte != b'.');
    let value = match first.map(u8::to_ascii_uppercase) {
        Some(b'T') => 1,
        Some(b'F') => 0,
        _ => return Err(bad("logical value")),
    };
    let mut all = vec![0; bytes as usize];
    all[0] = value;
    Ok(all)
}
