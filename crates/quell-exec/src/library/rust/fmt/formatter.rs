//! `core::fmt::Formatter`: options, and the writer that receives the text.

use super::options::Options;
use super::sink::{close_sink, open_sink};
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::{Machine, Model};
use crate::memory::Memory;
use crate::program::op::CallSite;
use crate::stop::Stop;
use crate::value::Val;

models! {
    "<core::fmt::Formatter>::write_str" => write_str,
    "<core::fmt::Formatter as core::fmt::Write>::write_str" => write_str,
    "<core::fmt::Formatter as core::fmt::Write>::write_char" => write_char,
    "<core::fmt::Formatter>::pad" => pad,
    "<core::fmt::Formatter>::pad_integral" => pad_integral,
    "core::fmt::pointer_fmt_inner" => pointer,
}

/// A `&mut dyn fmt::Write` or a `&dyn fmt::Debug`: the data pointer and the vtable.
pub type Dyn<P> = (P, P);

/// The offset of the first method in a vtable, after drop, size and alignment.
const FIRST_METHOD: u64 = 24;

const SIZE: u64 = 24;
const FLAGS: u64 = 16;
const WIDTH: u64 = 20;
const PRECISION: u64 = 22;

/// A formatter in the module's memory.
#[derive(Clone, Debug)]
pub struct Formatter<P> {
    pub at: P,
    pub writer: Dyn<P>,
    pub options: Options,
}

impl<D: Domain> Machine<D> {
    pub(in crate::library::rust) fn formatter(
        &mut self,
        at: &D::Ptr,
    ) -> Result<Formatter<D::Ptr>, Stop> {
        Ok(Formatter {
            at: at.clone(),
            writer: (self.ptr_at(at, 0)?, self.ptr_at(at, 8)?),
            options: Options {
                flags: self.number_at(at, FLAGS, 4)? as u32,
                width: self.number_at(at, WIDTH, 2)? as u16,
                precision: self.number_at(at, PRECISION, 2)? as u16,
            },
        })
    }

    /// Calls `f` with a new formatter that lives as long as the call.
    pub(in crate::library::rust) fn with_formatter<T>(
        &mut self,
        writer: &Dyn<D::Ptr>,
        options: Options,
        f: impl FnOnce(&mut Self, &D::Ptr) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let at = self.host_object("a formatter", SIZE)?;
        self.put_ptr(&at, &writer.0)?;
        self.set_ptr_at(&at, 8, &writer.1)?;
        self.set_number_at(&at, FLAGS, 4, u64::from(options.flags))?;
        self.set_number_at(&at, WIDTH, 2, u64::from(options.width))?;
        self.set_number_at(&at, PRECISION, 2, u64::from(options.precision))?;
        let result = f(self, &at)?;
        self.memory.end_scope(&mut self.domain, &at);
        Ok(result)
    }

    /// Writes text to a writer: a sink of the models, or a writer of the module. Returns true if it failed.
    pub(in crate::library::rust) fn write_to(
        &mut self,
        writer: &Dyn<D::Ptr>,
        text: &[u8],
    ) -> Result<bool, Stop> {
        let sinks = self.sinks()?;
        if !self.same_ptr(&writer.1, &sinks)? {
            return self.write_to_module(writer, text);
        }
        self.write_to_sink(&writer.0, text)?;
        Ok(false)
    }

    fn write_to_module(&mut self, writer: &Dyn<D::Ptr>, text: &[u8]) -> Result<bool, Stop> {
        let method = self.ptr_at(&writer.1, FIRST_METHOD)?;
        let copy = self.host_string("a formatted text", text)?;
        let length = self.domain.word(64, text.len() as u64);
        let args = [
            Val::Ptr(writer.0.clone()),
            Val::Ptr(copy.clone()),
            Val::Word(length),
        ];
        let result = self.call_pointer(&method, &args)?;
        self.memory.end_scope(&mut self.domain, &copy);
        failed(self, result)
    }

    /// Calls the `fmt` method of a `&dyn Debug`.
    pub(in crate::library::rust) fn format_dyn(
        &mut self,
        value: &Dyn<D::Ptr>,
        formatter: &D::Ptr,
    ) -> Result<bool, Stop> {
        let method = self.ptr_at(&value.1, FIRST_METHOD)?;
        self.format_by(&method, &value.0, formatter)
    }

    pub(super) fn format_by(
        &mut self,
        method: &D::Ptr,
        value: &D::Ptr,
        formatter: &D::Ptr,
    ) -> Result<bool, Stop> {
        let args = [Val::Ptr(value.clone()), Val::Ptr(formatter.clone())];
        let result = self.call_pointer(method, &args)?;
        failed(self, result)
    }
}

/// Whether a returned `fmt::Result` is an error.
fn failed<D: Domain>(machine: &mut Machine<D>, result: Option<Val<D>>) -> Result<bool, Stop> {
    match result {
        Some(Val::Word(word)) => machine.domain.known(&word, "the result of formatting"),
        _ => Ok(false),
    }
}

/// Calls a formatting model of this library.
pub fn call_model<D: Domain>(
    machine: &mut Machine<D>,
    model: Model<D>,
    site: &CallSite,
    args: &[Val<D>],
) -> Result<bool, Stop> {
    let result = model(machine, site, args)?;
    failed(machine, result)
}

/// The text that `f` writes to a new formatter.
pub fn capture<D: Domain>(
    machine: &mut Machine<D>,
    options: Options,
    f: impl FnOnce(&mut Machine<D>, &D::Ptr) -> Result<bool, Stop>,
) -> Result<String, Stop> {
    let sink = open_sink(machine)?;
    machine.with_formatter(&sink, options, f)?;
    Ok(close_sink(machine))
}

/// `{:?}` of a `&dyn Debug`.
pub fn debug_text<D: Domain>(
    machine: &mut Machine<D>,
    value: &Dyn<D::Ptr>,
) -> Result<String, Stop> {
    capture(machine, Options::default(), |machine, formatter| {
        machine.format_dyn(value, formatter)
    })
}

impl<D: Domain> Call<'_, D> {
    /// The formatter that is an argument.
    pub(in crate::library::rust) fn formatter(
        &mut self,
        index: usize,
    ) -> Result<Formatter<D::Ptr>, Stop> {
        let at = self.ptr(index)?;
        self.machine.formatter(&at)
    }

    /// Writes to a formatter and returns the `fmt::Result`.
    pub(in crate::library::rust) fn put(
        &mut self,
        formatter: &Formatter<D::Ptr>,
        text: &str,
    ) -> Outcome<D> {
        let failed = self.machine.write_to(&formatter.writer, text.as_bytes())?;
        self.give_flag(failed)
    }
}

fn write_str<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let formatter = c.formatter(0)?;
    let text = c.str(1)?;
    c.put(&formatter, &text)
}

fn write_char<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let formatter = c.formatter(0)?;
    let character = char::from_u32(c.uint(1)?).unwrap_or(char::REPLACEMENT_CHARACTER);
    c.put(&formatter, character.encode_utf8(&mut [0; 4]))
}

fn pad<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let formatter = c.formatter(0)?;
    let text = c.str(1)?;
    c.put(&formatter, &formatter.options.pad(&text))
}

fn pad_integral<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let formatter = c.formatter(0)?;
    let nonnegative = c.bits(1, 1)? != 0;
    let (prefix, digits) = (c.str(2)?, c.str(4)?);
    let options = formatter.options;
    let sign = sign_of(options, nonnegative);
    let prefix = if options.alternate() { &prefix } else { "" };
    c.put(&formatter, &options.pad_number(sign, prefix, &digits))
}

pub fn sign_of(options: Options, nonnegative: bool) -> &'static str {
    match (nonnegative, options.plus()) {
        (false, _) => "-",
        (true, true) => "+",
        (true, false) => "",
    }
}

/// `{:p}`; with `#` it has all digits of the address.
fn pointer<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let address = c.size(0)?;
    let formatter = c.formatter(1)?;
    let mut options = formatter.options;
    if options.alternate() && !options.has_width() {
        options = options.zero_padded(18);
    }
    let text = options.pad_number("", "0x", &format!("{address:x}"));
    c.put(&formatter, &text)
}
