//! Reading the operators of SMT-LIB, with or without indices.

use super::parse::{ParseError, Reader};
use super::print::ROUNDINGS;
use super::sexp::NodeId;
use crate::op::{Op, Rounding};
use crate::pool::Term;
use crate::sort::{Sort, pattern_width};
use quell_bits::{Bits, FloatFormat};

/// The format with these widths of exponent and significand.
pub(super) fn format_of(exponent: u32, significand: u32) -> Option<FloatFormat> {
    let fits = |format: &FloatFormat| {
        format.exponent_bits() == exponent && format.significand_bits() == significand
    };
    FloatFormat::ALL.into_iter().find(fits)
}

/// How an SMT-LIB name is expressed with an operator of terms.
#[derive(Clone, Copy)]
enum Use {
    /// As the operator.
    Plain,
    /// As the operator with its two operands exchanged.
    Swapped,
    /// As the negation of the operator.
    Negated,
}

/// Names that are expressed with another operator.
const DERIVED_NAMES: &[(&str, Op, Use)] = &[
    ("bvugt", Op::Ult, Use::Swapped),
    ("bvuge", Op::Ule, Use::Swapped),
    ("bvsgt", Op::Slt, Use::Swapped),
    ("bvsge", Op::Sle, Use::Swapped),
    ("fp.gt", Op::FpLt, Use::Swapped),
    ("fp.geq", Op::FpLe, Use::Swapped),
    ("distinct", Op::Eq, Use::Negated),
];

/// Operators that may have more than two operands, grouped to the left.
const LEFT_ASSOCIATIVE: &[Op] = &[
    Op::And,
    Op::Or,
    Op::Xor,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::Add,
    Op::Mul,
    Op::Concat,
];

impl Reader<'_, '_> {
    pub(super) fn rounding(&self, node: NodeId) -> Option<Rounding> {
        let name = self.tree.atom(node)?;
        let row = ROUNDINGS.iter().find(|row| row.1 == name || row.2 == name);
        row.map(|row| row.0)
    }

    /// Applies the head of a list to operands.
    pub(super) fn apply(&mut self, node: NodeId, operands: &[Term]) -> Result<Term, ParseError> {
        let offset = self.tree.offset(node);
        let items = self.tree.items(node);
        let unknown = ParseError::Unknown { offset };
        let rounding = items.get(1).and_then(|&item| self.rounding(item));
        let Some(&head) = items.first() else {
            return Err(unknown);
        };
        match self.tree.atom(head) {
            Some(name) => self.apply_named(offset, name, rounding, operands),
            None => {
                let op = self.indexed(head, rounding, operands).ok_or(unknown)?;
                self.checked(offset, op, operands)
            }
        }
    }

    fn checked(&mut self, offset: usize, op: Op, args: &[Term]) -> Result<Term, ParseError> {
        let result = self.pool.try_make(op, args);
        result.map_err(|error| ParseError::Operands { offset, error })
    }

    fn apply_named(
        &mut self,
        offset: usize,
        name: &str,
        rounding: Option<Rounding>,
        operands: &[Term],
    ) -> Result<Term, ParseError> {
        let (op, usage) = self
            .named(name, rounding)
            .ok_or(ParseError::Unknown { offset })?;
        match (op, usage, operands) {
            (_, Use::Swapped, &[a, b]) => self.checked(offset, op, &[b, a]),
            (_, Use::Negated, &[_, _]) => {
                let term = self.checked(offset, op, operands)?;
                self.checked(offset, Op::Not, &[term])
            }
            (Op::Or, Use::Plain, &[a, b]) if name == "=>" => {
                let not_a = self.checked(offset, Op::Not, &[a])?;
                self.checked(offset, Op::Or, &[not_a, b])
            }
            (_, Use::Plain, [first, rest @ ..]) if LEFT_ASSOCIATIVE.contains(&op) => {
                let mut result = *first;
                for &operand in rest {
                    result = self.checked(offset, op, &[result, operand])?;
                }
                Ok(result)
            }
            _ => self.checked(offset, op, operands),
        }
    }

    fn named(&self, name: &str, rounding: Option<Rounding>) -> Option<(Op, Use)> {
        if name == "=>" {
            return Some((Op::Or, Use::Plain));
        }
        if name == "fp.roundToIntegral" {
            return Some((Op::FpRoundToIntegral(rounding?), Use::Plain));
        }
        if rounding.is_some_and(|rounding| rounding != Rounding::NearestEven) {
            return None;
        }
        let plain = Op::PLAIN.iter().find(|op| op.info().name == name);
        let derived = DERIVED_NAMES.iter().find(|row| row.0 == name);
        plain
            .map(|&op| (op, Use::Plain))
            .or(derived.map(|&(_, op, usage)| (op, usage)))
    }

    /// An operator with indices, as `(_ extract 7 0)`, or `(as const ...)`.
    fn indexed(&self, head: NodeId, rounding: Option<Rounding>, operands: &[Term]) -> Option<Op> {
        let (first, items) = (self.tree.head(head)?, self.tree.items(head));
        let name = self.tree.atom(*items.get(1)?)?;
        if first == "as" {
            let Sort::Array { index, .. } = self.sort(*items.get(2)?).ok()? else {
                return None;
            };
            return (name == "const").then_some(Op::ConstArray(index));
        }
        let number = |at: usize| self.tree.atom(*items.get(at)?)?.parse::<u32>().ok();
        let format = || format_of(number(2)?, number(3)?);
        let nearest = rounding == Some(Rounding::NearestEven);
        let operand = self.pool.sort(*operands.first()?);
        match (name, operand) {
            ("extract", _) => Some(Op::Extract {
                high: number(2)?,
                low: number(3)?,
            }),
            ("zero_extend", _) => Some(Op::ZeroExtend(number(2)?)),
            ("sign_extend", _) => Some(Op::SignExtend(number(2)?)),
            ("to_fp", Sort::Bv(_)) if rounding.is_none() => format().map(Op::FromBits),
            ("to_fp", Sort::Bv(_)) if nearest => format().map(Op::SBvToFp),
            ("to_fp", Sort::Float(_)) if nearest => format().map(Op::FpToFp),
            ("to_fp_unsigned", _) if nearest => format().map(Op::UBvToFp),
            ("fp.to_sbv", _) if rounding == Some(Rounding::Zero) => number(2).map(Op::FpToSBv),
            ("fp.to_ubv", _) if rounding == Some(Rounding::Zero) => number(2).map(Op::FpToUBv),
            _ => None,
        }
    }

    /// A special float, as `(_ +oo 11 53)`.
    pub(super) fn special_float(&mut self, node: NodeId) -> Option<Term> {
        let &[underscore, name, exponent, significand] = self.tree.items(node) else {
            return None;
        };
        let number = |node| self.tree.atom(node)?.parse().ok();
        let format = format_of(number(exponent)?, number(significand)?)?;
        let width = pattern_width(format);
        let infinity = Bits::ones(format.exponent_bits())
            .zext(width)
            .shl_u32(format.significand_bits() - 1);
        let sign = Bits::min_signed(width);
        let pattern = match self.tree.atom(name)? {
            "+oo" => infinity,
            "-oo" => infinity.or(&sign),
            "+zero" => Bits::zero(width),
            "-zero" => sign,
            "NaN" => crate::canonical_nan(format),
            _ => return None,
        };
        (self.tree.atom(underscore) == Some("_")).then(|| self.pool.float(format, &pattern))
    }
}
