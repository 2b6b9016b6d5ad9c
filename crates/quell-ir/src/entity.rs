//! Typed `u32` indices, one per kind of entity. Maps keyed by them are `PrimaryMap` (owner) and
//! `SecondaryMap` (side tables of analyses).

pub use cranelift_entity::packed_option::PackedOption;
pub use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

macro_rules! entities {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

entities! {
    /// A type of the module, interned: equal types have equal ids.
    TypeId, "type";
    /// A named struct (`%struct.point`), possibly opaque.
    NamedTypeId, "named";
    /// A constant of the module, interned.
    ConstId, "const";
    /// A global variable.
    GlobalId, "global";
    /// A function, defined or declared.
    FuncId, "func";
    /// An alias or ifunc.
    AliasId, "alias";
    /// A metadata node, string or value.
    MdId, "md";
    /// A basic block of one function.
    BlockId, "block";
    /// An instruction of one function.
    InstId, "inst";
    /// A parameter or an instruction's result in one function; parameters come first.
    LocalId, "local";
}
