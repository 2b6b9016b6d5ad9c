//! What the semantics needs of memory: objects with bounds and a lifetime, pointers into them.

use std::fmt::{self, Debug};
use std::rc::Rc;

use quell_ir::FuncId;

use crate::domain::Domain;
use crate::stop::Stop;

/// What an object is; decides who may free it and how messages call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A local variable.
    Stack(Rc<str>),
    Heap,
    Global(Rc<str>),
    /// A global of another module: any access is an error naming it.
    External(Rc<str>),
    Function(FuncId, Rc<str>),
    /// The labels of a function whose addresses were taken, [`LABEL_STRIDE`] bytes each: programs
    /// keep distances between them in 32 bits.
    Labels(FuncId),
    /// Made by the machine or its caller: arguments, `argv`, streams.
    Host(Rc<str>),
}

/// As messages call it.
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

/// What a global is that has no name in the source: compilers give it one that no source can have.
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

/// How far apart the labels of a function are.
pub const LABEL_STRIDE: u64 = 16;

#[derive(Clone, Debug)]
pub struct Allocation {
    pub kind: ObjectKind,
    pub size: u64,
    pub align: u64,
    /// Zero bytes instead of uninitialised ones.
    pub zeroed: bool,
    pub writable: bool,
}

/// Where and how wide an access is.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub bytes: u64,
    /// What the instruction promises; 1 promises nothing.
    pub align: u64,
}

pub trait Memory<D: Domain<Memory = Self>>: Sized + Debug {
    fn allocate(&mut self, domain: &mut D, allocation: Allocation) -> Result<D::Ptr, Stop>;
    /// Whether what is in an object of this size is kept; accesses to others stop.
    fn holds(&self, _size: u64) -> bool {
        true
    }
    /// `free`: the pointer must be the start of a live heap object.
    fn free(&mut self, domain: &mut D, ptr: &D::Ptr) -> Result<(), Stop>;
    /// The scope of a stack object ends for good.
    fn end_scope(&mut self, domain: &mut D, ptr: &D::Ptr);
    /// `llvm.lifetime.start`/`end`: the object exists (anew, uninitialised) or not for a while.
    fn set_alive(&mut self, domain: &mut D, ptr: &D::Ptr, alive: bool);
    /// What is written until the end of an initialiser comes in the order of addresses, and is zero where nothing is.
    fn begin_initialiser(&mut self, _ptr: &D::Ptr) {}
    fn end_initialiser(&mut self, _domain: &mut D, _ptr: &D::Ptr) {}
    /// Makes an object constant, once its initialiser is written.
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
    /// Copies bytes as they are (uninitialised ones and pointers too); areas may overlap.
    fn copy(&mut self, domain: &mut D, to: &D::Ptr, from: &D::Ptr, bytes: u64) -> Result<(), Stop>;
    fn fill(&mut self, domain: &mut D, to: &D::Ptr, byte: &D::Word, bytes: u64)
    -> Result<(), Stop>;

    /// `to`, which arithmetic that promises to stay in an object made of `from`; what the mode says where it leaves the
    /// object (one past its end is still in it), or where it starts from null. Only with `null_stays` may null be moved
    /// by nothing. Nothing is promised of code, of variables of other modules, of dead objects and of plain numbers.
    fn within(
        &mut self,
        domain: &mut D,
        from: &D::Ptr,
        to: D::Ptr,
        null_stays: bool,
    ) -> Result<D::Ptr, Stop>;

    /// The order of two addresses is asked for.
    fn note_order(&mut self, _: &D::Ptr, _: &D::Ptr) {}

    /// The address as a number that may be turned back into a pointer later.
    fn expose(&mut self, domain: &mut D, ptr: &D::Ptr) -> D::Word;
    /// A pointer from an address: into the exposed object that holds it, if there is one.
    fn pointer_at(&mut self, domain: &mut D, addr: &D::Word) -> D::Ptr;
    /// The object a pointer points into: its kind, size, and the offset in it.
    fn target(&mut self, domain: &mut D, ptr: &D::Ptr) -> Option<Target>;

    /// Bytes that must be concrete and initialised, as library models and harnesses need them.
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

/// Where a pointer points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub kind: ObjectKind,
    pub size: u64,
    pub offset: i64,
    pub alive: bool,
}
