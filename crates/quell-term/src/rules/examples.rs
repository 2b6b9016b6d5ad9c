//! Instances of rules: the results of a rule on its examples, to be checked by evaluation and solvers.
//!
//! An example is a term in SMT-LIB. In it
//! - `x`, `y` and `z` are bit vectors of the requested width, `p`, `q` and `r` are Booleans, `f` and `g`
//!   floats of a format that depends on the width, `h` and `i` bit vectors as wide as these floats, and
//!   `a` is an array whose indices and elements have the requested width;
//! - `k`, `l` and `m` are constants of the width: an example stands for one instance with each choice of
//!   them;
//! - `{w+1}` is a number computed from the width, `{f-1}` one from the floats' width, `{w:-1}` a constant
//!   given by its width and value (or `max`, `min`);
//! - `{format}` is the floats' format, `{float:2}` a float, `{pattern:nan}` the pattern of the canonical
//!   NaN, `{magnitude:infinity}` that of the infinities without their sign.

use super::Rule;
use crate::op::Op;
use crate::pattern;
use crate::pool::{Pool, Term};
use crate::smtlib;
use crate::sort::Sort;
use quell_bits::{Bits, FloatFormat, float};

/// The results of a rule on its examples at one width, in a pool that does not rewrite.
#[derive(Debug)]
pub struct Instances {
    /// The pool of the terms.
    pub pool: Pool,
    /// Terms before and after the rule, which must have the same value for all values of the variables.
    pub pairs: Vec<(Term, Term)>,
}

impl Rule {
    /// The results of the rule on its examples at a width. Examples that do not exist at the width, and
    /// constants for which the rule does not apply, are left out.
    #[must_use]
    pub fn instances(&self, width: u32) -> Instances {
        self.instances_of(self.examples, width)
    }

    /// The results of the rule on the given examples at a width.
    #[must_use]
    pub fn instances_of(&self, examples: &[&str], width: u32) -> Instances {
        let mut pool = Pool::without_rewriting();
        let mut pairs = Vec::new();
        for example in examples {
            let Some(text) = expanded(example, width) else {
                continue;
            };
            for constants in choices(&text, width) {
                pairs.extend(self.instance(&mut pool, &text, width, &constants));
            }
        }
        pairs.dedup();
        Instances { pool, pairs }
    }

    /// The example with constants chosen, and the result of the rule.
    fn instance(
        &self,
        pool: &mut Pool,
        text: &str,
        width: u32,
        constants: &[(&'static str, Bits)],
    ) -> Option<(Term, Term)> {
        let mut names = variables(pool, width);
        for (name, value) in constants {
            names.push((name, pool.bits(value)));
        }
        let left = smtlib::parse_term(pool, &names, text).ok()?;
        let args = pool.args(left).to_vec();
        let right = self.apply(pool, pool.op(left), &args)?;
        Some((left, right))
    }
}

fn variables(pool: &mut Pool, width: u32) -> Vec<(&'static str, Term)> {
    let array = Sort::Array {
        index: width,
        element: width,
    };
    let format = format_at(width);
    let sorts = [
        (&["x", "y", "z"][..], Sort::Bv(width)),
        (&["p", "q", "r"], Sort::Bool),
        (&["f", "g"], Sort::Float(format)),
        (&["h", "i"], Sort::Bv(format.width())),
        (&["a"], array),
    ];
    let mut all = Vec::new();
    for (names, sort) in sorts {
        all.extend(names.iter().map(|&name| (name, pool.var(name, sort))));
    }
    all
}

/// The format of the floats of examples at a width: one of that size if there is one.
fn format_at(width: u32) -> FloatFormat {
    match width {
        64 => FloatFormat::Double,
        32 => FloatFormat::Single,
        7 => FloatFormat::BFloat,
        _ => FloatFormat::Half,
    }
}

/// All choices of values for the constants of a text.
fn choices(text: &str, width: u32) -> Vec<Vec<(&'static str, Bits)>> {
    let occurs = |name: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.')
            .any(|word| word == name)
    };
    let mut choices = vec![Vec::new()];
    let count = ["k", "l", "m"]
        .into_iter()
        .filter(|name| occurs(name))
        .count();
    for name in ["k", "l", "m"].into_iter().filter(|name| occurs(name)) {
        let values = constants(width, count);
        let extend = |choice: Vec<(&'static str, Bits)>| {
            values
                .iter()
                .map(move |value| {
                    let mut longer = choice.clone();
                    longer.push((name, value.clone()));
                    longer
                })
                .collect::<Vec<_>>()
        };
        choices = choices.into_iter().flat_map(extend).collect();
    }
    choices
}

/// All constants of a small width, corner cases of others; fewer if the example has several constants.
fn constants(width: u32, count: usize) -> Vec<Bits> {
    if width <= 3 || width == 4 && count < 3 {
        return (0..1 << width)
            .map(|value| Bits::from_u64(width, value))
            .collect();
    }
    let middle = Bits::one(width).shl_u32(width / 2);
    let mut all = vec![
        Bits::zero(width),
        Bits::one(width),
        Bits::ones(width),
        Bits::min_signed(width),
        Bits::max_signed(width),
    ];
    if count < 3 {
        all.extend([
            Bits::from_u64(width, 2),
            Bits::from_i64(width, -4),
            middle.clone(),
        ]);
    }
    if count < 2 {
        let one = Bits::one(width);
        all.extend([3, 7, 100].map(|value| Bits::from_u64(width, value)));
        all.extend([Bits::from_i64(width, -2), middle.sub(&one), middle.neg()]);
        all.extend([
            Bits::min_signed(width).add(&one),
            Bits::max_signed(width).sub(&one),
        ]);
    }
    all
}

/// The text with everything in braces computed; none if a number would be negative.
fn expanded(example: &str, width: u32) -> Option<String> {
    let mut text = String::new();
    let mut rest = example;
    while let Some(start) = rest.find('{') {
        let end = start + rest[start..].find('}')?;
        text.push_str(&rest[..start]);
        text.push_str(&computed(&rest[start + 1..end], width)?);
        rest = &rest[end + 1..];
    }
    text.push_str(rest);
    Some(text)
}

fn computed(word: &str, width: u32) -> Option<String> {
    let format = format_at(width);
    let fields = format!("{} {}", format.exponent_bits(), format.significand_bits());
    let Some((size, value)) = word.split_once(':') else {
        return match word {
            "format" => Some(fields),
            _ => number(word, width).map(|number| number.to_string()),
        };
    };
    let bits = match (size, value) {
        ("float", _) => {
            let value = Bits::from_i64(8, value.parse().ok()?);
            float::from_int(format, &value, true)
        }
        ("pattern", "nan") => pattern::canonical_nan(format),
        ("magnitude", "infinity") => {
            let ones = Bits::ones(format.exponent_bits()).zext(format.width() - 1);
            ones.shl_u32(format.significand_bits() - 1)
        }
        (_, "max") => Bits::max_signed(number(size, width)?),
        (_, "min") => Bits::min_signed(number(size, width)?),
        _ => Bits::from_i64(number(size, width)?, value.parse().ok()?),
    };
    let constant = format!("(_ bv{bits} {})", bits.width());
    Some(match size {
        "float" => format!("((_ to_fp {fields}) {constant})"),
        _ => constant,
    })
}

/// `w`, `2w`, `w+3`, `w-1`, likewise with `f`, or a number.
fn number(word: &str, width: u32) -> Option<u32> {
    if let Some((left, right)) = word.split_once('+') {
        return number(left, width)?.checked_add(right.parse().ok()?);
    }
    if let Some((left, right)) = word.split_once('-') {
        return number(left, width)?.checked_sub(right.parse().ok()?);
    }
    if word == "f" {
        return Some(format_at(width).width());
    }
    match word.strip_suffix('w') {
        Some("") => Some(width),
        Some(factor) => width.checked_mul(factor.parse().ok()?),
        None => word.parse().ok(),
    }
}

impl Instances {
    /// One Boolean term per pair, true where both sides differ: unsatisfiable if the rule is correct.
    pub fn differences(&mut self) -> Vec<Term> {
        let pairs = self.pairs.clone();
        let differ = |&(left, right): &(Term, Term)| {
            let same = self.pool.raw(Op::Eq, &[left, right]);
            self.pool.raw(Op::Not, &[same])
        };
        pairs.iter().map(differ).collect()
    }
}
