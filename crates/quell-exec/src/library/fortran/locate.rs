//! `MAXLOC`, `MINLOC` and `FINDLOC`.

use quell_values::unsupported::FortranConstruct;

use super::descriptor::{Array, Kind, for_each_index};
use super::reduce::{groups, integer_element};
use super::unsupported;
use crate::domain::Domain;
use crate::library::Table;
use crate::library::call::{Call, Outcome};
use crate::machine::Machine;
use crate::stop::Stop;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Wanted {
    Largest,
    Smallest,
    /// A value equal to this one.
    Equal(f64),
}

/// Entries for every type with an order.
macro_rules! locations {
    ($($name:literal $wanted:expr),* $(,)?) => {
        pub fn table<D: Domain>() -> Table<D> {
            &[
                $(($name, |machine, site, args| {
                    whole(&mut Call { machine, site, args }, $wanted)
                }),)*
                ("MaxlocDim", |machine, site, args| {
                    along(&mut Call { machine, site, args }, Wanted::Largest)
                }),
                ("MinlocDim", |machine, site, args| {
                    along(&mut Call { machine, site, args }, Wanted::Smallest)
                }),
                ("Findloc", |machine, site, args| find(&mut Call { machine, site, args })),
            ]
        }
    };
}

locations! {
    "MaxlocInteger1" Wanted::Largest, "MinlocInteger1" Wanted::Smallest,
    "MaxlocInteger2" Wanted::Largest, "MinlocInteger2" Wanted::Smallest,
    "MaxlocInteger4" Wanted::Largest, "MinlocInteger4" Wanted::Smallest,
    "MaxlocInteger8" Wanted::Largest, "MinlocInteger8" Wanted::Smallest,
    "MaxlocReal4" Wanted::Largest, "MinlocReal4" Wanted::Smallest,
    "MaxlocReal8" Wanted::Largest, "MinlocReal8" Wanted::Smallest,
}

/// An element as a number for comparisons. Integers of 64 bits are mapped such that their order is kept.
fn value<D: Domain>(
    machine: &mut Machine<D>,
    array: &Array<D::Ptr>,
    offset: i64,
) -> Result<(i64, f64), Stop> {
    let bits = machine.element_bits(array, offset)?;
    match array.kind() {
        Kind::Integer(width) => {
            let number = quell_bits::word::sign_extend(width, bits);
            Ok((number, number as f64))
        }
        Kind::Real(32) => Ok((0, f32::from_bits(bits as u32).into())),
        Kind::Real(64) => Ok((0, f64::from_bits(bits))),
        Kind::Logical => Ok((0, f64::from(bits as u32 & 1))),
        _ => Err(unsupported(FortranConstruct::Location)),
    }
}

/// The arguments that restrict a search.
struct Search<P> {
    mask: Option<Array<P>>,
    /// Whether the last of several equal elements is wanted.
    back: bool,
}

impl<P> Search<P> {
    /// The arguments mask and back, of which `mask` is the index of the first.
    fn new<D: Domain<Ptr = P>>(c: &mut Call<D>, mask: usize) -> Result<Self, Stop> {
        Ok(Self {
            mask: c.optional_array(mask)?,
            back: c.bits(mask + 1, 1)? != 0,
        })
    }
}

/// The position of the wanted element among those that the mask selects.
fn position<D: Domain>(
    machine: &mut Machine<D>,
    array: &Array<D::Ptr>,
    search: &Search<D::Ptr>,
    places: &[(i64, i64)],
    wanted: Wanted,
) -> Result<Option<usize>, Stop> {
    let mut best: Option<(usize, (i64, f64))> = None;
    for (index, &(offset, masked)) in places.iter().enumerate() {
        if let Some(mask) = &search.mask
            && !machine.element_logical(mask, masked)?
        {
            continue;
        }
        let value = value(machine, array, offset)?;
        let takes = match wanted {
            Wanted::Equal(target) => value.1 == target && (best.is_none() || search.back),
            _ => best.is_none_or(|(_, best)| better(value, best, wanted, search.back)),
        };
        if takes {
            best = Some((index, value));
        }
    }
    Ok(best.map(|best| best.0))
}

fn better(value: (i64, f64), best: (i64, f64), wanted: Wanted, back: bool) -> bool {
    let order = value.0.cmp(&best.0).then(
        value
            .1
            .partial_cmp(&best.1)
            .unwrap_or(std::cmp::Ordering::Equal),
    );
    match wanted {
        Wanted::Smallest => order.is_lt() || (back && order.is_eq()),
        _ => order.is_gt() || (back && order.is_eq()),
    }
}

/// The arguments after the result and the array are kind, file, line, mask, back.
fn whole<D: Domain>(c: &mut Call<D>, wanted: Wanted) -> Outcome<D> {
    let (array, kind) = (c.array(1)?, c.uint(2)?);
    let search = Search::new(c, 5)?;
    locate(c, &array, kind, &search, wanted)
}

fn find<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (array, target, kind) = (c.array(1)?, c.array(2)?, c.uint(3)?);
    let search = Search::new(c, 6)?;
    let target = value(c.machine, &target, 0)?.1;
    locate(c, &array, kind, &search, Wanted::Equal(target))
}

/// Writes the indices of the element, counted from one; zeros if there is none.
fn locate<D: Domain>(
    c: &mut Call<D>,
    array: &Array<D::Ptr>,
    kind: u32,
    search: &Search<D::Ptr>,
    wanted: Wanted,
) -> Outcome<D> {
    let mut places = Vec::new();
    let mut indices = Vec::new();
    for_each_index(&array.extents(), |index| {
        let masked = search.mask.as_ref().map_or(0, |mask| mask.offset(index));
        places.push((array.offset(index), masked));
        indices.push(index.to_vec());
    });
    let found = position(c.machine, array, search, &places, wanted)?;
    let result = c.ptr(0)?;
    let rank = array.rank() as i64;
    let to = c
        .machine
        .new_array(&result, integer_element(kind), &[rank])?;
    let zeros = vec![-1; array.rank()];
    let index = found.map_or(&zeros, |found| &indices[found]);
    for (number, &index) in index.iter().enumerate() {
        let at = c.machine.at(&to.base, to.element * number as u64);
        c.machine.put_number(&at, kind, (index + 1) as u64)?;
    }
    c.give_nothing()
}

/// The arguments after the result and the array are kind, dimension, file, line, mask, back.
fn along<D: Domain>(c: &mut Call<D>, wanted: Wanted) -> Outcome<D> {
    let (result, array, kind) = (c.ptr(0)?, c.array(1)?, c.uint(2)?);
    let dimension = (c.int(3)? - 1).max(0) as usize;
    let search = Search::new(c, 6)?;
    let groups = groups(&array, search.mask.as_ref(), dimension);
    let mut extents = array.extents();
    if dimension < extents.len() {
        extents.remove(dimension);
    }
    let to = c
        .machine
        .new_array(&result, integer_element(kind), &extents)?;
    for (index, (offsets, masked)) in groups.iter().enumerate() {
        let places: Vec<_> = offsets
            .iter()
            .copied()
            .zip(masked.iter().copied())
            .collect();
        let found = position(c.machine, &array, &search, &places, wanted)?;
        let at = c.machine.at(&to.base, to.element * index as u64);
        let number = found.map_or(0, |found| found as u64 + 1);
        c.machine.put_number(&at, kind, number)?;
    }
    c.give_nothing()
}
