//! The `scanf` family.

use super::input::Input;
use super::run::scan;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::ArgSource;

models! {
    "scanf" => scanf,
    "__isoc99_scanf" => scanf,
    "__isoc23_scanf" => scanf,
    "vscanf" => vscanf,
    "__isoc99_vscanf" => vscanf,
    "__isoc23_vscanf" => vscanf,
    "fscanf" => fscanf,
    "__isoc99_fscanf" => fscanf,
    "__isoc23_fscanf" => fscanf,
    "vfscanf" => vfscanf,
    "__isoc99_vfscanf" => vfscanf,
    "__isoc23_vfscanf" => vfscanf,
    "sscanf" => sscanf,
    "__isoc99_sscanf" => sscanf,
    "__isoc23_sscanf" => sscanf,
    "vsscanf" => vsscanf,
    "__isoc99_vsscanf" => vsscanf,
    "__isoc23_vsscanf" => vsscanf,
}

/// The format is argument `index`, followed by the targets or by a `va_list`.
fn run<D: Domain>(c: &mut Call<D>, mut input: Input, index: usize, list: bool) -> Outcome<D> {
    let format = c.string(index)?;
    let source = if list {
        ArgSource::of_list(&c.ptr(index + 1)?)
    } else {
        ArgSource::of_call("scanf", c.site, c.args, index + 1)
    };
    let stored = scan(c.machine, &mut input, &format, source)?;
    c.give_int(stored)
}

fn from_stream<D: Domain>(c: &mut Call<D>, list: bool) -> Outcome<D> {
    if !c.input_stream(0)? {
        return c.give_int(-1);
    }
    run(c, Input::stdin(), 1, list)
}

fn scanf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    run(c, Input::stdin(), 0, false)
}

fn vscanf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    run(c, Input::stdin(), 0, true)
}

fn fscanf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    from_stream(c, false)
}

fn vfscanf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    from_stream(c, true)
}

fn sscanf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let input = Input::text(c.string(0)?);
    run(c, input, 1, false)
}

fn vsscanf<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let input = Input::text(c.string(0)?);
    run(c, input, 1, true)
}
