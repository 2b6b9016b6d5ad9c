//! Statements: beginning, options, end.

use quell_values::unsupported::{FortranConstruct, Unsupported};

use super::format;
use super::input::Input;
use super::list::List;
use super::output::Output;
use super::walk::Walk;
use super::{super::runtime_error, super::unsupported, edit};
use crate::domain::Domain;
use crate::host::Stream;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "ioBeginExternalListOutput" => external_list_output,
    "ioBeginExternalFormattedOutput" => external_formatted_output,
    "ioBeginInternalListOutput" => internal_list_output,
    "ioBeginInternalFormattedOutput" => internal_formatted_output,
    "ioBeginExternalListInput" => external_list_input,
    "ioBeginExternalFormattedInput" => external_formatted_input,
    "ioBeginInternalListInput" => internal_list_input,
    "ioBeginInternalFormattedInput" => internal_formatted_input,
    "ioBeginFlush" => flush,
    "ioEnableHandlers" => enable_handlers,
    "ioSetAdvance" => set_advance,
    "ioEndIoStatement" => end,
}

const STDERR: i32 = 0;
const STDIN: i32 = 5;
const STDOUT: i32 = 6;

/// The value of `IOSTAT=` at the end of the input.
const END_OF_FILE: i32 = -1;

/// The source or destination of a statement.
#[derive(Clone, Debug)]
pub enum Unit<P> {
    Console(Stream),
    Stdin,
    /// A character variable and its length.
    Internal(P, u64),
    /// Nothing is transferred.
    None,
}

#[derive(Clone, Debug)]
pub enum Style {
    List(List),
    Format(Walk),
}

#[derive(Debug)]
pub struct Statement<P> {
    pub unit: Unit<P>,
    pub style: Style,
    pub output: Output,
    pub input: Input,
    place: String,
    /// Whether the statement ends its line.
    advance: bool,
    /// Whether errors are returned (`IOSTAT=`, `ERR=` and others).
    handles_errors: bool,
    handles_end: bool,
    /// Zero, or the number of the error.
    pub status: i32,
}

/// Why a statement failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    EndOfFile,
    Wrong(String),
}

fn begin<D: Domain>(
    c: &mut Call<D>,
    unit: Unit<D::Ptr>,
    format: Option<usize>,
    place: usize,
) -> Outcome<D> {
    let place = c.place(place, place + 1)?;
    let style = match format {
        Some(index) => Style::Format(parsed(c, index, &place)?),
        None => Style::List(List::default()),
    };
    let output = begun_line(c.machine, &unit);
    let input = match &unit {
        Unit::Internal(ptr, length) => {
            let text = match *length {
                0 => Vec::new(),
                // The variable of an output statement may be undefined before.
                length => c.machine.get_bytes(ptr, length).unwrap_or_default(),
            };
            Input::with_line(text)
        }
        _ => Input::default(),
    };
    let statement = Statement {
        unit,
        style,
        output,
        input,
        place,
        advance: true,
        handles_errors: false,
        handles_end: false,
        status: 0,
    };
    let cookies = c
        .machine
        .kept_object("a statement of input or output", 0, |_, _| Ok(()))?;
    let statements = &mut c.machine.library.fortran.io.statements;
    let number = statements.len() as u64;
    statements.push(statement);
    let cookie = c.machine.at(&cookies, number);
    c.give_ptr(cookie)
}

/// The unfinished line of an earlier statement.
fn begun_line<D: Domain>(machine: &mut Machine<D>, unit: &Unit<D::Ptr>) -> Output {
    let state = &mut machine.library.fortran.io;
    match unit {
        Unit::Console(Stream::Stdout) => std::mem::take(&mut state.stdout),
        Unit::Console(Stream::Stderr) => std::mem::take(&mut state.stderr),
        Unit::Internal(_, length) => Output::limited(*length as usize),
        _ => Output::default(),
    }
}

/// The format that a pointer and a length denote.
fn parsed<D: Domain>(c: &mut Call<D>, index: usize, place: &str) -> Result<Walk, Stop> {
    let text = c.characters(index)?;
    match format::parse(&text) {
        Ok(nodes) => Ok(Walk::new(nodes)),
        Err(wrong) => Err(runtime_error(place, &format!("FORMAT: {wrong}"))),
    }
}

fn output_unit<P>(number: i32) -> Result<Unit<P>, Stop> {
    match number {
        STDOUT | -1 => Ok(Unit::Console(Stream::Stdout)),
        STDERR => Ok(Unit::Console(Stream::Stderr)),
        _ => Err(Unsupported::OutputUnit { unit: number }.into()),
    }
}

fn input_unit<P>(number: i32) -> Result<Unit<P>, Stop> {
    match number {
        STDIN | -1 => Ok(Unit::Stdin),
        _ => Err(Unsupported::InputUnit { unit: number }.into()),
    }
}

fn internal<D: Domain>(c: &mut Call<D>) -> Result<Unit<D::Ptr>, Stop> {
    let (ptr, length) = (c.ptr(0)?, c.size(1)?);
    if length > i32::MAX as u64 {
        Err(unsupported(FortranConstruct::LargeInternalUnit))
    } else {
        Ok(Unit::Internal(ptr, length))
    }
}

fn external_list_output<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let unit = output_unit(c.int(0)?)?;
    begin(c, unit, None, 1)
}

fn external_formatted_output<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let unit = output_unit(c.int(3)?)?;
    begin(c, unit, Some(0), 4)
}

fn internal_list_output<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let unit = internal(c)?;
    begin(c, unit, None, 4)
}

fn internal_formatted_output<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let unit = internal(c)?;
    begin(c, unit, Some(2), 7)
}

fn external_list_input<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let unit = input_unit(c.int(0)?)?;
    begin(c, unit, None, 1)
}

fn external_formatted_input<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let unit = input_unit(c.int(3)?)?;
    begin(c, unit, Some(0), 4)
}

fn internal_list_input<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let unit = internal(c)?;
    begin(c, unit, None, 4)
}

fn internal_formatted_input<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let unit = internal(c)?;
    begin(c, unit, Some(2), 7)
}

/// Output is never buffered.
fn flush<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    begin(c, Unit::None, None, 1)
}

/// Calls `f` with the statement of a cookie, the first argument.
pub fn with_statement<D: Domain, T>(
    c: &mut Call<D>,
    f: impl FnOnce(&mut Call<D>, &mut Statement<D::Ptr>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let cookie = c.ptr(0)?;
    let cookies = c
        .machine
        .kept_object("a statement of input or output", 0, |_, _| Ok(()))?;
    let number = c
        .machine
        .address_of_ptr(&cookie)?
        .wrapping_sub(c.machine.address_of_ptr(&cookies)?);
    let statements = &mut c.machine.library.fortran.io.statements;
    // Statements nest, so the active one is the last.
    if number + 1 != statements.len() as u64 {
        return Err(unsupported(FortranConstruct::EndedStatement));
    }
    let Some(mut statement) = statements.pop() else {
        return Err(unsupported(FortranConstruct::EndedStatement));
    };
    let result = f(c, &mut statement)?;
    c.machine.library.fortran.io.statements.push(statement);
    Ok(result)
}

impl<P> Statement<P> {
    /// Records a failure, or stops if the program does not handle it. Returns whether there was no failure.
    pub fn check(&mut self, outcome: Result<(), Failure>) -> Result<bool, Stop> {
        let (status, handled, what) = match outcome {
            Ok(()) => return Ok(true),
            Err(Failure::EndOfFile) => (
                END_OF_FILE,
                self.handles_end,
                "End of file during input".to_owned(),
            ),
            Err(Failure::Wrong(what)) => (1, self.handles_errors, what),
        };
        if !handled {
            return Err(runtime_error(&self.place, &what));
        }
        self.status = status;
        Ok(false)
    }
}

/// The options `IOSTAT=`, `ERR=`, `END=`, `EOR=` and `IOMSG=` that a statement has.
fn enable_handlers<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let mut given = [false; 3];
    for (index, given) in given.iter_mut().enumerate() {
        *given = c.bits(index + 1, 1)? != 0;
    }
    with_statement(c, |_, statement| {
        statement.handles_errors = given[0] || given[1];
        statement.handles_end = given[0] || given[2];
        Ok(())
    })?;
    c.give_nothing()
}

fn set_advance<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let answer = c.characters(1)?;
    with_statement(c, |_, statement| {
        statement.advance = !answer.trim_ascii().eq_ignore_ascii_case(b"NO");
        Ok(())
    })?;
    c.give(1, 1)
}

/// Ends a statement and returns its status.
fn end<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let status = with_statement(c, |c, statement| {
        if let Style::Format(walk) = &mut statement.style
            && !matches!(statement.unit, Unit::Stdin)
        {
            edit::finish(walk, &mut statement.output);
        }
        finish_unit(c.machine, statement)?;
        Ok(statement.status)
    })?;
    c.machine.library.fortran.io.statements.pop();
    c.give_int(status)
}

fn finish_unit<D: Domain>(
    machine: &mut Machine<D>,
    statement: &mut Statement<D::Ptr>,
) -> Result<(), Stop> {
    match statement.unit.clone() {
        Unit::Console(stream) => {
            if statement.advance {
                statement.output.advance();
            }
            let done = statement.output.take_done();
            machine.console.write(stream, &done);
            let state = &mut machine.library.fortran.io;
            let line = std::mem::take(&mut statement.output);
            match stream {
                Stream::Stdout => state.stdout = line,
                Stream::Stderr => state.stderr = line,
            }
            Ok(())
        }
        Unit::Stdin => {
            statement.finish_input(machine);
            Ok(())
        }
        Unit::Internal(ptr, length) => finish_internal(machine, statement, (&ptr, length)),
        Unit::None => Ok(()),
    }
}

/// Stores the output of an internal unit in its variable.
fn finish_internal<D: Domain>(
    machine: &mut Machine<D>,
    statement: &mut Statement<D::Ptr>,
    (ptr, length): (&D::Ptr, u64),
) -> Result<(), Stop> {
    if statement.input.was_read {
        return Ok(());
    }
    let further_lines = !statement.output.take_done().is_empty();
    let mut text = statement.output.take_all();
    if further_lines || text.len() as u64 > length {
        let wrong = Failure::Wrong("Internal write overran available records".to_owned());
        statement.check(Err(wrong))?;
    }
    text.resize(length as usize, b' ');
    if text.is_empty() {
        Ok(())
    } else {
        machine.put_bytes(ptr, &text)
    }
}
