//! Values of registers: words, pointers, and aggregates of them.

use std::rc::Rc;

use crate::domain::Domain;
use crate::stop::{Stop, StopKind};

/// The contents of a register. Integers and floats are both words, floats by their bit pattern; the
/// instruction determines which of them a word is, and its width.
#[derive(Debug)]
pub enum Val<D: Domain> {
    Word(D::Word),
    Ptr(D::Ptr),
    /// A struct, array or vector. A thin pointer, so that a value has the size of two machine words.
    Agg(Rc<Vec<Val<D>>>),
}

impl<D: Domain> Clone for Val<D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        match self {
            Self::Word(word) => Self::Word(word.clone()),
            Self::Ptr(ptr) => Self::Ptr(ptr.clone()),
            Self::Agg(members) => Self::Agg(members.clone()),
        }
    }
}

impl<D: Domain> Val<D> {
    /// A struct, array or vector of members.
    pub fn agg(members: impl IntoIterator<Item = Self>) -> Self {
        Self::Agg(Rc::new(members.into_iter().collect()))
    }

    /// Replaces this value. Registers are overwritten constantly, so a word whose drop has no effect is not
    /// dropped.
    #[inline(always)]
    pub fn overwrite(&mut self, value: Self) {
        match self {
            Self::Word(word) if D::is_plain(word) => {
                std::mem::forget(std::mem::replace(self, value))
            }
            _ => self.overwrite_rare(value),
        }
    }

    #[inline(never)]
    fn overwrite_rare(&mut self, value: Self) {
        *self = value;
    }

    #[inline(always)]
    pub fn word(&self) -> Result<&D::Word, Stop> {
        match self {
            Self::Word(word) => Ok(word),
            _ => Err(mismatch("a number")),
        }
    }

    #[inline(always)]
    pub fn ptr(&self) -> Result<&D::Ptr, Stop> {
        match self {
            Self::Ptr(ptr) => Ok(ptr),
            _ => Err(mismatch("a pointer")),
        }
    }

    pub fn members(&self) -> Result<&Rc<Vec<Val<D>>>, Stop> {
        match self {
            Self::Agg(members) => Ok(members),
            _ => Err(mismatch("an aggregate")),
        }
    }

    /// The member at the end of a path of indices.
    pub fn at(&self, path: &[u32]) -> Result<&Self, Stop> {
        let mut value = self;
        for &index in path {
            value = value
                .members()?
                .get(index as usize)
                .ok_or_else(|| mismatch("a member"))?;
        }
        Ok(value)
    }

    /// This value with the member at the end of the path replaced.
    pub fn with(&self, path: &[u32], member: Self) -> Result<Self, Stop> {
        let Some((&first, rest)) = path.split_first() else {
            return Ok(member);
        };
        let mut members = self.members()?.to_vec();
        let slot = members
            .get_mut(first as usize)
            .ok_or_else(|| mismatch("a member"))?;
        *slot = slot.with(rest, member)?;
        Ok(Self::agg(members))
    }
}

/// A register holds another kind of value than the instruction expects; the verifier rules this out.
#[cold]
pub fn mismatch(expected: &str) -> Stop {
    StopKind::broken(format!("{expected} was expected in a register")).into()
}
