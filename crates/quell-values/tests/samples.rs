//! Samples of inputs: all are valid, they include values that uniform random numbers would miss, and they can be
//! simplified.

#[path = "support/sources.rs"]
mod sources;

use std::collections::BTreeSet;

use quell_bits::{Bits, FloatFormat, float};
use quell_values::inputs::LeafKind;
use quell_values::{Callee, InputSettings, InputSpace};
use sources::{callees, sources};

/// All input spaces of the files with parameters of all kinds.
fn spaces() -> Vec<(String, InputSpace)> {
    let sources = sources()
        .iter()
        .filter(|source| source.name.contains("kinds."));
    let mut spaces = Vec::new();
    for callee in sources.flat_map(callees) {
        let of_callee = InputSpace::all(&callee, &InputSettings::default());
        let of_callee = of_callee.unwrap_or_default().into_iter();
        spaces.extend(of_callee.map(|space| (callee.signature.text.clone(), space)));
    }
    spaces
}

fn space(file: &str, function: &str) -> InputSpace {
    let source = sources().iter().find(|source| source.name == file).unwrap();
    let is_wanted =
        |callee: &Callee<'_>| callee.signature.text.starts_with(&format!("{function}("));
    let callee = callees(source).into_iter().find(is_wanted).unwrap();
    InputSpace::of(&callee, &InputSettings::default()).unwrap()
}

fn count(space: &InputSpace, samples: usize, wanted: impl Fn(&[Bits]) -> bool) -> usize {
    let all = space.samples(1).take(samples);
    all.filter(|values| wanted(values)).count()
}

#[test]
fn samples_are_inputs_and_depend_on_the_seed_alone() {
    let spaces = spaces();
    assert!(spaces.len() > 50);
    for (function, space) in &spaces {
        let samples: Vec<_> = space.samples(7).take(60).collect();
        let all_are_inputs = samples.iter().all(|values| space.admits(values));
        assert!(all_are_inputs, "{function}");
        assert!(space.samples(7).take(60).eq(samples.iter().cloned()));
        let few = space.leaves.iter().map(|leaf| leaf.width).sum::<u32>() < 8;
        assert!(few || !space.samples(8).take(60).eq(samples));
    }
    check_numbers(&spaces);
}

/// Half of the samples near an input differ from it in few values.
#[test]
fn neighbours_of_inputs_are_among_the_samples() {
    for (function, space) in spaces().iter().filter(|(_, space)| space.leaves.len() > 8) {
        let input = space.samples(3).nth(10).unwrap();
        let samples = space.samples(7).near(vec![input.clone()]).take(200);
        let changes = samples.map(|values| {
            let pairs = values.iter().zip(&input);
            pairs.filter(|(one, other)| one != other).count()
        });
        let near = changes.filter(|changed| (0..=5).contains(changed)).count();
        assert!(near > 60, "{function}: {near}");
    }
}

/// Checks the enumeration of spaces that are small enough.
fn check_numbers(spaces: &[(String, InputSpace)]) {
    for (function, space) in spaces {
        let Some(count) = space.count() else { continue };
        let some = [0, 1, count / 3, count - 1].map(|at| space.nth(at));
        let all_are_inputs = some.iter().all(|values| space.admits(values));
        assert!(all_are_inputs, "{function}");
        assert_eq!(count > 1, some[0] != some[3]);
        assert_eq!(space.nth(count), some[0]);
    }
}

#[test]
fn all_inputs_one_by_one() {
    let byte = space("examples/bytes.c", "bit_count");
    assert_eq!(byte.count(), Some(256));
    let all: Vec<u64> = (0..256).map(|at| byte.nth(at)[0].low_u64()).collect();
    assert!(all.iter().copied().eq(0..256));
    assert_eq!(
        space("examples/triangle.c", "triangle").count(),
        Some(1 << 96)
    );
    assert_eq!(space("examples/floating.c", "polynomial").count(), None);
}

#[test]
fn every_byte() {
    let space = space("examples/bytes.c", "bit_count");
    let seen: BTreeSet<u64> = space
        .samples(1)
        .take(20_000)
        .map(|values| values[0].low_u64())
        .collect();
    assert_eq!(seen.len(), 256);
}

#[test]
fn equal_and_neighbouring_numbers() {
    let space = space("examples/triangle.c", "triangle");
    let number = |value: &Bits| value.to_i64().unwrap_or(0);
    let is_sum = |v: &[Bits]| number(&v[0]) + number(&v[1]) == number(&v[2]) && number(&v[0]) > 0;
    assert!(count(&space, 2000, |v| v[0] == v[1] && v[1] == v[2]) > 20);
    assert!(count(&space, 2000, is_sum) > 2);
    assert!(count(&space, 2000, |v| v[0] == Bits::min_signed(32)) > 5);
    assert!(count(&space, 2000, |v| v[0] == Bits::max_signed(32)) > 5);
}

#[test]
fn numbers_of_the_program() {
    let space = space("examples/leap_year.c", "is_leap");
    assert!(count(&space, 1000, |v| v[0].low_u64() == 400) > 10);
    assert!(count(&space, 1000, |v| v[0].low_u64() == 100) > 10);
}

#[test]
fn ordered_rows() {
    let space = space("examples/searching.c", "binary_search");
    let is_ordered = |v: &[Bits]| v[..8].is_sorted_by(|a, b| a.sle(b));
    assert!(count(&space, 1000, is_ordered) > 150);
    assert!(count(&space, 1000, |v| !is_ordered(v)) > 400);
    let is_found = |v: &[Bits]| is_ordered(v) && v[8].low_u64() == 8 && v[..8].contains(&v[9]);
    assert!(count(&space, 20000, is_found) > 10);
}

#[test]
fn floats_of_all_kinds() {
    let space = space("examples/floating.c", "quadratic_roots");
    let at = space
        .leaves
        .iter()
        .position(|leaf| leaf.kind == LeafKind::Float(FloatFormat::Double));
    let at = at.unwrap();
    type IsKind = fn(FloatFormat, &Bits) -> bool;
    let kinds: [(&str, IsKind); 5] = [
        ("nan", float::is_nan),
        ("infinite", float::is_inf),
        ("zero", float::is_zero),
        ("subnormal", float::is_subnormal),
        ("normal", float::is_normal),
    ];
    for (name, is_kind) in kinds {
        let found = count(&space, 1000, |v| is_kind(FloatFormat::Double, &v[at]));
        assert!(found > 10, "{name}: {found}");
    }
    let is_negative_zero = |v: &[Bits]| v[at] == Bits::min_signed(64);
    assert!(count(&space, 1000, is_negative_zero) > 5);
}

#[test]
fn text_ends_and_has_letters() {
    let space = space("examples/strings.c", "roman");
    assert!(count(&space, 1000, |v| v.iter().any(Bits::is_zero)) > 400);
    let starts_with = |letter: u8| move |v: &[Bits]| v[0].low_u64() == u64::from(letter);
    assert!(
        b"MDCLXVI"
            .iter()
            .all(|&letter| count(&space, 2000, starts_with(letter)) > 5)
    );
}

/// Samples that satisfy a condition, simplified, as arguments.
fn simplified(space: &InputSpace, holds: impl Fn(&[i64]) -> bool) -> Vec<String> {
    let numbers = |values: &[Bits]| -> Vec<i64> {
        values
            .iter()
            .map(|value| value.to_i64().unwrap_or(0))
            .collect()
    };
    let samples = space.samples(5).filter(|values| holds(&numbers(values)));
    let simple = samples.take(20).map(|values| {
        let simple = space.simplified(values, 2000, |values| holds(&numbers(values)));
        assert!(space.admits(&simple) && holds(&numbers(&simple)));
        serde_json::Value::from(space.json(&simple).args).to_string()
    });
    let simple: BTreeSet<String> = simple.collect();
    simple.into_iter().collect()
}

#[test]
fn simpler_values() {
    let leap = space("examples/leap_year.c", "is_leap");
    assert_eq!(simplified(&leap, |_| true), ["[0]"]);
    assert_eq!(simplified(&leap, |v| v[0] < 0), ["[-1]"]);
    assert_eq!(
        simplified(&leap, |v| v[0] > 0 && v[0] % 100 == 0),
        ["[100]"]
    );
    assert_eq!(
        simplified(&leap, |v| v[0] > 16 && v[0] % 100 != 0),
        ["[99]"]
    );
    let triangle = space("examples/triangle.c", "triangle");
    assert_eq!(
        simplified(&triangle, |v| v[0] > 0 && v[0] == v[1]),
        ["[1,1,0]"]
    );
    // Neither value can be simplified alone.
    let pair = space("examples/minimum.c", "minimum");
    let next = |v: &[i64]| v[0].checked_add(1) == Some(v[1]);
    let values = [-1_026_113_857, -1_026_113_856].map(|value| Bits::from_i64(32, value));
    let numbers = |values: &[Bits]| values.iter().filter_map(Bits::to_i64).collect::<Vec<_>>();
    let simple = pair.simplified(values.to_vec(), 500, |values| next(&numbers(values)));
    assert_eq!(numbers(&simple), [0, 1]);
    let sum = space("examples/structures.c", "list_sum_above");
    assert_eq!(simplified(&sum, |_| true), ["[null,0]"]);
    let sort = space("examples/sorting.c", "bubble_sort");
    let unordered = |v: &[i64]| v[0] > v[1] && v[8] == 2;
    let least = ["[[0,-1,0,0,0,0,0,0],2]", "[[1,0,0,0,0,0,0,0],2]"];
    assert_eq!(simplified(&sort, unordered), least);
    let digit = space("examples/bytes.c", "hex_digit");
    assert_eq!(simplified(&digit, |v| v[0] > 0), [r#"["a"]"#]);
}

#[test]
fn simpler_values_get_simpler() {
    for (function, space) in spaces() {
        for values in space.samples(9).take(10) {
            let mut least = values.clone();
            for (index, value) in least.iter_mut().enumerate() {
                // Simplification ends, and never returns to a value.
                let mut seen = BTreeSet::new();
                while let Some(simpler) = space.simpler(index, value).first() {
                    assert!(space.leaves[index].admits(simpler), "{function}");
                    assert!(seen.insert(simpler.low_u128()), "{function}");
                    *value = simpler.clone();
                }
            }
            let by_one_test = space.simplified(values, usize::MAX, |_| true);
            assert_eq!(by_one_test, least, "{function}");
        }
    }
}
