//! The register file: the constants of the module, followed by the registers of all frames, so that every
//! operand is fetched in the same way.

use quell_ir::ConstId;
use quell_ir::entity::EntityRef;

use crate::domain::Domain;
use crate::program::op::{Reg, Src};
use crate::stop::{Broken, Stop};
use crate::value::Val;

#[derive(Debug)]
pub(super) struct Registers<D: Domain> {
    /// Constants by number, then the frames, innermost last.
    values: Vec<Val<D>>,
}

#[cold]
fn no_register() -> Stop {
    Broken::Register.into()
}

impl<D: Domain> Registers<D> {
    /// A register file with room for constants and without frames.
    pub fn new(constants: usize, filler: Val<D>) -> Self {
        Self {
            values: vec![filler; constants],
        }
    }

    pub fn set_constant(&mut self, id: ConstId, value: Val<D>) {
        if let Some(slot) = self.values.get_mut(id.index()) {
            *slot = value;
        }
    }

    /// The base of the next frame.
    pub fn top(&self) -> usize {
        self.values.len()
    }

    pub fn push(&mut self, value: Val<D>) {
        self.values.push(value);
    }

    /// Extends the frame at `base` to a number of registers.
    pub fn grow(&mut self, base: usize, registers: usize, filler: &Val<D>) {
        self.values.resize(base + registers, filler.clone());
    }

    pub fn shrink(&mut self, top: usize) {
        self.values.truncate(top);
    }

    /// Removes and returns all values from an index on.
    pub fn split_off(&mut self, at: usize) -> Vec<Val<D>> {
        self.values.split_off(at.min(self.values.len()))
    }

    /// Replaces all values from an index on.
    pub fn replace_above(&mut self, at: usize, values: Vec<Val<D>>) {
        self.values.truncate(at);
        self.values.extend(values);
    }

    #[inline(always)]
    pub fn get(&self, base: usize, src: Src) -> Result<&Val<D>, Stop> {
        self.values.get(src.at(base)).ok_or_else(no_register)
    }

    #[inline(always)]
    pub fn word(&self, base: usize, src: Src) -> Result<&D::Word, Stop> {
        self.get(base, src)?.word()
    }

    #[inline(always)]
    pub fn ptr(&self, base: usize, src: Src) -> Result<&D::Ptr, Stop> {
        self.get(base, src)?.ptr()
    }

    #[inline(always)]
    pub fn set(&mut self, base: usize, dst: Reg, value: Val<D>) -> Result<(), Stop> {
        let slot = self.values.get_mut(base + dst as usize);
        slot.ok_or_else(no_register)?.overwrite(value);
        Ok(())
    }
}
