//! Values of Rust types as models read and write them.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::stop::Stop;
use crate::value::Val;

/// The niche that encodes the absent case of `Option<String>`, `Cow<str>` and the like in a capacity.
pub(super) const NO_CAPACITY: u64 = 1 << 63;

impl<D: Domain> Machine<D> {
    /// A number of some bytes at an offset.
    pub(super) fn number_at(
        &mut self,
        base: &D::Ptr,
        offset: u64,
        bytes: u32,
    ) -> Result<u64, Stop> {
        let at = self.at(base, offset);
        self.get_number(&at, bytes)
    }

    pub(super) fn set_number_at(
        &mut self,
        base: &D::Ptr,
        offset: u64,
        bytes: u32,
        value: u64,
    ) -> Result<(), Stop> {
        let at = self.at(base, offset);
        self.put_number(&at, bytes, value)
    }

    pub(super) fn ptr_at(&mut self, base: &D::Ptr, offset: u64) -> Result<D::Ptr, Stop> {
        let at = self.at(base, offset);
        self.get_ptr(&at)
    }

    pub(super) fn set_ptr_at(
        &mut self,
        base: &D::Ptr,
        offset: u64,
        value: &D::Ptr,
    ) -> Result<(), Stop> {
        let at = self.at(base, offset);
        self.put_ptr(&at, value)
    }

    /// The text of a `&str`. Invalid UTF-8, which a `&str` must not contain, is replaced.
    pub(super) fn text(&mut self, ptr: &D::Ptr, length: u64) -> Result<String, Stop> {
        let bytes = self.slice(ptr, length)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The bytes of a `&[u8]`; the pointer of an empty one may be invalid.
    pub(super) fn slice(&mut self, ptr: &D::Ptr, length: u64) -> Result<Vec<u8>, Stop> {
        match length {
            0 => Ok(Vec::new()),
            _ => self.get_bytes(ptr, length),
        }
    }

    /// A number as a pointer, for a result register that holds one or the other.
    pub(super) fn number_as_ptr(&mut self, number: u64) -> D::Ptr {
        let word = self.domain.word(64, number);
        self.memory.pointer_at(&mut self.domain, &word)
    }
}

impl<D: Domain> Call<'_, D> {
    /// A `&str` argument: a pointer followed by a length.
    pub(super) fn str(&mut self, index: usize) -> Result<String, Stop> {
        let bytes = self.byte_slice(index)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(super) fn byte_slice(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let (ptr, length) = (self.ptr(index)?, self.size(index + 1)?);
        self.machine.slice(&ptr, length)
    }

    /// A Rust `bool`, and also a `fmt::Result`, where true is the error.
    pub(super) fn give_flag(&mut self, value: bool) -> Outcome<D> {
        self.give(1, u64::from(value))
    }

    /// Two numbers, which is how `Option<usize>` is returned.
    pub(super) fn give_optional(&mut self, value: Option<u64>) -> Outcome<D> {
        let tag = self.machine.domain.word(64, u64::from(value.is_some()));
        let value = self.machine.domain.word(64, value.unwrap_or(0));
        Ok(Some(Val::agg([Val::Word(tag), Val::Word(value)])))
    }

    /// `Ok` of a `Result<usize, io::Error>`.
    pub(super) fn give_count(&mut self, count: u64) -> Outcome<D> {
        let tag = self.machine.domain.word(64, 0);
        let count = self.machine.number_as_ptr(count);
        Ok(Some(Val::agg([Val::Word(tag), Val::Ptr(count)])))
    }
}
