//! The inputs of every function of the examples and of `tests/calls`: `data/inputs` has the tables of their input
//! variables, and for any values the image of a call agrees with the call that its literals describe.

#[path = "support/sources.rs"]
mod sources;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quell_bits::Bits;
use quell_compile::Language;
use quell_values::inputs::{Leaf, LeafKind, Place, Valid, Which};
use quell_values::lookup::Lookup;
use quell_values::{
    Assumption, Bound, Buffer, BufferUnit, CallImage, Callee, Given, InputSettings, InputSpace,
    Scope, Surroundings, Types,
};
use sources::{callees, sources};

fn spot_text(leaf: &Leaf) -> String {
    let spots = leaf.spots.iter().map(|spot| {
        let place = match spot.place {
            Place::Param(at) => format!("param {at}"),
            Place::Object(at) => format!("object {at}"),
            Place::Global(at) => format!("global {at}"),
            Place::Outside(at) => format!("outside {at}"),
        };
        let from = match spot.from {
            0 => String::new(),
            from => format!("bits from {from} "),
        };
        format!("{from}{place} bit {}", spot.bit)
    });
    spots.collect::<Vec<_>>().join(", ")
}

fn kind_text(leaf: &Leaf) -> String {
    let kind = match &leaf.kind {
        LeafKind::Bool => "bool".to_owned(),
        LeafKind::Int { signed } => match signed {
            Some(true) => format!("i{}", leaf.width),
            Some(false) => format!("u{}", leaf.width),
            None => format!("int{}", leaf.width),
        },
        LeafKind::Char { signed: true } => "char".to_owned(),
        LeafKind::Char { signed: false } => "unsigned char".to_owned(),
        LeafKind::Unicode => "unicode".to_owned(),
        LeafKind::Float(format) => format.name().to_owned(),
        LeafKind::Enum { values, .. } => {
            let names: Vec<&str> = values.iter().map(|value| value.0.as_str()).collect();
            format!("enum{} {}", leaf.width, names.join("|"))
        }
        LeafKind::Length { object, each } => format!("length of object {object} by {each}"),
        LeafKind::Present { object } => format!("pointer to object {object}"),
    };
    match &leaf.valid {
        Valid::Any => kind,
        Valid::Ranges(ranges) => {
            let ranges = ranges
                .iter()
                .map(|range| match range.start() == range.end() {
                    true => range.start().to_string(),
                    false => format!("{}..{}", range.start(), range.end()),
                });
            format!("{kind} in {}", ranges.collect::<Vec<_>>().join(" "))
        }
    }
}

fn space_text(space: &InputSpace) -> String {
    let mut text = String::new();
    for variant in &space.variants {
        let _ = writeln!(text, "  where {variant}");
    }
    for leaf in &space.leaves {
        let _ = writeln!(
            text,
            "  {}: {}, {}",
            leaf.name,
            kind_text(leaf),
            spot_text(leaf)
        );
    }
    let json = |value: serde_json::Result<String>| value.unwrap();
    for assumption in &space.scope().assumptions {
        let _ = writeln!(text, "  if {}", json(serde_json::to_string(assumption)));
    }
    for bound in &space.scope().bounds {
        let _ = writeln!(text, "  up to {}", json(serde_json::to_string(bound)));
    }
    text
}

fn space_table(callee: &Callee<'_>, settings: &InputSettings) -> String {
    let spaces = match InputSpace::all(callee, settings) {
        Ok(spaces) => spaces.iter().map(space_text).collect(),
        Err(error) => format!("  not possible: {error}\n"),
    };
    format!("{}\n{spaces}", callee.signature.text)
}

fn table(language: Language, settings: &InputSettings) -> String {
    let mut text = String::new();
    for source in sources()
        .iter()
        .filter(|source| source.language == language)
    {
        let _ = writeln!(text, "# {}", source.name);
        for callee in callees(source) {
            text += &space_table(&callee, settings);
        }
        text.push('\n');
    }
    text
}

/// Small bounds, so that the tables are readable.
fn small() -> InputSettings {
    InputSettings {
        capacity: 2,
        depth: 2,
        calls: 2,
        ..InputSettings::default()
    }
}

/// `QUELL_BLESS=1` rewrites the tables, for review.
#[test]
fn tables_of_leaves() {
    for (language, name) in [
        (Language::C, "c"),
        (Language::Rust, "rust"),
        (Language::Fortran, "fortran"),
    ] {
        check_table(name, &table(language, &small()));
    }
}

fn check_table(name: &str, table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/inputs/{name}.txt"));
    if std::env::var_os("QUELL_BLESS").is_some() {
        std::fs::write(&path, table).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    for (found, expected) in table.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "in {name}.txt");
    }
    assert_eq!(table, expected);
}

/// Any value of an input variable, often a boundary of its range.
fn value_of(leaf: &Leaf) -> BoxedStrategy<Bits> {
    let width = leaf.width;
    let ranges = match (&leaf.valid, &leaf.kind) {
        (Valid::Ranges(ranges), _) => ranges.clone(),
        (Valid::Any, _) => vec![0..=u128::MAX >> (128 - width)],
    };
    let leaf = leaf.clone();
    let number = proptest::sample::select(ranges).prop_flat_map(|range| {
        let (start, end) = (*range.start(), *range.end());
        prop_oneof![Just(start), Just(end), start..=end]
    });
    let value = number.prop_map(move |number| Bits::from_u128(width, number));
    value
        .prop_filter("a number of the x87", move |value| leaf.admits(value))
        .boxed()
}

fn check_space(callee: &Callee<'_>, space: &InputSpace) {
    let names: BTreeSet<&str> = space.leaves.iter().map(|leaf| leaf.name.as_str()).collect();
    assert_eq!(names.len(), space.leaves.len(), "{}", callee.signature.text);
    let values: Vec<_> = space.leaves.iter().map(value_of).collect();
    let mut runner = TestRunner::new(Config::with_cases(24));
    let checked = runner.run(&values, |values| {
        prop_assert!(space.admits(&values));
        let image = space.image(&values);
        let mut filled = space.image(&space.least());
        space.fill(&mut filled, &values);
        prop_assert_eq!(&filled, &image);
        let (args, around) = space.given(&values);
        let by_literals = callee
            .prepare(&args, &around)
            .map_err(|error| TestCaseError::fail(format!("{}: {error}", callee.signature.text)))?;
        prop_assert_eq!(&by_literals.image, &image, "{}", callee.signature.text);
        let written = space.json(&values);
        let args: Vec<Given> = written.args.iter().map(through_text).collect();
        let globals = written.globals.iter();
        let calls = written.calls.iter();
        let around = Surroundings {
            globals: globals
                .map(|(name, value)| (name.clone(), through_text(value)))
                .collect(),
            calls: calls
                .map(|(name, of)| (name.clone(), of.iter().map(through_text).collect()))
                .collect(),
            ..Surroundings::default()
        };
        let by_json = callee
            .prepare(&args, &around)
            .map_err(|error| TestCaseError::fail(format!("{}: {error}", callee.signature.text)))?;
        let by_json = without_last_zeros(by_json.image);
        let globals = written.globals.iter();
        let calls = written.calls.iter();
        let read = space.read(
            &written.args,
            globals.map(|(name, value)| (name.as_str(), value)),
            calls.map(|(name, results)| (name.as_str(), results.as_slice())),
        );
        let read = read.map(|values| without_last_zeros(space.image(&values)));
        prop_assert_eq!(read.as_ref(), Some(&by_json), "{}", callee.signature.text);
        let image = without_last_zeros(image);
        prop_assert_eq!(&by_json, &image, "{}", callee.signature.text);
        Ok(())
    });
    if let Err(error) = checked {
        panic!("{}: {error}", callee.signature.text);
    }
}

/// Without trailing zero results of external functions, which need not be given.
fn without_last_zeros(mut image: CallImage) -> CallImage {
    for outside in &mut image.outside {
        let bytes = &mut outside.results.bytes;
        let used = bytes.iter().rposition(|byte| *byte != 0);
        let each = outside.each.max(1) as usize;
        bytes.truncate(used.map_or(0, |last| (last + 1).next_multiple_of(each)));
    }
    image
}

fn through_text(value: &serde_json::Value) -> Given {
    Given::from_json(&serde_json::from_str(&value.to_string()).unwrap())
}

fn check_all(settings: &InputSettings) -> usize {
    let mut checked = 0;
    for callee in sources().iter().flat_map(callees) {
        for space in InputSpace::all(&callee, settings).unwrap_or_default() {
            check_space(&callee, &space);
            checked += 1;
        }
    }
    checked
}

#[test]
fn images_agree_with_literals() {
    assert!(check_all(&small()) > 100);
    let settings = InputSettings {
        null: Some(Which::All),
        text: Which::All,
        free_globals: Which::All,
        structs: 2,
        capacity: 3,
        ..InputSettings::default()
    };
    assert!(check_all(&settings) > 100);
}

/// Without debug information there are fewer input variables, all at their right places.
#[test]
fn without_debug_information() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/inputs/plain.ll");
    let text = std::fs::read_to_string(path).unwrap();
    let module = quell_ir::parse_module(&text, "plain.ll").unwrap();
    let types = Types::new(&module);
    let lookup = Lookup {
        module: &module,
        info: types.info,
        language: Language::C,
        file: "plain.ll",
    };
    let mut table = String::new();
    for id in module.functions.keys() {
        let callee = Callee::new(&lookup, types, id);
        table += &space_table(&callee, &small());
        for space in InputSpace::all(&callee, &small()).unwrap_or_default() {
            check_space(&callee, &space);
        }
    }
    check_table("plain", &table);
}

/// Infinite types, and types with too many values.
#[test]
fn input_spaces_that_are_too_large_are_refused() {
    let settings = InputSettings {
        capacity: u64::MAX,
        structs: u64::MAX,
        depth: u32::MAX,
        ..InputSettings::default()
    };
    let mut refused = 0;
    let sources = sources()
        .iter()
        .filter(|source| source.name.contains("kinds."));
    for callee in sources.flat_map(callees) {
        match InputSpace::all(&callee, &settings) {
            Ok(spaces) => assert!(spaces.iter().all(|space| space.leaves.len() < 100)),
            Err(error) => refused += usize::from(error.to_string().contains("more than")),
        }
    }
    assert!(refused > 20);
}

/// Globals that only a mutant uses are inputs too.
#[test]
fn further_globals() {
    let is_kinds = |source: &&sources::Source| source.name == "tests/calls/kinds.c";
    let source = sources().iter().find(is_kinds).unwrap();
    let is_twice = |callee: &Callee<'_>| callee.signature.text.starts_with("twice(");
    let twice = callees(source).into_iter().find(is_twice).unwrap();
    let names = |further: &[&str], free_globals| {
        let settings = InputSettings {
            free_globals,
            further_globals: further.iter().map(|&name| name.to_owned()).collect(),
            ..InputSettings::default()
        };
        let space = InputSpace::of(&twice, &settings).unwrap();
        let names: Vec<String> = space.leaves.iter().map(|leaf| leaf.name.clone()).collect();
        (names, space.scope().clone())
    };
    let own = vec!["x".to_owned()];
    assert_eq!(names(&[], Which::None), (own.clone(), Scope::default()));
    let mut at_start = Scope::default();
    at_start.assume(Assumption::InitialGlobal {
        global: "counter".to_owned(),
    });
    let initial = (own, at_start);
    assert_eq!(names(&["counter"], Which::None), initial);
    let named = |name: &str| Which::Named([name.to_owned()].into());
    assert_eq!(names(&["counter"], named("other")), initial);
    let both = vec!["x".to_owned(), "counter".to_owned()];
    assert_eq!(
        names(&["counter"], Which::All),
        (both.clone(), Scope::default())
    );
    assert_eq!(
        names(&["counter"], named("counter")),
        (both, Scope::default())
    );
}

/// The bounds of a function of `kinds.c` with the usual settings.
fn usual_bounds(function: &str) -> Vec<Bound> {
    let is_kinds = |source: &&sources::Source| source.name.ends_with("inputs/kinds.c");
    let source = sources().iter().find(is_kinds).unwrap();
    let is_it = |callee: &Callee<'_>| callee.signature.text.starts_with(&format!("{function}("));
    let callee = callees(source).into_iter().find(is_it).unwrap();
    let space = InputSpace::of(&callee, &InputSettings::default()).unwrap();
    space.scope().bounds.clone()
}

fn pointer(name: &str) -> Buffer {
    Buffer::Pointer {
        pointer: name.to_owned(),
    }
}

fn each_pointer(ty: &str, root: &str) -> Buffer {
    Buffer::EachPointer {
        ty: ty.to_owned(),
        root: root.to_owned(),
    }
}

/// Checks that a function of `kinds.c` has a buffer of `count` elements.
fn has_elements(function: &str, buffer: Buffer, count: u64) {
    let bounds = usual_bounds(function);
    let bound = Bound::Elements {
        buffer,
        count,
        unit: BufferUnit::Element,
    };
    assert!(bounds.contains(&bound), "{function}: {bounds:?}");
}

#[test]
fn structs_that_the_code_indexes_have_the_capacity() {
    let table = [
        ("sum_pairs", pointer("p"), 8),
        ("next_pair", pointer("p"), 8),
        ("copy_pairs", pointer("from"), 8),
        ("sort_pairs", pointer("p"), 8),
        ("row_of_pairs", pointer("p"), 8),
        ("all_pairs", each_pointer("struct pair *", "p"), 8),
        ("only_pair", pointer("p"), 1),
        ("copy_pair", pointer("from"), 1),
        ("pooled", pointer("pool"), 8),
        ("pooled", each_pointer("struct tree *", "pool"), 1),
        ("paged", pointer("p"), 6),
    ];
    for (function, buffer, count) in table {
        has_elements(function, buffer, count);
    }
}

#[test]
fn flexible_array_members_have_the_capacity() {
    let table = [
        ("ends", "e.rest", 8),
        ("text_of", "m.text", 8),
        ("cell", "t.rows", 8),
        ("framed_text", "f.inner.text", 8),
        ("copied", "m.text", 0),
    ];
    for (function, name, count) in table {
        let name = name.to_owned();
        has_elements(function, Buffer::Value { name }, count);
    }
}
