//! Writing terms as SMT-LIB scripts that Bitwuzla, cvc5 and Z3 read.
//!
//! Terms that are used more than once, or whose text is long, get a definition, so the length of a
//! script is proportional to the number of terms, and it does not nest deeply.

use super::symbols::{OWN, Symbols};
use crate::op::{Op, Rounding, Signature};
use crate::pool::{Pool, Term};
use crate::sort::Sort;
use crate::walk::reachable;
use quell_bits::{Bits, FloatFormat};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Terms with a longer text get a definition.
const MAX_INLINE: usize = 160;

/// A script that checks whether the assertions are satisfiable together.
#[must_use]
pub fn script(pool: &Pool, assertions: &[Term]) -> String {
    let mut printer = Printer::new(pool, assertions);
    for term in reachable(pool, assertions) {
        printer.term(term);
    }
    for &assertion in assertions {
        let text = printer.operand(assertion);
        printer.line(format_args!("(assert {text})"));
    }
    printer.out.push_str("(check-sat)\n");
    printer.out
}

/// A term after the declarations and definitions that it needs: for debugging.
#[must_use]
pub fn term_text(pool: &Pool, term: Term) -> String {
    let mut printer = Printer::new(pool, &[term]);
    for part in reachable(pool, &[term]) {
        printer.term(part);
    }
    let text = printer.operand(term);
    printer.out + &text
}

/// A sort as SMT-LIB spells it.
#[must_use]
pub fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
        Sort::Float(format) => format!("(_ FloatingPoint {})", format_indices(format)),
        Sort::Array { index, element } => {
            format!("(Array (_ BitVec {index}) (_ BitVec {element}))")
        }
    }
}

fn format_indices(format: FloatFormat) -> String {
    format!("{} {}", format.exponent_bits(), format.significand_bits())
}

pub(super) fn bits_text(bits: &Bits) -> String {
    let width = bits.width();
    if width.is_multiple_of(4) {
        return format!("#x{bits:0>digits$x}", digits = width as usize / 4);
    }
    let digit = |index| if bits.bit(index) { '1' } else { '0' };
    let digits: String = (0..width).rev().map(digit).collect();
    format!("#b{digits}")
}

struct Printer<'a> {
    pool: &'a Pool,
    out: String,
    uses: FxHashMap<Term, u32>,
    /// Texts of terms: names, or expressions for terms without a definition.
    texts: FxHashMap<Term, String>,
    symbols: Symbols,
}

impl<'a> Printer<'a> {
    fn new(pool: &'a Pool, assertions: &[Term]) -> Printer<'a> {
        let mut uses = FxHashMap::default();
        for term in reachable(pool, assertions) {
            for &arg in pool.args(term) {
                // Operands that occur twice in the text of a term count twice.
                *uses.entry(arg).or_default() += 1 + u32::from(is_spelled_out(pool.op(term)));
            }
        }
        for &assertion in assertions {
            *uses.entry(assertion).or_default() += 1;
        }
        Printer {
            pool,
            out: "(set-logic ALL)\n".into(),
            uses,
            texts: FxHashMap::default(),
            symbols: Symbols::default(),
        }
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.out, "{text}");
    }

    /// Writes the declaration or definition of a term, if it needs one, and records its text.
    fn term(&mut self, term: Term) {
        let pool = self.pool;
        let text = match pool.op(term) {
            Op::Var(_) => self.declare(term),
            Op::Bool(value) => value.to_string(),
            Op::Bits(_) => pool.as_bits(term).map(bits_text).unwrap_or_default(),
            Op::ToBits => self.pattern_of(term),
            op => {
                let text = self.application(term, op);
                let shared = self.uses.get(&term).copied().unwrap_or(0) > 1;
                if shared || text.len() > MAX_INLINE {
                    self.define(term, &text)
                } else {
                    text
                }
            }
        };
        self.texts.insert(term, text);
    }

    fn declare(&mut self, term: Term) -> String {
        let name = self.symbols.symbol(self.pool.var_name(term).unwrap_or(""));
        let sort = sort_text(self.pool.sort(term));
        self.line(format_args!("(declare-const {name} {sort})"));
        name
    }

    fn define(&mut self, term: Term, text: &str) -> String {
        let name = format!("{OWN}{}", term.index());
        let sort = sort_text(self.pool.sort(term));
        self.line(format_args!("(define-fun {name} () {sort} {text})"));
        name
    }

    /// SMT-LIB has no function from a float to its pattern: the pattern is a constant that assertions
    /// define.
    fn pattern_of(&mut self, term: Term) -> String {
        let name = format!("{OWN}{}", term.index());
        let (Sort::Bv(width), &[float]) = (self.pool.sort(term), self.pool.args(term)) else {
            return name;
        };
        let Sort::Float(format) = self.pool.sort(float) else {
            return name;
        };
        let float = self.operand(float);
        let indices = format_indices(format);
        let nan = bits_text(&crate::canonical_nan(format));
        self.line(format_args!("(declare-const {name} (_ BitVec {width}))"));
        self.line(format_args!(
            "(assert (= ((_ to_fp {indices}) {name}) {float}))"
        ));
        self.line(format_args!(
            "(assert (=> (fp.isNaN {float}) (= {name} {nan})))"
        ));
        name
    }

    fn operand(&self, term: Term) -> String {
        self.texts.get(&term).cloned().unwrap_or_default()
    }

    fn application(&self, term: Term, op: Op) -> String {
        let operands: Vec<String> = self
            .pool
            .args(term)
            .iter()
            .map(|&arg| self.operand(arg))
            .collect();
        if let [a, b] = &operands[..]
            && let Some(text) = self.spelled_out(term, op, a, b)
        {
            return text;
        }
        let head = head(op, self.pool.sort(term));
        format!("({head} {})", operands.join(" "))
    }

    /// Overflow predicates as longer expressions: older versions of the solvers do not know them.
    fn spelled_out(&self, term: Term, op: Op, a: &str, b: &str) -> Option<String> {
        let width = self
            .pool
            .args(term)
            .first()
            .map_or(0, |&arg| self.pool.width(arg));
        let sign = |text: String| format!("(= ((_ extract {0} {0}) {text}) #b1)", width - 1);
        let wide = |by: &str, text: &str| format!("((_ {by} {width}) {text})");
        let product = |by: &str| format!("(bvmul {} {})", wide(by, a), wide(by, b));
        Some(match op {
            Op::UAddOverflows => format!("(bvult (bvadd {a} {b}) {a})"),
            Op::USubOverflows => format!("(bvult {a} {b})"),
            Op::SAddOverflows => sign(format!(
                "(bvand (bvxor {a} (bvadd {a} {b})) (bvxor {b} (bvadd {a} {b})))"
            )),
            Op::SSubOverflows => sign(format!(
                "(bvand (bvxor {a} {b}) (bvxor {a} (bvsub {a} {b})))"
            )),
            Op::UMulOverflows => {
                let back = wide("zero_extend", &format!("(bvmul {a} {b})"));
                format!("(not (= {} {back}))", product("zero_extend"))
            }
            Op::SMulOverflows => {
                let back = wide("sign_extend", &format!("(bvmul {a} {b})"));
                format!("(not (= {} {back}))", product("sign_extend"))
            }
            _ => return None,
        })
    }
}

/// Whether the operator is written as a longer expression.
fn is_spelled_out(op: Op) -> bool {
    op.info().signature == Signature::VectorTest && op.info().name.ends_with('o')
}

/// The text before the operands.
fn head(op: Op, sort: Sort) -> String {
    let name = op.info().name;
    match op {
        Op::Extract { high, low } => format!("(_ {name} {high} {low})"),
        Op::ZeroExtend(by) | Op::SignExtend(by) => format!("(_ {name} {by})"),
        Op::FromBits(format) => format!("(_ {name} {})", format_indices(format)),
        Op::FpToFp(format) | Op::SBvToFp(format) | Op::UBvToFp(format) => {
            format!("(_ {name} {}) RNE", format_indices(format))
        }
        Op::FpToSBv(width) | Op::FpToUBv(width) => format!("(_ {name} {width}) RTZ"),
        Op::FpRoundToIntegral(rounding) => format!("{name} {}", rounding_text(rounding)),
        Op::ConstArray(_) => format!("(as const {})", sort_text(sort)),
        _ if is_rounded(op) => format!("{name} RNE"),
        _ => name.into(),
    }
}

/// Whether a plain operator takes a rounding mode first.
pub(super) fn is_rounded(op: Op) -> bool {
    matches!(
        op,
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpFma | Op::FpSqrt
    )
}

/// Rounding modes with their short and long names.
pub(super) const ROUNDINGS: &[(Rounding, &str, &str)] = &[
    (Rounding::NearestEven, "RNE", "roundNearestTiesToEven"),
    (Rounding::NearestAway, "RNA", "roundNearestTiesToAway"),
    (Rounding::Up, "RTP", "roundTowardPositive"),
    (Rounding::Down, "RTN", "roundTowardNegative"),
    (Rounding::Zero, "RTZ", "roundTowardZero"),
];

fn rounding_text(rounding: Rounding) -> &'static str {
    let row = ROUNDINGS.iter().find(|row| row.0 == rounding);
    row.map_or("RNE", |row| row.1)
}
