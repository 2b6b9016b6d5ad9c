//! Array inquiries, random numbers, and other intrinsics.

use quell_values::unsupported::FortranConstruct;

use super::descriptor::{Array, Kind};
use super::unsupported;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "Size" => size,
    "SizeDim" => size_dim,
    "LboundDim" => lower_bound,
    "Lbound" => lower_bounds,
    "Ubound" => upper_bounds,
    "Shape" => shape,
    "RandomNumber" => random_number,
    "RandomInit" => nothing,
    "RandomSeed" => nothing,
    "RandomSeedDefaultPut" => nothing,
    "IsContiguous" => is_contiguous,
}

fn nothing<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_nothing()
}

fn size<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let count = c.array(0)?.count();
    c.give_size(count)
}

/// A dimension by its number, counted from one.
fn dimension<D: Domain>(c: &mut Call<D>) -> Result<super::descriptor::Dimension, Stop> {
    let (array, number) = (c.array(0)?, c.int(1)?);
    let found = array.dimensions.get((number - 1).max(0) as usize).copied();
    found.ok_or_else(|| unsupported(FortranConstruct::Dimension))
}

fn size_dim<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let extent = dimension(c)?.extent;
    c.give_long(extent)
}

fn lower_bound<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let dimension = dimension(c)?;
    c.give_long(if dimension.extent > 0 {
        dimension.lower
    } else {
        1
    })
}

/// Stores one number per dimension at the first argument, as integers of a kind given in bytes.
fn per_dimension<D: Domain>(
    c: &mut Call<D>,
    f: impl Fn(&super::descriptor::Dimension) -> i64,
) -> Outcome<D> {
    let (to, array, kind) = (c.ptr(0)?, c.array(1)?, c.uint(2)?);
    for (index, dimension) in array.dimensions.iter().enumerate() {
        let at = c.machine.at(&to, u64::from(kind) * index as u64);
        c.machine.put_number(&at, kind, f(dimension) as u64)?;
    }
    c.give_nothing()
}

fn lower_bounds<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    per_dimension(c, |d| if d.extent > 0 { d.lower } else { 1 })
}

fn upper_bounds<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    per_dimension(c, |d| {
        if d.extent > 0 {
            d.lower + d.extent - 1
        } else {
            0
        }
    })
}

fn shape<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    per_dimension(c, |d| d.extent)
}

/// Random numbers, the same in every run. The native runtime also starts from a fixed seed, but with another
/// generator.
#[derive(Clone, Copy, Debug)]
pub struct Generator(u64);

impl Default for Generator {
    fn default() -> Self {
        Self(0x853c_49e6_748f_ea9b)
    }
}

impl Generator {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn random_number<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let array = c.array(0)?;
    for offset in array.offsets() {
        random_element(c.machine, &array, offset)?;
    }
    c.give_nothing()
}

fn random_element<D: Domain>(
    machine: &mut Machine<D>,
    array: &Array<D::Ptr>,
    offset: i64,
) -> Result<(), Stop> {
    let random = machine.library.fortran.random.next();
    let bits = match array.kind() {
        Kind::Real(32) => u64::from(((random >> 40) as f32 / (1u32 << 24) as f32).to_bits()),
        Kind::Real(64) => ((random >> 11) as f64 / (1u64 << 53) as f64).to_bits(),
        _ => return Err(unsupported(FortranConstruct::RandomKind)),
    };
    let at = machine.element(array, offset);
    machine.put_number(&at, array.element as u32, bits)
}

fn is_contiguous<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let array = c.array(0)?;
    let mut expected = array.element as i64;
    let mut contiguous = true;
    for dimension in &array.dimensions {
        contiguous &= dimension.extent <= 1 || dimension.stride == expected;
        expected *= dimension.extent;
    }
    c.give(1, u64::from(contiguous))
}
