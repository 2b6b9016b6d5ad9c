//! Layouts of composite types: each is computed once, after its parts, without recursion.

use rustc_hash::FxHashMap;

use crate::entity::{PrimaryMap, TypeId};
use crate::layout::{DataLayout, LayoutError, TypeLayout, kind_name};
use crate::types::{Type, TypeTable};

type LayoutResult = Result<TypeLayout, LayoutError>;

/// The layouts of all types of a module.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    results: PrimaryMap<TypeId, LayoutResult>,
}

impl Layouts {
    pub fn new(layout: &DataLayout, types: &TypeTable) -> Self {
        let mut computation = Computation::new(layout, types);
        let mut results = PrimaryMap::new();
        for (ty, _) in types.iter() {
            results.push(computation.layout_of(ty));
        }
        Self { results }
    }

    /// The layout of a type that was in the table when the layouts were computed.
    pub fn get(&self, ty: TypeId) -> Result<&TypeLayout, LayoutError> {
        match self.results.get(ty) {
            Some(Ok(layout)) => Ok(layout),
            Some(Err(error)) => Err(*error),
            None => Err(LayoutError::Unsized("unknown type")),
        }
    }

    /// Bytes from one element of an array of the type to the next.
    pub fn size(&self, ty: TypeId) -> Result<u64, LayoutError> {
        Ok(self.get(ty)?.size)
    }

    /// ABI alignment in bytes.
    pub fn align(&self, ty: TypeId) -> Result<u64, LayoutError> {
        Ok(self.get(ty)?.align)
    }

    /// The offset of field `index` of a struct.
    pub fn offset(&self, ty: TypeId, index: usize) -> Option<u64> {
        self.get(ty).ok()?.offsets.get(index).copied()
    }
}

/// The layout of one type.
pub(super) fn single(layout: &DataLayout, types: &TypeTable, ty: TypeId) -> LayoutResult {
    Computation::new(layout, types).layout_of(ty)
}

/// The computation of layouts, parts before wholes.
struct Computation<'a> {
    layout: &'a DataLayout,
    types: &'a TypeTable,
    /// `None` while the parts of a type are being computed.
    results: FxHashMap<TypeId, Option<LayoutResult>>,
    /// Pending types; a type stays on the stack while its parts, above it, are computed.
    stack: Vec<TypeId>,
}

impl<'a> Computation<'a> {
    fn new(layout: &'a DataLayout, types: &'a TypeTable) -> Self {
        Self {
            layout,
            types,
            results: FxHashMap::default(),
            stack: Vec::new(),
        }
    }

    fn layout_of(&mut self, ty: TypeId) -> LayoutResult {
        self.stack.push(ty);
        while let Some(&ty) = self.stack.last() {
            if self.step(ty) {
                self.stack.pop();
            }
        }
        self.part(ty).cloned()
    }

    /// Computes the layout of `ty` and returns true, or pushes its parts to be computed first.
    fn step(&mut self, ty: TypeId) -> bool {
        let is_computed = self.results.get(&ty).map(Option::is_some);
        match is_computed {
            Some(true) => return true,
            None if self.push_parts(ty) => {
                self.results.insert(ty, None);
                return false;
            }
            _ => {}
        }
        let result = self.compute(ty);
        self.results.insert(ty, Some(result));
        true
    }

    /// Pushes the parts that have not been visited, and returns whether there are any.
    fn push_parts(&mut self, ty: TypeId) -> bool {
        let before = self.stack.len();
        let (results, stack) = (&self.results, &mut self.stack);
        for_each_part(self.types, ty, |part| {
            if !results.contains_key(&part) {
                stack.push(part);
            }
        });
        self.stack.len() > before
    }

    fn compute(&self, ty: TypeId) -> LayoutResult {
        let written = self.types.get(ty);
        if let Some(scalar) = self.layout.scalar(written) {
            return scalar;
        }
        match written {
            Type::Array { elem, len } => {
                let elem = self.part(*elem)?;
                let bits = elem
                    .size
                    .checked_mul(*len)
                    .and_then(|bytes| bytes.checked_mul(8));
                TypeLayout::new(bits.ok_or(LayoutError::TooLarge)?, elem.align)
            }
            Type::Vector { elem, len, .. } => {
                let lane = self.part(*elem)?.bits;
                let bits = lane.checked_mul(u64::from(*len));
                let bits = bits.ok_or(LayoutError::TooLarge)?;
                TypeLayout::new(bits, self.layout.vector_align(bits)?)
            }
            Type::Struct { fields, packed } => self.place_fields(fields, *packed),
            Type::Named(named) => match self.types.named_type(*named).body {
                Some(body) => self.part(body).cloned(),
                None => Err(LayoutError::Unsized(kind_name(written))),
            },
            other => Err(LayoutError::Unsized(kind_name(other))),
        }
    }

    fn part(&self, ty: TypeId) -> Result<&TypeLayout, LayoutError> {
        match self.results.get(&ty) {
            Some(Some(Ok(layout))) => Ok(layout),
            Some(Some(Err(error))) => Err(*error),
            // Still being computed: the type is a part of itself.
            _ => Err(LayoutError::Recursive),
        }
    }

    fn place_fields(&self, fields: &[TypeId], packed: bool) -> LayoutResult {
        let (mut end, mut align) = (0u64, 1u64);
        let mut offsets = Vec::with_capacity(fields.len());
        for &field in fields {
            let field = self.part(field)?;
            if !packed {
                align = align.max(field.align);
                end = end
                    .checked_next_multiple_of(field.align)
                    .ok_or(LayoutError::TooLarge)?;
            }
            offsets.push(end);
            end = end.checked_add(field.size).ok_or(LayoutError::TooLarge)?;
        }
        let bytes = end.checked_next_multiple_of(align);
        let bits = bytes.and_then(|bytes| bytes.checked_mul(8));
        let bits = bits.ok_or(LayoutError::TooLarge)?;
        if !packed {
            align = align.max(self.layout.aggregate_align);
        }
        let mut layout = TypeLayout::new(bits, align)?;
        layout.offsets = offsets.into();
        Ok(layout)
    }
}

/// Visits the types on whose layouts the layout of `ty` depends.
fn for_each_part(types: &TypeTable, ty: TypeId, mut visit: impl FnMut(TypeId)) {
    match types.get(ty) {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => visit(*elem),
        Type::Struct { fields, .. } => fields.iter().copied().for_each(visit),
        Type::Named(named) => types.named_type(*named).body.into_iter().for_each(visit),
        _ => {}
    }
}
