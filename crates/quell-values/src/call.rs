//! A call of a function as plain data: the parameters, the objects they point to, the globals, the input.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bytes with the pointers among them. A pointer's own bytes are zero here: they are known once the
/// objects are placed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bytes {
    pub bytes: Vec<u8>,
    /// A mask of the undefined bits, as long as the bytes; empty if all bits are defined. Undefined bits
    /// are zero in `bytes`, for a machine without undefined bits.
    pub undef: Vec<u8>,
    /// Ordered by position.
    pub pointers: Vec<PointerAt>,
}

/// Eight bytes at `at` hold the address of `target` plus `offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerAt {
    pub at: u64,
    pub target: Target,
    pub offset: i64,
}

/// The target of a pointer: indices into [`CallImage::objects`], [`CallImage::globals`] and
/// [`CallImage::symbols`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    Object(u32),
    Global(u32),
    Symbol(u32),
}

/// An object made for the call, such as a buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectImage {
    /// The name for the user: `a`, `*p`, `s->next`.
    pub name: String,
    pub content: Bytes,
    pub align: u64,
}

/// A global of the module that is set before the call, or observed after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalImage {
    pub symbol: String,
    pub size: u64,
    /// `None`: keeps its initialiser.
    pub content: Option<Bytes>,
}

/// A function or a constant of the module. Only its address is used, to recognise pointers to it by
/// name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolImage {
    pub symbol: String,
    /// 0 for a function.
    pub size: u64,
}

/// An external function with a stub: the k-th call in a run returns the k-th result, and zero when there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutsideImage {
    pub symbol: String,
    /// Bytes of one result, as a store of its type would leave it in memory; 0 if the result is always zero.
    pub each: u64,
    /// One result after the other.
    pub results: Bytes,
}

impl OutsideImage {
    /// The number of results.
    pub fn count(&self) -> u64 {
        let bytes = self.results.bytes.len() as u64;
        bytes.checked_div(self.each).unwrap_or(0)
    }
}

/// The side of each object on which memory ends, for a machine with pages: only one side can be guarded to the byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    Before,
    #[default]
    After,
}

impl Guard {
    /// Whether it is the default, which a test need not mention.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallImage {
    /// The symbol of the function.
    pub function: String,
    pub objects: Vec<ObjectImage>,
    /// One for each parameter of the IR function, in order, as a store of that type would leave it in
    /// memory. A `byval` or `sret` parameter is the pointer to its object.
    pub params: Vec<Bytes>,
    /// All mutable globals of the module that can be observed.
    pub globals: Vec<GlobalImage>,
    /// Other targets of pointers in the module.
    pub symbols: Vec<SymbolImage>,
    /// External functions with a stub.
    pub outside: Vec<OutsideImage>,
    pub stdin: Vec<u8>,
    pub guard: Guard,
}
