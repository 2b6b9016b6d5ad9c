//! Sizes, alignments and field offsets, from the module's `target datalayout`.
//!
//! [`DataLayout`] computes the layout of one type, [`Layouts`] those of all types of a module.

mod aggregate;

use quell_bits::FloatFormat;
use thiserror::Error;

use crate::entity::TypeId;
use crate::types::{Type, TypeTable};

pub use aggregate::Layouts;

/// The target's layout rules. The text is kept for the printer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    pub text: String,
    pub big_endian: bool,
    /// Size and alignment of pointers in bytes, per address space; spaces that are missing are like 0.
    pointers: Vec<(u32, u64, u64)>,
    /// ABI alignment in bytes of integers by width in bits, ascending.
    ints: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
    aggregate_align: u64,
}

#[derive(Debug, Error, PartialEq, Eq, Clone, Copy)]
pub enum LayoutError {
    #[error("a type without a size ({0})")]
    Unsized(&'static str),
    #[error("a type larger than the address space")]
    TooLarge,
    #[error("a struct that contains itself")]
    Recursive,
}

/// The layout of a type in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeLayout {
    /// Bits of the value itself: 80 for `x86_fp80`, 1 for `i1`.
    pub bits: u64,
    /// Bytes from one element of an array of the type to the next.
    pub size: u64,
    /// ABI alignment in bytes.
    pub align: u64,
    /// The offsets of the fields of a struct; empty for other types.
    pub offsets: Box<[u64]>,
}

impl TypeLayout {
    /// A type of `bits` bits whose size is padded to its alignment.
    fn new(bits: u64, align: u64) -> Result<Self, LayoutError> {
        let size = bits.div_ceil(8).checked_next_multiple_of(align);
        Ok(Self {
            bits,
            size: size.ok_or(LayoutError::TooLarge)?,
            align,
            offsets: Box::default(),
        })
    }

    /// Bytes that a store of the type writes.
    pub fn store_size(&self) -> u64 {
        self.bits.div_ceil(8)
    }
}

/// The layout of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    pub size: u64,
    pub align: u64,
    pub offsets: Box<[u64]>,
}

/// Clang's layout for x86-64, which is used for a file without a layout.
const X86_64: &str = "e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

impl Default for DataLayout {
    fn default() -> Self {
        let mut layout = Self::parse(X86_64);
        layout.text.clear();
        layout
    }
}

fn set_align(table: &mut Vec<(u32, u64)>, width: u32, align: u64) {
    match table.binary_search_by_key(&width, |entry| entry.0) {
        Ok(at) => table[at].1 = align,
        Err(at) => table.insert(at, (width, align)),
    }
}

impl DataLayout {
    /// Reads a `target datalayout` string. Specifications that do not concern sizes are ignored.
    pub fn parse(text: &str) -> Self {
        let mut layout = Self::unspecified(text.to_owned());
        for spec in text.split('-') {
            layout.read_spec(spec);
        }
        layout
    }

    /// LLVM's defaults for specifications that a layout string omits.
    fn unspecified(text: String) -> Self {
        Self {
            text,
            big_endian: false,
            pointers: vec![(0, 8, 8)],
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
        }
    }

    fn read_spec(&mut self, spec: &str) {
        let Some(kind) = spec.chars().next() else {
            return;
        };
        let mut parts = spec[kind.len_utf8()..].split(':');
        let head = parts.next().unwrap_or("").parse::<u32>().ok();
        let mut bytes = || {
            parts
                .next()
                .and_then(|p| p.parse::<u64>().ok())
                .map(|bits| bits / 8)
        };
        match (kind, head) {
            ('E', None) => self.big_endian = true,
            ('p', space) => {
                if let (Some(size), Some(align)) = (bytes(), bytes()) {
                    self.set_pointer(space.unwrap_or(0), size, align.max(1));
                }
            }
            ('a', _) => self.aggregate_align = bytes().unwrap_or(1).max(1),
            ('i' | 'f' | 'v', Some(width)) => {
                let Some(align) = bytes() else { return };
                let table = match kind {
                    'i' => &mut self.ints,
                    'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                set_align(table, width, align.max(1));
            }
            _ => {}
        }
    }

    fn set_pointer(&mut self, space: u32, size: u64, align: u64) {
        self.pointers.retain(|entry| entry.0 != space);
        self.pointers.push((space, size, align));
    }

    fn pointer(&self, space: u32) -> (u64, u64) {
        let of = |wanted: u32| self.pointers.iter().find(|entry| entry.0 == wanted);
        of(space)
            .or_else(|| of(0))
            .map_or((8, 8), |entry| (entry.1, entry.2))
    }

    /// Bytes of a pointer.
    pub fn pointer_size(&self, space: u32) -> u64 {
        self.pointer(space).0
    }

    /// Integers have the alignment of the next larger listed width, or else of the largest.
    fn int_align(&self, width: u32) -> u64 {
        let larger = self.ints.iter().find(|entry| entry.0 >= width);
        larger.or(self.ints.last()).map_or(1, |entry| entry.1)
    }

    fn float_align(&self, format: FloatFormat) -> u64 {
        let width = format.width();
        let exact = self.floats.iter().find(|entry| entry.0 == width);
        exact.map_or_else(|| u64::from(width / 8).next_power_of_two(), |entry| entry.1)
    }

    /// Vectors of a width that is not listed are aligned like the next power of two.
    fn vector_align(&self, bits: u64) -> Result<u64, LayoutError> {
        let exact = self.vectors.iter().find(|entry| u64::from(entry.0) == bits);
        let natural = || bits.div_ceil(8).max(1).checked_next_power_of_two();
        let align = exact.map(|entry| entry.1).or_else(natural);
        align.ok_or(LayoutError::TooLarge)
    }

    /// The layout of a type that is not composite; `None` for composite types.
    fn scalar(&self, ty: &Type) -> Option<Result<TypeLayout, LayoutError>> {
        Some(match ty {
            Type::Int(width) => TypeLayout::new(u64::from(*width), self.int_align(*width)),
            Type::Float(format) => {
                TypeLayout::new(u64::from(format.width()), self.float_align(*format))
            }
            Type::Ptr(space) => {
                let (size, align) = self.pointer(*space);
                match size.checked_mul(8) {
                    Some(bits) => TypeLayout::new(bits, align),
                    None => Err(LayoutError::TooLarge),
                }
            }
            Type::Array { .. } | Type::Struct { .. } | Type::Named(_) => return None,
            Type::Vector { scalable, .. } if !scalable => return None,
            other => Err(LayoutError::Unsized(kind_name(other))),
        })
    }

    /// The layout of a type.
    pub fn layout_of(&self, types: &TypeTable, ty: TypeId) -> Result<TypeLayout, LayoutError> {
        match self.scalar(types.get(ty)) {
            Some(scalar) => scalar,
            None => aggregate::single(self, types, ty),
        }
    }

    /// Bits of the value itself: 80 for `x86_fp80`, 1 for `i1`.
    pub fn bit_size(&self, types: &TypeTable, ty: TypeId) -> Result<u64, LayoutError> {
        Ok(self.layout_of(types, ty)?.bits)
    }

    /// Bytes that a store of the type writes.
    pub fn store_size(&self, types: &TypeTable, ty: TypeId) -> Result<u64, LayoutError> {
        Ok(self.layout_of(types, ty)?.store_size())
    }

    /// Bytes from one element of an array of the type to the next.
    pub fn alloc_size(&self, types: &TypeTable, ty: TypeId) -> Result<u64, LayoutError> {
        Ok(self.layout_of(types, ty)?.size)
    }

    /// ABI alignment in bytes.
    pub fn align(&self, types: &TypeTable, ty: TypeId) -> Result<u64, LayoutError> {
        Ok(self.layout_of(types, ty)?.align)
    }

    /// Offsets of the fields of a struct type.
    pub fn struct_layout(
        &self,
        types: &TypeTable,
        ty: TypeId,
    ) -> Result<StructLayout, LayoutError> {
        let resolved = types.resolve(ty);
        let Type::Struct { .. } = resolved else {
            return Err(LayoutError::Unsized(kind_name(resolved)));
        };
        let layout = self.layout_of(types, ty)?;
        Ok(StructLayout {
            size: layout.size,
            align: layout.align,
            offsets: layout.offsets,
        })
    }
}

/// The name of a kind of types for messages.
const fn kind_name(ty: &Type) -> &'static str {
    match ty {
        Type::Void => "void",
        Type::Vector { .. } => "scalable vector",
        Type::Named(_) => "opaque struct",
        Type::Func { .. } => "function",
        Type::Label => "label",
        Type::Metadata => "metadata",
        Type::Token => "token",
        Type::X86Amx => "x86_amx",
        Type::TargetExt { .. } => "target extension type",
        Type::Struct { .. } => "struct",
        Type::Int(_) | Type::Float(_) | Type::Ptr(_) | Type::Array { .. } => "not a struct",
    }
}
