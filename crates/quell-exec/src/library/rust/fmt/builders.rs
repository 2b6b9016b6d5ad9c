//! `debug_struct` and the like: structs, tuples, lists, sets and maps, on one line or indented.
//!
//! A builder contains the formatter, at [`RESULT`] whether writing failed, and at [`COUNT`] the number of
//! members so far (a byte or, for tuples, a word).

use super::formatter::{Dyn, Formatter, capture};
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "<core::fmt::Formatter>::debug_struct" => debug_struct,
    "<core::fmt::Formatter>::debug_tuple" => debug_tuple,
    "<core::fmt::Formatter>::debug_list" => debug_list,
    "<core::fmt::Formatter>::debug_set" => debug_set,
    "<core::fmt::Formatter>::debug_map" => debug_set,
    "<core::fmt::builders::DebugStruct>::field" => struct_field,
    "<core::fmt::builders::DebugStruct>::finish" => struct_finish,
    "<core::fmt::builders::DebugStruct>::finish_non_exhaustive" => struct_finish_open,
    "<core::fmt::builders::DebugTuple>::field" => tuple_field,
    "<core::fmt::builders::DebugTuple>::finish" => tuple_finish,
    "<core::fmt::builders::DebugList>::entry" => list_entry,
    "<core::fmt::builders::DebugSet>::entry" => list_entry,
    "<core::fmt::builders::DebugInner>::entry" => list_entry,
    "<core::fmt::builders::DebugList>::finish" => list_finish,
    "<core::fmt::builders::DebugSet>::finish" => set_finish,
    "<core::fmt::builders::DebugMap>::entry" => map_entry,
    "<core::fmt::builders::DebugMap>::finish" => set_finish,
    "<core::fmt::Formatter>::debug_struct_field1_finish" => whole_struct,
    "<core::fmt::Formatter>::debug_struct_field2_finish" => whole_struct,
    "<core::fmt::Formatter>::debug_struct_field3_finish" => whole_struct,
    "<core::fmt::Formatter>::debug_struct_field4_finish" => whole_struct,
    "<core::fmt::Formatter>::debug_struct_field5_finish" => whole_struct,
    "<core::fmt::Formatter>::debug_struct_fields_finish" => struct_of_slices,
    "<core::fmt::Formatter>::debug_tuple_field1_finish" => whole_tuple,
    "<core::fmt::Formatter>::debug_tuple_field2_finish" => whole_tuple,
    "<core::fmt::Formatter>::debug_tuple_field3_finish" => whole_tuple,
    "<core::fmt::Formatter>::debug_tuple_field4_finish" => whole_tuple,
    "<core::fmt::Formatter>::debug_tuple_field5_finish" => whole_tuple,
    "<core::fmt::Formatter>::debug_tuple_fields_finish" => tuple_of_slice,
}

const RESULT: u64 = 8;
const COUNT: u64 = 9;
/// For a tuple, whether its name is empty; then a single member is followed by a comma.
const UNNAMED: u64 = 10;

/// The text around the members of a kind of builder.
#[derive(Clone, Copy, Debug)]
struct Shape {
    open: &'static str,
    open_indented: &'static str,
    close: &'static str,
    close_indented: &'static str,
}

const STRUCT: Shape = Shape {
    open: " { ",
    open_indented: " {\n",
    close: " }",
    close_indented: "}",
};
const TUPLE: Shape = Shape {
    open: "(",
    open_indented: "(\n",
    close: ")",
    close_indented: ")",
};
/// Lists, sets and maps write their opening bracket at once.
const OPENED: Shape = Shape {
    open: "",
    open_indented: "\n",
    close: "",
    close_indented: "",
};

/// Writes one member: its name, if it has one, and its values with `: ` between them.
fn member<D: Domain>(
    machine: &mut Machine<D>,
    formatter: &Formatter<D::Ptr>,
    (shape, first): (Shape, bool),
    name: &str,
    values: &[Dyn<D::Ptr>],
) -> Result<bool, Stop> {
    if !formatter.options.alternate() {
        let before = if first { shape.open } else { ", " };
        let failed = machine.write_to(&formatter.writer, format!("{before}{name}").as_bytes())?;
        return Ok(failed || values_between(machine, &formatter.at, values)?);
    }
    let before = if first { shape.open_indented } else { "" };
    let options = formatter.options;
    let mut failed = false;
    let text = capture(machine, options, |machine, inner| {
        let writer = machine.formatter(inner)?.writer;
        machine.write_to(&writer, name.as_bytes())?;
        failed = values_between(machine, inner, values)?;
        machine.write_to(&writer, b",\n")
    })?;
    let text = format!("{before}{}", indented(&text));
    Ok(machine.write_to(&formatter.writer, text.as_bytes())? || failed)
}

fn values_between<D: Domain>(
    machine: &mut Machine<D>,
    formatter: &D::Ptr,
    values: &[Dyn<D::Ptr>],
) -> Result<bool, Stop> {
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            let writer = machine.formatter(formatter)?.writer;
            machine.write_to(&writer, b": ")?;
        }
        if machine.format_dyn(value, formatter)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn indented(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.map(|line| format!("    {line}")).collect()
}

/// A builder in the module's memory.
#[derive(Debug)]
struct Builder<P> {
    at: P,
    formatter: Formatter<P>,
    count: u64,
    failed: bool,
}

fn builder<D: Domain>(c: &mut Call<D>) -> Result<Builder<D::Ptr>, Stop> {
    let at = c.ptr(0)?;
    let formatter = c.machine.get_ptr(&at)?;
    Ok(Builder {
        formatter: c.machine.formatter(&formatter)?,
        count: c.machine.number_at(&at, COUNT, 1)?,
        failed: c.machine.number_at(&at, RESULT, 1)? != 0,
        at,
    })
}

/// Writes `text` and initialises a builder in the memory of the result.
fn begin<D: Domain>(c: &mut Call<D>, text: &str) -> Outcome<D> {
    let (result, formatter) = (c.ptr(0)?, c.ptr(1)?);
    let writer = c.machine.formatter(&formatter)?.writer;
    let failed = c.machine.write_to(&writer, text.as_bytes())?;
    c.machine.put_ptr(&result, &formatter)?;
    c.machine
        .set_number_at(&result, RESULT, 1, u64::from(failed))?;
    c.machine.set_number_at(&result, COUNT, 1, 0)?;
    let unnamed = u64::from(text.is_empty());
    c.machine.set_number_at(&result, UNNAMED, 1, unnamed)?;
    Ok(None)
}

fn debug_struct<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let name = c.str(2)?;
    begin(c, &name)
}

fn debug_tuple<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let name = c.str(2)?;
    begin(c, &name)
}

fn debug_list<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    begin(c, "[")
}

fn debug_set<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    begin(c, "{")
}

/// Adds a member to a builder and returns the builder.
fn add<D: Domain>(c: &mut Call<D>, shape: Shape, name: &str, values: &[Dyn<D::Ptr>]) -> Outcome<D> {
    let builder = builder(c)?;
    let first = builder.count == 0;
    let failed =
        builder.failed || member(c.machine, &builder.formatter, (shape, first), name, values)?;
    let count = (builder.count + 1).min(2);
    c.machine
        .set_number_at(&builder.at, RESULT, 1, u64::from(failed))?;
    c.machine.set_number_at(&builder.at, COUNT, 1, count)?;
    c.give_ptr(builder.at)
}

fn dyn_at<D: Domain>(c: &mut Call<D>, index: usize) -> Result<Dyn<D::Ptr>, Stop> {
    Ok((c.ptr(index)?, c.ptr(index + 1)?))
}

fn struct_field<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let name = format!("{}: ", c.str(1)?);
    let value = dyn_at(c, 3)?;
    add(c, STRUCT, &name, &[value])
}

fn tuple_field<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = dyn_at(c, 1)?;
    add(c, TUPLE, "", &[value])
}

fn list_entry<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = dyn_at(c, 1)?;
    add(c, OPENED, "", &[value])
}

fn map_entry<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (key, value) = (dyn_at(c, 1)?, dyn_at(c, 3)?);
    add(c, OPENED, "", &[key, value])
}

/// Ends a builder with a text.
fn finish<D: Domain>(c: &mut Call<D>, builder: &Builder<D::Ptr>, text: &str) -> Outcome<D> {
    let failed = builder.failed
        || c.machine
            .write_to(&builder.formatter.writer, text.as_bytes())?;
    c.machine
        .set_number_at(&builder.at, RESULT, 1, u64::from(failed))?;
    c.give_flag(failed)
}

fn struct_finish<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let builder = builder(c)?;
    let text = closing(&builder.formatter, STRUCT, builder.count, false);
    finish(c, &builder, text)
}

fn struct_finish_open<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let builder = builder(c)?;
    let text = match (builder.count, builder.formatter.options.alternate()) {
        (0, _) => " { .. }",
        (_, true) => "    ..\n}",
        (_, false) => ", .. }",
    };
    finish(c, &builder, text)
}

fn tuple_finish<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let builder = builder(c)?;
    let unnamed = c.machine.number_at(&builder.at, UNNAMED, 1)? != 0;
    let text = closing(&builder.formatter, TUPLE, builder.count, unnamed);
    finish(c, &builder, text)
}

/// The end of a struct or tuple with this many members.
fn closing<P>(formatter: &Formatter<P>, shape: Shape, count: u64, unnamed: bool) -> &'static str {
    match (count, formatter.options.alternate()) {
        (0, _) => "",
        (_, true) => shape.close_indented,
        (1, false) if unnamed => ",)",
        (_, false) => shape.close,
    }
}

fn list_finish<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let builder = builder(c)?;
    finish(c, &builder, "]")
}

fn set_finish<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let builder = builder(c)?;
    finish(c, &builder, "}")
}

/// A whole struct or tuple in one call, as derived code makes it.
fn whole<D: Domain>(
    c: &mut Call<D>,
    shape: Shape,
    members: &[(String, Dyn<D::Ptr>)],
) -> Outcome<D> {
    let formatter = c.formatter(0)?;
    let name = c.str(1)?;
    let mut failed = c.machine.write_to(&formatter.writer, name.as_bytes())?;
    for (index, (name, value)) in members.iter().enumerate() {
        let place = (shape, index == 0);
        let value = std::slice::from_ref(value);
        failed = failed || member(c.machine, &formatter, place, name, value)?;
    }
    let text = closing(&formatter, shape, members.len() as u64, name.is_empty());
    failed = failed || c.machine.write_to(&formatter.writer, text.as_bytes())?;
    c.give_flag(failed)
}

fn whole_struct<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let mut members = Vec::new();
    for index in (3..c.args.len()).step_by(4) {
        members.push((format!("{}: ", c.str(index)?), dyn_at(c, index + 2)?));
    }
    whole(c, STRUCT, &members)
}

fn whole_tuple<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let mut members = Vec::new();
    for index in (3..c.args.len()).step_by(2) {
        members.push((String::new(), dyn_at(c, index)?));
    }
    whole(c, TUPLE, &members)
}

/// The members of a slice of `&dyn Debug`, passed as two arguments.
fn dyn_slice<D: Domain>(c: &mut Call<D>, index: usize) -> Result<Vec<Dyn<D::Ptr>>, Stop> {
    let (start, count) = (c.ptr(index)?, c.size(index + 1)?);
    let mut values = Vec::new();
    for number in 0..count {
        let at = c.machine.at(&start, number.wrapping_mul(16));
        values.push((c.machine.ptr_at(&at, 0)?, c.machine.ptr_at(&at, 8)?));
    }
    Ok(values)
}

fn struct_of_slices<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let names = c.ptr(3)?;
    let mut members = Vec::new();
    for (number, value) in dyn_slice(c, 5)?.into_iter().enumerate() {
        let at = c.machine.at(&names, 16 * number as u64);
        let start = c.machine.ptr_at(&at, 0)?;
        let length = c.machine.number_at(&at, 8, 8)?;
        members.push((format!("{}: ", c.machine.text(&start, length)?), value));
    }
    whole(c, STRUCT, &members)
}

fn tuple_of_slice<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let values = dyn_slice(c, 3)?;
    let members: Vec<_> = values
        .into_iter()
        .map(|value| (String::new(), value))
        .collect();
    whole(c, TUPLE, &members)
}
