//! Calls of the host's functions on `long double`, a type that Rust does not have.
//!
//! The calling convention is short: operands lie on the stack in 16 bytes each (the two parts of a
//! complex number count as two), an integer or pointer travels in a register, results come back on
//! the stack of the floating-point unit.
#![allow(unsafe_code)]

use quell_bits::{Bits, FloatFormat};

/// A function of the C library that takes at most four `long double`s (two complex ones), perhaps
/// an integer or a pointer too, and gives one or two of them back.
#[derive(Clone, Copy, Debug)]
pub struct Function(pub unsafe extern "C" fn());

/// A number as it lies on the stack.
type Slot = [u8; 16];

/// As many as the widest call takes: two complex numbers.
const SLOTS: usize = 4;

fn slots(operands: &[&Bits]) -> [Slot; SLOTS] {
    let raw = |index: usize| operands.get(index).map_or(0, |bits| bits.low_u128());
    std::array::from_fn(|index| raw(index).to_le_bytes())
}

fn bits(slot: Slot) -> Bits {
    Bits::from_u128(FloatFormat::X87.width(), u128::from_le_bytes(slot))
}

impl Function {
    /// One result. `integer` is what the register for integers and pointers holds.
    pub fn real(self, integer: u64, operands: &[&Bits]) -> Bits {
        // SAFETY: every constant of this type is a function with the convention told above.
        let [result, _] = unsafe { call(self.0, integer, &slots(operands), false) };
        bits(result)
    }

    /// The real and the imaginary part of a result.
    pub fn complex(self, operands: &[&Bits]) -> (Bits, Bits) {
        // SAFETY: every constant of this type is a function with the convention told above.
        let results = unsafe { call(self.0, 0, &slots(operands), true) };
        let [real, imaginary] = results.map(bits);
        (real, imaginary)
    }

    /// The same for a function that also writes an `int` through a pointer.
    pub fn real_and_int(self, operands: &[&Bits]) -> (Bits, i32) {
        let mut written = 0i32;
        let result = self.real(std::ptr::from_mut(&mut written) as u64, operands);
        // The call wrote it behind the compiler's back.
        (result, std::hint::black_box(written))
    }
}

/// Calls with numbers on the stack, and takes the one or two results off the stack of the
/// floating-point unit.
///
/// # Safety
/// `function` must take no more than that, and give one `long double`, or a complex one if `pair`.
#[cfg(target_arch = "x86_64")]
unsafe fn call(
    function: unsafe extern "C" fn(),
    integer: u64,
    operands: &[Slot; SLOTS],
    pair: bool,
) -> [Slot; 2] {
    let mut results = [Slot::default(); 2];
    // SAFETY: the stack is aligned when the block begins, and restored at its end; `r12` and `r13`
    // survive the call; everything a call may change is declared so.
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

/// Whether these functions can be called here.
pub const AVAILABLE: bool = cfg!(target_arch = "x86_64");

#[cfg(not(target_arch = "x86_64"))]
unsafe fn call(_: unsafe extern "C" fn(), _: u64, _: &[Slot; SLOTS], _: bool) -> [Slot; 2] {
    [Slot::default(); 2]
}
