//! A call of a function as plain data: the parameters, the objects they point to, the globals, the input.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bytes with the pointers among them. A pointer's own bytes are zero here: they are known once the
/// objects are placed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bytes {
    pub bytes: Vec<u8>,
    /// A mask of the bits that have no value, as long as the bytes; empty if all bits have one. Such bits
    /// are zero in `bytes`, for a machine that cannot leave a bit without a value.
    pub undef: Vec<u8>,
    /// Ordered by place.
    pub pointers: Vec<PointerAt>,
}

/// Eight bytes at `at` hold the address of `target` plus `offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerAt {
    pub at: u64,
    pub target: Target,
    pub offset: i64,
}

/// What a pointer points to: numbers count in [`CallImage::objects`], [`CallImage::globals`] and
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
    /// How the user may call it: `a`, `*p`, `s->next`.
    pub name: String,
    pub content: Bytes,
    pub align: u64,
}

/// A global of the module that is set before the call, or watched after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalImage {
    pub symbol: String,
    pub size: u64,
    /// `None`: keeps its initialiser.
    pub content: Option<Bytes>,
}

/// A function or a constant of the module. Its address alone matters: pointers to it are known by its
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
    /// Bytes of one result, as a store of its type would leave it in memory; 0 where it is always zero.
    pub each: u64,
    /// One result after the other.
    pub results: Bytes,
}

impl OutsideImage {
    /// How many results there are.
    pub fn count(&self) -> u64 {
        let bytes = self.results.bytes.len() as u64;
        bytes.checked_div(self.each).unwrap_or(0)
    }
}

/// On which side of each object memory ends, for a machine with pages: only one side can be guarded to the byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    Before,
    #[default]
    After,
}

impl Guard {
    /// Whether it is the usual one, which a test need not mention.
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
    /// memory. Of a `byval` or `sret` parameter: the pointer to its object.
    pub params: Vec<Bytes>,
    /// All mutable globals of the module that can be observed.
    pub globals: Vec<GlobalImage>,
    /// What else of the module a pointer can point to.
    pub symbols: Vec<SymbolImage>,
    /// External functions with a stub.
    pub outside: Vec<OutsideImage>,
    pub stdin: Vec<u8>,
    pub guard: Guard,
}
