//! A call image with values for its leaves.

use quell_bits::Bits;

use super::leaf::{Leaf, LeafKind, Place};
use crate::call::{Bytes, CallImage, Target};
use crate::image::Image;

/// The skeleton with values for its leaves, without objects that have become unreachable.
pub fn filled(skeleton: &CallImage, leaves: &[Leaf], values: &[Bits]) -> CallImage {
    let mut call = skeleton.clone();
    for (leaf, value) in leaves.iter().zip(values) {
        match leaf.kind {
            LeafKind::Present { .. } if value.is_zero() => remove_pointers(&mut call, leaf),
            LeafKind::Present { .. } => {}
            LeafKind::Length { object, each } => {
                write(&mut call, leaf, value);
                shorten(&mut call, object, each.saturating_mul(value.low_u64()));
            }
            _ => write(&mut call, leaf, value),
        }
    }
    without_unreachable(call)
}

/// Values for leaves that do not change the objects.
pub fn write_all(call: &mut CallImage, leaves: &[Leaf], values: &[Bits]) {
    for (leaf, value) in leaves.iter().zip(values) {
        write(call, leaf, value);
    }
}

fn part(call: &mut CallImage, place: Place) -> Option<&mut Bytes> {
    match place {
        Place::Param(at) => call.params.get_mut(at as usize),
        Place::Object(at) => Some(&mut call.objects.get_mut(at as usize)?.content),
        Place::Global(at) => call.globals.get_mut(at as usize)?.content.as_mut(),
        Place::Outside(at) => Some(&mut call.outside.get_mut(at as usize)?.results),
    }
}

fn write(call: &mut CallImage, leaf: &Leaf, value: &Bits) {
    for spot in &leaf.spots {
        let Some(bytes) = part(call, spot.place) else {
            continue;
        };
        for index in 0..spot.width {
            let at = spot.bit.saturating_add(u64::from(index));
            let mask = 1u8 << (at % 8);
            let byte = usize::try_from(at / 8)
                .ok()
                .and_then(|at| bytes.bytes.get_mut(at));
            let Some(byte) = byte else { continue };
            match value.bit(spot.from + index) {
                true => *byte |= mask,
                false => *byte &= !mask,
            }
        }
    }
}

fn remove_pointers(call: &mut CallImage, leaf: &Leaf) {
    for spot in &leaf.spots {
        if let Some(bytes) = part(call, spot.place) {
            bytes.pointers.retain(|pointer| pointer.at != spot.bit / 8);
        }
    }
}

fn shorten(call: &mut CallImage, object: u32, bytes: u64) {
    let Some(content) = part(call, Place::Object(object)) else {
        return;
    };
    let size = (content.bytes.len() as u64).min(bytes) as usize;
    let whole = std::mem::take(content);
    *content = Image::from(whole).resized(size).into();
}

/// Drops objects that cannot be reached; the others keep their order.
fn without_unreachable(mut call: CallImage) -> CallImage {
    let reached = reachable(&call);
    if reached.iter().all(|&reached| reached) {
        return call;
    }
    let mut next = 0;
    let numbers: Vec<u32> = reached
        .iter()
        .map(|&reached| {
            let number = next;
            next += u32::from(reached);
            number
        })
        .collect();
    let mut kept = reached.iter();
    call.objects
        .retain(|_| kept.next().copied().unwrap_or(true));
    let objects = call.objects.iter_mut().map(|object| &mut object.content);
    let globals = call
        .globals
        .iter_mut()
        .filter_map(|global| global.content.as_mut());
    for bytes in call.params.iter_mut().chain(objects).chain(globals) {
        for pointer in &mut bytes.pointers {
            if let Target::Object(number) = &mut pointer.target {
                *number = numbers.get(*number as usize).copied().unwrap_or(*number);
            }
        }
    }
    call
}

fn reachable(call: &CallImage) -> Vec<bool> {
    let mut reached = vec![false; call.objects.len()];
    let globals = call
        .globals
        .iter()
        .filter_map(|global| global.content.as_ref());
    let mut open: Vec<&Bytes> = call.params.iter().chain(globals).collect();
    while let Some(bytes) = open.pop() {
        for pointer in &bytes.pointers {
            let Target::Object(number) = pointer.target else {
                continue;
            };
            let number = number as usize;
            if let (Some(seen @ false), Some(object)) =
                (reached.get_mut(number), call.objects.get(number))
            {
                *seen = true;
                open.push(&object.content);
            }
        }
    }
    reached
}
