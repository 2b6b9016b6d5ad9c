//! The operators of the IR with their spellings.

/// Declares an enum whose variants have a spelling in the IR text.
macro_rules! spelled {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The spelling in IR text.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

spelled! {
    /// Binary operators on integers, floats, or vectors of them.
    BinOp {
        Add = "add", Sub = "sub", Mul = "mul",
        UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        Shl = "shl", LShr = "lshr", AShr = "ashr",
        And = "and", Or = "or", Xor = "xor",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
    }
}

impl BinOp {
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            Self::FAdd | Self::FSub | Self::FMul | Self::FDiv | Self::FRem
        )
    }

    pub const fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::LShr | Self::AShr)
    }

    pub const fn is_division(self) -> bool {
        matches!(self, Self::UDiv | Self::SDiv | Self::URem | Self::SRem)
    }
}

spelled! {
    /// Integer comparisons.
    IntPred {
        Eq = "eq", Ne = "ne",
        Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Sgt = "sgt", Sge = "sge", Slt = "slt", Sle = "sle",
    }
}

spelled! {
    /// Floating-point comparisons: `o` is false and `u` is true if an operand is a NaN.
    FloatPred {
        False = "false",
        Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une", Uno = "uno",
        True = "true",
    }
}

spelled! {
    /// Conversions.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext",
        FpTrunc = "fptrunc", FpExt = "fpext",
        FpToUi = "fptoui", FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp",
        PtrToInt = "ptrtoint", IntToPtr = "inttoptr",
        /// LLVM 22: the address without exposing the provenance.
        PtrToAddr = "ptrtoaddr",
        BitCast = "bitcast", AddrSpaceCast = "addrspacecast",
    }
}

spelled! {
    /// The operation of an `atomicrmw` on the old value and its operand.
    RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or",
        Xor = "xor", Max = "max", Min = "min", UMax = "umax", UMin = "umin",
        FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin",
        FMaximum = "fmaximum", FMinimum = "fminimum",
        UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap",
        USubCond = "usub_cond", USubSat = "usub_sat",
    }
}

spelled! {
    /// Memory orderings of atomic accesses.
    Ordering {
        Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire",
        Release = "release", AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
}

spelled! {
    Linkage {
        External = "external", Private = "private", Internal = "internal",
        AvailableExternally = "available_externally",
        LinkOnce = "linkonce", LinkOnceOdr = "linkonce_odr",
        Weak = "weak", WeakOdr = "weak_odr",
        Common = "common", Appending = "appending", ExternWeak = "extern_weak",
    }
}

spelled! {
    Visibility { Default = "default", Hidden = "hidden", Protected = "protected", }
}

spelled! {
    /// Whether the address of a global matters.
    UnnamedAddr { Significant = "", Unnamed = "unnamed_addr", LocalUnnamed = "local_unnamed_addr", }
}

spelled! {
    TailKind { None = "", Tail = "tail", MustTail = "musttail", NoTail = "notail", }
}

/// Declares a set of one-word flags, with their spellings in the order in which LLVM prints them.
macro_rules! flag_set {
    ($(#[$doc:meta])* $name:ident : $repr:ty { $($flag:ident = $bit:literal, $text:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name($repr);

        impl $name {
            $(pub const $flag: Self = Self(1 << $bit);)*
            pub const NONE: Self = Self(0);
            pub const SPELLINGS: &'static [(Self, &'static str)] = &[$((Self::$flag, $text),)*];

            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[must_use]
            pub const fn with(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            pub fn insert(&mut self, other: Self) {
                self.0 |= other.0;
            }

            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$flag),)* _ => None }
            }
        }
    };
}

flag_set! {
    /// Poison-generating flags and fast-math flags. `fast` is all fast-math flags together.
    Flags: u32 {
        NUW = 0, "nuw"; NSW = 1, "nsw"; EXACT = 2, "exact"; DISJOINT = 3, "disjoint";
        NNEG = 4, "nneg"; SAMESIGN = 5, "samesign";
        INBOUNDS = 6, "inbounds"; NUSW = 7, "nusw";
        REASSOC = 8, "reassoc"; NNAN = 9, "nnan"; NINF = 10, "ninf"; NSZ = 11, "nsz";
        ARCP = 12, "arcp"; CONTRACT = 13, "contract"; AFN = 14, "afn";
    }
}

impl Flags {
    /// The flags of the keyword `fast`.
    pub const FAST: Self = Self(0b111_1111 << 8);
}
