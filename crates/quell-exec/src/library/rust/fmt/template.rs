//! `fmt::Arguments`: a template of literal texts and placeholders, and the values to insert.
//!
//! The template is a string of bytes. A byte below 0x80 is the length of the text that follows it; after 0x80
//! the length is in the next two bytes; 0 ends the template. A byte from 0xC0 on is a placeholder, whose low
//! bits say which of flags, width, precision and argument number follow. A template without placeholders may
//! be a plain text instead; then the second word is twice its length plus one.

use quell_values::unsupported::Unsupported;

use super::formatter::Dyn;
use super::options::Options;
use super::sink::{close_sink, open_sink};
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "core::fmt::write" => write_model,
    "<core::fmt::Arguments as core::fmt::Display>::fmt" => format_arguments,
    "<core::fmt::Arguments as core::fmt::Debug>::fmt" => format_arguments,
    "<core::fmt::Formatter>::write_fmt" => write_fmt,
    "<core::fmt::Formatter as core::fmt::Write>::write_fmt" => write_fmt,
    "alloc::fmt::format::format_inner" => format_inner,
}

const END: u8 = 0;
const LONG_TEXT: u8 = 0x80;
const PLACEHOLDER: u8 = 0xC0;

const ARGUMENT_SIZE: u64 = 16;

/// A placeholder: an argument and its options.
#[derive(Clone, Copy, Debug)]
struct Placeholder {
    options: Options,
    argument: u64,
}

/// Interprets a template.
#[derive(Debug)]
struct Reader<'m, D: Domain> {
    machine: &'m mut Machine<D>,
    template: D::Ptr,
    args: D::Ptr,
    offset: u64,
    next_argument: u64,
}

impl<D: Domain> Reader<'_, D> {
    fn number(&mut self, bytes: u32) -> Result<u64, Stop> {
        let value = self.machine.number_at(&self.template, self.offset, bytes)?;
        self.offset += u64::from(bytes);
        Ok(value)
    }

    fn literal(&mut self, length: u64) -> Result<Vec<u8>, Stop> {
        let at = self.machine.at(&self.template, self.offset);
        self.offset += length;
        self.machine.slice(&at, length)
    }

    fn placeholder(&mut self, kind: u8) -> Result<Placeholder, Stop> {
        let mut options = Options::default();
        if kind & 1 != 0 {
            options.flags = self.number(4)? as u32;
        }
        if kind & 2 != 0 {
            options.width = self.number(2)? as u16;
        }
        if kind & 4 != 0 {
            options.precision = self.number(2)? as u16;
        }
        if kind & 8 != 0 {
            self.next_argument = self.number(2)?;
        }
        if kind & 16 != 0 {
            options.width = self.count(options.width)?;
        }
        if kind & 32 != 0 {
            options.precision = self.count(options.precision)?;
        }
        let argument = self.next_argument;
        self.next_argument += 1;
        Ok(Placeholder { options, argument })
    }

    /// A width or precision that is passed as an argument.
    fn count(&mut self, argument: u16) -> Result<u16, Stop> {
        let offset = u64::from(argument) * ARGUMENT_SIZE + 8;
        Ok(self.machine.number_at(&self.args, offset, 2)? as u16)
    }

    fn print(&mut self, placeholder: Placeholder, writer: &Dyn<D::Ptr>) -> Result<bool, Stop> {
        let offset = placeholder.argument * ARGUMENT_SIZE;
        let value = self.machine.ptr_at(&self.args, offset)?;
        let method = self.machine.ptr_at(&self.args, offset + 8)?;
        self.machine
            .with_formatter(writer, placeholder.options, |machine, formatter| {
                machine.format_by(&method, &value, formatter)
            })
    }

    /// Writes the whole template; returns true as soon as a writer or a format fails.
    fn run(&mut self, writer: &Dyn<D::Ptr>) -> Result<bool, Stop> {
        loop {
            let failed = match self.number(1)? as u8 {
                END => return Ok(false),
                kind @ PLACEHOLDER.. => {
                    let placeholder = self.placeholder(kind)?;
                    self.print(placeholder, writer)?
                }
                kind => {
                    let length = match kind {
                        LONG_TEXT => self.number(2)?,
                        1..LONG_TEXT => u64::from(kind),
                        _ => return Err(unknown_template()),
                    };
                    let text = self.literal(length)?;
                    self.machine.write_to(writer, &text)?
                }
            };
            if failed {
                return Ok(true);
            }
        }
    }
}

fn unknown_template() -> Stop {
    Unsupported::RustTemplate.into()
}

/// Formats into a writer; returns true if it failed.
pub fn write<D: Domain>(
    machine: &mut Machine<D>,
    writer: &Dyn<D::Ptr>,
    template: &D::Ptr,
    args: &D::Ptr,
) -> Result<bool, Stop> {
    let second = machine.address_of_ptr(args)?;
    if second & 1 == 1 {
        let text = machine.slice(template, second >> 1)?;
        return machine.write_to(writer, &text);
    }
    let mut reader = Reader {
        machine,
        template: template.clone(),
        args: args.clone(),
        offset: 0,
        next_argument: 0,
    };
    reader.run(writer)
}

/// The formatted text.
pub fn render<D: Domain>(
    machine: &mut Machine<D>,
    template: &D::Ptr,
    args: &D::Ptr,
) -> Result<String, Stop> {
    let sink = open_sink(machine)?;
    write(machine, &sink, template, args)?;
    Ok(close_sink(machine))
}

fn write_model<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let writer = (c.ptr(0)?, c.ptr(1)?);
    let failed = write(c.machine, &writer, &c.ptr(2)?, &c.ptr(3)?)?;
    c.give_flag(failed)
}

fn format_arguments<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let arguments = c.ptr(0)?;
    let formatter = c.formatter(1)?;
    let (template, args) = (
        c.machine.ptr_at(&arguments, 0)?,
        c.machine.ptr_at(&arguments, 8)?,
    );
    let failed = write(c.machine, &formatter.writer, &template, &args)?;
    c.give_flag(failed)
}

fn write_fmt<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let formatter = c.formatter(0)?;
    let failed = write(c.machine, &formatter.writer, &c.ptr(1)?, &c.ptr(2)?)?;
    c.give_flag(failed)
}

/// `format!`, whose result is a `String`.
fn format_inner<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let result = c.ptr(0)?;
    let text = render(c.machine, &c.ptr(1)?, &c.ptr(2)?)?;
    c.machine.put_string(&result, text.as_bytes())?;
    Ok(None)
}
