//! `locale.h`, `langinfo.h` and `libintl.h`: the C locale only, without translations.

use super::call::{Call, Outcome, models};
use crate::domain::Domain;

models! {
    "setlocale" => setlocale,
    "localeconv" => localeconv,
    "nl_langinfo" => nl_langinfo,
    "gettext" => first,
    "dgettext" => second,
    "dcgettext" => second,
    "ngettext" => ngettext,
    "dngettext" => dngettext,
    "dcngettext" => dngettext,
    "textdomain" => first,
    "bindtextdomain" => second,
    "bind_textdomain_codeset" => second,
}

/// Sets the C locale, the only one. The empty name takes it from the environment, which specifies it too.
fn setlocale<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let wanted = match c.optional_ptr(1)? {
        Some(name) => c.machine.c_string(&name)?,
        None => Vec::new(),
    };
    if !matches!(&wanted[..], b"" | b"C" | b"POSIX") {
        return c.give_null();
    }
    let name = c.machine.kept_text("the name of the locale", b"C")?;
    c.give_ptr(name)
}

/// Ten strings, then numbers that are all unspecified.
fn localeconv<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let conventions = c
        .machine
        .kept_object("the result of localeconv", 96, |machine, ptr| {
            let point = machine.kept_text("the decimal point", b".")?;
            let empty = machine.kept_text("an empty text", b"")?;
            for index in 0..10 {
                let at = machine.at(ptr, 8 * index);
                machine.put_ptr(&at, if index == 0 { &point } else { &empty })?;
            }
            let numbers = machine.at(ptr, 80);
            machine.put_bytes(&numbers, &[i8::MAX as u8; 14])
        })?;
    c.give_ptr(conventions)
}

const CODESET: i32 = 14;
const RADIXCHAR: i32 = 0x1_0000;

fn nl_langinfo<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = match c.int(0)? {
        CODESET => c
            .machine
            .kept_text("the name of the character set", b"ANSI_X3.4-1968"),
        RADIXCHAR => c.machine.kept_text("the decimal point", b"."),
        _ => c.machine.kept_text("an empty text", b""),
    };
    c.give_ptr(text?)
}

fn first<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.ptr(0)?;
    c.give_ptr(text)
}

fn second<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.ptr(1)?;
    c.give_ptr(text)
}

/// The singular or plural form, at argument `index` and the next one.
fn plural<D: Domain>(c: &mut Call<D>, index: usize) -> Outcome<D> {
    let many = c.size(index + 2)? != 1;
    let text = c.ptr(index + usize::from(many))?;
    c.give_ptr(text)
}

fn ngettext<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    plural(c, 0)
}

fn dngettext<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    plural(c, 1)
}
