//! Conversion of Bitwuzla's model values to values of terms.

use quell_bits::Bits;
use quell_bitwuzla::{Node, Session};
use quell_term::{ArrayValue, Sort, Value, pattern_width};

use crate::SolverError;

/// The value of a variable of this sort. The node of a float variable is its pattern.
pub(crate) fn value(session: &mut Session, node: Node, sort: Sort) -> Result<Value, SolverError> {
    Ok(match sort {
        Sort::Bool => Value::Bool(session.bool_value(node)?),
        Sort::Bv(width) => Value::Bits(bits(sort, width, &session.digits(node)?)?),
        Sort::Float(format) => {
            Value::Bits(bits(sort, pattern_width(format), &session.digits(node)?)?)
        }
        Sort::Array { index, element } => Value::Array(array(session, node, index, element)?),
    })
}

fn array(
    session: &mut Session,
    node: Node,
    index: u32,
    element: u32,
) -> Result<ArrayValue, SolverError> {
    let sort = Sort::Array { index, element };
    let found = session.array_value(node)?;
    let default = match &found.default {
        Some(digits) => bits(sort, element, digits)?,
        None => Bits::zero(element),
    };
    let mut value = ArrayValue::filled(default);
    for (at, digits) in &found.entries {
        value.set(bits(sort, index, at)?, bits(sort, element, digits)?);
    }
    Ok(value)
}

/// The bits of binary digits, highest first.
fn bits(sort: Sort, width: u32, digits: &str) -> Result<Bits, SolverError> {
    let wrong = || SolverError::Model {
        sort,
        text: digits.to_string(),
    };
    if digits.len() != width as usize {
        return Err(wrong());
    }
    let chunks = digits.as_bytes().rchunks(64);
    let limbs: Option<Vec<u64>> = chunks.map(limb).collect();
    Ok(Bits::from_limbs(width, &limbs.ok_or_else(wrong)?))
}

fn limb(digits: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, 2).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_any_width_become_bits() {
        let digits = format!("1{}101", "0".repeat(66));
        let found = bits(Sort::Bv(70), 70, &digits).expect("digits");
        assert_eq!(found, Bits::from_u128(70, 5 | 1 << 69));
        assert!(bits(Sort::Bv(3), 3, "10").is_err());
        assert!(bits(Sort::Bv(3), 3, "1x0").is_err());
    }
}
