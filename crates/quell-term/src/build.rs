//! A builder for each operator, and for common combinations of operators.

use crate::op::{Op, Rounding};
use crate::pool::{Pool, Term};
use crate::sort::Sort;
use quell_bits::{Bits, FloatFormat};

/// Defines a method for each operator that takes only terms.
macro_rules! builders {
    ($($(#[$doc:meta])* $name:ident = $op:ident($($arg:ident),+);)*) => {
        /// Operators on terms; they panic if the sorts do not fit, like [`Pool::make`].
        impl Pool {
            $($(#[$doc])* pub fn $name(&mut self, $($arg: Term),+) -> Term {
                self.make(Op::$op, &[$($arg),+])
            })*
        }
    };
}

builders! {
    /// Negation.
    not = Not(a);
    /// Conjunction.
    and = And(a, b);
    /// Disjunction.
    or = Or(a, b);
    /// Exclusive disjunction.
    xor = Xor(a, b);
    /// Equality of any sort.
    eq = Eq(a, b);
    /// The second if the first is true, else the third.
    ite = Ite(condition, then, otherwise);
    /// Complement of every bit.
    bvnot = BvNot(a);
    /// Two's complement negation.
    neg = BvNeg(a);
    /// Bitwise and.
    bvand = BvAnd(a, b);
    /// Bitwise or.
    bvor = BvOr(a, b);
    /// Bitwise exclusive or.
    bvxor = BvXor(a, b);
    /// Sum, wrapping.
    add = Add(a, b);
    /// Difference, wrapping.
    sub = Sub(a, b);
    /// Product, wrapping.
    mul = Mul(a, b);
    /// Unsigned quotient; all ones when divided by 0.
    udiv = UDiv(a, b);
    /// Signed quotient; 1 or -1 when divided by 0.
    sdiv = SDiv(a, b);
    /// Unsigned remainder; the dividend when divided by 0.
    urem = URem(a, b);
    /// Signed remainder; the dividend when divided by 0.
    srem = SRem(a, b);
    /// Shift left; 0 when the amount reaches the width.
    shl = Shl(a, amount);
    /// Logical shift right; 0 when the amount reaches the width.
    lshr = LShr(a, amount);
    /// Arithmetic shift right; all sign bits when the amount reaches the width.
    ashr = AShr(a, amount);
    /// The first above the second.
    concat = Concat(high, low);
    /// Unsigned less than.
    ult = Ult(a, b);
    /// Unsigned less than or equal.
    ule = Ule(a, b);
    /// Signed less than.
    slt = Slt(a, b);
    /// Signed less than or equal.
    sle = Sle(a, b);
    /// Whether the unsigned sum leaves the width.
    uadd_overflows = UAddOverflows(a, b);
    /// Whether the signed sum leaves the width.
    sadd_overflows = SAddOverflows(a, b);
    /// Whether the unsigned difference is negative.
    usub_overflows = USubOverflows(a, b);
    /// Whether the signed difference leaves the width.
    ssub_overflows = SSubOverflows(a, b);
    /// Whether the unsigned product leaves the width.
    umul_overflows = UMulOverflows(a, b);
    /// Whether the signed product leaves the width.
    smul_overflows = SMulOverflows(a, b);
    /// Sum of floats.
    fp_add = FpAdd(a, b);
    /// Difference of floats.
    fp_sub = FpSub(a, b);
    /// Product of floats.
    fp_mul = FpMul(a, b);
    /// Quotient of floats.
    fp_div = FpDiv(a, b);
    /// `a * b + c`, rounded once.
    fp_fma = FpFma(a, b, c);
    /// Square root.
    fp_sqrt = FpSqrt(a);
    /// Negation of a float.
    fp_neg = FpNeg(a);
    /// Absolute value of a float.
    fp_abs = FpAbs(a);
    /// Whether two floats are equal numbers.
    fp_eq = FpEq(a, b);
    /// Whether a float is less than another; never with a NaN.
    fp_lt = FpLt(a, b);
    /// Whether a float is at most another; never with a NaN.
    fp_le = FpLe(a, b);
    /// Whether a float is the NaN.
    fp_is_nan = FpIsNan(a);
    /// Whether a float is infinite.
    fp_is_inf = FpIsInf(a);
    /// Whether a float is 0 or -0.
    fp_is_zero = FpIsZero(a);
    /// Whether a float is normal.
    fp_is_normal = FpIsNormal(a);
    /// Whether a float is subnormal.
    fp_is_subnormal = FpIsSubnormal(a);
    /// Whether a float is not the NaN and has its sign set.
    fp_is_negative = FpIsNegative(a);
    /// The pattern of a float, with [`crate::canonical_nan`] for the NaN.
    to_bits = ToBits(a);
    /// The element at an index.
    select = Select(array, index);
    /// The array with one element replaced.
    store = Store(array, index, element);
}

/// Operators with indices.
impl Pool {
    /// The bits from `low` to `high`, both included.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        self.make(Op::Extract { high, low }, &[a])
    }

    /// Zero-extends to this width; a smaller width keeps the low bits. A Boolean is one bit.
    pub fn zext_to(&mut self, a: Term, width: u32) -> Term {
        self.resized(a, width, Op::ZeroExtend)
    }

    /// Sign-extends to this width; a smaller width keeps the low bits. A Boolean is one bit.
    pub fn sext_to(&mut self, a: Term, width: u32) -> Term {
        self.resized(a, width, Op::SignExtend)
    }

    /// The low bits of a bit vector.
    pub fn trunc_to(&mut self, a: Term, width: u32) -> Term {
        self.zext_to(a, width)
    }

    fn resized(&mut self, a: Term, width: u32, extension: fn(u32) -> Op) -> Term {
        let a = self.as_vector(a);
        let own = self.width(a);
        match width {
            _ if width == own => a,
            _ if width > own => self.make(extension(width - own), &[a]),
            _ => self.extract(a, width.saturating_sub(1), 0),
        }
    }

    /// A Boolean as a bit vector of width 1; other terms unchanged.
    pub fn as_vector(&mut self, a: Term) -> Term {
        if self.sort(a) != Sort::Bool {
            return a;
        }
        let (one, zero) = (self.number(1, 1), self.number(1, 0));
        self.ite(a, one, zero)
    }

    /// Whether a bit is set.
    pub fn bit(&mut self, a: Term, index: u32) -> Term {
        let bit = self.extract(a, index, index);
        let one = self.number(1, 1);
        self.eq(bit, one)
    }

    /// The float with this pattern of [`crate::pattern_width`] bits.
    pub fn from_bits(&mut self, format: FloatFormat, pattern: Term) -> Term {
        self.make(Op::FromBits(format), &[pattern])
    }

    /// Rounds to an integral value of the same format.
    pub fn fp_round(&mut self, rounding: Rounding, a: Term) -> Term {
        self.make(Op::FpRoundToIntegral(rounding), &[a])
    }

    /// Converts to another format.
    pub fn fp_to_fp(&mut self, format: FloatFormat, a: Term) -> Term {
        self.make(Op::FpToFp(format), &[a])
    }

    /// Converts to an integer, rounding towards zero. The value is arbitrary unless
    /// [`Pool::fp_fits`] holds.
    pub fn fp_to_int(&mut self, a: Term, width: u32, signed: bool) -> Term {
        let op = if signed { Op::FpToSBv } else { Op::FpToUBv };
        self.make(op(width), &[a])
    }

    /// Converts from an integer.
    pub fn int_to_fp(&mut self, format: FloatFormat, a: Term, signed: bool) -> Term {
        let op = if signed { Op::SBvToFp } else { Op::UBvToFp };
        let a = self.as_vector(a);
        self.make(op(format), &[a])
    }

    /// The array that has this element at every index.
    pub fn const_array(&mut self, index_width: u32, element: Term) -> Term {
        self.make(Op::ConstArray(index_width), &[element])
    }
}

/// Combinations of operators.
impl Pool {
    /// Implication.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Inequality.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// The conjunction of all terms.
    pub fn and_all(&mut self, terms: &[Term]) -> Term {
        let all = self.bool(true);
        terms.iter().fold(all, |all, &term| self.and(all, term))
    }

    /// The disjunction of all terms.
    pub fn or_all(&mut self, terms: &[Term]) -> Term {
        let any = self.bool(false);
        terms.iter().fold(any, |any, &term| self.or(any, term))
    }

    /// Whether a float, rounded towards zero, fits an integer of this width.
    ///
    /// # Panics
    /// If the term is not a float.
    pub fn fp_fits(&mut self, a: Term, width: u32, signed: bool) -> Term {
        let Sort::Float(format) = self.sort(a) else {
            panic!("fp_fits takes a float");
        };
        let magnitude = width - u32::from(signed && width > 0);
        let above = self.power_of_two(format, magnitude, false);
        let below_limit = self.fp_lt(a, above);
        let above_limit = match (signed, magnitude < format.significand_bits()) {
            // The format has the number one below the least integer; all greater ones are rounded
            // into the range.
            (true, true) => {
                let beyond = Bits::one(width + 2)
                    .shl_u32(magnitude)
                    .add(&Bits::one(width + 2));
                let beyond = self.float_of(format, &beyond.neg());
                self.fp_lt(beyond, a)
            }
            (true, false) => {
                let least = self.power_of_two(format, magnitude, true);
                self.fp_le(least, a)
            }
            (false, _) => {
                let minus_one = self.float_of(format, &Bits::ones(2));
                self.fp_lt(minus_one, a)
            }
        };
        let infinite = self.fp_is_inf(a);
        let finite = self.not(infinite);
        self.and_all(&[below_limit, above_limit, finite])
    }

    fn power_of_two(&mut self, format: FloatFormat, exponent: u32, negative: bool) -> Term {
        let power = Bits::one(exponent + 2).shl_u32(exponent);
        self.float_of(format, &if negative { power.neg() } else { power })
    }

    /// The constant nearest to a signed number.
    fn float_of(&mut self, format: FloatFormat, value: &Bits) -> Term {
        let memory = quell_bits::float::from_int(format, value, true);
        let pattern = crate::pattern::pack(format, &memory);
        self.float(format, &pattern)
    }
}
