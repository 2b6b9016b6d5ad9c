//! Calls host functions on `long double`, a type that Rust does not have.
//!
//! The calling convention: each operand takes 16 bytes on the stack (a complex number takes two operands), an
//! integer or pointer is passed in a register, and results are returned on the x87 register stack.
#![allow(unsafe_code)]

use quell_bits::{Bits, FloatFormat};

/// A C function that takes at most four `long double`s (two complex ones) and perhaps an integer or a
/// pointer, and returns one or two of them.
#[derive(Clone, Copy, Debug)]
pub struct Function(pub unsafe extern "C" fn());

/// A number in its stack slot.
type Slot = [u8; 16];

/// The largest number of operands: two complex numbers.
const SLOTS: usize = 4;

fn slots(operands: &[&Bits]) -> [Slot; SLOTS] {
    let raw = |index: usize| operands.get(index).map_or(0, |bits| bits.low_u128());
    std::array::from_fn(|index| raw(index).to_le_bytes())
}

fn bits(slot: Slot) -> Bits {
    Bits::from_u128(FloatFormat::X87.width(), u128::from_le_bytes(slot))
}

impl Function {
    /// One result. `integer` is passed in the register for integers and pointers.
    pub fn real(self, integer: u64, operands: &[&Bits]) -> Bits {
        // SAFETY: every constant of this type is a function with the convention described above.
        let [result, _] = unsafe { call(self.0, integer, &slots(operands), false) };
        bits(result)
    }

    /// The real and the imaginary part of a result.
    pub fn complex(self, operands: &[&Bits]) -> (Bits, Bits) {
        // SAFETY: every constant of this type is a function with the convention described above.
        let results = unsafe { call(self.0, 0, &slots(operands), true) };
        let [real, imaginary] = results.map(bits);
        (real, imaginary)
    }

    /// The result of a function that also writes an `int` through a pointer.
    pub fn real_and_int(self, operands: &[&Bits]) -> (Bits, i32) {
        let mut written = 0i32;
        let result = self.real(std::ptr::from_mut(&mut written) as u64, operands);
        // The compiler does not see that the call wrote it.
        (result, std::hint::black_box(written))
    }
}

/// Calls a function with operands on the stack, and takes one or two results from the x87 register stack.
///
/// # Safety
/// `function` must take no other operands, and return one `long double`, or a complex one if `pair`.
#[cfg(target_arch = "x86_64")]
unsafe fn call(
    function: unsafe extern "C" fn(),
    integer: u64,
    operands: &[Slot; SLOTS],
    pair: bool,
) -> [Slot; 2] {
    let mut results = [Slot::default(); 2];
    // SAFETY: the stack is aligned at the start of the block and restored at its end; `r12` and `r13` survive
    // the call; everything that a call may change is declared as clobbered.
    unsafe {
        std::arch::asm!(
            "sub rsp, 64",
            "movups xmm0, [{operands}]",
            "movups [rsp], xmm0",
            "movups xmm0, [{operands} + 16]",
            "movups [rsp + 16], xmm0",
            "movups xmm0, [{operands} + 32]",
            "movups [rsp + 32], xmm0",
            "movups xmm0, [{operands} + 48]",
            "movups [rsp + 48], xmm0",
            "call {function}",
            "fstp tbyte ptr [r12]",
            "test r13, r13",
            "jz 2f",
            "fstp tbyte ptr [r12 + 16]",
            "2:",
            "add rsp, 64",
            operands = in(reg) operands.as_ptr(),
            function = in(reg) function,
            in("r12") results.as_mut_ptr(),
            in("r13") u64::from(pair),
            in("rdi") integer,
            clobber_abi("C"),
        );
    }
    results
}

/// Whether these functions can be called on this target.
pub const AVAILABLE: bool = cfg!(target_arch = "x86_64");

#[cfg(not(target_arch = "x86_64"))]
unsafe fn call(_: unsafe extern "C" fn(), _: u64, _: &[Slot; SLOTS], _: bool) -> [Slot; 2] {
    [Slot::default(); 2]
}
