//! `time.h`. The clock counts the steps of the machine, so that every run is the same: it starts at 10^9
//! seconds, and advances by a nanosecond with each operation and by the time that the program sleeps. Local
//! time is UTC.

mod text;

use super::call::{Call, Outcome, models};
use super::errno::{EINVAL, EOVERFLOW};
use crate::domain::{Domain, Fpu};
use crate::machine::Machine;
use crate::stop::Stop;
use crate::value::Val;
use quell_bits::FloatFormat;

pub(super) fn tables<D: Domain>() -> Vec<super::Table<D>> {
    vec![table(), text::table()]
}

models! {
    "time" => time,
    "clock" => clock,
    "clock_gettime" => clock_gettime,
    "clock_getres" => clock_getres,
    "gettimeofday" => gettimeofday,
    "timespec_get" => timespec_get,
    "difftime" => difftime,
    "gmtime" => gmtime,
    "localtime" => localtime,
    "gmtime_r" => gmtime_r,
    "localtime_r" => localtime_r,
    "mktime" => mktime,
    "timegm" => timegm,
    "tzset" => tzset,
    "sleep" => sleep,
    "usleep" => usleep,
    "nanosleep" => nanosleep,
}

const START_SECONDS: u64 = 1_000_000_000;
const NANOS: u64 = 1_000_000_000;
/// Clocks that do not start in 1970: monotonic and processor time.
const RELATIVE_CLOCKS: [i32; 6] = [1, 2, 3, 4, 6, 7];

impl<D: Domain> Machine<D> {
    fn elapsed_nanos(&self) -> u64 {
        self.steps().wrapping_add(self.library.slept)
    }

    fn seconds_now(&self) -> u64 {
        START_SECONDS + self.elapsed_nanos() / NANOS
    }

    /// Stores two longs: seconds and a fraction.
    fn put_time(&mut self, place: &D::Ptr, seconds: u64, fraction: u64) -> Result<(), Stop> {
        self.put_number(place, 8, seconds)?;
        let second = self.at(place, 8);
        self.put_number(&second, 8, fraction)
    }
}

fn time<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let now = c.machine.seconds_now();
    if let Some(place) = c.optional_ptr(0)? {
        c.machine.put_number(&place, 8, now)?;
    }
    c.give_size(now)
}

/// In microseconds.
fn clock<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let ticks = c.machine.elapsed_nanos() / 1000;
    c.give_size(ticks)
}

fn clock_gettime<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (clock, place) = (c.int(0)?, c.ptr(1)?);
    if !(0..=11).contains(&clock) {
        return c.fail(EINVAL);
    }
    let nanos = c.machine.elapsed_nanos();
    let start = if RELATIVE_CLOCKS.contains(&clock) {
        0
    } else {
        START_SECONDS
    };
    c.machine
        .put_time(&place, start + nanos / NANOS, nanos % NANOS)?;
    c.give_int(0)
}

fn clock_getres<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    if let Some(place) = c.optional_ptr(1)? {
        c.machine.put_time(&place, 0, 1)?;
    }
    c.give_int(0)
}

fn gettimeofday<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let nanos = c.machine.elapsed_nanos();
    if let Some(place) = c.optional_ptr(0)? {
        let seconds = c.machine.seconds_now();
        c.machine.put_time(&place, seconds, nanos % NANOS / 1000)?;
    }
    c.give_int(0)
}

fn timespec_get<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (place, base) = (c.ptr(0)?, c.int(1)?);
    if base != 1 {
        return c.give_int(0);
    }
    let (seconds, nanos) = (c.machine.seconds_now(), c.machine.elapsed_nanos());
    c.machine.put_time(&place, seconds, nanos % NANOS)?;
    c.give_int(base)
}

fn difftime<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (a, b) = (c.arg(0)?.word()?, c.arg(1)?.word()?);
    let d = &mut c.machine.domain;
    let a = d.int_to_float(64, true, FloatFormat::Double, a);
    let b = d.int_to_float(64, true, FloatFormat::Double, b);
    Ok(Some(Val::Word(d.fpu(
        Fpu::Sub,
        FloatFormat::Double,
        &a,
        &b,
    ))))
}

/// The days from 1970 to the first day of a month (0 for January) in the Gregorian calendar.
fn days_before(year: i64, month: i64) -> i64 {
    // Years are counted from March, so that the leap day is the last.
    let (year, month) = if month < 2 {
        (year - 1, month + 10)
    } else {
        (year, month - 2)
    };
    let months = (153 * month + 2) / 5;
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leaps + months - 719_468
}

/// More seconds than any year in an int has.
const TOO_FAR: i64 = 1 << 57;

/// `struct tm`: seconds, minutes, hours, day, month, year, weekday, day of the year, daylight saving time.
/// None if the year does not fit in an int.
fn broken_down(seconds: i64) -> Option<[i64; 9]> {
    if !(-TOO_FAR..=TOO_FAR).contains(&seconds) {
        return None;
    }
    let (days, rest) = (seconds.div_euclid(86400), seconds.rem_euclid(86400));
    let mut year = 1970 + days * 400 / 146_097;
    while days_before(year + 1, 0) <= days {
        year += 1;
    }
    while days_before(year, 0) > days {
        year -= 1;
    }
    let started = |month: &i64| days_before(year, *month) <= days;
    let month = (0..12).rev().find(started).unwrap_or(0);
    i32::try_from(year - 1900).ok()?;
    Some([
        rest % 60,
        rest / 60 % 60,
        rest / 3600,
        days - days_before(year, month) + 1,
        month,
        year - 1900,
        (days + 4).rem_euclid(7),
        days - days_before(year, 0),
        0,
    ])
}

/// The name of the time zone, which differs between functions.
#[derive(Clone, Copy)]
enum Zone {
    Universal,
    Local,
}

fn put_broken_down<D: Domain>(
    c: &mut Call<D>,
    to: &D::Ptr,
    fields: [i64; 9],
    zone: Zone,
) -> Result<(), Stop> {
    for (index, field) in fields.into_iter().enumerate() {
        let at = c.machine.at(to, 4 * index as u64);
        c.machine.put_number(&at, 4, field as u64)?;
    }
    let offset = c.machine.at(to, 40);
    c.machine.put_number(&offset, 8, 0)?;
    let zone = match zone {
        Zone::Universal => c.machine.kept_text("the name of universal time", b"GMT")?,
        Zone::Local => c.machine.kept_text("the name of local time", b"UTC")?,
    };
    let at = c.machine.at(to, 48);
    c.machine.put_ptr(&at, &zone)
}

/// The fields of a `time_t` in memory; none if its year does not fit.
fn parts_at<D: Domain>(c: &mut Call<D>, place: &D::Ptr) -> Result<Option<[i64; 9]>, Stop> {
    Ok(broken_down(c.machine.get_number(place, 8)? as i64))
}

fn broken_down_into<D: Domain>(c: &mut Call<D>, to: D::Ptr, zone: Zone) -> Outcome<D> {
    let place = c.ptr(0)?;
    let Some(fields) = parts_at(c, &place)? else {
        return c.fail_ptr(EOVERFLOW);
    };
    put_broken_down(c, &to, fields, zone)?;
    c.give_ptr(to)
}

/// The object that `gmtime` and `localtime` share.
fn shared<D: Domain>(c: &mut Call<D>) -> Result<D::Ptr, Stop> {
    let name = "the result of gmtime";
    c.machine.kept_object(name, 56, |_, _| Ok(()))
}

fn gmtime<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = shared(c)?;
    broken_down_into(c, to, Zone::Universal)
}

fn gmtime_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = c.ptr(1)?;
    broken_down_into(c, to, Zone::Universal)
}

fn localtime<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = shared(c)?;
    broken_down_into(c, to, Zone::Local)
}

fn localtime_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = c.ptr(1)?;
    broken_down_into(c, to, Zone::Local)
}

/// Fields may be out of range; they are normalised.
fn normalised<D: Domain>(c: &mut Call<D>, zone: Zone) -> Outcome<D> {
    let place = c.ptr(0)?;
    let mut fields = [0i64; 6];
    for (index, field) in fields.iter_mut().enumerate() {
        let at = c.machine.at(&place, 4 * index as u64);
        *field = i64::from(c.machine.get_number(&at, 4)? as i32);
    }
    let [second, minute, hour, day, month, year] = fields;
    let year = 1900 + year + month.div_euclid(12);
    let days = days_before(year, month.rem_euclid(12)) + day - 1;
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second;
    let Some(fields) = broken_down(seconds) else {
        c.machine.set_errno(EOVERFLOW)?;
        return c.give_long(-1);
    };
    put_broken_down(c, &place, fields, zone)?;
    c.give_long(seconds)
}

fn mktime<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    normalised(c, Zone::Local)
}

fn timegm<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    normalised(c, Zone::Universal)
}

/// Sleeping only advances the clock.
fn rest<D: Domain>(c: &mut Call<D>, nanos: u64) -> Outcome<D> {
    let slept = &mut c.machine.library.slept;
    *slept = slept.saturating_add(nanos);
    c.give_int(0)
}

fn sleep<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let seconds = u64::from(c.uint(0)?);
    rest(c, seconds * NANOS)
}

fn usleep<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let micros = u64::from(c.uint(0)?);
    rest(c, micros * 1000)
}

fn nanosleep<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let place = c.ptr(0)?;
    let seconds = c.machine.get_number(&place, 8)? as i64;
    let fraction = c.machine.at(&place, 8);
    let fraction = c.machine.get_number(&fraction, 8)?;
    match u64::try_from(seconds) {
        Ok(seconds) if fraction < NANOS => {
            rest(c, seconds.saturating_mul(NANOS).saturating_add(fraction))
        }
        _ => c.fail(EINVAL),
    }
}

fn tzset<D: Domain>(_: &mut Call<D>) -> Outcome<D> {
    Ok(None)
}
