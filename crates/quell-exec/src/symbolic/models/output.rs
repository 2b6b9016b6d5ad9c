//! Output to the standard streams, and the exit status. Output is an event with the arguments of the call, not the bytes that
//! are printed.

use std::rc::Rc;

use quell_term::{Sort, Term};
use quell_values::unsupported::Unsupported;

use super::walk::{Step, Until, is_zero};
use super::{Call, Outcome, table};
use crate::library::format::spec::{self, Count, Length, Piece, Spec};
use crate::library::start;
use crate::memory::Memory;
use crate::stop::{Stop, StopKind};
use crate::symbolic::domain::{Event, Ptr};

table! {
    "printf" => printf,
    "fprintf" => fprintf,
    "puts" => puts,
    "fputs" => fputs,
    "putchar" => putchar,
    "fputc" => fputc,
    "putc" => fputc,
    "fflush" => fflush,
    "exit" => exit,
    "_exit" => exit,
    "_Exit" => exit,
}

const FORMAT: &str = "a format";

impl Call<'_> {
    /// Records an event; returns a variable for its result.
    fn record_event(&mut self, event: Event) -> Term {
        let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
        memory.log = domain.events.add(memory.log, event);
        let name = format!("printed!{}", memory.log.number());
        domain.pool.var(&name, Sort::Bv(32))
    }

    /// The name of the standard stream that an argument is.
    fn stream_name(&mut self, index: usize) -> Result<String, Stop> {
        let file = self.ptr(index)?;
        let stream = self.machine.stream_at(&file)?;
        Ok(format!("{stream:?}"))
    }

    /// The bytes of a string, zero from its end on.
    fn text(&mut self, string: &Ptr, limit: Option<Term>) -> Result<Vec<Term>, Stop> {
        let until = Until {
            limit,
            ends: &is_zero,
        };
        let steps = self.walk([string], &until)?;
        let pool = &mut self.domain().pool;
        let zero = pool.number(8, 0);
        let byte = |step: &Step<1>| pool.ite(step.going, step.bytes[0], zero);
        Ok(steps.iter().map(byte).collect())
    }

    /// Adds the output of a format with the arguments from `first` on.
    fn formatted(&mut self, what: &str, format: &Ptr, first: usize) -> Result<Event, Stop> {
        let (memory, domain) = (&mut self.machine.memory, &mut self.machine.domain);
        let format = memory.read_c_string(domain, format, FORMAT)?;
        let pieces = spec::read(&format);
        let pieces = pieces.map_err(|bad| Unsupported::Format {
            reason: bad.0.to_owned(),
        })?;
        let mut event = Event {
            what: format!("{what} {format:?}").into(),
            words: Vec::new(),
            texts: Vec::new(),
        };
        for piece in pieces {
            if let Piece::Spec(spec) = piece {
                self.convert(&spec, first, &mut event)?;
            }
        }
        Ok(event)
    }

    /// Adds the output of a conversion.
    fn convert(&mut self, spec: &Spec, first: usize, event: &mut Event) -> Result<(), Stop> {
        let count = |this: &mut Self, count: Option<Count>| match count {
            Some(Count::Arg(index)) => this.sized(first + index, 32).map(Some),
            Some(Count::Fixed(number)) => Ok(Some(this.number(32, number as u64))),
            None => Ok(None),
        };
        let (width, precision) = (count(self, spec.width)?, count(self, spec.precision)?);
        event.words.extend(width.into_iter().chain(precision));
        let at = first + spec.arg;
        match (spec.conversion, spec.length) {
            (b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'c', length) => {
                let value = self.term(at)?;
                let width = if spec.conversion == b'c' {
                    8
                } else {
                    length.width()
                };
                event.words.push(self.low_bits(value, width)?);
            }
            (b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A', length)
                if length != Length::LongDouble =>
            {
                self.domain().note_floats();
                let value = self.sized(at, 64)?;
                event.words.push(value);
            }
            (b's', Length::Int) => {
                let string = self.ptr(at)?;
                let limit = precision.map(|limit| self.domain().pool.sext_to(limit, 64));
                let text = self.text(&string, limit)?;
                event.texts.push(text);
            }
            (other, _) => {
                let conversion = char::from(other);
                return Err(Unsupported::Conversion { conversion }.into());
            }
        }
        Ok(())
    }

    fn low_bits(&mut self, value: Term, width: u32) -> Result<Term, Stop> {
        let pool = &mut self.domain().pool;
        match pool.width(value) {
            whole if whole == width => Ok(value),
            whole if whole > width => Ok(pool.trunc_to(value, width)),
            _ => Err(Unsupported::FormatArgument.into()),
        }
    }
}

fn printf(c: &mut Call) -> Outcome {
    let format = c.ptr(0)?;
    let event = c.formatted("printf Out", &format, 1)?;
    let count = c.record_event(event);
    c.give_term(count)
}

fn fprintf(c: &mut Call) -> Outcome {
    let (stream, format) = (c.stream_name(0)?, c.ptr(1)?);
    let event = c.formatted(&format!("printf {stream}"), &format, 2)?;
    let count = c.record_event(event);
    c.give_term(count)
}

/// A string that is printed without a format.
fn plain(c: &mut Call, what: &str) -> Outcome {
    let string = c.ptr(0)?;
    let text = c.text(&string, None)?;
    let event = Event {
        what: Rc::from(what),
        words: Vec::new(),
        texts: vec![text],
    };
    let count = c.record_event(event);
    c.give_term(count)
}

fn puts(c: &mut Call) -> Outcome {
    plain(c, "puts Out")
}

fn fputs(c: &mut Call) -> Outcome {
    let stream = c.stream_name(1)?;
    plain(c, &format!("fputs {stream}"))
}

/// Returns the byte that was printed.
fn put(c: &mut Call, stream: &str) -> Outcome {
    let byte = c.char(0)?;
    let event = Event {
        what: format!("putchar {stream}").into(),
        words: vec![byte],
        texts: Vec::new(),
    };
    c.record_event(event);
    let result = c.domain().pool.zext_to(byte, 32);
    c.give_term(result)
}

fn putchar(c: &mut Call) -> Outcome {
    put(c, "Out")
}

fn fputc(c: &mut Call) -> Outcome {
    let stream = c.stream_name(1)?;
    put(c, &stream)
}

/// `fflush` has no effect: when bytes leave a buffer cannot be observed.
fn fflush(c: &mut Call) -> Outcome {
    let stream = match c.optional_ptr(0)? {
        Some(_) => c.stream_name(0)?,
        None => "all".to_owned(),
    };
    let event = Event {
        what: format!("fflush {stream}").into(),
        words: Vec::new(),
        texts: Vec::new(),
    };
    c.record_event(event);
    c.give_int(0)
}

/// The status may be symbolic: it is part of the event, so that all paths end alike.
fn exit(c: &mut Call) -> Outcome {
    let (status, name) = (c.char(0)?, c.name());
    if name == "exit" {
        // Exit handlers that get the status are not supported.
        start::finish(c.machine, 0)?;
    }
    let event = Event {
        what: name.into(),
        words: vec![status],
        texts: Vec::new(),
    };
    c.record_event(event);
    Err(StopKind::Exit(0).into())
}
