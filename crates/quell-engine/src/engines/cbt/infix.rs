//! Terms as a reader of the paper writes them: `I + J <= K`, in terms of the inputs.

use quell_bits::word;
use quell_term::{Op, Pool, Sort, Term};

/// Terms that are nested deeper than this are shortened.
const MAX_DEPTH: usize = 12;

/// The text of a term. Numbers are shown as signed ones.
pub fn infix(pool: &Pool, term: Term) -> String {
    let mut texts = Vec::new();
    let mut open = vec![(term, 0, false)];
    // Operands before the terms made of them, without recursion.
    while let Some((term, depth, is_ready)) = open.pop() {
        let args = pool.args(term);
        if args.is_empty() || depth > MAX_DEPTH {
            texts.push(leaf(pool, term));
        } else if is_ready {
            let operands = texts.split_off(texts.len().saturating_sub(args.len()));
            texts.push(joined(pool, term, &operands));
        } else {
            open.push((term, depth, true));
            open.extend(args.iter().rev().map(|arg| (*arg, depth + 1, false)));
        }
    }
    texts.pop().unwrap_or_default()
}

fn leaf(pool: &Pool, term: Term) -> String {
    if let Some(name) = pool.var_name(term) {
        return name.to_owned();
    }
    if let Some(value) = pool.as_bool(term) {
        return value.to_string();
    }
    match (pool.as_word(term), pool.sort(term)) {
        (Some(bit), Sort::Bv(1)) => bit.to_string(),
        (Some(word), Sort::Bv(width)) => word::sign_extend(width, word).to_string(),
        _ if pool.args(term).is_empty() => format!("{:?}", pool.constant_value(term)),
        _ => "...".to_owned(),
    }
}

fn joined(pool: &Pool, term: Term, operands: &[String]) -> String {
    let op = pool.op(term);
    match (op, operands) {
        (Op::Not, [inner]) => match inner.strip_suffix(OVERFLOWS) {
            Some(sum) => format!("{sum} does not overflow"),
            None => format!("not {}", within(inner)),
        },
        (Op::BvNeg | Op::FpNeg, [inner]) => format!("-{}", within(inner)),
        (Op::BvNot, [inner]) => format!("~{}", within(inner)),
        // The number is the same; its width is not shown.
        (Op::ZeroExtend(_) | Op::SignExtend(_) | Op::FromBits(_), [inner]) => inner.clone(),
        (Op::Extract { high, low }, [inner]) if high == low => {
            format!("bit {low} of {}", within(inner))
        }
        (Op::Extract { high, low }, [inner]) => format!("bits {low}..{high} of {}", within(inner)),
        (Op::Ite, [condition, then, otherwise]) => {
            format!("if {condition} then {then} else {otherwise}")
        }
        (_, [a, b]) if overflow_of(op).is_some() => {
            let sign = overflow_of(op).unwrap_or_default();
            format!("{} {sign} {}{OVERFLOWS}", within(a), within(b))
        }
        (_, [a, b]) => match sign_of(op) {
            Some(sign) => format!("{} {sign} {}", within(a), within(b)),
            None => format!("{}({a}, {b})", op.info().name),
        },
        _ => format!("{}({})", op.info().name, operands.join(", ")),
    }
}

/// Behind an operation that leaves its width.
const OVERFLOWS: &str = " overflows";

/// The operation that a test for an overflow is about.
fn overflow_of(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::SAddOverflows | Op::UAddOverflows => "+",
        Op::SSubOverflows | Op::USubOverflows => "-",
        Op::SMulOverflows | Op::UMulOverflows => "*",
        _ => return None,
    })
}

fn sign_of(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::And => "and",
        Op::Or => "or",
        Op::Xor => "/=",
        Op::Eq | Op::FpEq => "=",
        Op::Add | Op::FpAdd => "+",
        Op::Sub | Op::FpSub => "-",
        Op::Mul | Op::FpMul => "*",
        Op::SDiv | Op::UDiv | Op::FpDiv => "/",
        Op::SRem | Op::URem => "mod",
        Op::Slt | Op::Ult | Op::FpLt => "<",
        Op::Sle | Op::Ule | Op::FpLe => "<=",
        Op::BvAnd => "&",
        Op::BvOr => "|",
        Op::BvXor => "^",
        Op::Shl => "<<",
        Op::LShr | Op::AShr => ">>",
        _ => return None,
    })
}

/// With parentheses around what has several parts.
fn within(text: &str) -> String {
    match text.contains(' ') && !is_call(text) {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}

/// Whether a text is one call, with its parentheses around all blanks.
fn is_call(text: &str) -> bool {
    let mut depth = 0usize;
    text.ends_with(')')
        && text.bytes().all(|byte| {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b' ' if depth == 0 => return false,
                _ => {}
            }
            true
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_shown_with_the_signs_of_programs() {
        let mut pool = Pool::without_rewriting();
        let [i, j, k] = ["I", "J", "K"].map(|name| pool.var(name, Sort::Bv(32)));
        let sum = pool.add(i, j);
        let legal = pool.sle(sum, k);
        let minus = pool.number(32, u64::from(u32::MAX));
        let negative = pool.slt(k, minus);
        let not = pool.not(legal);
        let both = pool.and(not, negative);
        assert_eq!(infix(&pool, legal), "(I + J) <= K");
        assert_eq!(infix(&pool, both), "(not ((I + J) <= K)) and (K < -1)");
        let overflows = pool.sadd_overflows(i, j);
        let fits = pool.not(overflows);
        assert_eq!(infix(&pool, fits), "I + J does not overflow");
        let low = pool.extract(i, 1, 0);
        let zero = pool.number(2, 0);
        let multiple = pool.eq(low, zero);
        assert_eq!(infix(&pool, multiple), "(bits 0..1 of I) = 0");
    }
}
