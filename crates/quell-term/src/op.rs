//! The table of operators: shape, name in SMT-LIB, sorts and semantics.

use crate::semantics::{Semantics, total};
use crate::sort::Sort;
use quell_bits::{Bits, FloatFormat, float, word};

/// Identifies a variable of a [`crate::Pool`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct VarId(pub(crate) u32);

/// Identifies a bit-vector constant of a [`crate::Pool`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct BitsId(pub(crate) u32);

/// How a floating-point number is rounded to an integral value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// To the nearest, ties to the even one.
    NearestEven,
    /// To the nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero.
    Zero,
}

/// The sorts of the operands and of the result of an operator.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Signature {
    /// No operands; the pool records the sort.
    Leaf,
    /// Booleans to a Boolean.
    Bools,
    /// Two of one sort to a Boolean.
    Equality,
    /// A Boolean and two of one sort to that sort.
    Choice,
    /// Bit vectors of one width to the same.
    Vectors,
    /// Bit vectors of one width to a Boolean.
    VectorTest,
    /// Two bit vectors to their concatenation.
    Join,
    /// A bit vector to a slice of it.
    Slice,
    /// A bit vector to a wider one.
    Extension,
    /// Floats of one format to the same.
    Floats,
    /// Floats of one format to a Boolean.
    FloatTest,
    /// The pattern of a float to the float.
    Decode,
    /// A float to its pattern.
    Encode,
    /// A float to another format.
    Reformat,
    /// A float to a bit vector.
    FloatToVector,
    /// A bit vector of any width to a float.
    VectorToFloat,
    /// An array and an index to an element.
    Read,
    /// An array, an index and an element to an array.
    Write,
    /// An element to the array that has it at every index.
    Fill,
}

/// The description of an operator.
#[derive(Debug)]
pub struct Info {
    /// Its name in SMT-LIB, without indices.
    pub name: &'static str,
    /// Number of operands.
    pub arity: u8,
    /// Whether the first two operands may be exchanged.
    pub commutative: bool,
    /// The sorts of its operands and result.
    pub signature: Signature,
    /// What it computes.
    pub(crate) semantics: Semantics,
}

/// Defines [`Op`] and the [`Info`] of each operator from the table below.
macro_rules! operators {
    (
        plain { $($(#[$doc:meta])* $plain:ident = $row:tt;)* }
        indexed { $($(#[$idoc:meta])* $name:ident $payload:tt = $irow:tt;)* }
    ) => {
        operators!(@type { $($(#[$doc])* $plain,)* } $({ $(#[$idoc])* $name $payload })*);

        impl Op {
            /// The operators without indices.
            pub const PLAIN: &[Op] = &[$(Op::$plain),*];

            /// The description of the operator.
            #[inline]
            #[must_use]
            pub fn info(self) -> &'static Info {
                match self {
                    $(Op::$plain => operators!(@info $row),)*
                    $(Op::$name { .. } => operators!(@info $irow),)*
                }
            }
        }
    };
    (@type { $($plain:tt)* } $({ $(#[$doc:meta])* $name:ident $payload:tt })*) => {
        /// An operator of terms. Operators on bit vectors are those of SMT-LIB, in which every division
        /// and shift has a value; floats are rounded to nearest, ties to even.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Op {
            $($plain)*
            $($(#[$doc])* $name $payload,)*
        }
    };
    (@info ($smt:literal, $signature:ident, $arity:literal, $commutative:literal, $semantics:expr)) => {{
        static INFO: Info = Info {
            name: $smt,
            arity: $arity,
            commutative: $commutative,
            signature: Signature::$signature,
            semantics: $semantics,
        };
        &INFO
    }};
}

// Columns: name in SMT-LIB, sorts, number of operands, whether they commute, semantics.
operators! {
    plain {
        /// Negation.
        Not = ("not", Bools, 1, false, Semantics::Map(word::not, Bits::not));
        /// Conjunction.
        And = ("and", Bools, 2, true, Semantics::Combine(word::and, Bits::and));
        /// Disjunction.
        Or = ("or", Bools, 2, true, Semantics::Combine(word::or, Bits::or));
        /// Exclusive disjunction.
        Xor = ("xor", Bools, 2, true, Semantics::Combine(word::xor, Bits::xor));
        /// Equality; of floats it is identity: NaN equals NaN, and 0 differs from -0.
        Eq = ("=", Equality, 2, true, Semantics::Special);
        /// The second operand if the first is true, else the third.
        Ite = ("ite", Choice, 3, false, Semantics::Special);

        /// Complement of every bit.
        BvNot = ("bvnot", Vectors, 1, false, Semantics::Map(word::not, Bits::not));
        /// Two's complement negation.
        BvNeg = ("bvneg", Vectors, 1, false, Semantics::Map(word::neg, Bits::neg));
        /// Bitwise and.
        BvAnd = ("bvand", Vectors, 2, true, Semantics::Combine(word::and, Bits::and));
        /// Bitwise or.
        BvOr = ("bvor", Vectors, 2, true, Semantics::Combine(word::or, Bits::or));
        /// Bitwise exclusive or.
        BvXor = ("bvxor", Vectors, 2, true, Semantics::Combine(word::xor, Bits::xor));
        /// Sum, wrapping.
        Add = ("bvadd", Vectors, 2, true, Semantics::Combine(word::add, Bits::add));
        /// Difference, wrapping.
        Sub = ("bvsub", Vectors, 2, false, Semantics::Combine(word::sub, Bits::sub));
        /// Product, wrapping.
        Mul = ("bvmul", Vectors, 2, true, Semantics::Combine(word::mul, Bits::mul));
        /// Unsigned quotient; all ones when divided by 0.
        UDiv = ("bvudiv", Vectors, 2, false, Semantics::Combine(total::udiv, total::wide_udiv));
        /// Signed quotient, rounded towards zero; by 0 it is 1 for a negative dividend, else -1.
        SDiv = ("bvsdiv", Vectors, 2, false, Semantics::Combine(total::sdiv, total::wide_sdiv));
        /// Unsigned remainder; the dividend when divided by 0.
        URem = ("bvurem", Vectors, 2, false, Semantics::Combine(total::urem, total::wide_urem));
        /// Signed remainder with the sign of the dividend; the dividend when divided by 0.
        SRem = ("bvsrem", Vectors, 2, false, Semantics::Combine(total::srem, total::wide_srem));
        /// Shift left; 0 when the amount reaches the width.
        Shl = ("bvshl", Vectors, 2, false, Semantics::Combine(word::shl, Bits::shl));
        /// Logical shift right; 0 when the amount reaches the width.
        LShr = ("bvlshr", Vectors, 2, false, Semantics::Combine(word::lshr, Bits::lshr));
        /// Arithmetic shift right; all sign bits when the amount reaches the width.
        AShr = ("bvashr", Vectors, 2, false, Semantics::Combine(word::ashr, Bits::ashr));
        /// The first operand above the second.
        Concat = ("concat", Join, 2, false, Semantics::Special);
        /// Unsigned less than.
        Ult = ("bvult", VectorTest, 2, false, Semantics::Compare(word::ult, Bits::ult));
        /// Unsigned less than or equal.
        Ule = ("bvule", VectorTest, 2, false, Semantics::Compare(word::ule, Bits::ule));
        /// Signed less than.
        Slt = ("bvslt", VectorTest, 2, false, Semantics::Compare(word::slt, Bits::slt));
        /// Signed less than or equal.
        Sle = ("bvsle", VectorTest, 2, false, Semantics::Compare(word::sle, Bits::sle));
        /// Whether the unsigned sum leaves the width.
        UAddOverflows = ("bvuaddo", VectorTest, 2, true,
            Semantics::Compare(word::uadd_overflows, Bits::uadd_overflows));
        /// Whether the signed sum leaves the width.
        SAddOverflows = ("bvsaddo", VectorTest, 2, true,
            Semantics::Compare(word::sadd_overflows, Bits::sadd_overflows));
        /// Whether the unsigned difference is negative.
        USubOverflows = ("bvusubo", VectorTest, 2, false,
            Semantics::Compare(word::usub_overflows, Bits::usub_overflows));
        /// Whether the signed difference leaves the width.
        SSubOverflows = ("bvssubo", VectorTest, 2, false,
            Semantics::Compare(word::ssub_overflows, Bits::ssub_overflows));
        /// Whether the unsigned product leaves the width.
        UMulOverflows = ("bvumulo", VectorTest, 2, true,
            Semantics::Compare(word::umul_overflows, Bits::umul_overflows));
        /// Whether the signed product leaves the width.
        SMulOverflows = ("bvsmulo", VectorTest, 2, true,
            Semantics::Compare(word::smul_overflows, Bits::smul_overflows));

        /// Sum.
        FpAdd = ("fp.add", Floats, 2, true, Semantics::Float2(float::add));
        /// Difference.
        FpSub = ("fp.sub", Floats, 2, false, Semantics::Float2(float::sub));
        /// Product.
        FpMul = ("fp.mul", Floats, 2, true, Semantics::Float2(float::mul));
        /// Quotient.
        FpDiv = ("fp.div", Floats, 2, false, Semantics::Float2(float::div));
        /// Product of the first two plus the third, rounded once.
        FpFma = ("fp.fma", Floats, 3, true, Semantics::Float3(float::fma));
        /// Square root.
        FpSqrt = ("fp.sqrt", Floats, 1, false, Semantics::Float1(float::sqrt));
        /// Negation.
        FpNeg = ("fp.neg", Floats, 1, false, Semantics::Float1(float::neg));
        /// Absolute value.
        FpAbs = ("fp.abs", Floats, 1, false, Semantics::Float1(float::abs));
        /// IEEE equality: NaN equals nothing, and 0 equals -0.
        FpEq = ("fp.eq", FloatTest, 2, true,
            Semantics::FloatCompare(|order| order == Some(std::cmp::Ordering::Equal)));
        /// Less than; never with a NaN.
        FpLt = ("fp.lt", FloatTest, 2, false,
            Semantics::FloatCompare(|order| order.is_some_and(std::cmp::Ordering::is_lt)));
        /// Less than or equal; never with a NaN.
        FpLe = ("fp.leq", FloatTest, 2, false,
            Semantics::FloatCompare(|order| order.is_some_and(std::cmp::Ordering::is_le)));
        /// Whether it is the NaN.
        FpIsNan = ("fp.isNaN", FloatTest, 1, false, Semantics::FloatTest(float::is_nan));
        /// Whether it is infinite.
        FpIsInf = ("fp.isInfinite", FloatTest, 1, false, Semantics::FloatTest(float::is_inf));
        /// Whether it is 0 or -0.
        FpIsZero = ("fp.isZero", FloatTest, 1, false, Semantics::FloatTest(float::is_zero));
        /// Whether it is finite and neither zero nor subnormal.
        FpIsNormal = ("fp.isNormal", FloatTest, 1, false, Semantics::FloatTest(float::is_normal));
        /// Whether it is subnormal.
        FpIsSubnormal = ("fp.isSubnormal", FloatTest, 1, false,
            Semantics::FloatTest(float::is_subnormal));
        /// Whether its sign is set; false for the NaN, which has none.
        FpIsNegative = ("fp.isNegative", FloatTest, 1, false,
            Semantics::FloatTest(|f, bits| float::sign(f, bits) && !float::is_nan(f, bits)));
        /// The pattern; of the NaN the positive quiet one without payload. Not in SMT-LIB.
        ToBits = ("to_bits", Encode, 1, false, Semantics::Special);

        /// The element at an index.
        Select = ("select", Read, 2, false, Semantics::Special);
        /// The array with one element replaced.
        Store = ("store", Write, 3, false, Semantics::Special);
    }
    indexed {
        /// A variable.
        Var(VarId) = ("var", Leaf, 0, false, Semantics::Special);
        /// A Boolean constant.
        Bool(bool) = ("bool", Leaf, 0, false, Semantics::Special);
        /// A bit-vector constant.
        Bits(BitsId) = ("bits", Leaf, 0, false, Semantics::Special);
        /// The bits from `low` to `high`, both included.
        Extract {
            /// The highest bit taken.
            high: u32,
            /// The lowest bit taken.
            low: u32
        } = ("extract", Slice, 1, false, Semantics::Special);
        /// Extension by this many zeros.
        ZeroExtend(u32) = ("zero_extend", Extension, 1, false, Semantics::Special);
        /// Extension by this many copies of the sign bit.
        SignExtend(u32) = ("sign_extend", Extension, 1, false, Semantics::Special);
        /// The float with a pattern; every NaN pattern gives the one NaN.
        FromBits(FloatFormat) = ("to_fp", Decode, 1, false, Semantics::Special);
        /// Rounding to an integral value of the same format.
        FpRoundToIntegral(Rounding) = ("fp.roundToIntegral", Floats, 1, false, Semantics::Special);
        /// Conversion to another format.
        FpToFp(FloatFormat) = ("to_fp", Reformat, 1, false, Semantics::Special);
        /// Conversion to a signed number of this width, rounding towards zero. The value is arbitrary
        /// if the number does not fit, so no result may depend on it.
        FpToSBv(u32) = ("fp.to_sbv", FloatToVector, 1, false, Semantics::Special);
        /// Conversion to an unsigned number of this width; like `FpToSBv`.
        FpToUBv(u32) = ("fp.to_ubv", FloatToVector, 1, false, Semantics::Special);
        /// Conversion from a signed number.
        SBvToFp(FloatFormat) = ("to_fp", VectorToFloat, 1, false, Semantics::Special);
        /// Conversion from an unsigned number.
        UBvToFp(FloatFormat) = ("to_fp_unsigned", VectorToFloat, 1, false, Semantics::Special);
        /// The array that has the operand at every index of this width.
        ConstArray(u32) = ("const", Fill, 1, false, Semantics::Special);
    }
}

impl Op {
    /// Number of operands.
    #[inline]
    #[must_use]
    pub fn arity(self) -> usize {
        usize::from(self.info().arity)
    }

    /// The sort of the operator on operands of these sorts; none if it does not take them. Of the
    /// operators without operands only the Boolean constants have a sort of their own.
    #[must_use]
    pub fn result_sort(self, args: &[Sort]) -> Option<Sort> {
        crate::typing::result_sort(self, args)
    }
}
