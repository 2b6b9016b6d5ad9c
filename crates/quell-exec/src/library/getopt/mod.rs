//! `getopt.h` as in GNU: arguments that are no options are moved to the end.

mod long;
mod short;
mod variables;

use super::call::{Call, Outcome, models};
use crate::domain::Domain;
use crate::host::Stream;
use crate::machine::Machine;
use crate::stop::Stop;

pub(super) use variables::{initial_value, is_variable};

models! {
    "getopt" => getopt,
    "__posix_getopt" => posix_getopt,
    "getopt_long" => getopt_long,
    "getopt_long_only" => getopt_long_only,
}

/// The state between calls.
#[derive(Debug)]
pub struct Progress<D: Domain> {
    begun: bool,
    /// The skipped arguments that are no options: the first ...
    first_passed: u64,
    /// ... and the one behind the last.
    last_passed: u64,
    /// The rest of an argument with several options.
    rest: Option<D::Ptr>,
    /// The option of the last error: every call stores it in `optopt`.
    complaint: i32,
}

impl<D: Domain> Default for Progress<D> {
    fn default() -> Self {
        Self {
            begun: false,
            first_passed: 1,
            last_passed: 1,
            rest: None,
            complaint: 0,
        }
    }
}

/// The treatment of arguments that are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ordering {
    Permute,
    /// Parsing ends at the first of them.
    Require,
    /// They are returned as options with the code 1.
    Return,
}

/// The caller's long options, and their prefix.
#[derive(Clone, Debug)]
struct LongOptions<P> {
    table: P,
    index_place: Option<P>,
    /// Whether a single dash introduces a long option.
    only: bool,
}

/// A call.
struct Parser<'m, D: Domain> {
    machine: &'m mut Machine<D>,
    argv: D::Ptr,
    argc: u64,
    /// The short options without the prefix that selects the ordering.
    letters: Vec<u8>,
    ordering: Ordering,
    long: Option<LongOptions<D::Ptr>>,
    progress: Progress<D>,
    optind: u64,
}

fn getopt<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    run(c, None, false)
}

fn posix_getopt<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    run(c, None, true)
}

fn with_long<D: Domain>(c: &mut Call<D>, only: bool) -> Outcome<D> {
    let Some(table) = c.optional_ptr(3)? else {
        return run(c, None, false);
    };
    let index_place = c.optional_ptr(4)?;
    let long = LongOptions {
        table,
        index_place,
        only,
    };
    run(c, Some(long), false)
}

fn getopt_long<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    with_long(c, false)
}

fn getopt_long_only<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    with_long(c, true)
}

fn run<D: Domain>(c: &mut Call<D>, long: Option<LongOptions<D::Ptr>>, posix: bool) -> Outcome<D> {
    let (argc, argv, letters) = (c.int(0)?, c.ptr(1)?, c.string(2)?);
    if argc < 1 {
        return c.give_int(-1);
    }
    let posix = posix || c.machine.has_environment(b"POSIXLY_CORRECT")?;
    let (ordering, letters) = match letters.split_first() {
        Some((b'-', rest)) => (Ordering::Return, rest.to_vec()),
        Some((b'+', rest)) => (Ordering::Require, rest.to_vec()),
        _ if posix => (Ordering::Require, letters),
        _ => (Ordering::Permute, letters),
    };
    let progress = std::mem::take(&mut c.machine.library.getopt);
    let mut parser = Parser {
        optind: c.machine.option_number("optind")? as u64,
        machine: c.machine,
        argv,
        argc: argc as u64,
        letters,
        ordering,
        long,
        progress,
    };
    let code = parser.next()?;
    let (progress, optind) = (parser.progress, parser.optind);
    c.machine.set_option_number("optopt", progress.complaint)?;
    c.machine.library.getopt = progress;
    c.machine.set_option_number("optind", optind as i32)?;
    c.give_int(code)
}

impl<D: Domain> Parser<'_, D> {
    fn next(&mut self) -> Result<i32, Stop> {
        self.machine.set_optarg(None)?;
        if self.optind == 0 || !self.progress.begun {
            self.optind = self.optind.max(1);
            self.progress = Progress {
                begun: true,
                first_passed: self.optind,
                last_passed: self.optind,
                rest: None,
                complaint: self.progress.complaint,
            };
        }
        if let Some(rest) = self.progress.rest.clone()
            && self.machine.byte(&rest, 0)? != 0
        {
            return self.short_option(&rest);
        }
        self.next_argument()
    }

    fn argument(&mut self, index: u64) -> Result<D::Ptr, Stop> {
        let at = self.machine.at(&self.argv, 8 * index);
        self.machine.get_ptr(&at)
    }

    fn text(&mut self, index: u64) -> Result<Vec<u8>, Stop> {
        let argument = self.argument(index)?;
        self.machine.c_string(&argument)
    }

    fn is_option(&mut self, index: u64) -> Result<bool, Stop> {
        let text = self.text(index)?;
        Ok(text.len() > 1 && text[0] == b'-')
    }

    /// Moves skipped arguments behind the options that followed them.
    fn exchange(&mut self) -> Result<(), Stop> {
        let (first, last) = (self.progress.first_passed, self.progress.last_passed);
        let mut moved = Vec::new();
        for index in first..self.optind {
            moved.push(self.argument(index)?);
        }
        moved.rotate_left((last - first) as usize);
        for (index, argument) in (first..).zip(&moved) {
            let at = self.machine.at(&self.argv, 8 * index);
            self.machine.put_ptr(&at, argument)?;
        }
        self.progress.first_passed += self.optind - last;
        self.progress.last_passed = self.optind;
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Stop> {
        let (first, last) = (self.progress.first_passed, self.progress.last_passed);
        if first != last && last != self.optind {
            return self.exchange();
        }
        if last != self.optind || first == last {
            self.progress.first_passed = self.optind;
        }
        Ok(())
    }

    fn next_argument(&mut self) -> Result<i32, Stop> {
        self.progress.last_passed = self.progress.last_passed.min(self.optind);
        self.progress.first_passed = self.progress.first_passed.min(self.optind);
        if self.ordering == Ordering::Permute {
            self.settle()?;
            while self.optind < self.argc && !self.is_option(self.optind)? {
                self.optind += 1;
            }
            self.progress.last_passed = self.optind;
        }
        if self.optind < self.argc && self.text(self.optind)? == b"--" {
            self.optind += 1;
            self.settle()?;
            self.progress.last_passed = self.argc;
            self.optind = self.argc;
        }
        if self.optind >= self.argc {
            if self.progress.first_passed != self.progress.last_passed {
                self.optind = self.progress.first_passed;
            }
            return Ok(-1);
        }
        if !self.is_option(self.optind)? {
            return self.plain_argument();
        }
        self.option()
    }

    fn plain_argument(&mut self) -> Result<i32, Stop> {
        if self.ordering == Ordering::Require {
            return Ok(-1);
        }
        let argument = self.argument(self.optind)?;
        self.machine.set_optarg(Some(&argument))?;
        self.optind += 1;
        Ok(1)
    }

    /// An argument that begins with a dash.
    fn option(&mut self) -> Result<i32, Stop> {
        let (argument, text) = (self.argument(self.optind)?, self.text(self.optind)?);
        if let Some(long) = self.long.clone() {
            if text.starts_with(b"--") {
                let found = self.long_option(&long, &argument, "--")?;
                return Ok(found.unwrap_or(-1));
            }
            let letter = text.get(1).copied().unwrap_or(0);
            if long.only
                && (text.len() > 2 || !self.letters.contains(&letter))
                && let Some(code) = self.long_option(&long, &argument, "-")?
            {
                return Ok(code);
            }
        }
        let rest = self.machine.at(&argument, 1);
        self.short_option(&rest)
    }

    /// The return value for a missing argument.
    fn missing_code(&self) -> i32 {
        i32::from(if self.letters.first() == Some(&b':') {
            b':'
        } else {
            b'?'
        })
    }

    /// Prints an error message, unless the program disabled that.
    fn complain(&mut self, what: &[u8]) -> Result<(), Stop> {
        let silent = self.letters.first() == Some(&b':');
        if silent || self.machine.option_number("opterr")? == 0 {
            return Ok(());
        }
        let mut line = self.text(0)?;
        line.extend_from_slice(b": ");
        line.extend_from_slice(what);
        line.push(b'\n');
        self.machine.console.write(Stream::Stderr, &line);
        Ok(())
    }
}
