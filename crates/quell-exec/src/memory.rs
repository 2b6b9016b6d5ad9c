//! The memory operations that the semantics is written in: objects with bounds and a lifetime, and pointers
//! into them.

use std::fmt::{self, Debug};
use std::rc::Rc;

use quell_ir::FuncId;

use crate::domain::Domain;
use crate::stop::Stop;

/// The kind of an object; it decides whether the object may be freed, and its description in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A local variable.
    Stack(Rc<str>),
    Heap,
    Global(Rc<str>),
    /// A variable of another module: an access to it is an error that names it.
    External(Rc<str>),
    Function(FuncId, Rc<str>),
    /// The labels of a function whose addresses are taken, [`LABEL_STRIDE`] bytes each. They form one object
    /// because programs store distances between them in 32 bits.
    Labels(FuncId),
    /// An object made by the machine or its caller: arguments, `argv`, streams.
    Host(Rc<str>),
}

/// The description in messages.
impl fmt::Display for ObjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stack(name) => write!(f, "the local variable `{name}`"),
            Self::Heap => f.write_str("a block from malloc"),
            Self::Global(name) => match unnamed(name) {
                Some(what) => f.write_str(what),
                None => write!(f, "the global variable `{name}`"),
            },
            Self::External(name) => write!(f, "the external variable `{name}`"),
            Self::Function(_, name) => write!(f, "the function `{name}`"),
            Self::Labels(_) => f.write_str("a label"),
            Self::Host(name) => f.write_str(name),
        }
    }
}

/// The description of a global that has no name in the source, recognised by the names that compilers give to
/// constants.
pub fn unnamed(symbol: &str) -> Option<&'static str> {
    if symbol == ".str" || symbol.starts_with(".str.") {
        return Some("a string literal");
    }
    if symbol.starts_with("_QQcl") {
        return Some("a character literal");
    }
    let hash = |text: &str| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let constant = symbol.starts_with("_QQro.") || symbol.strip_prefix("alloc_").is_some_and(hash);
    constant.then_some("a constant")
}

/// The distance between the addresses of two labels of a function.
pub const LABEL_STRIDE: u64 = 16;

#[derive(Clone, Debug)]
pub struct Allocation {
    pub kind: ObjectKind,
    pub size: u64,
    pub align: u64,
    /// Whether the bytes are zero, not uninitialised.
    pub zeroed: bool,
    pub writable: bool,
}

/// The size and the known alignment of an access.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub bytes: u64,
    /// The alignment that the instruction guarantees; 1 if none.
    pub align: u64,
}

pub trait Memory<D: Domain<Memory = Self>>: Sized + Debug {
    fn allocate(&mut self, domain: &mut D, allocation: Allocation) -> Result<D::Ptr, Stop>;
    /// Whether the contents of an object of this size are kept. An access to a larger object stops the run.
    fn holds(&self, _size: u64) -> bool {
        true
    }
    /// Implements `free`: the pointer must point to the start of a live heap object.
    fn free(&mut self, domain: &mut D, ptr: &D::Ptr) -> Result<(), Stop>;
    /// Ends the lifetime of a stack object for good.
    fn end_scope(&mut self, domain: &mut D, ptr: &D::Ptr);
    /// Implements `llvm.lifetime.start` and `end`: starts the lifetime of an uninitialised object anew, or
    /// ends it for the time being.
    fn set_alive(&mut self, domain: &mut D, ptr: &D::Ptr, alive: bool);
    /// Until [`Memory::end_initialiser`], the object is written in the order of addresses, and bytes that are
    /// skipped are zero.
    fn begin_initialiser(&mut self, _ptr: &D::Ptr) {}
    fn end_initialiser(&mut self, _domain: &mut D, _ptr: &D::Ptr) {}
    /// Makes an object constant after its initialiser was written.
    fn make_constant(&mut self, domain: &mut D, ptr: &D::Ptr);

    /// A word of `width` bits from `extent.bytes` bytes.
    fn read(
        &mut self,
        domain: &mut D,
        ptr: &D::Ptr,
        extent: Extent,
        width: u32,
    ) -> Result<D::Word, Stop>;
    fn write(
        &mut self,
        domain: &mut D,
        ptr: &D::Ptr,
        extent: Extent,
        width: u32,
        word: &D::Word,
    ) -> Result<(), Stop>;
    fn read_ptr(&mut self, domain: &mut D, ptr: &D::Ptr, align: u64) -> Result<D::Ptr, Stop>;
    fn write_ptr(
        &mut self,
        domain: &mut D,
        ptr: &D::Ptr,
        align: u64,
        value: &D::Ptr,
    ) -> Result<(), Stop>;
    /// Copies bytes with their undefined bits and pointers; the ranges may overlap.
    fn copy(&mut self, domain: &mut D, to: &D::Ptr, from: &D::Ptr, bytes: u64) -> Result<(), Stop>;
    fn fill(&mut self, domain: &mut D, to: &D::Ptr, byte: &D::Word, bytes: u64)
    -> Result<(), Stop>;

    /// Checks pointer arithmetic with `inbounds` from `from` to `to`. The result is `to`, unless it is
    /// outside the object (one past the end is inside) or `from` is null; then
    /// [`UbMode`](crate::domain::UbMode) decides. Null plus zero is allowed if `null_stays`. The arithmetic
    /// is not checked for code, variables of other modules, dead objects and integers without an object.
    fn within(
        &mut self,
        domain: &mut D,
        from: &D::Ptr,
        to: D::Ptr,
        null_stays: bool,
    ) -> Result<D::Ptr, Stop>;

    /// Records that the program compares the order of two addresses.
    fn note_order(&mut self, _: &D::Ptr, _: &D::Ptr) {}

    /// The address as an integer, which may be converted back to a pointer: the object is exposed.
    fn expose(&mut self, domain: &mut D, ptr: &D::Ptr) -> D::Word;
    /// The pointer with an integer as its address, into the exposed object that contains it, if there is one.
    fn pointer_at(&mut self, domain: &mut D, addr: &D::Word) -> D::Ptr;
    /// The object that a pointer points into, and the offset in it.
    fn target(&mut self, domain: &mut D, ptr: &D::Ptr) -> Option<Target>;

    /// Bytes that must be concrete and defined, for library models and harnesses.
    fn read_bytes(
        &mut self,
        domain: &mut D,
        ptr: &D::Ptr,
        bytes: u64,
        what: &'static str,
    ) -> Result<Vec<u8>, Stop>;
    fn write_bytes(&mut self, domain: &mut D, ptr: &D::Ptr, bytes: &[u8]) -> Result<(), Stop>;
    /// The bytes before the first zero byte.
    fn read_c_string(
        &mut self,
        domain: &mut D,
        ptr: &D::Ptr,
        what: &'static str,
    ) -> Result<Vec<u8>, Stop>;
}

/// The target of a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub kind: ObjectKind,
    pub size: u64,
    pub offset: i64,
    pub alive: bool,
}
