//! Support for the float tests: patterns that cover corner cases, and results of a C program.

#![allow(dead_code)]

use quell_bits::{Bits, FloatFormat};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A small deterministic generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// A significand of few bits, of long runs, or any.
    fn significand(&mut self) -> u128 {
        match self.below(4) {
            0 => 1u128.wrapping_shl(self.next() as u32) | 1u128.wrapping_shl(self.next() as u32),
            1 => u128::MAX.wrapping_shl(self.next() as u32),
            2 => u128::MAX.wrapping_shr(self.next() as u32),
            _ => self.wide(),
        }
    }

    /// A pattern of a format: all kinds of values, often of similar size.
    pub fn pattern(&mut self, format: FloatFormat) -> Bits {
        let (eb, field) = (
            format.exponent_bits(),
            format.width() - 1 - format.exponent_bits(),
        );
        let (top, bias) = ((1u64 << eb) - 1, (1u64 << (eb - 1)) - 1);
        let exponent = match self.below(8) {
            0 => 0,
            1 => top,
            2 => self.below(4),
            3 => top - self.below(4),
            4 => self.below(top + 1),
            _ => bias
                .saturating_add(self.below(40))
                .saturating_sub(20)
                .min(top),
        };
        let mut significand = self.significand() & ((1 << field) - 1);
        // Infinities, and zeros, need an empty significand.
        if self.below(12) == 0 {
            significand = 0;
        }
        if format == FloatFormat::X87 && self.below(32) != 0 {
            let integer_bit = 1u128 << 63;
            significand = if exponent == 0 {
                significand & !integer_bit
            } else {
                significand | integer_bit
            };
        }
        let sign = u128::from(self.below(2)) << (format.width() - 1);
        Bits::from_u128(
            format.width(),
            sign | u128::from(exponent) << field | significand,
        )
    }
}

/// The letter of a format in requests to the C program.
pub fn letter(format: FloatFormat) -> char {
    match format {
        FloatFormat::Half => 'h',
        FloatFormat::BFloat => 'b',
        FloatFormat::Single => 'f',
        FloatFormat::Double => 'd',
        FloatFormat::X87 => 'x',
        FloatFormat::Quad => 'q',
    }
}

/// The C program, compiled once per test process. Test processes may run side by side: each compiles under a name
/// of its own and then puts the result in place in one step.
fn reference() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let binary = directory.join("float-reference");
        let fresh = directory.join(format!("float-reference-{}", std::process::id()));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c/reference.c");
        let compiled = Command::new("cc")
            .args(["-O1", "-w", "-fno-builtin", "-o"])
            .arg(&fresh)
            .args([source, "-lm"])
            .status()
            .expect("cc runs");
        assert!(compiled.success(), "the reference program compiles");
        std::fs::rename(&fresh, &binary).expect("the reference program can be moved");
        binary
    })
}

/// The results of the C program, one line per request.
pub fn ask_c(requests: &[String]) -> Vec<String> {
    let mut child = Command::new(reference())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the reference program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = requests.join("\n") + "\n";
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child
        .wait_with_output()
        .expect("the reference program ends");
    writer
        .join()
        .expect("the writer ends")
        .expect("all requests are read");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), requests.len(), "one result for every request");
    lines
}
