//! Panics: the run ends in a trap with the message and the place in the Rust source.

use super::fmt::{self, Options};
use crate::domain::Domain;
use crate::library::Table;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::memory::{Memory, ObjectKind};
use crate::program::op::Target;
use crate::stop::{NativeEnd, Stop};

models! {
    "core::panicking::panic" => plain,
    "core::panicking::panic_nounwind" => plain_without_place,
    "core::panicking::panic_nounwind_nobacktrace" => plain_without_place,
    "core::panicking::panic_fmt" => formatted,
    "core::panicking::panic_nounwind_fmt" => formatted_abort,
    "core::panicking::panic_display" => plain,
    "core::panicking::panic_str_2015" => plain,
    "core::panicking::panic_explicit" => explicit,
    "core::panicking::panic_bounds_check" => bounds_check,
    "core::panicking::panic_misaligned_pointer_dereference" => misaligned,
    "core::panicking::panic_null_pointer_dereference" => null_pointer,
    "core::panicking::panic_invalid_enum_construction" => invalid_enum,
    "core::panicking::panic_cannot_unwind" => cannot_unwind,
    "core::panicking::panic_in_cleanup" => in_cleanup,
    "core::panicking::assert_failed" => assert_failed,
    "core::panicking::assert_failed_inner" => assert_failed_inner,
    "core::option::unwrap_failed" => option_unwrap,
    "core::option::expect_failed" => plain,
    "core::result::unwrap_failed" => result_unwrap,
    "core::slice::index::slice_index_fail" => slice_index,
    "core::slice::index::slice_start_index_len_fail" => slice_start,
    "core::slice::index::slice_end_index_len_fail" => slice_end,
    "core::slice::index::slice_index_order_fail" => slice_order,
    "core::slice::copy_from_slice_impl::len_mismatch_fail" => copy_lengths,
    "core::slice::sort::shared::smallsort::panic_on_ord_violation" => no_total_order,
    "core::str::slice_error_fail" => str_slice,
    "core::cell::panic_already_borrowed" => already_borrowed,
    "core::cell::panic_already_mutably_borrowed" => already_mutably_borrowed,
    "core::num::from_ascii_radix_panic" => radix,
    "core::num::int_log10::panic_for_nonpositive_argument" => logarithm,
    "alloc::alloc::handle_alloc_error" => allocation_failed,
    "__rustc::__rust_alloc_error_handler" => allocation_failed_by_size,
    "alloc::raw_vec::handle_error" => vector_error,
    "alloc::raw_vec::capacity_overflow" => capacity_overflow,
    "<hashbrown::raw::Fallibility>::capacity_overflow" => hash_capacity_overflow,
    "<hashbrown::raw::Fallibility>::alloc_err" => allocation_failed_after_flag,
    "<alloc::vec::Vec<_, _>>::insert_mut::assert_failed" => vec_insert,
    "<alloc::vec::Vec<_, _>>::insert::assert_failed" => vec_insert,
    "<alloc::vec::Vec<_, _>>::remove::assert_failed" => vec_remove,
    "<alloc::vec::Vec<_, _>>::swap_remove::assert_failed" => vec_swap_remove,
    "<alloc::vec::Vec<_, _>>::split_off::assert_failed" => vec_split_off,
    "std::panicking::begin_panic" => begin_panic,
    "std::thread::local::panic_access_error" => thread_local_gone,
}

/// Panics whose message follows from their name; their last argument is the place.
macro_rules! constant_panics {
    ($($name:literal => $message:literal),* $(,)?) => {
        pub fn constant_panics<D: Domain>() -> Table<D> {
            &[$((
                concat!("core::panicking::panic_const::panic_const_", $name),
                |machine, site, args| trap(&mut Call { machine, site, args }, $message),
            )),*]
        }
    };
}

constant_panics! {
    "add_overflow" => "attempt to add with overflow",
    "sub_overflow" => "attempt to subtract with overflow",
    "mul_overflow" => "attempt to multiply with overflow",
    "div_overflow" => "attempt to divide with overflow",
    "rem_overflow" => "attempt to calculate the remainder with overflow",
    "neg_overflow" => "attempt to negate with overflow",
    "shr_overflow" => "attempt to shift right with overflow",
    "shl_overflow" => "attempt to shift left with overflow",
    "div_by_zero" => "attempt to divide by zero",
    "rem_by_zero" => "attempt to calculate the remainder with a divisor of zero",
    "coroutine_resumed" => "coroutine resumed after completion",
    "async_fn_resumed" => "`async fn` resumed after completion",
    "coroutine_resumed_panic" => "coroutine resumed after panicking",
    "async_fn_resumed_panic" => "`async fn` resumed after panicking",
}

/// How a panic of the library ends the native program, by the name of the function that panics.
pub fn panic_end(symbol: &str) -> Option<NativeEnd> {
    let path = super::path_of(symbol)?;
    let (_, name) = path.split_once("panicking::")?;
    let aborts = [
        "panic_nounwind",
        "panic_misaligned",
        "panic_null",
        "panic_invalid",
        "panic_cannot",
        "panic_in_cleanup",
    ];
    let is_abort = aborts.iter().any(|abort| name.starts_with(abort));
    Some(if is_abort {
        NativeEnd::ABORT
    } else {
        NativeEnd::PANIC
    })
}

/// Ends the run with a panic.
fn trap<D: Domain>(c: &mut Call<D>, message: &str) -> Outcome<D> {
    trap_ending(c, message, NativeEnd::PANIC)
}

/// Ends the run with a panic that aborts natively, whatever the panic strategy.
fn abort<D: Domain>(c: &mut Call<D>, message: &str) -> Outcome<D> {
    trap_ending(c, message, NativeEnd::ABORT)
}

/// The last argument is the `core::panic::Location`, if there is one.
fn trap_ending<D: Domain>(c: &mut Call<D>, message: &str, end: NativeEnd) -> Outcome<D> {
    let place = c.args.len().checked_sub(1).map(|last| c.ptr(last));
    let place = match place {
        Some(Ok(location)) => place_at(c.machine, &location)?,
        _ => None,
    };
    Err(panicked(place.as_deref(), message, end))
}

fn trap_without_place<D: Domain>(message: &str) -> Outcome<D> {
    Err(panicked(None, message, NativeEnd::PANIC))
}

fn abort_without_place<D: Domain>(message: &str) -> Outcome<D> {
    Err(panicked(None, message, NativeEnd::ABORT))
}

fn panicked(place: Option<&str>, message: &str, end: NativeEnd) -> Stop {
    let text = match place {
        Some(place) => format!("panicked at {place}: {message}"),
        None => format!("panicked: {message}"),
    };
    end.trap(text)
}

/// `file:line:column`, if the pointer is to a constant with the layout of a location. In other versions of
/// the library a panic may have other arguments.
fn place_at<D: Domain>(
    machine: &mut Machine<D>,
    location: &D::Ptr,
) -> Result<Option<String>, Stop> {
    let target = machine.memory.target(&mut machine.domain, location);
    let constant = |kind: &ObjectKind| matches!(kind, ObjectKind::Global(_));
    let Some(target) = target.filter(|t| constant(&t.kind) && t.offset == 0 && t.size >= 24) else {
        return Ok(None);
    };
    debug_assert!(target.alive);
    let file = machine.get_ptr(location)?;
    let length = machine.number_at(location, 8, 8)?;
    let line = machine.number_at(location, 16, 4)?;
    let column = machine.number_at(location, 20, 4)?;
    let file = machine.text(&file, length)?;
    Ok(Some(format!("{file}:{line}:{column}")))
}

fn plain<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let message = c.str(0)?;
    trap(c, &message)
}

fn plain_without_place<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let message = c.str(0)?;
    abort_without_place(&message)
}

fn explicit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    trap(c, "explicit panic")
}

fn formatted<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let message = formatted_message(c)?;
    trap(c, &message)
}

fn formatted_abort<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let message = formatted_message(c)?;
    abort(c, &message)
}

/// Before rustc 1.91 the arguments are passed by reference, with another layout.
fn formatted_message<D: Domain>(c: &mut Call<D>) -> Result<String, Stop> {
    if c.args.len() < 3 {
        return Ok("a panic with a formatted message".to_owned());
    }
    let (template, args) = (c.ptr(0)?, c.ptr(1)?);
    fmt::render(c.machine, &template, &args)
}

fn bounds_check<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (index, len) = (c.size(0)?, c.size(1)?);
    let message = format!("index out of bounds: the len is {len} but the index is {index}");
    trap(c, &message)
}

fn misaligned<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (required, found) = (c.size(0)?, c.size(1)?);
    let message = format!(
        "misaligned pointer dereference: address must be a multiple of {required:#x} but is {found:#x}"
    );
    abort(c, &message)
}

fn null_pointer<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    abort(c, "null pointer dereference occurred")
}

fn invalid_enum<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    abort(c, "trying to construct an enum from an invalid value")
}

fn cannot_unwind<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    abort_without_place("panic in a function that cannot unwind")
}

fn in_cleanup<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    abort_without_place("panic in a destructor during cleanup")
}

/// An instantiation of the library for two types, which are named in the symbol.
fn assert_failed<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let types = compared_types(c);
    let site = c.site;
    let mut sides = Vec::new();
    for (index, ty) in [(1, 0), (2, 1)] {
        let value = c.ptr(index)?;
        let model = types
            .get(ty)
            .and_then(|ty| super::by_path::<D>(&format!("<{ty} as core::fmt::Debug>::fmt")));
        sides.push(match model {
            Some(model) => fmt::capture(c.machine, Options::default(), |machine, formatter| {
                let args = [crate::Val::Ptr(value), crate::Val::Ptr(formatter.clone())];
                fmt::call_model(machine, model, site, &args)
            })?,
            None => "a value".to_owned(),
        });
    }
    assertion(c, &sides, 3)
}

/// `T, U` of `assert_failed::<T, U>`.
fn compared_types<D: Domain>(c: &Call<D>) -> Vec<String> {
    let (Target::External(function) | Target::Function(function)) = c.site.target else {
        return Vec::new();
    };
    let path = super::path_of(c.machine.program.name(function)).unwrap_or_default();
    let types = path.split_once("::<").map_or("", |parts| parts.1);
    let types = types.strip_suffix('>').unwrap_or(types);
    types.split(", ").map(str::to_owned).collect()
}

fn assert_failed_inner<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let mut sides = Vec::new();
    for index in [1, 3] {
        let value = (c.ptr(index)?, c.ptr(index + 1)?);
        sides.push(fmt::debug_text(c.machine, &value)?);
    }
    assertion(c, &sides, 5)
}

fn assertion<D: Domain>(c: &mut Call<D>, sides: &[String], arguments: usize) -> Outcome<D> {
    let operator = match c.bits(0, 8)? {
        0 => "==",
        1 => "!=",
        _ => "matches",
    };
    let (template, args) = (c.ptr(arguments)?, c.ptr(arguments + 1)?);
    let reason = if c.machine.is_null(&template)? {
        String::new()
    } else {
        format!(": {}", fmt::render(c.machine, &template, &args)?)
    };
    let message = format!(
        "assertion `left {operator} right` failed{reason}\n  left: {}\n right: {}",
        sides[0], sides[1]
    );
    trap(c, &message)
}

fn option_unwrap<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    trap(c, "called `Option::unwrap()` on a `None` value")
}

fn result_unwrap<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let message = c.str(0)?;
    let error = (c.ptr(2)?, c.ptr(3)?);
    let error = fmt::debug_text(c.machine, &error)?;
    trap(c, &format!("{message}: {error}"))
}

fn slice_index<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (start, end, len) = (c.size(0)?, c.size(1)?, c.size(2)?);
    let message = if start > len {
        format!("range start index {start} out of range for slice of length {len}")
    } else if end <= len && start > end {
        format!("slice index starts at {start} but ends at {end}")
    } else {
        format!("range end index {end} out of range for slice of length {len}")
    };
    trap(c, &message)
}

fn slice_start<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (index, len) = (c.size(0)?, c.size(1)?);
    let message = format!("range start index {index} out of range for slice of length {len}");
    trap(c, &message)
}

fn slice_end<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (index, len) = (c.size(0)?, c.size(1)?);
    let message = format!("range end index {index} out of range for slice of length {len}");
    trap(c, &message)
}

fn slice_order<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (start, end) = (c.size(0)?, c.size(1)?);
    let message = format!("slice index starts at {start} but ends at {end}");
    trap(c, &message)
}

fn copy_lengths<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, from) = (c.size(0)?, c.size(1)?);
    let message = format!(
        "copy_from_slice: source slice length ({from}) does not match destination slice length ({to})"
    );
    trap(c, &message)
}

fn no_total_order<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    trap_without_place(
        "user-provided comparison function does not correctly implement a total order",
    )
}

/// The number of bytes of a text that a message shows.
const SHOWN: usize = 256;

fn str_slice<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.str(0)?;
    let (begin, end) = (c.size(2)? as usize, c.size(3)? as usize);
    let message = str_slice_message(&text, begin, end);
    trap(c, &message)
}

fn str_slice_message(text: &str, begin: usize, end: usize) -> String {
    let shown = &text[..text.len().min(floor_boundary(text, SHOWN))];
    let rest = if shown.len() < text.len() {
        "[...]"
    } else {
        ""
    };
    let out =
        |which, index| format!("{which} byte index {index} is out of bounds of `{shown}`{rest}");
    if begin > text.len() {
        return out("start", begin);
    }
    if end > text.len() {
        return out("end", end);
    }
    if begin > end {
        return format!("begin > end ({begin} > {end}) when slicing `{shown}`{rest}");
    }
    for (which, index) in [("start", begin), ("end", end)] {
        if !text.is_char_boundary(index) {
            let floor = floor_boundary(text, index);
            let inside = text[floor..].chars().next().unwrap_or_default();
            let range = floor..floor + inside.len_utf8();
            return format!(
                "{which} byte index {index} is not a char boundary; it is inside {inside:?} (bytes {range:?}) of `{shown}`{rest}"
            );
        }
    }
    out("end", end)
}

/// The last character boundary at or before an index.
fn floor_boundary(text: &str, index: usize) -> usize {
    let index = index.min(text.len());
    (0..=index)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

fn already_borrowed<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    trap(c, "RefCell already borrowed")
}

fn already_mutably_borrowed<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    trap(c, "RefCell already mutably borrowed")
}

fn radix<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let radix = c.uint(0)?;
    let message =
        format!("from_ascii_radix: radix must lie in the range `[2, 36]` - found {radix}");
    trap(c, &message)
}

fn logarithm<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    trap(c, "argument of integer logarithm must be positive")
}

/// The arguments are a `Layout`: alignment, then size.
fn allocation_failed<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    no_memory(c.size(1)?)
}

fn allocation_failed_by_size<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    no_memory(c.size(0)?)
}

fn allocation_failed_after_flag<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    no_memory(c.size(2)?)
}

fn no_memory<D: Domain>(size: u64) -> Outcome<D> {
    abort_without_place(&format!("memory allocation of {size} bytes failed"))
}

/// An alignment of zero means that the capacity is too large.
fn vector_error<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    match c.size(0)? {
        0 => capacity_overflow(c),
        _ => allocation_failed(c),
    }
}

fn capacity_overflow<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    trap_without_place("capacity overflow")
}

fn hash_capacity_overflow<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    trap_without_place("Hash table capacity overflow")
}

fn vec_insert<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (index, len) = (c.size(0)?, c.size(1)?);
    let message = format!("insertion index (is {index}) should be <= len (is {len})");
    trap(c, &message)
}

fn vec_remove<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (index, len) = (c.size(0)?, c.size(1)?);
    let message = format!("removal index (is {index}) should be < len (is {len})");
    trap(c, &message)
}

fn vec_swap_remove<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (index, len) = (c.size(0)?, c.size(1)?);
    let message = format!("swap_remove index (is {index}) should be < len (is {len})");
    trap(c, &message)
}

fn vec_split_off<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (at, len) = (c.size(0)?, c.size(1)?);
    let message = format!("`at` split index (is {at}) should be <= len (is {len})");
    trap(c, &message)
}

/// In the only instantiation that the library contains, the payload is a text.
fn begin_panic<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let message = match c.args.len() {
        3 => c.str(0)?,
        _ => "a panic with a value".to_owned(),
    };
    trap(c, &message)
}

fn thread_local_gone<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    trap(
        c,
        "cannot access a Thread Local Storage value during or after destruction: AccessError",
    )
}
