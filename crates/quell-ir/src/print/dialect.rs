//! Differences between the dialects: flags, names of operators and intrinsics, fields of metadata.

use super::{Dialect, Writer};
use crate::constant::GlobalRef;
use crate::module::Module;
use crate::opcode::{CastOp, Flags};

/// The kind of instruction with a flag. The same flag may be older for one kind than for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FlagPosition {
    Binary,
    Cast,
    Gep,
    /// Comparisons, selections, phis, calls, negations.
    Other,
}

/// The first dialect that has a flag in a position; flags that are not listed are in all.
const NEWER_FLAGS: &[(FlagPosition, Flags, Dialect)] = &[
    (FlagPosition::Binary, Flags::DISJOINT, Dialect::V19),
    (FlagPosition::Cast, Flags::NNEG, Dialect::V19),
    (FlagPosition::Cast, Flags::NUW, Dialect::V19),
    (FlagPosition::Cast, Flags::NSW, Dialect::V19),
    (FlagPosition::Gep, Flags::NUW, Dialect::V19),
    (FlagPosition::Gep, Flags::NUSW, Dialect::V19),
    (FlagPosition::Other, Flags::SAMESIGN, Dialect::Newest),
    (FlagPosition::Cast, Flags::REASSOC, Dialect::Newest),
    (FlagPosition::Cast, Flags::NNAN, Dialect::Newest),
    (FlagPosition::Cast, Flags::NINF, Dialect::Newest),
    (FlagPosition::Cast, Flags::NSZ, Dialect::Newest),
    (FlagPosition::Cast, Flags::ARCP, Dialect::Newest),
    (FlagPosition::Cast, Flags::CONTRACT, Dialect::Newest),
    (FlagPosition::Cast, Flags::AFN, Dialect::Newest),
];

/// Intrinsics that got a type suffix after LLVM 15.
const SUFFIXED_LATER: &[(&str, &str)] = &[
    ("llvm.stacksave.p0", "llvm.stacksave"),
    ("llvm.stackrestore.p0", "llvm.stackrestore"),
    ("llvm.va_start.p0", "llvm.va_start"),
    ("llvm.va_end.p0", "llvm.va_end"),
    ("llvm.va_copy.p0", "llvm.va_copy"),
    ("llvm.eh.typeid.for.p0", "llvm.eh.typeid.for"),
];

/// Fields of debug-info nodes and the first dialect that has them; fields that are not listed are in
/// all.
const NEWER_FIELDS: &[(&str, &str, Dialect)] = &[
    ("DISubprogram", "targetFuncName", Dialect::V19),
    ("DISubprogram", "keyInstructions", Dialect::Newest),
    ("DICompositeType", "numExtraInhabitants", Dialect::Newest),
    ("DICompositeType", "specification", Dialect::Newest),
    ("DICompositeType", "bitStride", Dialect::Newest),
    ("DICompositeType", "enumKind", Dialect::Newest),
    ("DIBasicType", "numExtraInhabitants", Dialect::Newest),
    ("DIBasicType", "dataSize", Dialect::Newest),
    ("DIBasicType", "file", Dialect::Newest),
    ("DIBasicType", "line", Dialect::Newest),
    ("DIBasicType", "scope", Dialect::Newest),
    ("DIDerivedType", "ptrAuthKey", Dialect::V19),
    (
        "DIDerivedType",
        "ptrAuthIsAddressDiscriminated",
        Dialect::V19,
    ),
    ("DIDerivedType", "ptrAuthExtraDiscriminator", Dialect::V19),
    ("DIDerivedType", "ptrAuthIsaPointer", Dialect::V19),
    (
        "DIDerivedType",
        "ptrAuthAuthenticatesNullValues",
        Dialect::V19,
    ),
    ("DILabel", "column", Dialect::Newest),
    ("DILabel", "isArtificial", Dialect::Newest),
    ("DILabel", "coroSuspendIdx", Dialect::Newest),
];

/// Kinds of nodes and the first dialect that has them.
const NEWER_NODES: &[(&str, Dialect)] = &[
    ("DIAssignID", Dialect::V19),
    ("DIFixedPointType", Dialect::Newest),
    ("DISubrangeType", Dialect::Newest),
];

impl Dialect {
    pub(super) fn has_node(self, kind: &str) -> bool {
        let newer = NEWER_NODES.iter().find(|entry| entry.0 == kind);
        newer.is_none_or(|entry| self >= entry.1)
    }

    /// `ptrtoaddr` computes the same as `ptrtoint`, and differs only in provenance.
    pub(super) const fn cast_name(self, op: CastOp) -> &'static str {
        match (op, self) {
            (CastOp::PtrToAddr, Self::V15 | Self::V19) => CastOp::PtrToInt.text(),
            _ => op.text(),
        }
    }

    fn has_flag(self, flag: Flags, place: FlagPosition) -> bool {
        let newer = NEWER_FLAGS
            .iter()
            .find(|entry| entry.0 == place && entry.1 == flag);
        newer.is_none_or(|entry| self >= entry.2)
    }

    pub(super) fn has_field(self, kind: &str, field: &str) -> bool {
        let newer = NEWER_FIELDS
            .iter()
            .find(|entry| entry.0 == kind && entry.1 == field);
        newer.is_none_or(|entry| self >= entry.2)
    }
}

impl Writer<'_> {
    /// The flags, each after a space.
    pub(super) fn flags(&mut self, flags: Flags, place: FlagPosition) {
        if flags.is_empty() {
            return;
        }
        let fast = flags.contains(Flags::FAST) && self.dialect.has_flag(Flags::NNAN, place);
        for &(flag, text) in Flags::SPELLINGS {
            let within_fast = fast && Flags::FAST.contains(flag);
            if flags.contains(flag) && !within_fast && self.dialect.has_flag(flag, place) {
                self.text(" ");
                self.text(text);
            }
        }
        if fast {
            self.text(" fast");
        }
    }

    /// The name of a global in the dialect, which may differ for intrinsics.
    pub(super) fn dialect_name<'n>(&self, thing: GlobalRef, name: &'n str) -> &'n str {
        let is_intrinsic = matches!(thing, GlobalRef::Func(_)) && name.starts_with("llvm.");
        if self.dialect >= Dialect::V19 || !is_intrinsic {
            return name;
        }
        let older = SUFFIXED_LATER.iter().find(|entry| entry.0 == name);
        match older {
            Some(&(_, older)) if self.module.find(older).is_none() => older,
            _ => name,
        }
    }
}

/// An argument of an intrinsic that LLVM 22 has removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LostArgument {
    /// `i64 -1`, an unknown size, as the first argument.
    Size,
    /// `i32 N`, the alignment of the pointer in argument `pointer`, after it.
    Align { pointer: usize },
}

impl LostArgument {
    /// The position of the argument.
    pub(super) const fn position(self) -> usize {
        match self {
            Self::Size => 0,
            Self::Align { pointer } => pointer + 1,
        }
    }

    pub(super) const fn type_name(self) -> &'static str {
        match self {
            Self::Size => "i64",
            Self::Align { .. } => "i32",
        }
    }
}

/// Intrinsics by prefix, with their number of parameters in LLVM 22 and the argument of older versions.
const SHORTENED: &[(&str, usize, LostArgument)] = &[
    ("llvm.lifetime.start.", 1, LostArgument::Size),
    ("llvm.lifetime.end.", 1, LostArgument::Size),
    ("llvm.masked.load.", 3, LostArgument::Align { pointer: 0 }),
    ("llvm.masked.gather.", 3, LostArgument::Align { pointer: 0 }),
    ("llvm.masked.store.", 3, LostArgument::Align { pointer: 1 }),
    (
        "llvm.masked.scatter.",
        3,
        LostArgument::Align { pointer: 1 },
    ),
];

/// The argument to be added to the intrinsic `name` with `params` parameters in a dialect.
pub(super) fn lost_argument(dialect: Dialect, name: &str, params: usize) -> Option<LostArgument> {
    if dialect == Dialect::Newest || !name.starts_with("llvm.") {
        return None;
    }
    let known = SHORTENED
        .iter()
        .find(|entry| name.starts_with(entry.0) && params == entry.1);
    known.map(|entry| entry.2)
}

/// The debug intrinsics and the number of their arguments.
pub(super) const DEBUG_INTRINSICS: &[(&str, usize)] = &[
    ("dbg.declare", 3),
    ("dbg.value", 3),
    ("dbg.assign", 6),
    ("dbg.label", 1),
];

/// Whether the module declares the intrinsic itself.
pub(super) fn is_declared(module: &Module, name: &str) -> bool {
    module.find_function(name).is_some()
}
