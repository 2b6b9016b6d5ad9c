//! Vectors: the scalar operation on each lane.

use crate::domain::{Domain, Fpu1};
use crate::program::op::LaneOp;
use crate::semantics::int::{self, Kind};
use crate::stop::Stop;
use crate::value::{Val, mismatch};

/// The operation on one lane. Unary operations ignore `b`.
pub fn lane<D: Domain>(d: &mut D, op: LaneOp, a: &Val<D>, b: &Val<D>) -> Result<Val<D>, Stop> {
    let word = match op {
        LaneOp::Int { op, width, flags } => {
            int::binary(d, op, Kind { width, flags }, a.word()?, b.word()?)?
        }
        LaneOp::Float { op, format } => d.fpu(op, format, a.word()?, b.word()?),
        LaneOp::FNeg { format } => d.fpu1(Fpu1::Neg, format, a.word()?),
        LaneOp::Test { test, width } => d.test(test, width, a.word()?, b.word()?),
        LaneOp::PtrTest { test } => d.ptr_test(test, a.ptr()?, b.ptr()?),
        LaneOp::FCmp { pred, format } => d.float_test(pred, format, a.word()?, b.word()?),
    };
    Ok(Val::Word(word))
}

/// The operation on each lane of two vectors.
pub fn all<D: Domain>(d: &mut D, op: LaneOp, a: &Val<D>, b: &Val<D>) -> Result<Val<D>, Stop> {
    zip(a, b, |a, b| lane(d, op, a, b))
}

/// Applies a function to each lane of a vector, or to a scalar.
pub fn map<D: Domain>(
    a: &Val<D>,
    mut f: impl FnMut(&Val<D>) -> Result<Val<D>, Stop>,
) -> Result<Val<D>, Stop> {
    match a {
        Val::Agg(lanes) => Ok(Val::agg(
            lanes.iter().map(f).collect::<Result<Vec<_>, _>>()?,
        )),
        scalar => f(scalar),
    }
}

/// Applies a function to the lanes of two vectors, or to two scalars.
pub fn zip<D: Domain>(
    a: &Val<D>,
    b: &Val<D>,
    mut f: impl FnMut(&Val<D>, &Val<D>) -> Result<Val<D>, Stop>,
) -> Result<Val<D>, Stop> {
    match (a, b) {
        (Val::Agg(a), Val::Agg(b)) if a.len() == b.len() => {
            let lanes: Result<Vec<_>, Stop> =
                a.iter().zip(b.iter()).map(|(a, b)| f(a, b)).collect();
            Ok(Val::agg(lanes?))
        }
        (Val::Agg(_), _) | (_, Val::Agg(_)) => Err(mismatch("a vector of equal length")),
        (a, b) => f(a, b),
    }
}
