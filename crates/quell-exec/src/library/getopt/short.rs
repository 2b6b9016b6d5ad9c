//! Short options.

use super::Parser;
use crate::domain::Domain;
use crate::stop::Stop;

/// Whether an option takes an argument.
enum Takes {
    Nothing,
    Argument,
    /// Only in the same word.
    Optional,
}

impl<D: Domain> Parser<'_, D> {
    fn letter(&self, letter: u8) -> Option<Takes> {
        if matches!(letter, b':' | b';') {
            return None;
        }
        let place = self.letters.iter().position(|&known| known == letter)?;
        let mark = |behind: usize| self.letters.get(place + behind) == Some(&b':');
        Some(match (mark(1), mark(2)) {
            (true, true) => Takes::Optional,
            (true, false) => Takes::Argument,
            (false, _) => Takes::Nothing,
        })
    }

    /// The option whose letter is at `rest`.
    pub(super) fn short_option(&mut self, rest: &D::Ptr) -> Result<i32, Stop> {
        let letter = self.machine.byte(rest, 0)?;
        let behind = self.machine.at(rest, 1);
        let last = self.machine.byte(&behind, 0)? == 0;
        self.progress.rest = (!last).then(|| behind.clone());
        self.optind += u64::from(last);
        match self.letter(letter) {
            None => {
                self.complain(&[b"invalid option -- '", &[letter][..], b"'"].concat())?;
                self.progress.complaint = i32::from(letter);
                return Ok(i32::from(b'?'));
            }
            Some(Takes::Nothing) => return Ok(i32::from(letter)),
            Some(Takes::Argument) if last => return self.next_word(letter),
            Some(Takes::Optional) if last => {}
            Some(_) => {
                self.machine.set_optarg(Some(&behind))?;
                self.optind += 1;
            }
        }
        self.progress.rest = None;
        Ok(i32::from(letter))
    }

    /// Takes the next word as the argument of an option.
    fn next_word(&mut self, letter: u8) -> Result<i32, Stop> {
        if self.optind < self.argc {
            let argument = self.argument(self.optind)?;
            self.machine.set_optarg(Some(&argument))?;
            self.optind += 1;
            return Ok(i32::from(letter));
        }
        let what = [b"option requires an argument -- '", &[letter][..], b"'"];
        self.complain(&what.concat())?;
        self.progress.complaint = i32::from(letter);
        Ok(self.missing_code())
    }
}
