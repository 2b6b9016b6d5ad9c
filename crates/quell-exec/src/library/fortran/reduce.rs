//! Reductions: sums, products, extreme values, counts, in total or along one dimension.

use quell_values::unsupported::FortranConstruct;

use super::descriptor::{Array, Kind, for_each_index};
use super::unsupported;
use crate::domain::Domain;
use crate::library::Table;
use crate::library::call::{Call, Outcome};
use crate::machine::Machine;
use crate::stop::Stop;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Sum,
    Product,
    Max,
    Min,
    AllBits,
    AnyBit,
    Parity,
    Norm,
    Count,
    Any,
    All,
}

/// Entries for a reduction to a scalar of some width, and for one along a dimension.
macro_rules! reductions {
    (
        single: $($single:literal $width:literal $op:ident),*;
        along: $($along:literal $along_op:ident $kind:expr),* $(,)?
    ) => {
        pub fn table<D: Domain>() -> Table<D> {
            &[
                $((
                    $single,
                    |machine, site, args| {
                        total(&mut Call { machine, site, args }, $width, Op::$op)
                    },
                ),)*
                $((
                    $along,
                    |machine, site, args| {
                        along(&mut Call { machine, site, args }, Op::$along_op, $kind)
                    },
                ),)*
            ]
        }
    };
}

reductions! {
    single:
        "SumInteger1" 8 Sum, "SumInteger2" 16 Sum, "SumInteger4" 32 Sum, "SumInteger8" 64 Sum,
        "SumReal4" 32 Sum, "SumReal8" 64 Sum,
        "ProductInteger1" 8 Product, "ProductInteger2" 16 Product, "ProductInteger4" 32 Product,
        "ProductInteger8" 64 Product, "ProductReal4" 32 Product, "ProductReal8" 64 Product,
        "MaxvalInteger1" 8 Max, "MaxvalInteger2" 16 Max, "MaxvalInteger4" 32 Max,
        "MaxvalInteger8" 64 Max, "MaxvalReal4" 32 Max, "MaxvalReal8" 64 Max,
        "MinvalInteger1" 8 Min, "MinvalInteger2" 16 Min, "MinvalInteger4" 32 Min,
        "MinvalInteger8" 64 Min, "MinvalReal4" 32 Min, "MinvalReal8" 64 Min,
        "IAll1" 8 AllBits, "IAll2" 16 AllBits, "IAll4" 32 AllBits, "IAll8" 64 AllBits,
        "IAny1" 8 AnyBit, "IAny2" 16 AnyBit, "IAny4" 32 AnyBit, "IAny8" 64 AnyBit,
        "IParity1" 8 Parity, "IParity2" 16 Parity, "IParity4" 32 Parity, "IParity8" 64 Parity,
        "Norm2_4" 32 Norm, "Norm2_8" 64 Norm, "Count" 64 Count, "Any" 1 Any, "All" 1 All;
    along:
        "SumDim" Sum Along::NUMBERS, "ProductDim" Product Along::NUMBERS,
        "MaxvalDim" Max Along::NUMBERS, "MinvalDim" Min Along::NUMBERS,
        "IAllDim" AllBits Along::NUMBERS, "IAnyDim" AnyBit Along::NUMBERS,
        "IParityDim" Parity Along::NUMBERS,
        "CountDim" Count Along::COUNT, "AnyDim" Any Along::LOGICALS, "AllDim" All Along::LOGICALS,
}

/// The arguments of a reduction along a dimension.
#[derive(Clone, Copy, Debug)]
struct Along {
    mask: Option<usize>,
    /// The kind of the result in bytes; without it, that of the array.
    kind: Option<usize>,
}

impl Along {
    const NUMBERS: Self = Self {
        mask: Some(5),
        kind: None,
    };
    const LOGICALS: Self = Self {
        mask: None,
        kind: None,
    };
    const COUNT: Self = Self {
        mask: None,
        kind: Some(3),
    };
}

/// The sum in the precision of its type, as in flang's runtime: with a term for the rounding error, which the
/// runtime adds although it should be subtracted. That affects the last digits.
macro_rules! sum {
    ($values:expr, $type:ty) => {{
        let (mut sum, mut lost): ($type, $type) = (0.0, 0.0);
        for &value in $values.iter() {
            let next = value as $type + lost;
            let before = sum;
            sum += next;
            lost = (sum - before) - next;
        }
        sum
    }};
}

/// The arguments are the array, source file, line, dimension and mask.
fn total<D: Domain>(c: &mut Call<D>, width: u32, op: Op) -> Outcome<D> {
    let array = c.array(0)?;
    let mask = match c.args.len() {
        5.. => c.optional_array(4)?,
        _ => None,
    };
    let mut offsets = Vec::new();
    let mut masked = Vec::new();
    for_each_index(&array.extents(), |indices| {
        offsets.push(array.offset(indices));
        masked.push(mask.as_ref().map_or(0, |mask| mask.offset(indices)));
    });
    let chosen = chosen(c.machine, mask.as_ref(), &offsets, &masked)?;
    let value = reduced(c.machine, &array, &chosen, op)?;
    c.give(width, value)
}

/// The elements that the mask selects.
fn chosen<D: Domain>(
    machine: &mut Machine<D>,
    mask: Option<&Array<D::Ptr>>,
    offsets: &[i64],
    masked: &[i64],
) -> Result<Vec<i64>, Stop> {
    let Some(mask) = mask else {
        return Ok(offsets.to_vec());
    };
    let mut chosen = Vec::new();
    for (&offset, &place) in offsets.iter().zip(masked) {
        if machine.element_logical(mask, place)? {
            chosen.push(offset);
        }
    }
    Ok(chosen)
}

/// The result of one reduction as bits.
fn reduced<D: Domain>(
    machine: &mut Machine<D>,
    array: &Array<D::Ptr>,
    offsets: &[i64],
    op: Op,
) -> Result<u64, Stop> {
    let mut bits = Vec::with_capacity(offsets.len());
    for &offset in offsets {
        bits.push(machine.element_bits(array, offset)?);
    }
    match (op, array.kind()) {
        (Op::Count, _) => Ok(bits.iter().filter(|&&bits| bits & 1 == 1).count() as u64),
        (Op::Any, _) => Ok(u64::from(bits.iter().any(|&bits| bits & 1 == 1))),
        (Op::All, _) => Ok(u64::from(bits.iter().all(|&bits| bits & 1 == 1))),
        (_, Kind::Integer(width)) => Ok(reduce_integers(&bits, width, op) as u64),
        (_, Kind::Real(32)) => {
            let values: Vec<_> = bits
                .iter()
                .map(|&bits| f64::from(f32::from_bits(bits as u32)))
                .collect();
            let result = match op {
                Op::Sum => sum!(values, f32),
                Op::Product => values.iter().fold(1.0, |all, &value| all * value as f32),
                _ => reduce_reals(&values, op, f32::MAX.into()) as f32,
            };
            Ok(u64::from(result.to_bits()))
        }
        (_, Kind::Real(64)) => {
            let values: Vec<_> = bits.iter().map(|&bits| f64::from_bits(bits)).collect();
            Ok(reduce_reals(&values, op, f64::MAX).to_bits())
        }
        _ => Err(unsupported(FortranConstruct::Reduction)),
    }
}

fn reduce_integers(bits: &[u64], width: u32, op: Op) -> i64 {
    let values = bits
        .iter()
        .map(|&bits| quell_bits::word::sign_extend(width, bits));
    let most = i64::MAX >> (64 - width);
    match op {
        Op::Product => values.fold(1, i64::wrapping_mul),
        Op::Max => values.fold(-most - 1, i64::max),
        Op::Min => values.fold(most, i64::min),
        Op::AllBits => values.fold(-1, |a, b| a & b),
        Op::AnyBit => values.fold(0, |a, b| a | b),
        Op::Parity => values.fold(0, |a, b| a ^ b),
        _ => values.fold(0, i64::wrapping_add),
    }
}

fn reduce_reals(values: &[f64], op: Op, most: f64) -> f64 {
    match op {
        Op::Product => values.iter().product(),
        Op::Norm => norm(values),
        Op::Max => extreme(values, -most, |value, best| value > best),
        Op::Min => extreme(values, most, |value, best| value < best),
        _ => sum!(values, f64),
    }
}

/// The square root of the sum of squares, scaled by the largest value so that no square overflows.
fn norm(values: &[f64]) -> f64 {
    let (mut largest, mut sum) = (0.0, 0.0);
    for value in values.iter().map(|value| value.abs()) {
        if largest == 0.0 {
            largest = value;
        } else if value > largest {
            let ratio = largest / value;
            sum = (sum + 1.0) * (ratio * ratio);
            largest = value;
        } else {
            let ratio = value / largest;
            sum += ratio * ratio;
        }
    }
    largest * (1.0 + sum).sqrt()
}

/// The first value that is better than all others; a NaN only if there is nothing else.
fn extreme(values: &[f64], none: f64, better: impl Fn(f64, f64) -> bool) -> f64 {
    let mut best: Option<f64> = None;
    for &value in values {
        if best.is_none_or(|best| best.is_nan() || better(value, best)) {
            best = Some(value);
        }
    }
    best.unwrap_or(none)
}

/// The arguments are the result, the array, the dimension, and those of the kind of reduction.
fn along<D: Domain>(c: &mut Call<D>, op: Op, takes: Along) -> Outcome<D> {
    let (result, array) = (c.ptr(0)?, c.array(1)?);
    let dimension = (c.int(2)? - 1).max(0) as usize;
    let mask = match takes.mask {
        Some(index) if index < c.args.len() => c.optional_array(index)?,
        _ => None,
    };
    let element = match takes.kind {
        Some(index) => integer_element(c.uint(index)?),
        None => (array.code, array.element),
    };
    let groups = groups(&array, mask.as_ref(), dimension);
    let mut extents = array.extents();
    if dimension < extents.len() {
        extents.remove(dimension);
    }
    let to = c.machine.new_array(&result, element, &extents)?;
    for (index, (offsets, masked)) in groups.iter().enumerate() {
        let chosen = chosen(c.machine, mask.as_ref(), offsets, masked)?;
        let value = reduced(c.machine, &array, &chosen, op)?;
        let at = c.machine.at(&to.base, to.element * index as u64);
        c.machine.put_number(&at, to.element as u32, value)?;
    }
    c.give_nothing()
}

/// The type code and size of an integer kind.
pub fn integer_element(kind: u32) -> (u8, u64) {
    let code = match kind {
        1 => 7,
        2 => 8,
        8 => 10,
        _ => 9,
    };
    (code, u64::from(kind))
}

/// For each element of the result, the elements that it is computed from, and their positions in the mask.
pub fn groups<P: Clone>(
    array: &Array<P>,
    mask: Option<&Array<P>>,
    dimension: usize,
) -> Vec<(Vec<i64>, Vec<i64>)> {
    let mut outer = array.extents();
    let length = outer.get(dimension).copied().unwrap_or(1);
    if dimension < outer.len() {
        outer.remove(dimension);
    }
    let mut groups = Vec::new();
    for_each_index(&outer, |indices| {
        let mut full = indices.to_vec();
        full.insert(dimension.min(full.len()), 0);
        let (mut offsets, mut masked) = (Vec::new(), Vec::new());
        for index in 0..length {
            full[dimension.min(indices.len())] = index;
            offsets.push(array.offset(&full));
            masked.push(mask.map_or(0, |mask| mask.offset(&full)));
        }
        groups.push((offsets, masked));
    });
    groups
}
