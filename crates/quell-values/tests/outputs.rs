//! [`Outputs`] lists exactly the observables that `compare` compares: a change of any bit after a call is a difference
//! for both or for neither.

#[path = "support/sources.rs"]
mod sources;
#[allow(dead_code, reason = "calls of one file are not needed here")]
mod support;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quell_bits::{Bits, float};
use quell_values::outputs::When;
use quell_values::{
    Callee, Image, InputSettings, InputSpace, Observed, OutputKind, OutputLeaf, OutputPlace,
    Outputs, Prepared, compare,
};
use sources::{callees, sources};

fn bytes(observed: &Observed, place: OutputPlace) -> &[u8] {
    match place {
        OutputPlace::Result => &observed.result,
        OutputPlace::Object(at) => &observed.objects[at as usize],
        OutputPlace::Global(at) => &observed.globals[at as usize],
        OutputPlace::Block => &[],
    }
}

fn number(observed: &Observed, leaf: &OutputLeaf) -> u128 {
    let image = Image::of(bytes(observed, leaf.place).to_vec());
    image.bits(leaf.bit, leaf.width as u32).unwrap()
}

fn variant(observed: &Observed, leaf: &OutputLeaf) -> Option<usize> {
    let OutputKind::Variant(numbers) = &leaf.kind else {
        panic!("{leaf:?}");
    };
    let tag = number(observed, leaf);
    let exact = numbers.iter().position(|number| *number == Some(tag));
    exact.or_else(|| numbers.iter().position(Option::is_none))
}

fn counts(all: &[OutputLeaf], observed: &Observed, leaf: &OutputLeaf) -> bool {
    leaf.when.iter().all(|when| match when {
        When::NotZero(at) => number(observed, &all[*at]) != 0,
        When::Variant(at, of) => variant(observed, &all[*at]) == *of,
    })
}

fn same(leaf: &OutputLeaf, a: &Observed, b: &Observed) -> bool {
    match &leaf.kind {
        OutputKind::Variant(_) => variant(a, leaf) == variant(b, leaf),
        OutputKind::Raw { .. } => {
            let range = (leaf.bit / 8) as usize..((leaf.bit + leaf.width) / 8) as usize;
            bytes(a, leaf.place)[range.clone()] == bytes(b, leaf.place)[range]
        }
        OutputKind::Float(format) => {
            let [a, b] = [a, b].map(|side| Bits::from_u128(format.width(), number(side, leaf)));
            a == b || float::is_nan(*format, &a) && float::is_nan(*format, &b)
        }
        // Both runs have everything at the same addresses.
        OutputKind::Bits | OutputKind::Pointer(_) => number(a, leaf) == number(b, leaf),
    }
}

fn first_difference(all: &[OutputLeaf], a: &Observed, b: &Observed) -> Option<String> {
    let mut counting = all
        .iter()
        .filter(|leaf| counts(all, a, leaf) && counts(all, b, leaf));
    let found = counting.find(|leaf| !same(leaf, a, b));
    found.map(|leaf| leaf.name.clone())
}

/// Inverts a bit of the final memory and result of a call.
fn invert(observed: &mut Observed, bit: u64) {
    let result = std::iter::once(&mut observed.result);
    let places = result
        .chain(&mut observed.objects)
        .chain(&mut observed.globals);
    let mut bit = bit as usize;
    for place in places {
        match place.get_mut(bit / 8) {
            Some(byte) => {
                *byte ^= 1 << (bit % 8);
                return;
            }
            None => bit -= place.len() * 8,
        }
    }
}

fn all_bits(observed: &Observed) -> u64 {
    let places = observed.objects.iter().chain(&observed.globals);
    let bytes: usize = places.map(Vec::len).sum();
    (bytes + observed.result.len()) as u64 * 8
}

/// Compares final states with some changed bits and with one more changed bit.
fn check_bits(callee: &Callee<'_>, call: &Prepared) {
    let all = Outputs::new(callee, call).all().unwrap();
    let before = support::observe(callee, call, 0x10_0000_0000);
    let bits = all_bits(&before);
    if bits == 0 {
        return;
    }
    let changes = (
        any::<prop::sample::Index>(),
        prop::collection::vec(0..bits, 0..40),
        0..bits,
    );
    let checked = TestRunner::new(Config::with_cases(60)).run(&changes, |(ones, common, last)| {
        let mut a = before.clone();
        if !all.is_empty() {
            set_ones(&mut a, ones.get(&all));
        }
        for bit in common
            .into_iter()
            .filter(|bit| !in_pointer(&all, &before, *bit))
        {
            invert(&mut a, bit);
        }
        let mut b = a.clone();
        invert(&mut b, last);
        let by_comparing = compare(callee, call, &a, &b);
        let by_leaves = first_difference(&all, &a, &b);
        prop_assert_eq!(
            by_comparing.is_some(),
            by_leaves.is_some(),
            "{:?} {:?}",
            by_comparing,
            by_leaves
        );
        Ok(())
    });
    if let Err(error) = checked {
        panic!("{}: {error}", callee.signature.text);
    }
}

/// Sets all bits, which makes a float a NaN.
fn set_ones(observed: &mut Observed, leaf: &OutputLeaf) {
    if matches!(leaf.kind, OutputKind::Pointer(_) | OutputKind::Raw { .. }) {
        return;
    }
    let mut image = Image::of(bytes(observed, leaf.place).to_vec());
    image.set_bits(leaf.bit, leaf.width as u32, u128::MAX);
    match leaf.place {
        OutputPlace::Result => observed.result = image.bytes,
        OutputPlace::Object(at) => observed.objects[at as usize] = image.bytes,
        OutputPlace::Global(at) => observed.globals[at as usize] = image.bytes,
        OutputPlace::Block => {}
    }
}

/// Whether a bit belongs to a pointer. Pointers of the first run are not changed: all pointers to no object are equal.
fn in_pointer(all: &[OutputLeaf], observed: &Observed, bit: u64) -> bool {
    let mut changed = observed.clone();
    invert(&mut changed, bit);
    all.iter().any(|leaf| {
        let is_pointer = matches!(leaf.kind, OutputKind::Pointer(_) | OutputKind::Raw { .. });
        is_pointer && !same(leaf, observed, &changed)
    })
}

#[test]
fn outputs_are_what_is_compared() {
    let settings = InputSettings {
        capacity: 3,
        ..InputSettings::default()
    };
    let (mut checked, mut named) = (0, 0);
    for callee in sources().iter().flat_map(callees) {
        for space in InputSpace::all(&callee, &settings).unwrap_or_default() {
            check_bits(&callee, &space.skeleton);
            named += check_names(&callee, &space.skeleton);
            checked += 1;
        }
    }
    assert!(checked > 100 && named > 1000);
}

/// Checks the names of the differences after a change of one bit, and returns the number of observable changes.
fn check_names(callee: &Callee<'_>, call: &Prepared) -> usize {
    let all = Outputs::new(callee, call).all().unwrap();
    let a = support::observe(callee, call, 0x10_0000_0000);
    let bits = (0..all_bits(&a)).step_by(7);
    let seen = bits.filter(|&bit| {
        let mut b = a.clone();
        invert(&mut b, bit);
        let found = compare(callee, call, &a, &b).map(|found| found.what.to_string());
        let leaf = first_difference(&all, &a, &b);
        let same = match (&found, &leaf) {
            (Some(found), Some(leaf)) => leaf.starts_with(found) || found.starts_with(leaf),
            (found, leaf) => found == leaf,
        };
        assert!(same, "{}: {found:?} {leaf:?}", callee.signature.text);
        found.is_some()
    });
    seen.count()
}
