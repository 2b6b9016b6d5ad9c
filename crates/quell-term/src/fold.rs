//! Constant folding.

use crate::op::Op;
use crate::pool::{MAX_ARITY, Pool, Term};
use crate::semantics::{apply, apply_words};
use crate::sort::Sort;
use crate::value::Value;
use quell_bits::{Bits, FloatFormat};

impl Pool {
    /// The constant that an operator on constants yields; none where SMT-LIB leaves the value open.
    #[inline]
    pub(crate) fn folded(&mut self, op: Op, sort: Sort, args: &[Term]) -> Option<Term> {
        if args.is_empty() || !args.iter().all(|&arg| self.is_const(arg)) {
            return None;
        }
        self.folded_words(op, sort, args)
            .or_else(|| self.folded_values(op, args))
    }

    /// The term of an operator and operands, simplified by constant operands only, not by rules.
    pub(crate) fn folded_or_interned(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        if let Some(term) = self.folded(op, sort, args) {
            return term;
        }
        let value = |term: Term| self.as_bool(term);
        let simplified = match (op, args) {
            (Op::And | Op::Or, &[a, b]) => {
                let neutral = op == Op::And;
                let with = |constant: Term, other: Term| {
                    let is_neutral = value(constant)? == neutral;
                    Some(if is_neutral { other } else { constant })
                };
                with(a, b).or_else(|| with(b, a))
            }
            (Op::Ite, &[_, then, otherwise]) if then == otherwise => Some(then),
            (Op::Ite, &[condition, then, otherwise]) => {
                value(condition).map(|holds| if holds { then } else { otherwise })
            }
            _ => None,
        };
        simplified.unwrap_or_else(|| self.intern_raw(op, sort, args))
    }

    fn folded_words(&mut self, op: Op, sort: Sort, args: &[Term]) -> Option<Term> {
        if !sort.is_word() {
            return None;
        }
        let (mut words, mut widths) = ([0; MAX_ARITY], [0; MAX_ARITY]);
        for (i, &arg) in args.iter().enumerate() {
            words[i] = self.constant_word(arg)?;
            widths[i] = self.width(arg);
        }
        let value = apply_words(op, &widths[..args.len()], &words[..args.len()])?;
        self.constant_of(sort, value)
    }

    fn folded_values(&mut self, op: Op, args: &[Term]) -> Option<Term> {
        // A float constant is represented as this operator on a canonical pattern, see `float`.
        if let (Op::FromBits(format), &[pattern]) = (op, args) {
            let bits = self.as_bits(pattern)?;
            let canonical = crate::pattern::canonical(format, bits);
            return (canonical != *bits).then(|| self.float(format, &canonical));
        }
        let values: Vec<Value> = args
            .iter()
            .map(|&arg| self.constant_value(arg))
            .collect::<Option<_>>()?;
        let sorts: Vec<Sort> = args.iter().map(|&arg| self.sort(arg)).collect();
        let operands: Vec<&Value> = values.iter().collect();
        let result = apply(op, &sorts, &operands)?;
        self.constant(op.result_sort(&sorts)?, &result)
    }

    /// The value of a constant.
    #[must_use]
    pub fn constant_value(&self, term: Term) -> Option<Value> {
        if let Some(value) = self.as_bool(term) {
            return Some(Value::Bool(value));
        }
        let bits = self.as_bits(term).or_else(|| self.as_float(term))?;
        Some(Value::Bits(bits.clone()))
    }

    /// The constant of a sort with a value; none for arrays, and for values of another sort.
    pub fn constant(&mut self, sort: Sort, value: &Value) -> Option<Term> {
        match (sort, value) {
            (Sort::Bool, Value::Bool(value)) => Some(self.bool(*value)),
            (Sort::Bv(width), Value::Bits(bits)) if bits.width() == width => Some(self.bits(bits)),
            (Sort::Float(format), Value::Bits(bits)) => Some(self.float(format, bits)),
            _ => None,
        }
    }

    /// The floating-point constant with a pattern; every NaN gives the same constant.
    pub fn float(&mut self, format: FloatFormat, pattern: &Bits) -> Term {
        let canonical = crate::pattern::canonical(format, pattern);
        let pattern = self.bits(&canonical);
        self.intern_raw(Op::FromBits(format), Sort::Float(format), &[pattern])
    }
}
