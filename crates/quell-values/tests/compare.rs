//! Comparison of runs by the types of their observables, independent of addresses.

mod support;

use proptest::prelude::*;
use quell_values::{Block, Callee, Difference, End, Event, LeftFile, Observed, Prepared, compare};
use support::{callee, observe, prepare, set_word, symbol};

const HERE: u64 = 0x5555_0000_0000;
const THERE: u64 = 0x7777_0000_0000;

struct Setting {
    callee: Callee<'static>,
    call: Prepared,
}

fn setting(function: &str, args: &str) -> Setting {
    let callee = callee(function);
    let call = prepare(&callee, args, "{}").unwrap();
    Setting { callee, call }
}

impl Setting {
    fn at(&self, base: u64) -> Observed {
        observe(&self.callee, &self.call, base)
    }

    fn returning(&self, result: &[u8]) -> Observed {
        Observed {
            result: result.to_vec(),
            ..self.at(HERE)
        }
    }

    fn compare(&self, a: &Observed, b: &Observed) -> Option<Difference> {
        let found = compare(&self.callee, &self.call, a, b);
        let back = compare(&self.callee, &self.call, b, a);
        let turned = back.map(|back| (back.what, back.mutant, back.original));
        let forth = found.clone().map(|of| (of.what, of.original, of.mutant));
        assert_eq!(forth, turned, "the comparison is symmetric");
        found
    }

    fn differs(&self, a: &Observed, b: &Observed) -> bool {
        compare(&self.callee, &self.call, a, b).is_some()
    }

    /// `what: original / mutant`.
    fn text(&self, a: &Observed, b: &Observed) -> String {
        let of = self.compare(a, b).expect("a difference");
        format!("{}: {} / {}", of.what, of.original, of.mutant)
    }
}

/// All pairs of bytes differ exactly if a bit of the type differs.
#[test]
fn all_bytes() {
    let cases = [
        ("byte", "[0]", 0xff_u8),
        ("sign", "[0]", 0xff),
        ("truth", "[false]", 0xff),
        ("fields", r#"[{"low": 0, "high": 0}]"#, 0b0110_0111),
    ];
    for (function, args, mask) in cases {
        let setting = setting(function, args);
        let all = |tail: [u8; 3]| {
            let run = |byte| setting.returning(&[byte, tail[0], tail[1], tail[2]]);
            (0..=255u8).map(run).collect::<Vec<_>>()
        };
        let (runs, others) = (all([0, 0, 0]), all([1, 2, 3]));
        for (a, run) in runs.iter().enumerate() {
            for (b, other) in others.iter().enumerate() {
                let same = a as u8 & mask == b as u8 & mask;
                assert_eq!(setting.differs(run, other), !same, "{function} {a} {b}");
            }
        }
    }
}

/// All values of half precision: equal bits are equal, and all NaNs are equal.
#[test]
fn all_halves() {
    let setting = setting("half", "[0]");
    let is_nan = |bits: u16| bits & 0x7fff > 0x7c00;
    let special = [0x8000u16, 0xfe01];
    let mut other = setting.returning(&[0, 0]);
    for a in special {
        let run = setting.returning(&a.to_le_bytes());
        for b in 0..=u16::MAX {
            other.result.copy_from_slice(&b.to_le_bytes());
            let same = a == b || is_nan(a) && is_nan(b);
            assert_eq!(setting.differs(&run, &other), !same, "{a:04x} {b:04x}");
        }
    }
    let [zero, minus] = [0u16, 0x8000].map(|bits| setting.returning(&bits.to_le_bytes()));
    assert_eq!(setting.text(&zero, &minus), "result: 0.0 / -0.0");
}

#[test]
fn results_are_shown() {
    let byte = setting("byte", "[7]");
    let [seven, eight] = [7, 8].map(|value| byte.returning(&[value]));
    assert_eq!(byte.text(&seven, &eight), "result: 7 / 8");
    let ended = Observed {
        end: End::Trapped("SIGFPE".to_owned()),
        ..Observed::default()
    };
    assert_eq!(
        byte.text(&seven, &ended),
        "how it ended: returned 7 / trapped (SIGFPE)"
    );
}

/// The bytes of `struct padded` that are no padding: `c`, `i`, `s` and `d`.
const HELD: [bool; 24] = {
    let mut held = [false; 24];
    let mut at = 0;
    while at < 24 {
        held[at] = at == 0 || (at >= 4 && at < 10) || at >= 16;
        at += 1;
    }
    held
};

proptest! {
    #[test]
    fn any_bytes_are_equal_to_themselves(bytes in any::<[u8; 24]>(), heap in any::<[u8; 24]>()) {
        for (function, args) in [("pad", r#"[{"c": 0, "i": 0, "s": 0, "d": 0}]"#), ("push", "[null]")] {
            let setting = setting(function, args);
            let mut run = setting.at(HERE);
            let size = run.result.len();
            run.result.copy_from_slice(&bytes[..size]);
            for object in &mut run.objects {
                let size = object.len();
                object.copy_from_slice(&bytes[..size]);
            }
            run.blocks.push(Block { address: u64::from_le_bytes(*bytes.first_chunk().unwrap()) | 8, bytes: heap.to_vec(), unset: Vec::new() });
            prop_assert_eq!(setting.compare(&run, &run), None);
        }
    }

    /// Structs that differ in one bit are different, unless it is a bit of padding, or both floats are NaNs.
    #[test]
    fn padding_is_ignored(mut bytes in any::<[u8; 24]>(), at in 0..24usize, bit in 0..8u32) {
        let value = r#"{"c": 1, "i": 2, "s": 3, "d": 4}"#;
        let setting = setting("move", &format!("[{value}, {value}]"));
        let mut run = setting.at(HERE);
        run.objects[0] = bytes.to_vec();
        bytes[at] ^= 1u8 << bit;
        let mut other = run.clone();
        other.objects[0] = bytes.to_vec();
        let double = |of: &Observed| f64::from_le_bytes(*of.objects[0][16..].first_chunk().unwrap());
        let another_nan = at >= 16 && double(&run).is_nan() && double(&other).is_nan();
        let expected = HELD[at] && !another_nan;
        prop_assert_eq!(setting.differs(&run, &other), expected);
        let member = match at { 0 => ".c", 4..8 => ".i", 8..10 => ".s", _ => ".d" };
        if let Some(found) = setting.compare(&run, &other) {
            prop_assert_eq!(found.what.to_string(), format!("to{member}"));
        }
    }

    /// Runs with other addresses are equal.
    #[test]
    fn addresses_are_ignored(base in 0x10_0000u64..1 << 40, offset in 0..=12u64) {
        let setting = setting("middle", "[[1, 2, 3], 3]");
        let pointing = |base: u64| {
            let mut run = setting.at(base);
            let address = run.object_addresses[0] + offset;
            set_word(&mut run.result, 0, address);
            run
        };
        prop_assert_eq!(setting.compare(&pointing(HERE), &pointing(base)), None);
    }
}

#[test]
fn pointers_are_compared_by_object_and_offset() {
    let setting = setting("middle", "[[1, 2, 3], 3]");
    let pointing = |base: u64, offset: u64| {
        let mut run = setting.at(base);
        let address = run.object_addresses[0] + offset;
        set_word(&mut run.result, 0, address);
        run
    };
    let (second, third) = (pointing(HERE, 4), pointing(THERE, 8));
    assert_eq!(
        setting.text(&second, &third),
        "result: pointer to values[1] / pointer to values[2]"
    );
    let null = setting.at(HERE);
    assert_eq!(
        setting.text(&second, &null),
        "result: pointer to values[1] / null"
    );
}

#[test]
fn pointers_to_unknown_memory_are_equal_and_small_numbers_are_not() {
    let setting = setting("opaque", "[null]");
    let pointing = |address: u64| {
        let mut run = setting.at(HERE);
        set_word(&mut run.result, 0, address);
        run
    };
    let stack = pointing(0x7fff_1234_5678);
    assert!(!setting.differs(&stack, &pointing(0x7fff_8765_4321)));
    assert!(setting.differs(&stack, &pointing(0)));
    assert!(setting.differs(&stack, &pointing(u64::MAX)));
    assert!(setting.differs(&pointing(1), &pointing(2)));
    assert!(setting.differs(&stack, &pointing(stack.symbol_addresses[0])));
}

#[test]
fn functions_and_constants_are_compared_by_symbol() {
    let setting = setting("which", "[0]");
    let pointing = |base: u64, name: &str| {
        let mut run = setting.at(base);
        let address = symbol(&setting.call, &run, name);
        set_word(&mut run.result, 0, address);
        run
    };
    let up = pointing(HERE, "increment");
    assert!(!setting.differs(&up, &pointing(THERE, "increment")));
    assert_eq!(
        setting.text(&up, &pointing(THERE, "decrement")),
        "result: pointer to the function increment / pointer to the function decrement"
    );
    let yes = {
        let mut run = setting.at(HERE);
        let address = symbol(&setting.call, &run, ".str");
        set_word(&mut run.result, 0, address);
        run
    };
    assert!(setting.differs(&up, &yes));
}

#[test]
fn text_is_shown() {
    let setting = setting("name", "[0]");
    let pointing = |name: &str| {
        let mut run = setting.at(HERE);
        let address = symbol(&setting.call, &run, name);
        set_word(&mut run.result, 0, address);
        run
    };
    assert_eq!(
        setting.text(&pointing(".str"), &pointing(".str.1")),
        "result: \"yes\" (pointer to .str) / \"no\" (pointer to .str.1)"
    );
    let upper = self::setting("upper", r#"["abc"]"#);
    let (run, mut other) = (upper.at(HERE), upper.at(THERE));
    assert!(!upper.differs(&run, &other));
    other.objects[0][0] = b'A';
    assert_eq!(upper.text(&run, &other), "text: \"abc\" / \"Abc\"");
}

#[test]
fn elements_and_globals_are_named() {
    let matrix = setting("matrix", "[[[1, 2, 3], [4, 5, 6]]]");
    let (run, mut other) = (matrix.at(HERE), matrix.at(THERE));
    other.objects[0][5 * 4] = 7;
    assert_eq!(matrix.text(&run, &other), "m[1][2]: 6 / 7");
    let globals = matrix.callee.globals.iter();
    let index = |name: &str| globals.clone().position(|of| of.symbol == name).unwrap();
    let (kept, counter) = (index("kept"), index("counter"));
    let mut other = matrix.at(THERE);
    other.globals[kept][1..4].copy_from_slice(b"pad");
    assert!(!matrix.differs(&run, &other));
    other.globals[kept][4] = 9;
    assert_eq!(matrix.text(&run, &other), "global kept.i: 0 / 9");
    let mut other = matrix.at(HERE);
    other.globals[counter][0] = 1;
    assert_eq!(matrix.text(&run, &other), "global counter: 0 / 1");
}

#[test]
fn unions_are_compared_as_bytes() {
    let setting = setting("pick", r#"[{"i": 1}]"#);
    let holding = |word: u64| {
        let mut run = setting.at(HERE);
        set_word(&mut run.result, 0, word);
        run
    };
    assert!(!setting.differs(&holding(5), &holding(5)));
    assert!(setting.differs(&holding(5), &holding(6)));
    assert!(setting.differs(&holding(0x7fc0_0000), &holding(0x7fc0_0001)));
    assert!(!setting.differs(&holding(0x7fff_0000_1000), &holding(0x7fff_0000_2000)));
}

/// A list of blocks, the result pointing to the first.
fn list(setting: &Setting, values: &[u32], addresses: &[u64]) -> Observed {
    let mut run = setting.at(HERE);
    let next = |index: usize| addresses.get(index).copied().unwrap_or(0);
    set_word(&mut run.result, 0, next(0));
    for (index, (value, address)) in values.iter().zip(addresses).enumerate() {
        let mut bytes = vec![0xee; 16];
        bytes[..4].copy_from_slice(&value.to_le_bytes());
        bytes[4..8].copy_from_slice(&[index as u8; 4]);
        set_word(&mut bytes, 8, next(index + 1));
        run.blocks.push(Block {
            unset: Vec::new(),
            address: *address,
            bytes,
        });
    }
    run.blocks.reverse();
    run
}

#[test]
fn heaps_are_compared_by_isomorphism() {
    let setting = setting("push", "[null]");
    let a = list(
        &setting,
        &[1, 2, 3],
        &[0x9000_0000, 0x9000_1000, 0x9000_2000],
    );
    let moved = list(
        &setting,
        &[1, 2, 3],
        &[0xa000_3000, 0xa000_1000, 0xa000_2000],
    );
    assert!(!setting.differs(&a, &moved));
    let mut padded = moved.clone();
    padded.blocks[0].bytes[5] ^= 1;
    assert!(!setting.differs(&a, &padded));
    let (mut smaller, mut larger) = (moved.clone(), moved.clone());
    smaller.blocks[0].bytes.truncate(8);
    assert!(setting.differs(&a, &smaller));
    larger.blocks[0].bytes.extend([7; 16]);
    assert!(!setting.differs(&a, &larger));
    let (mut partly, mut set) = (a.clone(), moved.clone());
    partly.blocks[0].unset = vec![0xff, 0xff, 0, 0];
    set.blocks[0].bytes[0] ^= 8;
    assert!(setting.differs(&a, &set));
    assert!(!setting.differs(&partly, &set));
    set.blocks[0].bytes[2] ^= 8;
    assert!(setting.differs(&partly, &set));
    let other = list(
        &setting,
        &[1, 2, 4],
        &[0xa000_3000, 0xa000_1000, 0xa000_2000],
    );
    assert_eq!(
        setting.text(&a, &other),
        "memory reached from result: .value: 3 / 4"
    );
    let shorter = list(&setting, &[1, 2], &[0xa000_3000, 0xa000_1000]);
    assert!(setting.differs(&a, &shorter));
    let mut ring = moved.clone();
    set_word(&mut ring.blocks[0].bytes, 8, 0xa000_3000);
    assert!(setting.differs(&a, &ring));
    assert!(!setting.differs(&ring, &ring));
    let mut longer_ring = moved;
    set_word(&mut longer_ring.blocks[0].bytes, 8, 0xa000_1000);
    assert!(setting.differs(&ring, &longer_ring));
}

#[test]
fn ends_are_compared_by_class() {
    let setting = setting("byte", "[0]");
    let ending = |end: End| Observed {
        end,
        ..setting.at(HERE)
    };
    let trapped = |name: &str| ending(End::Trapped(name.to_owned()));
    assert!(!setting.differs(&trapped("SIGFPE"), &trapped("division by zero")));
    assert!(!setting.differs(&trapped("SIGSEGV"), &trapped("memory error")));
    assert!(setting.differs(&trapped("SIGFPE"), &trapped("SIGSEGV")));
    assert!(setting.differs(&ending(End::Exited(1)), &ending(End::Exited(2))));
    assert!(setting.differs(&ending(End::Aborted), &ending(End::OutOfWork)));
    let mut aborted = ending(End::Aborted);
    aborted.objects = Vec::new();
    assert!(!setting.differs(&aborted, &ending(End::Aborted)));
}

#[test]
fn files_are_compared() {
    let setting = setting("byte", "[0]");
    let leaving = |files: &[(&str, &str)]| {
        let file = |(path, content): &(&str, &str)| LeftFile {
            path: (*path).to_owned(),
            content: content.as_bytes().to_vec(),
        };
        Observed {
            files: files.iter().map(file).collect(),
            ..setting.at(HERE)
        }
    };
    let two = leaving(&[("a", "1"), ("c", "2")]);
    assert!(!setting.differs(&two, &two));
    for (other, expected) in [
        (leaving(&[("a", "1"), ("c", "3")]), "file c: \"2\" / \"3\""),
        (leaving(&[("a", "1")]), "file c: there / not there"),
        (leaving(&[("c", "2")]), "file a: there / not there"),
        (
            leaving(&[("a", "1"), ("b", ""), ("c", "2")]),
            "file b: not there / there",
        ),
    ] {
        assert_eq!(setting.text(&two, &other), expected);
    }
}

#[test]
fn output_and_calls_are_compared() {
    let setting = setting("byte", "[0]");
    let printing = |text: &str| Observed {
        stdout: text.as_bytes().to_vec(),
        ..setting.at(HERE)
    };
    let long = "x".repeat(100);
    assert_eq!(
        setting.text(
            &printing(&format!("{long}a\n")),
            &printing(&format!("{long}b\n"))
        ),
        format!("stdout: \"...{0}a\\n\" / \"...{0}b\\n\"", "x".repeat(20))
    );
    let calling = |calls: &[(&str, u8)]| {
        let event = |(name, argument): &(&str, u8)| Event {
            function: (*name).to_owned(),
            arguments: vec![vec![*argument, 0, 0, 0]],
        };
        Observed {
            events: calls.iter().map(event).collect(),
            ..setting.at(HERE)
        }
    };
    let run = calling(&[("increment", 1), ("decrement", 2)]);
    assert!(!setting.differs(&run, &run));
    assert_eq!(
        setting.text(&run, &calling(&[("increment", 1), ("decrement", 3)])),
        "call 2 to the outside, `decrement`, argument 1: 2 / 3"
    );
    assert_eq!(
        setting.text(&run, &calling(&[("increment", 1)])),
        "call 2 to the outside: `decrement` / none"
    );
    let swapped = calling(&[("decrement", 2), ("increment", 1)]);
    assert!(setting.differs(&run, &swapped));
}
