//! Floating point: rounding, minimum and maximum, classes, conversions, and functions of the C library.

use quell_bits::{Bits, FloatFormat};
use quell_ir::opcode::{Flags, FloatPred};
use quell_values::unsupported::Unsupported;

use super::call::{Call, Outcome, entries, format_of, intrinsics, width_of};
use crate::domain::{Alu, Domain, Fpu, Fpu1, Test};
use crate::library::Table;
use crate::library::math::exact;
use crate::library::math::host::{self, Function1, Function2};
use crate::library::math::values::{self, to_integer};
use crate::library::math::with_rounding;
use crate::semantics::float::mul_add;
use crate::semantics::lanes;
use crate::stop::Stop;
use crate::value::Val;

with_rounding! { intrinsics {
    "sqrt" => unary(Fpu1::Sqrt),
    "minnum" => extreme_number(Fpu::MinNum),
    "maxnum" => extreme_number(Fpu::MaxNum),
    "minimum" => binary(Fpu::Minimum),
    "maximum" => binary(Fpu::Maximum),
    "minimumnum" => binary(Fpu::MinimumNum),
    "maximumnum" => binary(Fpu::MaximumNum),
    "copysign" => binary(Fpu::CopySign),
    "fma" => fused,
    "fmuladd" => unfused,
    "canonicalize" => canonicalize,
    "is.fpclass" => is_class,
    "fptosi.sat" => saturating(true),
    "fptoui.sat" => saturating(false),
    "convert.to.fp16" => to_half,
    "convert.from.fp16" => from_half,
    "flt.rounds" => rounding,
    "get.rounding" => rounding,
    "set.rounding" => set_rounding,
    "powi" => integer_power,
    "ldexp" => scale,
    "frexp" => fraction_and_exponent,
    "modf" => fraction_and_whole,
    "sincos" => sine_and_cosine,
} }

/// Intrinsics that the code generator lowers to calls of the C library.
pub fn library_table<D: Domain>() -> Table<D> {
    entries![
        "sin" => library1(host::SIN),
        "cos" => library1(host::COS),
        "tan" => library1(host::TAN),
        "asin" => library1(host::ASIN),
        "acos" => library1(host::ACOS),
        "atan" => library1(host::ATAN),
        "sinh" => library1(host::SINH),
        "cosh" => library1(host::COSH),
        "tanh" => library1(host::TANH),
        "exp" => library1(host::EXP),
        "exp2" => library1(host::EXP2),
        "exp10" => library1(host::EXP10),
        "log" => library1(host::LOG),
        "log2" => library1(host::LOG2),
        "log10" => library1(host::LOG10),
        "pow" => library2(host::POW),
        "atan2" => library2(host::ATAN2)
    ]
}

fn unary<D: Domain>(c: &mut Call<D>, op: Fpu1) -> Outcome<D> {
    let format = c.format(0)?;
    c.each1(|d, a| Ok(d.fpu1(op, format, a)))
}

fn binary<D: Domain>(c: &mut Call<D>, op: Fpu) -> Outcome<D> {
    let format = c.format(0)?;
    c.each2(|d, a, b| Ok(d.fpu(op, format, a, b)))
}

/// Minimum or maximum. Which of two zeros of different sign results is unspecified in LLVM, and code generators
/// choose by the operands: a constant operand is moved to the second place, and the second operand results if
/// it is a constant and the operation is not a library call, or if there are no NaNs (`nnan`).
fn extreme_number<D: Domain>(c: &mut Call<D>, op: Fpu) -> Outcome<D> {
    let format = c.format(0)?;
    let is_const = |index: usize| c.site.args.get(index).is_some_and(|arg| arg.src.is_const());
    let (first, second) = (is_const(0), is_const(1));
    let by_library = format.width() > 64;
    let last_wins = c.site.flags.contains(Flags::NNAN) || !by_library && first != second;
    // In all other cases the first operand results.
    let gives_last = format == FloatFormat::X87 && op == Fpu::MaxNum;
    let exchanged = (first && !second) ^ (last_wins && !gives_last);
    c.each2(|d, a, b| {
        let (a, b) = if exchanged { (b, a) } else { (a, b) };
        Ok(d.fpu(op, format, a, b))
    })
}

fn integer<D: Domain>(c: &mut Call<D>, op: Fpu1) -> Outcome<D> {
    let (format, width) = (c.format(0)?, c.result_width()?);
    c.each1(|d, a| {
        let whole = d.fpu1(op, format, a);
        Ok(to_integer(d, format, width, &whole))
    })
}

fn fused<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let format = c.format(0)?;
    c.each3(|d, a, b, c| Ok(d.fma(format, a, b, c)))
}

fn unfused<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let format = c.format(0)?;
    c.each3(|d, a, b, c| Ok(mul_add(d, format, a, b, c)))
}

/// Multiplication by one makes a signaling NaN quiet and changes nothing else.
fn canonicalize<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let format = c.format(0)?;
    c.each1(|d, a| {
        let one = d.word(8, 1);
        let one = d.int_to_float(8, false, format, &one);
        Ok(d.fpu(Fpu::Mul, format, a, &one))
    })
}

/// The bit in the mask for each class, with its values: the bounds of the magnitude (the upper one is
/// exclusive), and the sign, if the class has one.
fn classes(format: FloatFormat) -> [(u64, Bits, Bits, Option<bool>); 10] {
    let [zero, least, normal, infinity, above, quiet] = values::milestones(format);
    let end = Bits::one(format.width()).shl_u32(format.width() - 1);
    let signed = |bit, from: &Bits, to: &Bits, negative| (bit, from.clone(), to.clone(), negative);
    [
        signed(0, &above, &quiet, None),
        signed(1, &quiet, &end, None),
        signed(2, &infinity, &above, Some(true)),
        signed(3, &normal, &infinity, Some(true)),
        signed(4, &least, &normal, Some(true)),
        signed(5, &zero, &least, Some(true)),
        signed(6, &zero, &least, Some(false)),
        signed(7, &least, &normal, Some(false)),
        signed(8, &normal, &infinity, Some(false)),
        signed(9, &infinity, &above, Some(false)),
    ]
}

fn is_class<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (format, mask) = (c.format(0)?, c.number(1, "a mask of classes")?);
    let wanted: Vec<_> = classes(format)
        .into_iter()
        .filter(|class| mask >> class.0 & 1 == 1)
        .collect();
    let width = format.width();
    c.each1(|d, a| {
        let magnitude = d.fpu1(Fpu1::Abs, format, a);
        let sign = d.extract(width, a, width - 1, 1);
        let mut member = d.word(1, 0);
        for (_, from, to, negative) in &wanted {
            let (from, to) = (d.constant(from), d.constant(to));
            let (low, high) = (
                d.test(Test::Ule, width, &from, &magnitude),
                d.test(Test::Ult, width, &magnitude, &to),
            );
            let mut within = d.alu(Alu::And, 1, &low, &high);
            if let Some(negative) = negative {
                let wanted = d.word(1, u64::from(*negative));
                let same = d.test(Test::Eq, 1, &sign, &wanted);
                within = d.alu(Alu::And, 1, &within, &same);
            }
            member = d.alu(Alu::Or, 1, &member, &within);
        }
        Ok(member)
    })
}

/// The integer clamped to its range; zero for a NaN.
fn saturating<D: Domain>(c: &mut Call<D>, signed: bool) -> Outcome<D> {
    let (format, width) = (c.format(0)?, c.result_width()?);
    c.each1(|d, a| {
        let (value, _) = d.float_to_int(format, width, signed, a);
        let (nan, zero) = (d.float_test(FloatPred::Uno, format, a, a), d.word(width, 0));
        Ok(d.select(&nan, width, &zero, &value))
    })
}

fn to_half<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let format = c.format(0)?;
    c.each1(|d, a| Ok(d.float_convert(format, FloatFormat::Half, a)))
}

fn from_half<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let format = c.result_format()?;
    c.each1(|d, a| Ok(d.float_convert(FloatFormat::Half, format, a)))
}

/// The rounding mode: to nearest.
fn rounding<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let width = c.result_width()?;
    Ok(Some(Val::Word(c.machine.domain.word(width, 1))))
}

fn set_rounding<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    match c.number(0, "a rounding mode")? {
        1 => Ok(None),
        _ => Err(Unsupported::Rounding.into()),
    }
}

/// The power by repeated squaring, as in the compilers' run-time library.
fn integer_power<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (format, width) = (c.format(0)?, c.width(1)?);
    let exponent = c.number(1, "an exponent")?;
    let exponent = quell_bits::word::sign_extend(width, exponent);
    c.each1(|d, a| Ok(power(d, format, a, exponent)))
}

fn power<D: Domain>(d: &mut D, format: FloatFormat, base: &D::Word, exponent: i64) -> D::Word {
    let one = d.word(8, 1);
    let one = d.int_to_float(8, false, format, &one);
    let mut rest = exponent.unsigned_abs();
    let mut square = base.clone();
    let mut result = if rest & 1 == 1 {
        base.clone()
    } else {
        one.clone()
    };
    while rest > 1 {
        rest >>= 1;
        square = d.fpu(Fpu::Mul, format, &square, &square);
        if rest & 1 == 1 {
            result = d.fpu(Fpu::Mul, format, &result, &square);
        }
    }
    if exponent < 0 {
        d.fpu(Fpu::Div, format, &one, &result)
    } else {
        result
    }
}

/// The value times two to the power of the second operand, which is one number, or one for each lane.
fn scale<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (format, width) = (c.format(0)?, c.width(1)?);
    let (value, exponents) = (c.arg(0)?, c.arg(1)?);
    let d = &mut c.machine.domain;
    let mut lane = 0;
    lanes::map(value, |a| {
        let exponent = match exponents {
            Val::Agg(_) => exponents.at(&[lane])?,
            scalar => scalar,
        };
        lane += 1;
        let exponent = d.concrete(width, exponent.word()?, "an exponent")?;
        let exponent = exponent.to_i64().unwrap_or(i64::MAX);
        values::given(d, format, a.word()?, |bits| {
            exact::scale(format, bits, exponent)
        })
        .map(Val::Word)
    })
    .map(Some)
}

fn fraction_and_exponent<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (format, width) = (c.format(0)?, width_of(&c.member_kind(1)?)?);
    c.each_pair(|d, a| {
        let bits = d.concrete(format.width(), a, "a floating-point number")?;
        let (fraction, exponent) = exact::fraction_and_exponent(format, &bits);
        let exponent = Bits::from_i64(width, exponent);
        Ok((d.constant(&fraction), d.constant(&exponent)))
    })
}

fn fraction_and_whole<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let format = format_of(&c.member_kind(0)?)?;
    c.each_pair(|d, a| {
        let bits = d.concrete(format.width(), a, "a floating-point number")?;
        let (fraction, whole) = exact::fraction_and_whole(format, &bits);
        Ok((d.constant(&fraction), d.constant(&whole)))
    })
}

fn sine_and_cosine<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let format = c.format(0)?;
    c.each_pair(|d, a| {
        Ok((
            computed1(d, format, a, host::SIN)?,
            computed1(d, format, a, host::COS)?,
        ))
    })
}

fn computed1<D: Domain>(
    d: &mut D,
    format: FloatFormat,
    a: &D::Word,
    function: Function1,
) -> Result<D::Word, Stop> {
    if !d.is_defined(a) {
        return Ok(d.undef(format.width()));
    }
    let bits = d.concrete(format.width(), a, "an argument of a library function")?;
    let computed = function.call(format, &bits)?;
    Ok(d.constant(&computed.bits))
}

fn library1<D: Domain>(c: &mut Call<D>, function: Function1) -> Outcome<D> {
    let format = c.format(0)?;
    c.each1(|d, a| computed1(d, format, a, function))
}

fn library2<D: Domain>(c: &mut Call<D>, function: Function2) -> Outcome<D> {
    let format = c.format(0)?;
    c.each2(|d, a, b| {
        if !d.is_defined(a) || !d.is_defined(b) {
            return Ok(d.undef(format.width()));
        }
        let what = "an argument of a library function";
        let (a, b) = (
            d.concrete(format.width(), a, what)?,
            d.concrete(format.width(), b, what)?,
        );
        let computed = function.call(format, &a, &b)?;
        Ok(d.constant(&computed.bits))
    })
}
