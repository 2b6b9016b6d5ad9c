//! `math.h`.
//!
//! Functions with an exactly defined result are computed on bits, in all three types; the others call the C
//! library of the host.

mod complex;
pub mod exact;
mod extended;
pub mod host;
mod inspect;
mod round;
mod scale;
mod special;
pub mod values;

use quell_bits::{Bits, FloatFormat};

use super::call::{Call, Outcome};
use crate::domain::Domain;
use crate::library::Table;
use crate::memory::{Extent, Memory};
use crate::stop::Stop;
use crate::value::Val;

const EDOM: i32 = 33;
const ERANGE: i32 = 34;

pub fn tables<D: Domain>() -> Vec<Table<D>> {
    let tables = [
        round::tables(),
        scale::tables(),
        inspect::tables(),
        special::tables(),
        special::tables_of_reentrant(),
        complex::tables(),
    ];
    tables.into_iter().flatten().collect()
}

/// Entries for functions that exist for several types, with a suffix each. A model gets the format and
/// whatever follows its name.
macro_rules! in_formats {
    ($($suffix:literal $format:ident),*; $entries:tt) => {
        pub fn tables<D: Domain>() -> Vec<$crate::library::Table<D>> {
            vec![$($crate::library::math::in_format!($suffix $format; $entries)),*]
        }
    };
}
use in_formats;

macro_rules! in_format {
    ($suffix:literal $format:ident;
     { $($name:literal => $model:ident $(($($extra:expr),*))?,)* }) => {
        &[$((
            concat!($name, $suffix),
            |machine, site, args| {
                let call = &mut $crate::library::call::Call { machine, site, args };
                $model(call, quell_bits::FloatFormat::$format $($(, $extra)*)?)
            },
        )),*]
    };
}
use in_format;

/// Functions that the C library and the intrinsics have under the same names, and further rows of the table.
macro_rules! with_rounding {
    ($table:ident { $($rows:tt)* }) => {
        $table! {
            "fabs" => unary(Fpu1::Abs),
            "floor" => unary(Fpu1::Floor),
            "ceil" => unary(Fpu1::Ceil),
            "trunc" => unary(Fpu1::Trunc),
            "round" => unary(Fpu1::Round),
            "roundeven" => unary(Fpu1::RoundEven),
            "rint" => unary(Fpu1::Rint),
            "nearbyint" => unary(Fpu1::Rint),
            "lround" => integer(Fpu1::Round),
            "llround" => integer(Fpu1::Round),
            "lrint" => integer(Fpu1::Rint),
            "llrint" => integer(Fpu1::Rint),
            $($rows)*
        }
    };
}
pub(crate) use with_rounding;

/// The bits of an argument.
fn bits<D: Domain>(c: &mut Call<D>, index: usize, format: FloatFormat) -> Result<Bits, Stop> {
    let word = c.arg(index)?.word()?;
    let what = "an argument of a mathematical function";
    c.machine.domain.concrete(format.width(), word, what)
}

fn give<D: Domain>(c: &mut Call<D>, bits: &Bits) -> Outcome<D> {
    Ok(Some(Val::Word(c.machine.domain.constant(bits))))
}

/// The result, after `errno` was set as by the C library.
fn give_computed<D: Domain>(c: &mut Call<D>, computed: &host::Computed) -> Outcome<D> {
    if computed.errno != 0 {
        c.machine.set_errno(computed.errno)?;
    }
    give(c, &computed.bits)
}

/// Writes a number through a pointer argument.
fn put<D: Domain>(c: &mut Call<D>, index: usize, bits: &Bits) -> Result<(), Stop> {
    let ptr = c.ptr(index)?;
    let machine = &mut *c.machine;
    let word = machine.domain.constant(bits);
    let (bytes, align) = (u64::from(bits.width() / 8), 1);
    let extent = Extent { bytes, align };
    machine
        .memory
        .write(&mut machine.domain, &ptr, extent, bits.width(), &word)
}
