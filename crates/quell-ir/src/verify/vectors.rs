//! Rules for members of aggregates, lanes of vectors, and address computations.

use super::classes::Class;
use super::error::Violation;
use super::rules::{Checked, Rules};
use crate::constant::ConstKind;
use crate::entity::{ConstId, TypeId};
use crate::types::Type;

/// An index of a `getelementptr`: its type, and the constant if it is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    pub(super) ty: TypeId,
    pub(super) constant: Option<ConstId>,
}

impl Rules<'_> {
    /// The type of the member at a path of constant indices in a struct or array.
    pub(super) fn follow(&self, ty: TypeId, path: &[u32]) -> Result<TypeId, Violation> {
        let mut at = ty;
        for &index in path {
            self.class("the aggregate", at, Class::Aggregate)?;
            let member = self.module.types.member(at, u64::from(index));
            at = member.ok_or_else(|| self.outside(u64::from(index), at))?;
        }
        Ok(at)
    }

    fn outside(&self, index: u64, ty: TypeId) -> Violation {
        let ty = self.name(ty);
        Violation::BadPath { index, ty }
    }

    pub(super) fn extract_value(&self, agg: TypeId, path: &[u32], result: TypeId) -> Checked {
        self.class("the aggregate", agg, Class::Aggregate)?;
        self.same("the result", result, self.follow(agg, path)?)
    }

    pub(super) fn insert_value(
        &self,
        agg: TypeId,
        value: TypeId,
        path: &[u32],
        result: TypeId,
    ) -> Checked {
        self.class("the aggregate", agg, Class::Aggregate)?;
        self.same("the inserted value", value, self.follow(agg, path)?)?;
        self.same("the result", result, agg)
    }

    pub(super) fn extract_element(&self, vector: TypeId, index: TypeId, result: TypeId) -> Checked {
        self.class("the vector", vector, Class::Vector)?;
        self.class("the index", index, Class::Int)?;
        self.same("the result", result, self.module.types.lane(vector))
    }

    pub(super) fn insert_element(
        &self,
        vector: TypeId,
        value: TypeId,
        index: TypeId,
        result: TypeId,
    ) -> Checked {
        self.class("the vector", vector, Class::Vector)?;
        self.same("the inserted value", value, self.module.types.lane(vector))?;
        self.class("the index", index, Class::Int)?;
        self.same("the result", result, vector)
    }

    pub(super) fn shuffle(
        &self,
        a: TypeId,
        b: TypeId,
        mask: &[Option<u32>],
        result: TypeId,
    ) -> Checked {
        self.class("the first vector", a, Class::Vector)?;
        self.same("the second vector", b, a)?;
        self.class("the result", result, Class::Vector)?;
        let lane = self.module.types.lane(a);
        self.same("a lane of the result", self.module.types.lane(result), lane)?;
        let (lanes, _) = self.shape(a).unwrap_or_default();
        let (made, scalable) = self.shape(result).unwrap_or_default();
        if !scalable && mask.len() != made as usize {
            return Err(Violation::LaneMismatch {
                what: "the result",
                found: u64::from(made),
                expected: mask.len() as u64,
            });
        }
        let lanes = u64::from(lanes) * 2;
        let mut selected = mask.iter().flatten();
        match selected.find(|&&lane| u64::from(lane) >= lanes) {
            Some(&lane) => Err(Violation::ShuffleLane { lane, lanes }),
            None => Ok(()),
        }
    }

    /// A `getelementptr`: the first index counts elements of the source type, the others select members
    /// of it.
    pub(super) fn gep(
        &self,
        source: TypeId,
        base: TypeId,
        indices: &[Index],
        result: TypeId,
    ) -> Checked {
        self.class("the base", base, Class::Ptrs)?;
        self.sized("the source element", source)?;
        self.class("the result", result, Class::Ptrs)?;
        let mut shape = self.shape(base);
        for index in indices {
            self.class("an index", index.ty, Class::Ints)?;
            match (shape, self.shape(index.ty)) {
                (Some(_), Some(_)) => self.same_shape("an index", index.ty, result)?,
                (None, Some(lanes)) => shape = Some(lanes),
                _ => {}
            }
        }
        let mut at = source;
        for index in indices.iter().skip(1) {
            at = self.gep_step(at, *index)?;
        }
        let types = &self.module.types;
        self.same("the result", types.lane(result), types.lane(base))?;
        if self.shape(result) == shape {
            return Ok(());
        }
        let lanes = |shape: Option<(u32, bool)>| shape.map_or(1, |shape| u64::from(shape.0));
        Err(Violation::LaneMismatch {
            what: "the result",
            found: lanes(self.shape(result)),
            expected: lanes(shape),
        })
    }

    fn gep_step(&self, at: TypeId, index: Index) -> Result<TypeId, Violation> {
        match self.module.types.resolve(at) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => Ok(*elem),
            Type::Struct { .. } => {
                let number = index.constant.and_then(|id| self.field_number(id));
                let number = number.ok_or_else(|| Violation::VariableStructIndex(self.name(at)))?;
                let member = self.module.types.member(at, number);
                member.ok_or_else(|| self.outside(number, at))
            }
            _ => Err(Violation::WrongType {
                what: "the indexed operand",
                found: self.name(at),
                wanted: "a struct, array or vector",
            }),
        }
    }

    /// The field of a constant index; a vector of equal numbers counts as that number.
    fn field_number(&self, id: ConstId) -> Option<u64> {
        let constant = self.module.consts.get(id);
        let lane = self.module.types.lane(constant.ty);
        if *self.kind(lane) != Type::Int(32) {
            return None;
        }
        match &constant.kind {
            ConstKind::Int(bits) => bits.to_u64(),
            ConstKind::Zero => Some(0),
            ConstKind::Splat(lane) => self.scalar_number(*lane),
            ConstKind::Aggregate(lanes) => {
                let first = *lanes.first()?;
                let equal = lanes.iter().all(|&lane| lane == first);
                equal.then(|| self.scalar_number(first)).flatten()
            }
            _ => None,
        }
    }

    fn scalar_number(&self, id: ConstId) -> Option<u64> {
        match &self.module.consts.get(id).kind {
            ConstKind::Int(bits) => bits.to_u64(),
            _ => None,
        }
    }
}
