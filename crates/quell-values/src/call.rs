//! A call of a function as plain data: the parameters, the objects they point to, the globals, the input.

/// Bytes with the pointers among them. A pointer's own bytes are zero here: only who places the objects
/// knows their addresses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bytes {
    pub bytes: Vec<u8>,
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

/// What a pointer points to: numbers count in [`CallImage::objects`] and [`CallImage::globals`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    Object(u32),
    Global(u32),
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
    pub stdin: Vec<u8>,
}
