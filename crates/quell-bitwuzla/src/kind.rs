//! Operators of Bitwuzla with their numbers.

/// Defines the operators, and the names that a test compares with the library's.
macro_rules! kinds {
    ($($name:ident = $number:literal $text:literal),* $(,)?) => {
        /// An operator. Its arguments are those of SMT-LIB; overflow tests yield a Bool.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        #[repr(u32)]
        pub enum Kind { $($name = $number),* }

        #[cfg(test)]
        pub(crate) const NAMES: &[(Kind, &str)] = &[$((Kind::$name, $text)),*];
    };
}

kinds! {
    And = 4 "AND",
    Equal = 6 "EQUAL",
    Implies = 8 "IMPLIES",
    Not = 9 "NOT",
    Or = 10 "OR",
    Xor = 11 "XOR",
    Ite = 12 "ITE",
    Select = 17 "SELECT",
    Store = 18 "STORE",
    BvAdd = 19 "BV_ADD",
    BvAnd = 20 "BV_AND",
    BvAshr = 21 "BV_ASHR",
    BvConcat = 23 "BV_CONCAT",
    BvMul = 26 "BV_MUL",
    BvNeg = 28 "BV_NEG",
    BvNot = 31 "BV_NOT",
    BvOr = 32 "BV_OR",
    BvSaddOverflow = 38 "BV_SADDO",
    BvSdiv = 40 "BV_SDIV",
    BvShl = 43 "BV_SHL",
    BvShr = 44 "BV_SHR",
    BvSle = 45 "BV_SLE",
    BvSlt = 46 "BV_SLT",
    BvSmulOverflow = 48 "BV_SMULO",
    BvSrem = 49 "BV_SREM",
    BvSsubOverflow = 50 "BV_SSUBO",
    BvSub = 51 "BV_SUB",
    BvUaddOverflow = 52 "BV_UADDO",
    BvUdiv = 53 "BV_UDIV",
    BvUle = 56 "BV_ULE",
    BvUlt = 57 "BV_ULT",
    BvUmulOverflow = 58 "BV_UMULO",
    BvUrem = 59 "BV_UREM",
    BvUsubOverflow = 60 "BV_USUBO",
    BvXor = 62 "BV_XOR",
    BvExtract = 63 "BV_EXTRACT",
    BvSignExtend = 67 "BV_SIGN_EXTEND",
    BvZeroExtend = 68 "BV_ZERO_EXTEND",
    FpAbs = 69 "FP_ABS",
    FpAdd = 70 "FP_ADD",
    FpDiv = 71 "FP_DIV",
    FpEqual = 72 "FP_EQUAL",
    FpFma = 73 "FP_FMA",
    FpIsInf = 77 "FP_IS_INF",
    FpIsNan = 78 "FP_IS_NAN",
    FpIsNegative = 79 "FP_IS_NEG",
    FpIsNormal = 80 "FP_IS_NORMAL",
    FpIsPositive = 81 "FP_IS_POS",
    FpIsSubnormal = 82 "FP_IS_SUBNORMAL",
    FpIsZero = 83 "FP_IS_ZERO",
    FpLe = 84 "FP_LEQ",
    FpLt = 85 "FP_LT",
    FpMul = 88 "FP_MUL",
    FpNeg = 89 "FP_NEG",
    FpRem = 90 "FP_REM",
    FpRoundToIntegral = 91 "FP_RTI",
    FpSqrt = 92 "FP_SQRT",
    FpSub = 93 "FP_SUB",
    FpFromBits = 94 "FP_TO_FP_FROM_BV",
    FpFromFp = 95 "FP_TO_FP_FROM_FP",
    FpFromSbv = 96 "FP_TO_FP_FROM_SBV",
    FpFromUbv = 97 "FP_TO_FP_FROM_UBV",
    FpToSbv = 98 "FP_TO_SBV",
    FpToUbv = 99 "FP_TO_UBV",
}

/// A rounding mode of floating-point operators.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[repr(u32)]
pub enum Rounding {
    NearestEven = 0,
    NearestAway = 1,
    Down = 2,
    Up = 3,
    TowardZero = 4,
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;
    use crate::raw;

    #[test]
    #[allow(unsafe_code)]
    fn numbers_are_those_of_the_library() {
        for (kind, name) in NAMES {
            // SAFETY: takes any number below the count of kinds; the result lives until the next call.
            let text = unsafe { CStr::from_ptr(raw::bitwuzla_kind_to_string(*kind as u32)) };
            let expected = format!("BITWUZLA_KIND_{name}");
            assert_eq!(text.to_str(), Ok(expected.as_str()));
        }
    }
}
