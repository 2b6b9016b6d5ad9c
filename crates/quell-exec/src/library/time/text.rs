//! Times as text: `strftime` in the C locale, `asctime`, `ctime`.

use super::days_before;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;

models! {
    "strftime" => strftime,
    "strftime_l" => strftime,
    "asctime" => asctime,
    "asctime_r" => asctime_r,
    "ctime" => ctime,
    "ctime_r" => ctime_r,
}

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The fields of a `struct tm`.
#[derive(Clone, Copy)]
struct Fields([i64; 9]);

impl Fields {
    fn second(self) -> i64 {
        self.0[0]
    }
    fn minute(self) -> i64 {
        self.0[1]
    }
    fn hour(self) -> i64 {
        self.0[2]
    }
    fn day(self) -> i64 {
        self.0[3]
    }
    fn month(self) -> i64 {
        self.0[4]
    }
    fn year(self) -> i64 {
        self.0[5] + 1900
    }
    fn weekday(self) -> i64 {
        self.0[6]
    }
    fn day_of_year(self) -> i64 {
        self.0[7]
    }

    /// The hour from 1 to 12.
    fn hour_of_twelve(self) -> i64 {
        match self.hour() % 12 {
            0 => 12,
            hour => hour,
        }
    }

    fn weekday_name(self) -> &'static str {
        name(&DAYS, self.weekday())
    }

    fn month_name(self) -> &'static str {
        name(&MONTHS, self.month())
    }

    fn seconds_since_1970(self) -> i64 {
        let year = self.year() + self.month().div_euclid(12);
        let days = days_before(year, self.month().rem_euclid(12)) + self.day() - 1;
        ((days * 24 + self.hour()) * 60 + self.minute()) * 60 + self.second()
    }

    /// Year and week by ISO 8601: weeks begin on Monday and belong to the year that contains their Thursday.
    fn iso_week(self) -> (i64, i64) {
        let thursday = self.day_of_year() - (self.weekday() + 6) % 7 + 3;
        let length = |year| days_before(year + 1, 0) - days_before(year, 0);
        let year = self.year();
        if thursday < 0 {
            return (year - 1, (thursday + length(year - 1)) / 7 + 1);
        }
        if thursday >= length(year) {
            return (year + 1, (thursday - length(year)) / 7 + 1);
        }
        (year, thursday / 7 + 1)
    }
}

fn name(names: &[&'static str], index: i64) -> &'static str {
    let index = usize::try_from(index).ok();
    index
        .and_then(|index| names.get(index))
        .copied()
        .unwrap_or("?")
}

/// The part of a directive between `%` and its letter: `_`, `-`, `0`, `^`, `#`, and a width.
#[derive(Clone, Copy, Default)]
struct Style {
    padding: Option<u8>,
    upper: bool,
    other_case: bool,
    width: usize,
}

impl Style {
    /// A number with a minimum number of digits.
    fn number(self, value: i64, digits: usize, padding: u8) -> String {
        let padding = self.padding.unwrap_or(padding);
        let plain = value.unsigned_abs().to_string();
        let sign = if value < 0 { "-" } else { "" };
        let width = match (padding, self.width) {
            (b'-', width) => width,
            (_, width) => width.max(digits),
        };
        let missing = width.saturating_sub(plain.len() + sign.len());
        match padding {
            b'0' => format!("{sign}{}{plain}", "0".repeat(missing)),
            _ => format!("{}{sign}{plain}", " ".repeat(missing)),
        }
    }

    fn text(self, text: &str, other_case: Change) -> String {
        let text = match (self.upper, self.other_case) {
            (_, true) => other_case(text),
            (true, _) => text.to_uppercase(),
            _ => text.to_owned(),
        };
        let missing = self.width.saturating_sub(text.len());
        let padding = if self.padding == Some(b'0') { "0" } else { " " };
        padding.repeat(missing) + &text
    }
}

/// Parses flags, width and the modifiers `E` and `O`, which have no effect in the C locale.
fn style(rest: &mut &[u8]) -> Style {
    let mut style = Style::default();
    while let Some((&byte, after)) = rest.split_first() {
        match byte {
            b'_' | b'-' | b'0' => style.padding = Some(byte),
            b'^' => style.upper = true,
            b'#' => style.other_case = true,
            _ => break,
        }
        *rest = after;
    }
    while let Some((&byte, after)) = rest.split_first() {
        if !byte.is_ascii_digit() {
            break;
        }
        style.width = (10 * style.width + usize::from(byte - b'0')).min(1 << 16);
        *rest = after;
    }
    if let [b'E' | b'O', after @ ..] = *rest {
        *rest = after;
    }
    style
}

fn upper(text: &str) -> String {
    text.to_uppercase()
}

fn lower(text: &str) -> String {
    text.to_lowercase()
}

/// The directives that a combined directive abbreviates.
fn combination(letter: u8) -> Option<&'static [u8]> {
    Some(match letter {
        b'c' => b"%a %b %e %H:%M:%S %Y",
        b'D' | b'x' => b"%m/%d/%y",
        b'F' => b"%Y-%m-%d",
        b'r' => b"%I:%M:%S %p",
        b'R' => b"%H:%M",
        b'T' | b'X' => b"%H:%M:%S",
        _ => return None,
    })
}

/// A number, its minimum number of digits, and their padding.
fn numeric(letter: u8, t: Fields) -> Option<(i64, usize, u8)> {
    let (value, digits) = match letter {
        b'C' => (t.year().div_euclid(100), 2),
        b'd' => (t.day(), 2),
        b'e' => return Some((t.day(), 2, b' ')),
        b'g' => (t.iso_week().0.rem_euclid(100), 2),
        b'G' => (t.iso_week().0, 1),
        b'H' => (t.hour(), 2),
        b'I' => (t.hour_of_twelve(), 2),
        b'j' => (t.day_of_year() + 1, 3),
        b'k' => return Some((t.hour(), 2, b' ')),
        b'l' => return Some((t.hour_of_twelve(), 2, b' ')),
        b'm' => (t.month() + 1, 2),
        b'M' => (t.minute(), 2),
        b's' => return Some((t.seconds_since_1970(), 1, b' ')),
        b'S' => (t.second(), 2),
        b'u' => ((t.weekday() + 6) % 7 + 1, 1),
        b'U' => ((t.day_of_year() - t.weekday() + 7) / 7, 2),
        b'V' => (t.iso_week().1, 2),
        b'w' => (t.weekday(), 1),
        b'W' => ((t.day_of_year() - (t.weekday() + 6) % 7 + 7) / 7, 2),
        b'y' => (t.year().rem_euclid(100), 2),
        b'Y' => (t.year(), 1),
        _ => return None,
    };
    Some((value, digits, b'0'))
}

fn short(name: &'static str) -> &'static str {
    name.get(..3).unwrap_or(name)
}

/// The effect of `#` on a text.
type Change = fn(&str) -> String;

/// A word, and the effect of `#` on it.
fn word(letter: u8, t: Fields) -> Option<(&'static str, Change)> {
    let half = if t.hour() > 11 { "PM" } else { "AM" };
    Some(match letter {
        b'a' => (short(t.weekday_name()), upper),
        b'A' => (t.weekday_name(), upper),
        b'b' | b'h' => (short(t.month_name()), upper),
        b'B' => (t.month_name(), upper),
        b'p' => (half, lower),
        b'P' => (if half == "PM" { "pm" } else { "am" }, lower),
        b'n' => ("\n", upper),
        b't' => ("\t", upper),
        b'%' => ("%", upper),
        _ => return None,
    })
}

/// A `struct tm` in memory.
struct Time<D: Domain> {
    at: D::Ptr,
    fields: Fields,
}

impl<D: Domain> Time<D> {
    fn read(c: &mut Call<D>, at: D::Ptr) -> Result<Self, Stop> {
        let mut fields = [0; 9];
        for (index, field) in fields.iter_mut().enumerate() {
            let place = c.machine.at(&at, 4 * index as u64);
            *field = i64::from(c.machine.get_number(&place, 4)? as i32);
        }
        let fields = Fields(fields);
        Ok(Self { at, fields })
    }

    fn format(&self, c: &mut Call<D>, format: &[u8]) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        let mut rest = format;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if byte != b'%' {
                text.push(byte);
                continue;
            }
            let start = rest;
            let style = style(&mut rest);
            let Some((&letter, after)) = rest.split_first() else {
                text.push(b'%');
                text.extend_from_slice(start);
                break;
            };
            rest = after;
            match self.directive(c, letter, style)? {
                Some(converted) => text.extend(converted),
                None => {
                    text.push(b'%');
                    text.extend_from_slice(&start[..start.len() - rest.len()]);
                }
            }
        }
        Ok(text)
    }

    /// None for an unknown letter.
    fn directive(
        &self,
        c: &mut Call<D>,
        letter: u8,
        style: Style,
    ) -> Result<Option<Vec<u8>>, Stop> {
        if let Some((value, digits, padding)) = numeric(letter, self.fields) {
            return Ok(Some(style.number(value, digits, padding).into_bytes()));
        }
        if let Some((word, other_case)) = word(letter, self.fields) {
            return Ok(Some(style.text(word, other_case).into_bytes()));
        }
        let text = match letter {
            b'z' => self.offset(c, style)?,
            b'Z' => {
                let zone = self.zone(c)?;
                style.text(&zone, lower)
            }
            _ => match combination(letter) {
                Some(format) => {
                    let text = self.format(c, format)?;
                    style.text(&String::from_utf8_lossy(&text), upper)
                }
                None => return Ok(None),
            },
        };
        Ok(Some(text.into_bytes()))
    }

    /// The offset from UTC as hours and minutes, positive to the east.
    fn offset(&self, c: &mut Call<D>, style: Style) -> Result<String, Stop> {
        let place = c.machine.at(&self.at, 40);
        let seconds = c.machine.get_number(&place, 8)? as i64;
        let minutes = seconds.unsigned_abs() / 60;
        let sign = if seconds < 0 { "-" } else { "+" };
        let text = format!("{sign}{:02}{:02}", minutes / 60, minutes % 60);
        Ok(style.text(&text, upper))
    }

    fn zone(&self, c: &mut Call<D>) -> Result<String, Stop> {
        let place = c.machine.at(&self.at, 48);
        let zone = c.machine.get_ptr(&place)?;
        if c.machine.is_null(&zone)? {
            return Ok("UTC".to_owned());
        }
        let zone = c.machine.c_string(&zone)?;
        Ok(String::from_utf8_lossy(&zone).into_owned())
    }
}

fn strftime<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, room, format, at) = (c.ptr(0)?, c.size(1)?, c.string(2)?, c.ptr(3)?);
    let text = Time::read(c, at)?.format(c, &format)?;
    if text.len() as u64 >= room {
        return c.give_size(0);
    }
    c.machine.put_c_string(&to, &text)?;
    c.give_size(text.len() as u64)
}

/// The text of `asctime`, which has 26 characters for a year of four digits.
fn ascii(t: Fields) -> String {
    let known = |name: &'static str| if name == "?" { "???" } else { short(name) };
    format!(
        "{} {}{:3} {:02}:{:02}:{:02} {}\n",
        known(t.weekday_name()),
        known(t.month_name()),
        t.day(),
        t.hour(),
        t.minute(),
        t.second(),
        t.year()
    )
}

/// The buffer that `asctime` and `ctime` share.
fn shared<D: Domain>(c: &mut Call<D>) -> Result<D::Ptr, Stop> {
    let name = "the text of asctime";
    c.machine.kept_object(name, 114, |_, _| Ok(()))
}

fn asctime_into<D: Domain>(c: &mut Call<D>, to: D::Ptr) -> Outcome<D> {
    let at = c.ptr(0)?;
    let text = ascii(Time::read(c, at)?.fields);
    c.machine.put_c_string(&to, text.as_bytes())?;
    c.give_ptr(to)
}

fn asctime<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = shared(c)?;
    asctime_into(c, to)
}

fn asctime_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = c.ptr(1)?;
    asctime_into(c, to)
}

fn ctime_into<D: Domain>(c: &mut Call<D>, to: D::Ptr) -> Outcome<D> {
    let at = c.ptr(0)?;
    let Some(fields) = super::parts_at(c, &at)? else {
        return c.fail_ptr(crate::library::errno::EOVERFLOW);
    };
    let text = ascii(Fields(fields));
    c.machine.put_c_string(&to, text.as_bytes())?;
    c.give_ptr(to)
}

fn ctime<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = shared(c)?;
    ctime_into(c, to)
}

fn ctime_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let to = c.ptr(1)?;
    ctime_into(c, to)
}
