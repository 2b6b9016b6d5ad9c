//! Start and end of a program, its arguments, and its system queries.

use super::view::NO_CAPACITY;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::{Stop, StopKind};
use crate::value::Val;

models! {
    "std::rt::lang_start_internal" => lang_start,
    "std::process::exit" => exit,
    "std::process::abort" => abort,
    "std::env::args" => args,
    "<std::env::Args as core::iter::traits::iterator::Iterator>::next" => next_arg,
    "<std::env::Args as core::iter::traits::exact_size::ExactSizeIterator>::len" => args_left,
    "std::sys::random::linux::hashmap_random_keys" => random_keys,
    "std::panicking::panic_count::is_zero_slow_path" => no_panic,
}

/// The offset of `Fn::call` in the vtable of the closure around `main`, after drop, size, alignment,
/// `call_once` and `call_mut`.
const CALL: u64 = 40;

fn lang_start<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (closure, methods) = (c.ptr(0)?, c.ptr(1)?);
    let (count, argv) = (c.size(2)?, c.ptr(3)?);
    let mut arguments = Vec::new();
    for index in 0..count {
        let argument = c.machine.ptr_at(&argv, index.wrapping_mul(8))?;
        arguments.push(c.machine.c_string(&argument)?);
    }
    c.machine.library.rust.arguments = arguments;
    let call = c.machine.ptr_at(&methods, CALL)?;
    let status = c.machine.call_pointer(&call, &[Val::Ptr(closure)])?;
    match status {
        Some(Val::Word(status)) => {
            let status = c.machine.domain.sext(32, 64, &status);
            Ok(Some(Val::Word(status)))
        }
        _ => c.give_size(0),
    }
}

fn exit<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    Err(StopKind::Exit(c.int(0)?).into())
}

fn abort<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Err(StopKind::Abort("std::process::abort".to_owned()).into())
}

/// The iterator over the arguments is a `vec::IntoIter`: buffer, current, capacity, end.
fn args<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let result = c.ptr(0)?;
    let arguments = c.machine.library.rust.arguments.clone();
    let count = arguments.len() as u64;
    let buffer = match count {
        0 => c.machine.number_as_ptr(8),
        _ => c.machine.heap_object(STRING * count, 8, false)?,
    };
    for (index, argument) in arguments.iter().enumerate() {
        let at = c.machine.at(&buffer, STRING * index as u64);
        c.machine.put_string(&at, argument)?;
    }
    let end = c.machine.at(&buffer, STRING * count);
    c.machine.set_ptr_at(&result, 0, &buffer)?;
    c.machine.set_ptr_at(&result, CURRENT, &buffer)?;
    c.machine.set_number_at(&result, 16, 8, count)?;
    c.machine.set_ptr_at(&result, END, &end)?;
    Ok(None)
}

/// The size of a `String`.
const STRING: u64 = 24;
const CURRENT: u64 = 8;
const END: u64 = 24;

fn next_arg<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, iterator) = (c.ptr(0)?, c.ptr(1)?);
    let current = c.machine.ptr_at(&iterator, CURRENT)?;
    let end = c.machine.ptr_at(&iterator, END)?;
    if c.machine.same_ptr(&current, &end)? {
        c.machine.put_number(&result, 8, NO_CAPACITY)?;
        return Ok(None);
    }
    c.machine.copy_bytes(&result, &current, STRING)?;
    let next = c.machine.at(&current, STRING);
    c.machine.set_ptr_at(&iterator, CURRENT, &next)?;
    Ok(None)
}

fn args_left<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let left = left(c)?;
    c.give_size(left / STRING)
}

fn left<D: Domain>(c: &mut Call<D>) -> Result<u64, Stop> {
    let iterator = c.ptr(0)?;
    let current = c.machine.ptr_at(&iterator, CURRENT)?;
    let end = c.machine.ptr_at(&iterator, END)?;
    Ok(c.machine
        .address_of_ptr(&end)?
        .wrapping_sub(c.machine.address_of_ptr(&current)?))
}

/// The keys of hash maps, the same in every run.
fn random_keys<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let keys = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];
    let keys = keys.map(|key| Val::Word(c.machine.domain.word(64, key)));
    Ok(Some(Val::agg(keys)))
}

/// No panic is in progress: nothing runs after one.
fn no_panic<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_flag(true)
}
