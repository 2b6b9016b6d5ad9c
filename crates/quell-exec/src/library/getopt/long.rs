//! Long options.

use super::{LongOptions, Parser};
use crate::domain::Domain;
use crate::stop::Stop;

/// An entry of the caller's table: `{ name, has_arg, flag, val }`.
struct Entry<D: Domain> {
    name: Vec<u8>,
    takes: i32,
    flag: D::Ptr,
    value: i32,
}

const ENTRY_SIZE: u64 = 32;
const NO_ARGUMENT: i32 = 0;
const REQUIRED_ARGUMENT: i32 = 1;

/// The result of looking up a name.
enum Found {
    Entry(usize),
    Ambiguous(Vec<usize>),
    Nothing,
}

impl<D: Domain> Parser<'_, D> {
    fn entries(&mut self, table: &D::Ptr) -> Result<Vec<Entry<D>>, Stop> {
        let mut entries = Vec::new();
        loop {
            let at = self.machine.at(table, ENTRY_SIZE * entries.len() as u64);
            let name = self.machine.get_ptr(&at)?;
            if self.machine.is_null(&name)? {
                return Ok(entries);
            }
            let [takes, flag, value] = [8, 16, 24].map(|offset| self.machine.at(&at, offset));
            entries.push(Entry {
                name: self.machine.c_string(&name)?,
                takes: self.machine.get_number(&takes, 4)? as i32,
                flag: self.machine.get_ptr(&flag)?,
                value: self.machine.get_number(&value, 4)? as i32,
            });
        }
    }

    /// Looks up an exact name or an unambiguous prefix. Entries with the same meaning do not make a prefix
    /// ambiguous.
    fn find(&mut self, entries: &[Entry<D>], name: &[u8], only: bool) -> Result<Found, Stop> {
        if let Some(exact) = entries.iter().position(|entry| entry.name == name) {
            return Ok(Found::Entry(exact));
        }
        let fits = |index: &usize| entries[*index].name.starts_with(name);
        let candidates: Vec<_> = (0..entries.len()).filter(fits).collect();
        let Some(&first) = candidates.first() else {
            return Ok(Found::Nothing);
        };
        for &other in &candidates[1..] {
            let (a, b) = (&entries[first], &entries[other]);
            let same = a.takes == b.takes && a.value == b.value;
            if only || !same || !self.machine.same_ptr(&a.flag, &b.flag)? {
                return Ok(Found::Ambiguous(candidates));
            }
        }
        Ok(Found::Entry(first))
    }

    /// The option in an argument; `None` if it may consist of short options instead.
    pub(super) fn long_option(
        &mut self,
        long: &LongOptions<D::Ptr>,
        argument: &D::Ptr,
        dashes: &str,
    ) -> Result<Option<i32>, Stop> {
        let text = self.machine.c_string(argument)?[dashes.len()..].to_vec();
        let end = text.iter().position(|&byte| byte == b'=');
        let name = &text[..end.unwrap_or(text.len())];
        let entries = self.entries(&long.table)?;
        match self.find(&entries, name, long.only)? {
            Found::Entry(index) => {
                let value = end.map(|end| (dashes.len() + end + 1) as u64);
                let value = value.map(|offset| self.machine.at(argument, offset));
                self.take(long, index, &entries[index], value, dashes)
                    .map(Some)
            }
            Found::Ambiguous(candidates) => {
                let names = candidates.iter().map(|&index| &entries[index].name[..]);
                self.ambiguous(&text, names.collect(), dashes).map(Some)
            }
            Found::Nothing => {
                let letter = text.first().is_some_and(|byte| self.letters.contains(byte));
                if long.only && dashes == "-" && letter {
                    return Ok(None);
                }
                let what = [b"unrecognized option '", dashes.as_bytes(), &text, b"'"];
                self.complain(&what.concat())?;
                Ok(Some(self.refuse(0)))
            }
        }
    }

    fn ambiguous(&mut self, text: &[u8], names: Vec<&[u8]>, dashes: &str) -> Result<i32, Stop> {
        let dashes = dashes.as_bytes();
        let mut what = [b"option '", dashes, text, b"' is ambiguous; possibilities:"].concat();
        for name in names {
            what.extend([b" '", dashes, name, b"'"].concat());
        }
        self.complain(&what)?;
        Ok(self.refuse(0))
    }

    /// Skips an invalid argument.
    fn refuse(&mut self, option: i32) -> i32 {
        self.optind += 1;
        self.progress.rest = None;
        self.progress.complaint = option;
        i32::from(b'?')
    }

    fn take(
        &mut self,
        long: &LongOptions<D::Ptr>,
        index: usize,
        entry: &Entry<D>,
        value: Option<D::Ptr>,
        dashes: &str,
    ) -> Result<i32, Stop> {
        let quoted = [b"option '", dashes.as_bytes(), &entry.name, b"'"].concat();
        match value {
            Some(_) if entry.takes == NO_ARGUMENT => {
                self.complain(&[&quoted[..], b" doesn't allow an argument"].concat())?;
                return Ok(self.refuse(entry.value));
            }
            Some(value) => self.machine.set_optarg(Some(&value))?,
            None if entry.takes == REQUIRED_ARGUMENT => {
                if self.optind + 1 >= self.argc {
                    self.complain(&[&quoted[..], b" requires an argument"].concat())?;
                    self.refuse(entry.value);
                    return Ok(self.missing_code());
                }
                self.optind += 1;
                let argument = self.argument(self.optind)?;
                self.machine.set_optarg(Some(&argument))?;
            }
            None => {}
        }
        self.optind += 1;
        self.progress.rest = None;
        if let Some(place) = &long.index_place {
            self.machine.put_number(place, 4, index as u64)?;
        }
        if self.machine.is_null(&entry.flag)? {
            return Ok(entry.value);
        }
        self.machine
            .put_number(&entry.flag, 4, u64::from(entry.value as u32))?;
        Ok(0)
    }
}
