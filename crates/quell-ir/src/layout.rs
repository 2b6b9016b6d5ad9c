//! Sizes, alignments and field offsets, from the module's `target datalayout`.

use quell_bits::FloatFormat;
use thiserror::Error;

use crate::entity::TypeId;
use crate::types::{Type, TypeTable};

/// The target's layout rules. The text is kept for the printer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLayout {
    pub text: String,
    pub big_endian: bool,
    /// Size and alignment of pointers in bytes, per address space; missing ones are as space 0.
    pointers: Vec<(u32, u64, u64)>,
    /// ABI alignment in bytes of integers by width in bits, ascending.
    ints: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
    aggregate_align: u64,
}

#[derive(Debug, Error, PartialEq, Eq, Clone)]
pub enum LayoutError {
    #[error("a type without a size (`{0}`)")]
    Unsized(String),
    #[error("a type larger than the address space")]
    TooLarge,
}

/// Where the fields of a struct lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    pub size: u64,
    pub align: u64,
    pub offsets: Box<[u64]>,
}

impl Default for DataLayout {
    fn default() -> Self {
        Self {
            text: String::new(),
            big_endian: false,
            pointers: vec![(0, 8, 8)],
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 8)],
            floats: vec![(16, 2), (32, 4), (64, 8), (80, 16), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
        }
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
        let mut layout = Self {
            text: text.to_owned(),
            ..Self::default()
        };
        for spec in text.split('-') {
            layout.read_spec(spec);
        }
        layout
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

    /// Integers take the alignment of the next larger width listed, else of the largest.
    fn int_align(&self, width: u32) -> u64 {
        let larger = self.ints.iter().find(|entry| entry.0 >= width);
        larger.or(self.ints.last()).map_or(1, |entry| entry.1)
    }

    fn float_align(&self, format: FloatFormat) -> u64 {
        let width = format.width();
        let exact = self.floats.iter().find(|entry| entry.0 == width);
        exact.map_or_else(|| u64::from(width / 8).next_power_of_two(), |entry| entry.1)
    }

    /// Bits of the value itself: 80 for `x86_fp80`, 1 for `i1`.
    pub fn bit_size(&self, types: &TypeTable, ty: TypeId) -> Result<u64, LayoutError> {
        match types.resolve(ty) {
            Type::Int(width) => Ok(u64::from(*width)),
            Type::Float(format) => Ok(u64::from(format.width())),
            Type::Ptr(space) => Ok(self.pointer(*space).0 * 8),
            Type::Vector {
                elem,
                len,
                scalable: false,
            } => {
                let lane = self.bit_size(types, *elem)?;
                lane.checked_mul(u64::from(*len))
                    .ok_or(LayoutError::TooLarge)
            }
            Type::Array { elem, len } => {
                let elem = self.alloc_size(types, *elem)?;
                let bits = elem
                    .checked_mul(*len)
                    .and_then(|bytes| bytes.checked_mul(8));
                bits.ok_or(LayoutError::TooLarge)
            }
            Type::Struct { .. } => {
                let bytes = self.struct_layout(types, ty)?.size;
                bytes.checked_mul(8).ok_or(LayoutError::TooLarge)
            }
            other => Err(LayoutError::Unsized(format!("{other:?}"))),
        }
    }

    /// Bytes that a store of the type writes.
    pub fn store_size(&self, types: &TypeTable, ty: TypeId) -> Result<u64, LayoutError> {
        Ok(self.bit_size(types, ty)?.div_ceil(8))
    }

    /// Bytes from one element of an array of the type to the next.
    pub fn alloc_size(&self, types: &TypeTable, ty: TypeId) -> Result<u64, LayoutError> {
        let store = self.store_size(types, ty)?;
        store
            .checked_next_multiple_of(self.align(types, ty)?)
            .ok_or(LayoutError::TooLarge)
    }

    /// ABI alignment in bytes.
    pub fn align(&self, types: &TypeTable, ty: TypeId) -> Result<u64, LayoutError> {
        match types.resolve(ty) {
            Type::Int(width) => Ok(self.int_align(*width)),
            Type::Float(format) => Ok(self.float_align(*format)),
            Type::Ptr(space) => Ok(self.pointer(*space).1),
            Type::Array { elem, .. } => self.align(types, *elem),
            Type::Vector { .. } => {
                let bits = self.bit_size(types, ty)?;
                let exact = self.vectors.iter().find(|entry| u64::from(entry.0) == bits);
                Ok(exact.map_or_else(
                    || bits.div_ceil(8).max(1).next_power_of_two(),
                    |entry| entry.1,
                ))
            }
            Type::Struct { packed: true, .. } => Ok(1),
            Type::Struct { fields, .. } => {
                let mut align = self.aggregate_align;
                for &field in fields {
                    align = align.max(self.align(types, field)?);
                }
                Ok(align)
            }
            other => Err(LayoutError::Unsized(format!("{other:?}"))),
        }
    }

    /// Offsets of the fields of a struct type.
    pub fn struct_layout(
        &self,
        types: &TypeTable,
        ty: TypeId,
    ) -> Result<StructLayout, LayoutError> {
        let Type::Struct { fields, packed } = types.resolve(ty) else {
            return Err(LayoutError::Unsized(format!("{:?}", types.get(ty))));
        };
        let mut offset = 0u64;
        let mut offsets = Vec::with_capacity(fields.len());
        for &field in fields {
            if !packed {
                let align = self.align(types, field)?;
                offset = offset
                    .checked_next_multiple_of(align)
                    .ok_or(LayoutError::TooLarge)?;
            }
            offsets.push(offset);
            let size = self.alloc_size(types, field)?;
            offset = offset.checked_add(size).ok_or(LayoutError::TooLarge)?;
        }
        let align = self.align(types, ty)?;
        let size = offset
            .checked_next_multiple_of(align)
            .ok_or(LayoutError::TooLarge)?;
        Ok(StructLayout {
            size,
            align,
            offsets: offsets.into(),
        })
    }
}
