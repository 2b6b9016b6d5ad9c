//! Evaluation of terms under an assignment of values to variables.

use crate::map::TermMap;
use crate::op::Op;
use crate::pattern;
use crate::pool::{MAX_ARITY, Pool, Term};
use crate::semantics::{apply, apply_words};
use crate::sort::Sort;
use crate::value::{ArrayValue, Assignment, Value};
use quell_bits::{Bits, word};
use rustc_hash::FxHashMap;

/// The value of a term. Variables without a value are zero, and so is a result that SMT-LIB leaves
/// open (the conversion of a float to an integer that it does not fit).
#[must_use]
pub fn evaluate(pool: &Pool, assignment: &Assignment, term: Term) -> Value {
    Evaluator::new().value(pool, assignment, term)
}

/// Evaluates terms of one pool under one assignment, and caches the values of subterms.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    /// Has an entry for every computed term; it is 0 for terms whose value is in `others`.
    words: TermMap<u64>,
    /// Values that do not fit a word.
    others: FxHashMap<Term, Value>,
    pending: Vec<Term>,
}

impl Evaluator {
    /// An evaluator without cached values.
    #[must_use]
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// Discards all cached values. Must be called when the assignment changes.
    pub fn clear(&mut self) {
        self.others.clear();
        self.words.clear();
    }

    /// The value of a term.
    pub fn value(&mut self, pool: &Pool, assignment: &Assignment, term: Term) -> Value {
        self.compute(pool, assignment, term);
        self.known(pool, term)
    }

    /// Whether a Boolean term is true.
    pub fn is_true(&mut self, pool: &Pool, assignment: &Assignment, term: Term) -> bool {
        self.compute(pool, assignment, term);
        pool.sort(term) == Sort::Bool && self.word(term) == 1
    }

    /// Computes the value of a term, operands first.
    fn compute(&mut self, pool: &Pool, assignment: &Assignment, root: Term) {
        self.pending.push(root);
        while let Some(&term) = self.pending.last() {
            if self.words.contains(term) {
                self.pending.pop();
                continue;
            }
            let before = self.pending.len();
            self.push_needed(pool, term);
            if self.pending.len() == before {
                self.pending.pop();
                self.compute_node(pool, assignment, term);
            }
        }
    }

    /// Pushes the operands that the value of a term depends on and that are not computed yet. Of a
    /// choice only the chosen branch is needed.
    fn push_needed(&mut self, pool: &Pool, term: Term) {
        let args = match (pool.op(term), pool.args(term)) {
            (Op::Ite, args @ &[condition, ..]) if self.words.contains(condition) => {
                if self.word(condition) == 1 {
                    &args[1..2]
                } else {
                    &args[2..]
                }
            }
            (Op::Ite, args) => &args[..1],
            (_, args) => args,
        };
        for &arg in args {
            if !self.words.contains(arg) {
                self.pending.push(arg);
            }
        }
    }

    /// The word of a computed term.
    #[inline]
    fn word(&self, term: Term) -> u64 {
        self.words.get(term).unwrap_or_default()
    }

    fn compute_node(&mut self, pool: &Pool, assignment: &Assignment, term: Term) {
        let sort = pool.sort(term);
        match (pool.op(term), pool.args(term)) {
            (Op::Var(_), _) => {
                let value = assigned(sort, assignment.get(term));
                self.remember(sort, term, value);
            }
            (Op::Bool(value), _) => {
                self.words.insert(term, u64::from(value));
            }
            (Op::Bits(_), _) => {
                let value = pool.constant_value(term).unwrap_or(zero(sort));
                self.remember(sort, term, value);
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let chosen = if self.word(condition) == 1 {
                    then
                } else {
                    otherwise
                };
                self.copy(sort, chosen, term);
            }
            (op, args) => match self.on_words(pool, op, sort, args) {
                Some(value) => {
                    self.words.insert(term, value);
                }
                None => self.on_values(pool, op, sort, args, term),
            },
        }
    }

    #[inline]
    fn on_words(&self, pool: &Pool, op: Op, sort: Sort, args: &[Term]) -> Option<u64> {
        if !sort.is_word() {
            return None;
        }
        let (mut words, mut widths) = ([0; MAX_ARITY], [0; MAX_ARITY]);
        for (i, &arg) in args.iter().enumerate() {
            words[i] = self.word(arg);
            widths[i] = pool.sort(arg).width().filter(|&width| width <= 64)?;
        }
        apply_words(op, &widths[..args.len()], &words[..args.len()])
    }

    fn on_values(&mut self, pool: &Pool, op: Op, sort: Sort, args: &[Term], term: Term) {
        if let (Op::Select, &[array, index]) = (op, args) {
            let element = self.selected(pool, array, index);
            return self.remember(sort, term, Value::Bits(element));
        }
        let values: Vec<Value> = args.iter().map(|&arg| self.known(pool, arg)).collect();
        let operands: Vec<&Value> = values.iter().collect();
        let sorts: Vec<Sort> = args.iter().map(|&arg| pool.sort(arg)).collect();
        let value = apply(op, &sorts, &operands).unwrap_or(zero(sort));
        self.remember(sort, term, value);
    }

    /// An element of a computed array, which is not copied.
    fn selected(&self, pool: &Pool, array: Term, index: Term) -> Bits {
        match (self.others.get(&array), self.known(pool, index)) {
            (Some(Value::Array(array)), Value::Bits(index)) => array.get(&index).clone(),
            _ => Bits::zero(pool.width(array)),
        }
    }

    fn remember(&mut self, sort: Sort, term: Term, value: Value) {
        let word = match value {
            Value::Bool(value) => u64::from(value),
            Value::Bits(bits) if sort.is_word() => bits.low_u64(),
            value => {
                self.others.insert(term, value);
                0
            }
        };
        self.words.insert(term, word);
    }

    fn copy(&mut self, sort: Sort, from: Term, to: Term) {
        if !sort.is_word()
            && let Some(value) = self.others.get(&from)
        {
            let value = value.clone();
            self.others.insert(to, value);
        }
        self.words.insert(to, self.word(from));
    }

    /// The value of a term that has been computed.
    fn known(&self, pool: &Pool, term: Term) -> Value {
        let sort = pool.sort(term);
        let word = self.word(term);
        match sort {
            Sort::Bool => Value::Bool(word == 1),
            _ if sort.is_word() => Value::Bits(Bits::from_u64(pool.width(term), word)),
            _ => self.others.get(&term).cloned().unwrap_or(zero(sort)),
        }
    }
}

/// The zero of a sort.
pub(crate) fn zero(sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Bv(width) => Value::Bits(Bits::zero(width)),
        Sort::Float(format) => Value::Bits(Bits::zero(crate::pattern_width(format))),
        Sort::Array { element, .. } => Value::Array(ArrayValue::filled(Bits::zero(element))),
    }
}

/// The value of a variable, converted to its sort.
fn assigned(sort: Sort, value: Option<&Value>) -> Value {
    match (sort, value) {
        (Sort::Bool, Some(Value::Bool(value))) => Value::Bool(*value),
        (Sort::Bool, Some(Value::Bits(bits))) => Value::Bool(word::fit(1, bits.low_u64()) == 1),
        (Sort::Bv(width), Some(Value::Bits(bits))) => Value::Bits(bits.zext(width)),
        (Sort::Bv(width), Some(Value::Bool(value))) => {
            Value::Bits(Bits::from_u64(width, u64::from(*value)))
        }
        (Sort::Float(format), Some(Value::Bits(bits))) => {
            Value::Bits(pattern::canonical(format, bits))
        }
        (Sort::Array { .. }, Some(value @ Value::Array(_))) => value.clone(),
        _ => zero(sort),
    }
}
