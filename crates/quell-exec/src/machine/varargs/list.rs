//! A `va_list` in memory: `{ gp_offset, fp_offset, overflow_arg_area, reg_save_area }`.

use super::Machine;
use super::classes::{Bank, Class, GP_END, SAVE_AREA};
use crate::domain::{Alu, Domain};
use crate::memory::{Extent, Memory};
use crate::stop::Stop;

const GP_OFFSET: i64 = 0;
const FP_OFFSET: i64 = 4;
const OVERFLOW_AREA: i64 = 8;
const REG_SAVE_AREA: i64 = 16;

/// The size of a `va_list`.
pub const SIZE: u64 = 24;

/// A list that compiled code made and may continue to read.
#[derive(Debug)]
pub struct VaList<D: Domain> {
    ptr: D::Ptr,
}

impl<D: Domain> VaList<D> {
    pub fn new(ptr: D::Ptr) -> Self {
        Self { ptr }
    }

    fn field(&self, machine: &mut Machine<D>, offset: i64) -> D::Ptr {
        machine.domain.ptr_offset(&self.ptr, offset)
    }

    fn read_offset(&self, machine: &mut Machine<D>, field: i64) -> Result<u64, Stop> {
        let at = self.field(machine, field);
        let extent = Extent { bytes: 4, align: 4 };
        let word = machine.memory.read(&mut machine.domain, &at, extent, 32)?;
        machine.domain.concrete_u64(32, &word, "a va_list")
    }

    fn write_offset(&self, machine: &mut Machine<D>, field: i64, value: u64) -> Result<(), Stop> {
        let at = self.field(machine, field);
        let word = machine.domain.word(32, value);
        let extent = Extent { bytes: 4, align: 4 };
        machine
            .memory
            .write(&mut machine.domain, &at, extent, 32, &word)
    }

    fn read_area(&self, machine: &mut Machine<D>, field: i64) -> Result<D::Ptr, Stop> {
        let at = self.field(machine, field);
        machine.memory.read_ptr(&mut machine.domain, &at, 8)
    }

    fn write_area(&self, machine: &mut Machine<D>, field: i64, area: &D::Ptr) -> Result<(), Stop> {
        let at = self.field(machine, field);
        machine.memory.write_ptr(&mut machine.domain, &at, 8, area)
    }

    /// Initialises the list; the registers before the offsets are used by named parameters.
    pub(super) fn fill(
        &self,
        machine: &mut Machine<D>,
        (gp, fp): (u64, u64),
        overflow: &D::Ptr,
        saved: &D::Ptr,
    ) -> Result<(), Stop> {
        self.write_offset(machine, GP_OFFSET, gp)?;
        self.write_offset(machine, FP_OFFSET, fp)?;
        self.write_area(machine, OVERFLOW_AREA, overflow)?;
        self.write_area(machine, REG_SAVE_AREA, saved)
    }

    /// The address of the next argument, which has this class; the list advances behind it.
    pub fn advance(&self, machine: &mut Machine<D>, class: Class) -> Result<D::Ptr, Stop> {
        let (field, end) = match class.bank {
            Bank::Vector => (FP_OFFSET, SAVE_AREA),
            _ => (GP_OFFSET, GP_END),
        };
        if let Some(size) = class.saved_size() {
            let used = self.read_offset(machine, field)?;
            if used + size <= end {
                self.write_offset(machine, field, used + size)?;
                let area = self.read_area(machine, REG_SAVE_AREA)?;
                return Ok(machine.domain.ptr_offset(&area, used as i64));
            }
        }
        self.advance_stack(machine, class)
    }

    fn advance_stack(&self, machine: &mut Machine<D>, class: Class) -> Result<D::Ptr, Stop> {
        let next = self.read_area(machine, OVERFLOW_AREA)?;
        let at = aligned(&mut machine.domain, &next, class.stack_align());
        let end = machine.domain.ptr_offset(&at, class.stack_size() as i64);
        self.write_area(machine, OVERFLOW_AREA, &end)?;
        Ok(at)
    }

    fn next_word(
        &self,
        machine: &mut Machine<D>,
        class: Class,
        width: u32,
    ) -> Result<D::Word, Stop> {
        let at = self.advance(machine, class)?;
        let extent = Extent {
            bytes: u64::from(width / 8),
            align: 1,
        };
        machine.memory.read(&mut machine.domain, &at, extent, width)
    }

    /// An integer of at most 64 bits.
    pub fn next_int(&self, machine: &mut Machine<D>, width: u32) -> Result<D::Word, Stop> {
        self.next_word(machine, Class::INT, width)
    }

    pub fn next_ptr(&self, machine: &mut Machine<D>) -> Result<D::Ptr, Stop> {
        let at = self.advance(machine, Class::INT)?;
        machine.memory.read_ptr(&mut machine.domain, &at, 1)
    }

    /// The bits of a `double`.
    pub fn next_double(&self, machine: &mut Machine<D>) -> Result<D::Word, Stop> {
        self.next_word(machine, Class::DOUBLE, 64)
    }

    /// The 80 bits of a `long double`.
    pub fn next_long_double(&self, machine: &mut Machine<D>) -> Result<D::Word, Stop> {
        self.next_word(machine, Class::LONG_DOUBLE, 80)
    }

    /// `va_copy`.
    pub fn copy_from(&self, machine: &mut Machine<D>, from: &D::Ptr) -> Result<(), Stop> {
        machine
            .memory
            .copy(&mut machine.domain, &self.ptr, from, SIZE)
    }
}

/// The pointer rounded up to a multiple of the alignment.
fn aligned<D: Domain>(d: &mut D, ptr: &D::Ptr, align: u64) -> D::Ptr {
    let address = d.ptr_addr(ptr);
    let (zero, mask) = (d.word(64, 0), d.word(64, align - 1));
    let negated = d.alu(Alu::Sub, 64, &zero, &address);
    let missing = d.alu(Alu::And, 64, &negated, &mask);
    d.ptr_add(ptr, &missing)
}
