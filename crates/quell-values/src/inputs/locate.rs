//! Locates the leaves in the image of a call: calls are prepared with chosen values, and the bits that change are
//! the leaves. So this module is independent of the calling convention.

use std::collections::BTreeMap;

use quell_bits::Bits;

use super::leaf::{Leaf, LeafKind, Place, Spot};
use super::{InputError, InputSpace, prepare};
use crate::call::{Bytes, CallImage, Target};
use crate::objects::Role;
use crate::prepare::{Callee, ObjectShape, Prepared};

/// A leaf that describes a whole object, which is identified by its label until it is found.
#[derive(Clone, Debug)]
pub struct OpenObject {
    pub leaf: usize,
    pub label: String,
    /// The number of earlier objects with the same label: a parameter and a global can share one, and so can unnamed fields.
    pub nth: usize,
}

/// Sets the spots of all leaves.
pub fn locate(
    callee: &Callee<'_>,
    space: &mut InputSpace,
    open: &[OpenObject],
) -> Result<(), InputError> {
    locate_numbers(callee, space)?;
    for of in open {
        let object = find_object(&space.skeleton, of);
        match &mut space.leaves[of.leaf].kind {
            LeafKind::Present { object: number } | LeafKind::Length { object: number, .. } => {
                *number = object.unwrap_or(u32::MAX);
            }
            _ => continue,
        }
        let spots = match (object, &space.leaves[of.leaf].kind) {
            (Some(object), LeafKind::Present { .. }) => pointers_to(&space.skeleton.image, object),
            (Some(_), _) => locate_length(callee, space, of)?,
            // Not passed at all.
            (None, _) => Vec::new(),
        };
        space.leaves[of.leaf].spots = spots;
    }
    Ok(())
}

/// The values with no null pointer and the greatest lengths.
pub fn fullest(leaves: &[Leaf]) -> Vec<Bits> {
    let value = |leaf: &Leaf| match leaf.is_number() {
        true => Bits::zero(leaf.width),
        false => leaf.greatest(),
    };
    leaves.iter().map(value).collect()
}

/// Each bit of a leaf has a unique number, which is encoded over several calls, one binary digit in each; a bit
/// that is always 0 or always 1 belongs to no leaf.
fn locate_numbers(callee: &Callee<'_>, space: &mut InputSpace) -> Result<(), InputError> {
    let mut owners: Vec<(usize, u32)> = Vec::new();
    for (index, leaf) in space.leaves.iter().enumerate() {
        if leaf.is_number() {
            owners.extend((0..leaf.width).map(|bit| (index, bit)));
        }
    }
    let rounds = usize::BITS - (owners.len() + 1).leading_zeros();
    let mut codes: BTreeMap<Place, Vec<u32>> = BTreeMap::new();
    for round in 0..rounds {
        let mut values = fullest(&space.leaves);
        for (number, &(leaf, bit)) in owners.iter().enumerate() {
            let digit = (number + 1) >> round & 1 == 1;
            values[leaf] = values[leaf].set_bit(bit, digit);
        }
        let call = prepare(callee, &space.plans, &values)?;
        for (place, bytes) in places(&call.image) {
            let codes = codes
                .entry(place)
                .or_insert_with(|| vec![0; bytes.bytes.len() * 8]);
            for (at, code) in codes.iter_mut().enumerate() {
                let bit = bytes
                    .bytes
                    .get(at / 8)
                    .map_or(0, |byte| byte >> (at % 8) & 1);
                *code |= u32::from(bit) << round;
            }
        }
    }
    for (place, codes) in &codes {
        for (at, &code) in codes.iter().enumerate() {
            let owner = (code as usize)
                .checked_sub(1)
                .and_then(|number| owners.get(number));
            if let Some(&(leaf, from)) = owner {
                add_bit(&mut space.leaves[leaf].spots, *place, at as u64, from);
            }
        }
    }
    Ok(())
}

/// Adds a bit to the last spot if it continues that.
fn add_bit(spots: &mut Vec<Spot>, place: Place, bit: u64, from: u32) {
    if let Some(last) = spots.last_mut()
        && last.place == place
        && last.bit + u64::from(last.width) == bit
        && last.from + last.width == from
    {
        last.width += 1;
        return;
    }
    spots.push(Spot {
        place,
        bit,
        from,
        width: 1,
    });
}

fn places(call: &CallImage) -> impl Iterator<Item = (Place, &Bytes)> {
    let numbered = |number: usize| number as u32;
    let params = call.params.iter().enumerate();
    let params = params.map(move |(at, bytes)| (Place::Param(numbered(at)), bytes));
    let objects = call.objects.iter().enumerate();
    let objects = objects.map(move |(at, object)| (Place::Object(numbered(at)), &object.content));
    let globals = call.globals.iter().enumerate();
    let globals = globals.filter_map(move |(at, global)| {
        Some((Place::Global(numbered(at)), global.content.as_ref()?))
    });
    let outside = call.outside.iter().enumerate();
    let outside = outside.map(move |(at, of)| (Place::Outside(numbered(at)), &of.results));
    params.chain(objects).chain(globals).chain(outside)
}

fn find_object(call: &Prepared, of: &OpenObject) -> Option<u32> {
    let is_it = |shape: &ObjectShape| shape.label == of.label && shape.role == Role::Buffer;
    let mut found = call
        .objects
        .iter()
        .enumerate()
        .filter(|(_, shape)| is_it(shape));
    found.nth(of.nth).map(|(at, _)| at as u32)
}

fn pointers_to(call: &CallImage, object: u32) -> Vec<Spot> {
    let mut found = Vec::new();
    for (place, bytes) in places(call) {
        for pointer in &bytes.pointers {
            if pointer.target == Target::Object(object) {
                found.push(Spot {
                    place,
                    bit: pointer.at * 8,
                    from: 0,
                    width: 64,
                });
            }
        }
    }
    found
}

/// The bits that differ between a length of a power of two and length 0. Objects are matched by their labels, because
/// the call with the shorter list may lack some.
fn locate_length(
    callee: &Callee<'_>,
    space: &InputSpace,
    of: &OpenObject,
) -> Result<Vec<Spot>, InputError> {
    let with_length = |length: u64| {
        let mut values = fullest(&space.leaves);
        values[of.leaf] = Bits::from_u64(space.leaves[of.leaf].width, length);
        prepare(callee, &space.plans, &values)
    };
    let empty = with_length(0)?;
    let mut spots = Vec::new();
    for bit in 0..space.leaves[of.leaf].width {
        let call = with_length(1 << bit)?;
        for (place, bytes) in places(&call.image) {
            let Some(other) = counterpart(&call, place, &empty) else {
                continue;
            };
            for at in changed_bits(bytes, other) {
                if let Some(place) = matching(&call, place, &space.skeleton) {
                    add_bit(&mut spots, place, at, bit);
                }
            }
        }
    }
    spots.sort_by_key(|spot| (spot.place, spot.bit));
    Ok(joined(spots))
}

/// Merges adjacent spots.
fn joined(spots: Vec<Spot>) -> Vec<Spot> {
    let mut joined: Vec<Spot> = Vec::new();
    for spot in spots {
        match joined.last_mut() {
            Some(last)
                if last.place == spot.place
                    && last.bit + u64::from(last.width) == spot.bit
                    && last.from + last.width == spot.from =>
            {
                last.width += spot.width;
            }
            _ => joined.push(spot),
        }
    }
    joined
}

/// The place with the same label in another call, counted among those that share it.
fn matching(call: &Prepared, place: Place, other: &Prepared) -> Option<Place> {
    let Place::Object(at) = place else {
        return Some(place);
    };
    let (before, rest) = call.objects.split_at_checked(at as usize)?;
    let wanted = rest.first()?;
    let is_same = |shape: &ObjectShape| shape.label == wanted.label && shape.role == wanted.role;
    let earlier = before.iter().filter(|shape| is_same(shape)).count();
    let mut same = other
        .objects
        .iter()
        .enumerate()
        .filter(|(_, shape)| is_same(shape));
    same.nth(earlier)
        .map(|(found, _)| Place::Object(found as u32))
}

fn counterpart<'c>(call: &Prepared, place: Place, other: &'c Prepared) -> Option<&'c Bytes> {
    let place = matching(call, place, other)?;
    places(&other.image)
        .find(|(at, _)| *at == place)
        .map(|(_, bytes)| bytes)
}

/// The differing bits within the common length.
fn changed_bits(a: &Bytes, b: &Bytes) -> Vec<u64> {
    let mut changed = Vec::new();
    for (at, (a, b)) in a.bytes.iter().zip(&b.bytes).enumerate() {
        let differing = (0..8).filter(|bit| (a ^ b) >> bit & 1 == 1);
        changed.extend(differing.map(|bit| at as u64 * 8 + bit));
    }
    changed
}
