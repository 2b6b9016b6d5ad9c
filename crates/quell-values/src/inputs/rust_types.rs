//! Rust's types: variants with data, and invalid bit patterns.

use quell_ir::debug::{Aggregate, Language, Variant, VariantPart};

use super::build::{At, Builder, Built};
use super::error::InputObstacle;
use super::leaf::Valid;
use super::plan::Plan;
use crate::types::{Form, Member, TypeRef, member};

/// Types of the standard library with invalid values.
const RESTRICTED: &[(&str, std::ops::RangeInclusive<u128>)] =
    &[("NonZero", 1..=u128::MAX), ("Nanoseconds", 0..=999_999_999)];

impl<'m> Builder<'_, 'm> {
    /// Restricts the leaves of a struct, from the first one on, to valid values of its type.
    pub fn narrow_by_name(&mut self, ty: TypeRef, first: usize) {
        if self.language != Language::Rust {
            return;
        }
        let name = self.types.name(ty);
        let name = name.rsplit("::").next().unwrap_or(&name);
        let Some((_, range)) = RESTRICTED.iter().find(|(start, _)| name.starts_with(start)) else {
            return;
        };
        for leaf in self.found.leaves.iter_mut().skip(first) {
            let greatest = u128::MAX >> (128 - leaf.width.clamp(1, 128));
            let range = *range.start()..=greatest.min(*range.end());
            leaf.valid = Valid::Ranges(vec![range]);
        }
    }

    /// An enum with data has one variant in each space, except `Option<&T>`, which is a nullable pointer.
    pub fn variants(&mut self, ty: TypeRef, aggregate: &Aggregate<'m>, at: &At) -> Built<Plan> {
        let Some(part) = &aggregate.variants else {
            return self.unsupported(at, InputObstacle::UnknownVariants);
        };
        if let Some(pointer) = self.optional_pointer(part) {
            return self.optional(&pointer, at);
        }
        let possible: Vec<&Variant<'m>> = match at.depth {
            0 => part
                .variants
                .iter()
                .filter(|of| !self.is_deeper(of))
                .collect(),
            _ => part.variants.iter().collect(),
        };
        if possible.len() < part.variants.len() {
            self.end_of_depth(at);
        }
        if possible.is_empty() {
            let ty = self.types.name(ty);
            return self.unsupported(at, InputObstacle::OnlyReferences { ty });
        }
        let variant = possible[self.choices.choose(possible.len())];
        let first = self.found.leaves.len();
        let plan = self.variant(variant, at)?;
        if variant.value.is_none() {
            self.keep_tag_free(part, at, first)?;
        }
        Ok(plan)
    }

    fn variant(&mut self, variant: &Variant<'m>, at: &At) -> Built<Plan> {
        let name = variant.data.name.unwrap_or("").to_owned();
        self.found.variants.push(format!("`{}` is {name}", at.path));
        let data = member(&variant.data);
        let inner = at.field(&data);
        let members = self.members_of(&data);
        let mut fields = Vec::new();
        for field in &members {
            fields.push((field.name, self.member(field, &inner)?));
        }
        let is_tuple = |name: Option<&str>| name.is_some_and(|name| name.starts_with("__"));
        if fields.is_empty() {
            return Ok(Plan::Name(name));
        }
        if fields.iter().all(|field| is_tuple(field.0)) {
            let fields = fields.into_iter().map(|field| field.1);
            return Ok(Plan::Variant(name, fields.collect()));
        }
        let fields = fields.into_iter();
        let fields = fields.map(|(name, plan)| (name.map(str::to_owned), plan));
        let fields = Plan::Record(fields.collect());
        Ok(Plan::Record(vec![(Some(name), fields)]))
    }

    fn members_of(&self, data: &Member<'m>) -> Vec<Member<'m>> {
        match self.types.form(data.ty) {
            Form::Record(members) => members,
            _ => Vec::new(),
        }
    }

    /// The variant without a discriminant is identified by its contents, which must not be the discriminant of another.
    fn keep_tag_free(&mut self, part: &VariantPart<'m>, at: &At, first: usize) -> Built<()> {
        let Some(field) = &part.discriminator else {
            return Ok(());
        };
        let start = at.bit.saturating_add(field.bit_offset);
        let end = start.saturating_add(field.bits);
        let bits = (field.bits as u32).clamp(1, 128);
        let mask = u128::MAX >> (128 - bits);
        for index in first..self.found.leaves.len() {
            let (object, bit) = self.found.places[index];
            let leaf = &mut self.found.leaves[index];
            let apart = bit >= end || bit.saturating_add(leaf.width.into()) <= start;
            if object != at.object || apart {
                continue;
            }
            if bit != start || leaf.width > bits {
                return self.unsupported(at, InputObstacle::VariantNumber);
            }
            let taken = part.variants.iter().filter_map(|of| of.value);
            taken.for_each(|value| leaf.exclude(value as u128 & mask));
        }
        Ok(())
    }

    /// `Option<&T>`: null is `None`.
    fn optional_pointer(&self, part: &VariantPart<'m>) -> Option<Member<'m>> {
        let [none, some] = &part.variants[..] else {
            return None;
        };
        let is_none = none.value == Some(0) && none.data.name == Some("None");
        let members = self.members_of(&member(&some.data));
        match &members[..] {
            [only] if is_none && some.value.is_none() && some.data.name == Some("Some") => {
                let is_pointer = matches!(self.types.form(only.ty), Form::Pointer(_));
                is_pointer.then(|| only.clone())
            }
            _ => None,
        }
    }

    fn optional(&mut self, pointer: &Member<'m>, at: &At) -> Built<Plan> {
        if at.depth == 0 {
            self.end_of_depth(at);
            return Ok(Plan::Name("None".to_owned()));
        }
        let inner = at.part(".Some", 0);
        let inner = inner.field(pointer);
        let present = self.present(&inner)?;
        let to = Box::new(self.value(pointer.ty, &inner)?);
        Ok(Plan::Optional { present, to })
    }

    /// Whether a variant has a pointer that cannot be null.
    fn is_deeper(&self, variant: &Variant<'m>) -> bool {
        const MAX_LEVELS: usize = 8;
        self.has_pointer(variant.data.ty.into(), MAX_LEVELS)
    }

    fn has_pointer(&self, ty: TypeRef, levels: usize) -> bool {
        let Some(levels) = levels.checked_sub(1) else {
            return true;
        };
        match self.types.form(ty) {
            Form::Pointer(_) | Form::Slice { .. } => true,
            Form::Record(members) => members.iter().any(|of| self.has_pointer(of.ty, levels)),
            Form::Array(array) => self.has_pointer(array.of, levels),
            _ => false,
        }
    }
}
