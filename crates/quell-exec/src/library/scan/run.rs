//! Matches the input against a format and stores the values.

use quell_bits::FloatFormat;
use quell_bits::float::parse::strtod;

use super::directive::{Conversion, Directive, Kind, Size, read};
use super::input::{Field, Input};
use crate::domain::Domain;
use crate::library::call::misuse;
use crate::library::ctype::is_space;
use crate::library::stdlib::{Radix, read_integer};
use crate::machine::{ArgSource, Machine};
use crate::memory::Memory;
use crate::stop::Stop;

/// Why matching ended before the format did.
enum Mismatch {
    /// The end of the input: the result is EOF unless a value was stored before.
    End,
    /// The input does not match.
    Form,
    Stop(Stop),
}

impl From<Stop> for Mismatch {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

struct Scan<'a, 's, D: Domain> {
    machine: &'a mut Machine<D>,
    input: &'a mut Input,
    source: ArgSource<'s, D>,
    stored: i32,
}

/// Reads by the format; returns the number of values stored, or -1.
pub fn scan<D: Domain>(
    machine: &mut Machine<D>,
    input: &mut Input,
    format: &[u8],
    source: ArgSource<'_, D>,
) -> Result<i32, Stop> {
    let directives = read(format).map_err(|what| misuse("scanf", what))?;
    let mut scan = Scan {
        machine,
        input,
        source,
        stored: 0,
    };
    for directive in &directives {
        match scan.directive(directive) {
            Ok(()) => {}
            Err(Mismatch::End) if scan.stored == 0 => return Ok(-1),
            Err(Mismatch::End | Mismatch::Form) => break,
            Err(Mismatch::Stop(stop)) => return Err(stop),
        }
    }
    Ok(scan.stored)
}

impl<D: Domain> Scan<'_, '_, D> {
    fn directive(&mut self, directive: &Directive) -> Result<(), Mismatch> {
        match directive {
            Directive::Space => {
                self.skip_space();
                Ok(())
            }
            Directive::Literal(byte) => self.literal(*byte),
            Directive::Conversion(conversion) => self.conversion(conversion),
        }
    }

    fn skip_space(&mut self) {
        while self
            .input
            .peek(self.machine)
            .is_some_and(|byte| is_space(&byte))
        {
            self.input.advance(self.machine);
        }
    }

    fn literal(&mut self, wanted: u8) -> Result<(), Mismatch> {
        match self.input.peek(self.machine) {
            None => Err(Mismatch::End),
            Some(byte) if byte == wanted => {
                self.input.advance(self.machine);
                Ok(())
            }
            Some(_) => Err(Mismatch::Form),
        }
    }

    fn conversion(&mut self, conversion: &Conversion) -> Result<(), Mismatch> {
        let keeps_space = matches!(conversion.kind, Kind::Chars | Kind::Set(_) | Kind::Position);
        if !keeps_space {
            self.skip_space();
        }
        match &conversion.kind {
            Kind::Position => return self.position(conversion),
            Kind::Percent => return self.literal(b'%'),
            _ if self.input.peek(self.machine).is_none() => return Err(Mismatch::End),
            _ => {}
        }
        match &conversion.kind {
            Kind::Integer { base, signed } => self.integer(conversion, *base, *signed),
            Kind::Pointer => self.pointer(conversion),
            Kind::Float => self.float(conversion),
            Kind::Chars => self.text(conversion, conversion.width.unwrap_or(1), |_| true),
            Kind::Set(set) => self.text(conversion, u64::MAX, |byte| set[usize::from(byte)]),
            _ => self.text(conversion, u64::MAX, |byte| !is_space(&byte)),
        }
    }

    fn field(&mut self, conversion: &Conversion) -> Field<'_, D> {
        Field {
            machine: self.machine,
            input: self.input,
            left: conversion.width.unwrap_or(u64::MAX),
            text: Vec::new(),
        }
    }

    /// The pointer to store to; `None` if the value is discarded.
    fn target(&mut self, conversion: &Conversion) -> Result<Option<D::Ptr>, Stop> {
        if conversion.suppress {
            return Ok(None);
        }
        self.source.next_ptr(self.machine).map(Some)
    }

    fn position(&mut self, conversion: &Conversion) -> Result<(), Mismatch> {
        if let Some(target) = self.target(conversion)? {
            let taken = self.input.taken as u64;
            self.machine
                .put_number(&target, integer_bytes(conversion.size), taken)?;
        }
        Ok(())
    }

    fn integer(
        &mut self,
        conversion: &Conversion,
        base: u32,
        signed: bool,
    ) -> Result<(), Mismatch> {
        let mut field = self.field(conversion);
        let (base, found) = field.integer(base);
        let text = field.text;
        if !found {
            return Err(Mismatch::Form);
        }
        let integer = read_integer(
            &text,
            Radix {
                base,
                binary: false,
            },
        );
        let value = if signed {
            integer.signed().0 as u64
        } else {
            integer.unsigned().0
        };
        if let Some(target) = self.target(conversion)? {
            self.machine
                .put_number(&target, integer_bytes(conversion.size), value)?;
            self.stored += 1;
        }
        Ok(())
    }

    fn pointer(&mut self, conversion: &Conversion) -> Result<(), Mismatch> {
        let mut field = self.field(conversion);
        let (_, found) = field.integer(16);
        let found = found || field.text.is_empty() && field.nil();
        let text = field.text;
        if !found {
            return Err(Mismatch::Form);
        }
        let radix = Radix {
            base: 16,
            binary: false,
        };
        let address = read_integer(&text, radix).unsigned().0;
        if let Some(target) = self.target(conversion)? {
            let word = self.machine.domain.word(64, address);
            let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
            let ptr = memory.pointer_at(domain, &word);
            self.machine.put_ptr(&target, &ptr)?;
            self.stored += 1;
        }
        Ok(())
    }

    fn float(&mut self, conversion: &Conversion) -> Result<(), Mismatch> {
        let mut field = self.field(conversion);
        let found = field.float();
        let text = field.text;
        let format = match conversion.size {
            Size::Long => FloatFormat::Double,
            Size::LongDouble => FloatFormat::X87,
            _ => FloatFormat::Single,
        };
        let parsed = strtod(format, &text);
        if !found || parsed.consumed == 0 {
            return Err(Mismatch::Form);
        }
        if let Some(target) = self.target(conversion)? {
            let bytes = parsed.bits.to_le_bytes();
            self.machine.put_bytes(&target, &bytes)?;
            self.stored += 1;
        }
        Ok(())
    }

    /// Collects characters while they match, at least one. `%c` takes its full width, or what is left of the
    /// input.
    fn text(
        &mut self,
        conversion: &Conversion,
        limit: u64,
        wanted: impl Fn(u8) -> bool,
    ) -> Result<(), Mismatch> {
        let mut field = self.field(conversion);
        field.left = field.left.min(limit);
        field.accept_all(wanted);
        let mut text = field.text;
        if text.is_empty() {
            return Err(Mismatch::Form);
        }
        if conversion.size == Size::Long {
            return Err(misuse("scanf", "wide characters are not supported in input").into());
        }
        if conversion.kind != Kind::Chars {
            text.push(0);
        }
        let Some(mut target) = self.target(conversion)? else {
            return Ok(());
        };
        if conversion.allocate {
            let block = self.machine.heap_block(text.len() as u64, false)?;
            self.machine.put_ptr(&target, &block)?;
            target = block;
        }
        self.machine.put_bytes(&target, &text)?;
        self.stored += 1;
        Ok(())
    }
}

fn integer_bytes(size: Size) -> u32 {
    match size {
        Size::Char => 1,
        Size::Short => 2,
        Size::Default => 4,
        Size::Long | Size::LongDouble => 8,
    }
}
