//! Arrays made from other arrays: reshaped, packed, spread, shifted.

use quell_values::unsupported::FortranConstruct;

use super::descriptor::{Array, Kind, for_each_index};
use super::unsupported;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "Reshape" => reshape,
    "Pack" => pack,
    "Unpack" => unpack,
    "Spread" => spread,
    "CshiftVector" => cshift_vector,
    "Cshift" => cshift,
    "EoshiftVector" => eoshift_vector,
    "Transfer" => transfer,
    "TransferSize" => transfer_size,
}

/// Stores elements in order in a new array.
fn fill<D: Domain>(
    machine: &mut Machine<D>,
    at: &D::Ptr,
    like: &Array<D::Ptr>,
    extents: &[i64],
    elements: &[Option<D::Ptr>],
) -> Result<(), Stop> {
    let to = machine.new_array(at, (like.code, like.element), extents)?;
    for (index, element) in elements.iter().enumerate() {
        let target = machine.at(&to.base, to.element * index as u64);
        match element {
            Some(source) => machine.copy_bytes(&target, source, to.element)?,
            None => {
                let blank = if like.kind() == Kind::Character {
                    b' '
                } else {
                    0
                };
                machine.put_bytes(&target, &vec![blank; to.element as usize])?;
            }
        }
    }
    Ok(())
}

fn elements<D: Domain>(machine: &mut Machine<D>, array: &Array<D::Ptr>) -> Vec<Option<D::Ptr>> {
    let offsets = array.offsets().into_iter();
    offsets
        .map(|offset| Some(machine.element(array, offset)))
        .collect()
}

/// The numbers in an array of integers.
fn numbers<D: Domain>(machine: &mut Machine<D>, array: &Array<D::Ptr>) -> Result<Vec<i64>, Stop> {
    let width = 8 * array.element as u32;
    let mut numbers = Vec::new();
    for offset in array.offsets() {
        let bits = machine.element_bits(array, offset)?;
        numbers.push(quell_bits::word::sign_extend(width, bits));
    }
    Ok(numbers)
}

fn reshape<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, source, shape) = (c.ptr(0)?, c.array(1)?, c.array(2)?);
    let (pad, order) = (c.optional_array(3)?, c.optional_array(4)?);
    let extents = numbers(c.machine, &shape)?;
    let count = extents
        .iter()
        .fold(1, |count, &extent| extent.max(0).saturating_mul(count));
    let count = usize::try_from(count.min(i64::from(i32::MAX))).unwrap_or(0);
    let mut values = elements(c.machine, &source);
    if let Some(pad) = &pad {
        let padding = elements(c.machine, pad);
        if !padding.is_empty() {
            let missing = count.saturating_sub(values.len());
            values.extend(padding.into_iter().cycle().take(missing));
        }
    }
    values.truncate(count);
    if values.len() < count {
        return Err(unsupported(FortranConstruct::ReshapedElements));
    }
    if let Some(order) = order.filter(|_| !extents.is_empty()) {
        let order = numbers(c.machine, &order)?;
        values = reordered(&values, &extents, &order);
    }
    fill(c.machine, &result, &source, &extents, &values)?;
    c.give_nothing()
}

/// Elements reordered so that dimension `order[0]` varies fastest, then `order[1]`.
fn reordered<P: Clone>(values: &[Option<P>], extents: &[i64], order: &[i64]) -> Vec<Option<P>> {
    let dimension = |number: &i64| (number - 1).clamp(0, extents.len() as i64 - 1) as usize;
    let walked: Vec<i64> = order
        .iter()
        .map(|number| extents[dimension(number)])
        .collect();
    let mut places = vec![None; values.len()];
    let mut next = values.iter();
    for_each_index(&walked, |indices| {
        let mut place = vec![0; extents.len()];
        for (number, &index) in order.iter().zip(indices) {
            place[dimension(number)] = index;
        }
        let mut stride = 1;
        let mut at = 0;
        for (index, extent) in place.iter().zip(extents) {
            at += index * stride;
            stride *= extent;
        }
        if let (Some(slot), Some(value)) = (places.get_mut(at as usize), next.next()) {
            slot.clone_from(value);
        }
    });
    places
}

/// The elements that a mask selects, which is an array of the same shape or a scalar.
fn masked<D: Domain>(
    machine: &mut Machine<D>,
    mask: &Array<D::Ptr>,
    count: usize,
) -> Result<Vec<bool>, Stop> {
    if mask.rank() == 0 {
        return Ok(vec![machine.element_logical(mask, 0)?; count]);
    }
    let offsets = mask.offsets().into_iter();
    offsets
        .map(|offset| machine.element_logical(mask, offset))
        .collect()
}

fn pack<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, source, mask) = (c.ptr(0)?, c.array(1)?, c.array(2)?);
    let vector = c.optional_array(3)?;
    let all = elements(c.machine, &source);
    let chosen = masked(c.machine, &mask, all.len())?;
    let mut values: Vec<_> = all
        .into_iter()
        .zip(chosen)
        .filter_map(|(value, chosen)| chosen.then_some(value))
        .collect();
    if let Some(vector) = vector {
        let rest = elements(c.machine, &vector);
        values.extend(rest.into_iter().skip(values.len()));
    }
    let count = values.len() as i64;
    fill(c.machine, &result, &source, &[count], &values)?;
    c.give_nothing()
}

fn unpack<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, vector, mask, field) = (c.ptr(0)?, c.array(1)?, c.array(2)?, c.array(3)?);
    let mut next = elements(c.machine, &vector).into_iter();
    let chosen = masked(c.machine, &mask, mask.count() as usize)?;
    let mut others = elements(c.machine, &field);
    if field.rank() == 0 {
        others = vec![others[0].clone(); chosen.len()];
    }
    let values: Vec<_> = chosen
        .into_iter()
        .zip(others)
        .map(|(chosen, other)| if chosen { next.next().flatten() } else { other })
        .collect();
    fill(c.machine, &result, &vector, &mask.extents(), &values)?;
    c.give_nothing()
}

fn spread<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, source) = (c.ptr(0)?, c.array(1)?);
    let dimension = (c.int(2)? - 1).max(0) as usize;
    let copies = c.long(3)?.max(0);
    let mut extents = source.extents();
    extents.insert(dimension.min(extents.len()), copies);
    gather(c, &result, &source, &extents, |indices| {
        indices.remove(dimension.min(indices.len() - 1));
    })
}

/// Fills the result with elements of the source; `from` maps the indices of the result to those of the
/// source.
fn gather<D: Domain>(
    c: &mut Call<D>,
    result: &D::Ptr,
    source: &Array<D::Ptr>,
    extents: &[i64],
    from: impl Fn(&mut Vec<i64>),
) -> Outcome<D> {
    let mut values = Vec::new();
    for_each_index(extents, |indices| {
        let mut indices = indices.to_vec();
        from(&mut indices);
        let offset = source.offset(&indices);
        values.push(Some(c.machine.element(source, offset)));
    });
    fill(c.machine, result, source, extents, &values)?;
    c.give_nothing()
}

fn cshift_vector<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, source, shift) = (c.ptr(0)?, c.array(1)?, c.long(2)?);
    let mut values = elements(c.machine, &source);
    if !values.is_empty() {
        let by = shift.rem_euclid(values.len() as i64) as usize;
        values.rotate_left(by);
    }
    fill(c.machine, &result, &source, &source.extents(), &values)?;
    c.give_nothing()
}

/// Shifts along one dimension by one amount.
fn cshift<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, source, shift) = (c.ptr(0)?, c.array(1)?, c.array(2)?);
    let dimension = (c.int(3)? - 1).max(0) as usize;
    let shifts = numbers(c.machine, &shift)?;
    let [by] = shifts[..] else {
        return Err(unsupported(FortranConstruct::ShiftAmounts));
    };
    let extents = source.extents();
    gather(c, &result, &source, &extents, |indices| {
        if let (Some(index), Some(extent)) = (indices.get_mut(dimension), extents.get(dimension)) {
            *index = (*index + by).rem_euclid((*extent).max(1));
        }
    })
}

fn eoshift_vector<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, source, shift) = (c.ptr(0)?, c.array(1)?, c.long(2)?);
    let boundary = c.optional_array(3)?.map(|boundary| boundary.base);
    let values = elements(c.machine, &source);
    let count = values.len() as i64;
    let shifted: Vec<_> = (0..count)
        .map(|index| match index.saturating_add(shift) {
            from if (0..count).contains(&from) => values[from as usize].clone(),
            _ => boundary.clone(),
        })
        .collect();
    fill(c.machine, &result, &source, &source.extents(), &shifted)?;
    c.give_nothing()
}

/// The bytes of a value as elements of another type, as many as they fill.
fn transfer<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (source, mold) = (c.array(1)?, c.array(2)?);
    let bytes = source.element * source.count();
    let extents = match mold.rank() {
        0 => Vec::new(),
        _ => vec![bytes.div_ceil(mold.element.max(1)) as i64],
    };
    transferred(c, &source, &mold, &extents)
}

fn transfer_size<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (source, mold, size) = (c.array(1)?, c.array(2)?, c.long(5)?);
    transferred(c, &source, &mold, &[size.max(0)])
}

fn transferred<D: Domain>(
    c: &mut Call<D>,
    source: &Array<D::Ptr>,
    mold: &Array<D::Ptr>,
    extents: &[i64],
) -> Outcome<D> {
    let result = c.ptr(0)?;
    let to = c
        .machine
        .new_array(&result, (mold.code, mold.element), extents)?;
    let room = to.element * to.count();
    for (index, offset) in source.offsets().into_iter().enumerate() {
        let start = source.element * index as u64;
        let size = source.element.min(room.saturating_sub(start));
        if size > 0 {
            let from = c.machine.element(source, offset);
            let at = c.machine.at(&to.base, start);
            c.machine.copy_bytes(&at, &from, size)?;
        }
    }
    c.give_nothing()
}
