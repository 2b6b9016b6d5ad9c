//! The registers or stack slots that a value is passed in.

use quell_bits::FloatFormat;

use crate::program::shape::{Shape, ShapeKind};

/// The register save area: six general registers of 8 bytes, then eight vector registers of 16.
pub const GP_END: u64 = 48;
pub const SAVE_AREA: u64 = 176;

/// The kind of register that a value is passed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bank {
    General,
    Vector,
    /// None: always on the stack.
    Memory,
}

/// How a value of a type is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    pub bank: Bank,
    pub size: u64,
    pub align: u64,
}

impl Class {
    pub const INT: Self = Self {
        bank: Bank::General,
        size: 8,
        align: 8,
    };
    pub const DOUBLE: Self = Self {
        bank: Bank::Vector,
        size: 8,
        align: 8,
    };
    pub const LONG_DOUBLE: Self = Self::memory(16, 16);

    /// An object passed by value, or a value that is never passed in registers.
    pub const fn memory(size: u64, align: u64) -> Self {
        Self {
            bank: Bank::Memory,
            size,
            align,
        }
    }

    /// The class of a scalar or vector.
    pub fn of(shape: &Shape) -> Self {
        let bank = match shape.kind {
            ShapeKind::Int(_) | ShapeKind::Ptr => Bank::General,
            ShapeKind::Float(FloatFormat::X87) => return Self::LONG_DOUBLE,
            ShapeKind::Float(_) | ShapeKind::Vector { .. } => Bank::Vector,
            _ => Bank::Memory,
        };
        // Data layouts of older LLVM versions align 128-bit integers to 8 bytes; the calling convention
        // always required 16.
        let align = if shape.size > 8 && bank != Bank::Memory {
            shape.align.max(16)
        } else {
            shape.align
        };
        Self {
            bank,
            size: shape.size,
            align,
        }
    }

    /// Its size in the register save area, if it can be passed in registers.
    pub const fn saved_size(self) -> Option<u64> {
        match self.bank {
            Bank::General => Some(self.size.next_multiple_of(8)),
            Bank::Vector => Some(self.size.next_multiple_of(16)),
            Bank::Memory => None,
        }
    }

    /// Its size on the stack.
    pub const fn stack_size(self) -> u64 {
        self.size.next_multiple_of(8)
    }

    /// Its alignment on the stack, where slots have 8 bytes.
    pub fn stack_align(self) -> u64 {
        self.align.max(8)
    }
}

/// The location of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// At an offset in the register save area.
    Saved(u64),
    /// At an offset in the stack arguments.
    Stack(u64),
}

/// Assigns locations to arguments in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places {
    /// The offsets in the register save area of the next free registers.
    pub gp: u64,
    pub fp: u64,
    pub stack: u64,
}

impl Default for Places {
    fn default() -> Self {
        Self {
            gp: 0,
            fp: GP_END,
            stack: 0,
        }
    }
}

impl Places {
    /// The location of the next argument. A value that does not fit the free registers goes to the stack as a
    /// whole.
    pub fn take(&mut self, class: Class) -> Place {
        let (next, end) = match class.bank {
            Bank::Vector => (&mut self.fp, SAVE_AREA),
            _ => (&mut self.gp, GP_END),
        };
        if let Some(size) = class.saved_size()
            && *next + size <= end
        {
            let at = *next;
            *next += size;
            return Place::Saved(at);
        }
        let at = self.stack.next_multiple_of(class.stack_align());
        self.stack = at + class.stack_size();
        Place::Stack(at)
    }
}
