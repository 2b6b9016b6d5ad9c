//! The arguments of a variadic library function, wherever they come from.

use quell_bits::FloatFormat;

use super::{Machine, VaList, padded};
use crate::domain::Domain;
use crate::memory::Memory;
use crate::program::op::CallSite;
use crate::program::shape::ShapeKind;
use crate::stop::{Stop, Ub};
use crate::value::Val;

/// The arguments of `printf` (those of the call itself) or of `vprintf` (a `va_list`).
#[derive(Debug)]
pub enum ArgSource<'a, D: Domain> {
    Call(CallArgs<'a, D>),
    List(VaList<D>),
}

/// The variadic arguments of a call, taken in order.
#[derive(Debug)]
pub struct CallArgs<'a, D: Domain> {
    function: &'static str,
    site: &'a CallSite,
    args: &'a [Val<D>],
    next: usize,
}

impl<'a, D: Domain> ArgSource<'a, D> {
    /// The arguments of a call of `function` after the first `named` ones.
    pub fn of_call(
        function: &'static str,
        site: &'a CallSite,
        args: &'a [Val<D>],
        named: usize,
    ) -> Self {
        Self::Call(CallArgs {
            function,
            site,
            args,
            next: named,
        })
    }

    /// The remaining arguments of the `va_list` at this address.
    pub fn of_list(ptr: &D::Ptr) -> Self {
        Self::List(VaList::new(ptr.clone()))
    }

    /// An integer of at most 64 bits. A wider argument is truncated.
    pub fn next_int(&mut self, machine: &mut Machine<D>, width: u32) -> Result<D::Word, Stop> {
        match self {
            Self::Call(call) => call.next_int(machine, width),
            Self::List(list) => list.next_int(machine, width),
        }
    }

    pub fn next_ptr(&mut self, machine: &mut Machine<D>) -> Result<D::Ptr, Stop> {
        match self {
            Self::Call(call) => call.next_ptr(machine),
            Self::List(list) => list.next_ptr(machine),
        }
    }

    /// The bits of a `double`.
    pub fn next_double(&mut self, machine: &mut Machine<D>) -> Result<D::Word, Stop> {
        match self {
            Self::Call(call) => call.next_float(machine, FloatFormat::Double),
            Self::List(list) => list.next_double(machine),
        }
    }

    /// The 80 bits of a `long double`.
    pub fn next_long_double(&mut self, machine: &mut Machine<D>) -> Result<D::Word, Stop> {
        match self {
            Self::Call(call) => call.next_float(machine, FloatFormat::X87),
            Self::List(list) => list.next_long_double(machine),
        }
    }
}

impl<D: Domain> CallArgs<'_, D> {
    fn misuse(&self, what: String) -> Stop {
        Ub::LibraryMisuse {
            function: self.function.into(),
            what,
        }
        .into()
    }

    fn wrong(&self, wanted: &str) -> Stop {
        self.misuse(format!("argument {} is not {wanted}", self.next))
    }

    /// The next argument with its type.
    fn take(&mut self, machine: &Machine<D>) -> Result<(Val<D>, ShapeKind), Stop> {
        let Some(value) = self.args.get(self.next) else {
            return Err(self.misuse("there are fewer arguments than are read".to_owned()));
        };
        let shape = machine.program.shapes.get(self.site.arg_type(self.next)?)?;
        self.next += 1;
        Ok((value.clone(), shape.kind.clone()))
    }

    fn next_int(&mut self, machine: &mut Machine<D>, width: u32) -> Result<D::Word, Stop> {
        let (value, kind) = self.take(machine)?;
        match (value, kind) {
            (Val::Word(word), ShapeKind::Int(from)) => {
                Ok(padded(&mut machine.domain, from, width, &word))
            }
            (Val::Ptr(ptr), _) => {
                let address = machine.memory.expose(&mut machine.domain, &ptr);
                Ok(machine.domain.extract(64, &address, 0, width))
            }
            _ => Err(self.wrong("an integer")),
        }
    }

    fn next_ptr(&mut self, machine: &mut Machine<D>) -> Result<D::Ptr, Stop> {
        let (value, kind) = self.take(machine)?;
        match (value, kind) {
            (Val::Ptr(ptr), _) => Ok(ptr),
            (Val::Word(word), ShapeKind::Int(from)) => {
                let address = padded(&mut machine.domain, from, 64, &word);
                Ok(machine.memory.pointer_at(&mut machine.domain, &address))
            }
            _ => Err(self.wrong("a pointer")),
        }
    }

    fn next_float(&mut self, machine: &Machine<D>, format: FloatFormat) -> Result<D::Word, Stop> {
        match self.take(machine)? {
            (Val::Word(word), ShapeKind::Float(found)) if found == format => Ok(word),
            _ if format == FloatFormat::X87 => Err(self.wrong("a long double")),
            _ => Err(self.wrong("a double")),
        }
    }
}
