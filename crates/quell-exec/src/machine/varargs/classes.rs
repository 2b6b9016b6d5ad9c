//! Which registers or stack slots a value takes.

use quell_bits::FloatFormat;

use crate::program::shape::{Shape, ShapeKind};

/// Six general registers of 8 bytes, then eight vector registers of 16: the register save area.
pub const GP_END: u64 = 48;
pub const SAVE_AREA: u64 = 176;

/// The kind of register a value travels in.
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

    /// An object passed by value, or what never travels in registers.
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
        // Older layouts align 128-bit integers to 8 bytes; the calling convention never did.
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

    /// Bytes it takes in the register save area, if it may travel in registers.
    pub const fn saved_size(self) -> Option<u64> {
        match self.bank {
            Bank::General => Some(self.size.next_multiple_of(8)),
            Bank::Vector => Some(self.size.next_multiple_of(16)),
            Bank::Memory => None,
        }
    }

    /// Bytes it takes on the stack.
    pub const fn stack_size(self) -> u64 {
        self.size.next_multiple_of(8)
    }

    /// Its alignment on the stack: slots have 8 bytes.
    pub fn stack_align(self) -> u64 {
        self.align.max(8)
    }
}

/// Where an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Offset in the register save area.
    Saved(u64),
    /// Offset in the area of stack arguments.
    Stack(u64),
}

/// Hands out places to arguments in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places {
    /// Offsets in the register save area of the next free registers.
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
    /// A value that does not fit the registers left goes to the stack whole.
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
