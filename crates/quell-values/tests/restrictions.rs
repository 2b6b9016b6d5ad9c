//! Restrictions of inputs: a value is valid exactly if the restriction lists it.

#[path = "support/sources.rs"]
mod sources;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use proptest::prelude::*;
use quell_bits::{Bits, FloatFormat, float};
use quell_values::inputs::ValuesError;
use quell_values::inputs::{Leaf, LeafKind, Restriction, Valid, Which, in_general, is_known};
use quell_values::{AllowedValues, Assumption, Callee, InputError, InputSettings, InputSpace};
use sources::{callees, sources};

fn leaf(kind: LeafKind, width: u32) -> Leaf {
    Leaf {
        name: "n".to_owned(),
        width,
        kind,
        valid: Valid::Any,
        spots: Vec::new(),
    }
}

fn byte(signed: Option<bool>) -> Leaf {
    leaf(LeafKind::Int { signed }, 8)
}

/// The input variable with its restricted values.
fn restricted(mut leaf: Leaf, items: &[&str]) -> Result<Leaf, String> {
    let wanted = Restriction::read(items.iter().copied()).map_err(|error| error.to_string())?;
    if let Some(valid) = wanted
        .applied_to(&leaf)
        .map_err(|error| error.to_string())?
    {
        leaf.valid = valid;
    }
    Ok(leaf)
}

fn numbers(leaf: &Leaf) -> Vec<u128> {
    let all = 0..=leaf.mask();
    all.filter(|number| leaf.admits(&Bits::from_u128(leaf.width, *number)))
        .collect()
}

/// Exhaustive on 8 bits: every range with one end or both, signed and unsigned.
#[test]
fn ranges_of_bytes() {
    for signed in [true, false] {
        let value = |bits: u128| match signed {
            true => i32::from(bits as u8 as i8),
            false => bits as i32,
        };
        let (least, greatest) = match signed {
            true => (-128, 127),
            false => (0, 255),
        };
        let check = |text: &str, is_in: &dyn Fn(i32) -> bool| {
            let left = restricted(byte(Some(signed)), &[text]).map(|leaf| numbers(&leaf));
            let expected: Vec<u128> = (0..256).filter(|bits| is_in(value(*bits))).collect();
            match expected.is_empty() {
                true => assert!(left.is_err(), "{text}"),
                false => assert_eq!(left, Ok(expected), "{text}"),
            }
        };
        for first in least..=greatest {
            check(&format!("{first}.."), &|value| value >= first);
            check(&format!("..={first}"), &|value| value <= first);
            check(&format!("{first}"), &|value| value == first);
            for last in least..=greatest {
                let text = format!("{first} ..= {last}");
                check(&text, &|value| (first..=last).contains(&value));
            }
        }
        for beyond in [least - 1, greatest + 1] {
            let text = format!("{beyond}");
            let error = restricted(byte(Some(signed)), &[&text]).unwrap_err();
            assert_eq!(error, format!("{beyond} is not from {least} to {greatest}"));
        }
    }
}

/// If the type does not determine the sign, a negative value makes the number signed.
#[test]
fn bytes_of_either_sign() {
    let left = |items: &[&str]| restricted(byte(None), items).map(|leaf| numbers(&leaf).len());
    assert_eq!(left(&["-3..=4"]), Ok(8));
    assert_eq!(left(&["100..=200"]), Ok(101));
    assert_eq!(left(&["..=4"]), Ok(5));
    assert_eq!(
        left(&["200..", "-1"]),
        Err("200 is not from -128 to 127".into())
    );
}

#[test]
fn lists_of_values_and_ranges() {
    let left = |items: &[&str]| {
        let left = restricted(byte(Some(false)), items).unwrap();
        (numbers(&left), left.valid)
    };
    let (found, valid) = left(&["7", "1", "2", "4..=6", "5", "'a'", "0x10"]);
    assert_eq!(found, [1, 2, 4, 5, 6, 7, 16, 97]);
    // The ranges are ordered and disjoint.
    let expected = vec![1..=2, 4..=7, 16..=16, 97..=97];
    assert_eq!(valid, Valid::Ranges(expected));
    // A range of all values is no restriction.
    assert_eq!(left(&["0..=99", "100.."]).1, Valid::Any);
}

#[test]
fn other_kinds_of_leaves() {
    let left = |kind: LeafKind, width: u32, items: &[&str]| {
        restricted(leaf(kind, width), items).map(|leaf| numbers(&leaf))
    };
    assert_eq!(left(LeafKind::Bool, 1, &["true"]), Ok(vec![1]));
    assert_eq!(left(LeafKind::Bool, 1, &["0"]), Ok(vec![0]));
    let error = left(LeafKind::Bool, 1, &["0..=2"]);
    assert_eq!(error, Err("2 is neither true nor false".into()));
    let text = LeafKind::Char { signed: true };
    assert_eq!(
        left(text.clone(), 8, &["'a'..='c'", "0"]),
        Ok(vec![0, 97, 98, 99])
    );
    assert_eq!(left(text, 8, &["-1"]), Ok(vec![255]));
    let colours = LeafKind::Enum {
        values: [("RED", 0), ("GREEN", 5), ("BLUE", -1)]
            .map(|(name, value)| (name.to_owned(), value))
            .to_vec(),
        signed: true,
    };
    let mut named = leaf(colours.clone(), 8);
    assert_eq!(left(colours.clone(), 8, &["BLUE", "RED"]), Ok(vec![0, 255]));
    assert_eq!(left(colours.clone(), 8, &["5..=6"]), Ok(vec![5, 6]));
    let error = left(colours, 8, &["PINK"]);
    assert_eq!(error, Err("PINK is none of RED, GREEN, BLUE".into()));
    // An enum of Rust has no other values.
    named.valid = Valid::values([0, 5, 255]);
    assert_eq!(
        restricted(named.clone(), &["5..=6"]).map(|leaf| numbers(&leaf)),
        Ok(vec![5])
    );
    assert!(restricted(named, &["6"]).is_err());
}

#[test]
fn invalid_restrictions_are_refused() {
    let refused = |text: &str| match Restriction::read([text]) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error.to_string(),
    };
    assert!(refused("0..10").contains("write 0..=10 if it does"));
    for text in [
        "..", "..=", "3..=", "..5", "1..2..3", "", "[1]", "\"a\"", "f(1)", "1 2", "null",
    ] {
        refused(text);
    }
    assert!(Restriction::read([]).is_err());
    let integer = |text: &str| restricted(byte(Some(true)), &[text]).unwrap_err();
    assert_eq!(integer("1.5"), "1.5 is no integer");
    assert_eq!(integer("true"), "true is no integer");
    assert_eq!(integer("RED"), "RED is no integer");
    assert_eq!(integer("5..=3"), "`5..=3` has no value");
    let single = |text: &str| {
        let leaf = leaf(LeafKind::Float(FloatFormat::Single), 32);
        restricted(leaf, &[text]).unwrap_err()
    };
    assert_eq!(single("1e39"), "1e39 is too great for float");
    assert_eq!(single("nan.."), "a NaN is the end of no range");
    assert_eq!(single("1.0..=-1.0"), "`1.0..=-1.0` has no value");
}

#[test]
fn restrictions_as_data() {
    let allowed = |items: &[&str]| {
        let restriction = Restriction::read(items.iter().copied());
        restriction.unwrap().allowed()
    };
    let value = |value: &str| AllowedValues::Value {
        value: value.to_owned(),
    };
    let range = |ends: [Option<&str>; 2]| {
        let [min, max] = ends.map(|end| end.map(str::to_owned));
        AllowedValues::Range { min, max }
    };
    assert_eq!(allowed(&["0..=10"]), [range([Some("0"), Some("10")])]);
    assert_eq!(allowed(&["-0.5.."]), [range([Some("-0.5"), None])]);
    assert_eq!(allowed(&["..=7"]), [range([None, Some("7")])]);
    assert_eq!(allowed(&["RED", "BLUE"]), [value("RED"), value("BLUE")]);
    let mixed = [value("1"), range([Some("'a'"), Some("'z'")])];
    assert_eq!(allowed(&["1", "'a'..='z'"]), mixed);
}

/// All digits of a double: in a wider format the shortest text would be another number.
fn as_text(format: FloatFormat, bits: &Bits) -> String {
    let double = float::convert(format, FloatFormat::Double, bits);
    format!("{:.800e}", f64::from_bits(double.low_u64()))
}

fn check_floats(format: FloatFormat, ends: [u128; 2], values: impl Iterator<Item = u128>) {
    let bits = |number: u128| Bits::from_u128(format.width(), number);
    let [first, last] = ends.map(bits);
    let is_least = |a: &Bits, b: &Bits| float::compare(format, a, b).is_some_and(Ordering::is_le);
    let text = format!("{}..={}", as_text(format, &first), as_text(format, &last));
    let left = restricted(leaf(LeafKind::Float(format), format.width()), &[&text]);
    if !is_least(&first, &last) {
        assert!(left.is_err(), "{text}");
        return;
    }
    let left = left.unwrap();
    for value in values.map(bits) {
        let expected = is_least(&first, &value) && is_least(&value, &last);
        assert_eq!(left.admits(&value), expected, "{text}: {value:?}");
    }
    assert!(left.admits(&left.least()), "{text}");
}

/// No NaN, both zeros, and the infinities.
const HALVES: [u128; 10] = [
    0, 0x8000, 1, 0x8001, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 0x7c00, 0xfc00,
];

/// All values of half precision.
#[test]
fn ranges_of_halves() {
    for first in HALVES {
        for last in HALVES {
            check_floats(FloatFormat::Half, [first, last], 0..=0xffff);
        }
    }
    let half = || leaf(LeafKind::Float(FloatFormat::Half), 16);
    let count = |text: &str| {
        let left = restricted(half(), &[text]).unwrap();
        let all = (0..=0xffff).map(|bits| Bits::from_u128(16, bits));
        all.filter(|value| left.admits(value)).count()
    };
    let numbers = 2 * 0x7c01;
    assert_eq!(count("-inf..=inf"), numbers);
    assert_eq!(count("-inf.."), numbers);
    assert_eq!((count("0.."), count("..=-0.0")), (0x7c02, 0x7c02));
    assert_eq!(count("0"), 2);
    assert_eq!(count("nan"), 0x10000 - numbers);
}

proptest! {
    #[test]
    fn ranges_of_singles(first: u32, last: u32, values in prop::collection::vec(any::<u32>(), 64)) {
        let is_number = |bits: u32| !f32::from_bits(bits).is_nan();
        prop_assume!(is_number(first) && is_number(last));
        let near = [first, last].into_iter().flat_map(|end| [end.wrapping_sub(1), end, end.wrapping_add(1)]);
        let values = values.into_iter().chain(near).map(u128::from);
        check_floats(FloatFormat::Single, [first.into(), last.into()], values);
    }

    /// The x87 format has bit patterns that are no numbers.
    #[test]
    fn ranges_of_long_doubles(first: f64, last: f64, values in prop::collection::vec(any::<f64>(), 16)) {
        let format = FloatFormat::X87;
        let wide = |value: f64| {
            let bits = Bits::from_u64(64, value.to_bits());
            float::convert(FloatFormat::Double, format, &bits).low_u128()
        };
        prop_assume!(!first.is_nan() && !last.is_nan());
        let values = values.into_iter().chain([first, last]);
        let values: Vec<u128> = values.filter(|value| !value.is_nan()).map(wide).collect();
        check_floats(format, [wide(first), wide(last)], values.into_iter());
    }
}

const KINDS: &str = "crates/quell-values/tests/data/inputs/kinds.c";

fn callee(function: &str) -> Callee<'static> {
    let source = sources()
        .iter()
        .find(|source| source.name == KINDS)
        .unwrap();
    let is_wanted =
        |callee: &Callee<'_>| callee.signature.text.starts_with(&format!("{function}("));
    callees(source).into_iter().find(is_wanted).unwrap()
}

/// Names with the values and ranges that each is restricted to.
type Restrictions<'t> = [(&'t str, &'t [&'t str])];

fn settings(values: &Restrictions<'_>) -> InputSettings {
    let values = values.iter().map(|(name, items)| {
        let items = items.iter().copied();
        ((*name).to_owned(), Restriction::read(items).unwrap())
    });
    InputSettings {
        values: values.collect(),
        capacity: 3,
        calls: 3,
        ..InputSettings::default()
    }
}

fn left<'s>(space: &'s InputSpace, name: &str) -> &'s Valid {
    let leaf = space.leaves.iter().find(|leaf| leaf.name == name);
    &leaf.unwrap().valid
}

/// Checks that samples, simplified samples and enumerated values are all valid.
fn check_values(space: &InputSpace) {
    assert!(space.admits(&space.least()));
    for values in space.samples(3).take(200) {
        assert!(space.admits(&values), "{values:?}");
        let simple = space.simplified(values, 500, |values| {
            assert!(space.admits(values), "{values:?}");
            true
        });
        assert!(space.admits(&simple), "{simple:?}");
    }
    if let Some(count) = space.count() {
        let some = (0..16).map(|part| count / 16 * part);
        assert!(some.into_iter().all(|at| space.admits(&space.nth(at))));
    }
}

#[test]
fn exact_names_come_before_general_ones() {
    let smallest = callee("smallest");
    let values = settings(&[
        ("values[]", &["-0.5..=1"]),
        ("values[1]", &["2"]),
        ("n", &["1..=3"]),
    ]);
    let space = InputSpace::of(&smallest, &values).unwrap();
    let general = Valid::Ranges(vec![0..=0x3f80_0000, 0x8000_0000..=0xbf00_0000]);
    assert_eq!(left(&space, "values[0]"), &general);
    assert_eq!(left(&space, "values[2]"), &general);
    let exact = Valid::Ranges(vec![0x4000_0000..=0x4000_0000]);
    assert_eq!(left(&space, "values[1]"), &exact);
    assert_eq!(left(&space, "n"), &Valid::Ranges(vec![1..=3]));
    let assumptions = &space.scope().assumptions;
    for (name, wanted) in &values.values {
        let expected = Assumption::Values {
            name: name.clone(),
            allowed: wanted.allowed(),
        };
        let count = assumptions.iter().filter(|of| **of == expected).count();
        assert_eq!(count, 1, "{name}: {assumptions:?}");
    }
    check_values(&space);
}

#[test]
fn values_of_all_kinds() {
    let restrictions: &[(&str, &Restrictions<'_>)] = &[
        ("colour_of", &[("c", &["GREEN", "BLUE"])]),
        ("longer", &[("x", &["-2.5..=3"])]),
        ("longer", &[("x", &["1e-4940..=1e-4930"])]),
        ("longer", &[("x", &["-7..=-3"])]),
        ("turned", &[("z.real", &["nan", "..=-1"])]),
        ("wide", &[("x", &["-5..=5", "100.."])]),
        ("words", &[("list[][]", &["'a'..='c'", "0"])]),
        ("rename_to", &[("n.colour", &["-1"]), ("n.done", &["true"])]),
        ("depth", &[("t.key", &["7.."]), ("t.left.key", &["..=-7"])]),
        ("asks", &[("outside_int()[]", &["1..=1023"])]),
    ];
    for (function, values) in restrictions {
        let space = InputSpace::of(&callee(function), &settings(values)).unwrap();
        for (name, _) in *values {
            assert!(is_known(&space.names.values, name), "{name}");
            let named = |leaf: &&Leaf| is_known(&[leaf.name.clone()].into(), name);
            let mut named = space.leaves.iter().filter(named);
            assert!(named.all(|leaf| leaf.valid != Valid::Any), "{name}");
        }
        check_values(&space);
    }
}

/// A restriction of results of an external function holds for all its calls.
#[test]
fn results_of_calls() {
    let values = settings(&[("outside_int()[]", &["1..=1023"])]);
    let space = InputSpace::of(&callee("asks"), &values).unwrap();
    let calls = space.json(&space.least()).calls;
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].1, [1, 1, 1]);
}

#[test]
fn restrictions_without_a_value_are_refused() {
    let error = |values: &Restrictions<'_>| {
        InputSpace::of(&callee("smallest"), &settings(values)).unwrap_err()
    };
    let expected = InputError::Values {
        name: "n".to_owned(),
        reason: ValuesError::OutOfRange {
            value: "3000000000".to_owned(),
            all: "-2147483648 to 2147483647".to_owned(),
        },
    };
    assert_eq!(error(&[("n", &["3000000000"])]), expected);
    assert!(matches!(
        error(&[("values[]", &["RED"])]),
        InputError::Values { .. }
    ));
}

#[test]
fn pointers_texts_and_capacities_by_name() {
    let named = |names: &[&str]| Which::Named(names.iter().map(|&name| name.to_owned()).collect());
    let words = callee("words");
    let settings = InputSettings {
        capacity: 3,
        null: Some(named(&["list"])),
        text: named(&["list[]"]),
        capacities: BTreeMap::from([("list[]".to_owned(), 2), ("list[1]".to_owned(), 4)]),
        ..InputSettings::default()
    };
    let space = InputSpace::of(&words, &settings).unwrap();
    let names: Vec<&str> = space.leaves.iter().map(|leaf| leaf.name.as_str()).collect();
    let expected = [
        "count",
        "list != null",
        "list[0][0]",
        "list[1][0]",
        "list[1][1]",
        "list[1][2]",
        "list[2][0]",
    ];
    assert_eq!(names, expected);
    let known = &space.names;
    assert!(in_general(&known.texts).iter().eq(["list[]"]));
    assert!(in_general(&known.pointers).iter().eq(["list", "list[]"]));
    assert!(is_known(&known.sized, "list[2]") && !is_known(&known.sized, "list[3]"));
    assert!(in_general(&known.values).iter().eq(["count", "list[][]"]));
}
