//! From the types of a function to the plan of a call and its leaves.

use std::collections::{BTreeMap, BTreeSet};

use quell_bits::{Bits, FloatFormat};
use quell_ir::debug::{Language, ParameterSource};

use super::choices::Choices;
use super::error::{InputError, InputObstacle, ValuesError};
use super::leaf::{Leaf, LeafKind, Valid};
use super::locate::{OpenObject, fullest};
use super::names::Names;
use super::null_tests::compared_with_null;
use super::plan::Plan;
use super::pointers::general;
use super::reached::Reached;
use super::restrict::RestrictedLeaf;
use super::rows::Rows;
use super::settings::{InputSettings, said_of};
use crate::encode::plain_field;
use crate::prepare::Callee;
use crate::scope::{Assumption, Bound, Scope};
use crate::types::{Form, Member, TypeRef, Types};

/// The most leaves of an input space: larger spaces are too large to search.
const MAX_LEAVES: usize = 1 << 14;
const MAX_VALUES: usize = 1 << 17;

/// The maximal nesting of types, far more than real types need.
const MAX_NESTING: usize = 32;

/// The code points of Unicode, without surrogates.
const UNICODE: [std::ops::RangeInclusive<u128>; 2] = [0..=0xd7ff, 0xe000..=0x10_ffff];

/// The position of a value.
#[derive(Clone, Debug)]
pub(super) struct At {
    /// Its name in the encoder.
    pub path: String,
    /// The object that contains it, by a provisional number.
    pub object: usize,
    pub bit: u64,
    /// The number of pointers that may still be followed.
    pub depth: u32,
    pub in_struct: bool,
    /// Whether it ends the object, so that a flexible array member at its end has elements.
    pub at_end: bool,
    pub nesting: usize,
}

impl At {
    pub fn part(&self, step: &str, bit: u64) -> Self {
        Self {
            path: format!("{}{step}", self.path),
            bit: self.bit.saturating_add(bit),
            nesting: self.nesting + 1,
            at_end: false,
            ..self.clone()
        }
    }

    pub fn field(&self, member: &Member<'_>) -> Self {
        let step = member.name.map(|name| format!(".{}", plain_field(name)));
        Self {
            in_struct: true,
            ..self.part(&step.unwrap_or_default(), member.bit_offset)
        }
    }
}

pub(super) type Built<T> = Result<T, InputError>;

/// The data that a walk collects besides plans.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub leaves: Vec<Leaf>,
    /// The object and bit of each leaf.
    pub places: Vec<(usize, u64)>,
    pub objects: Vec<OpenObject>,
    pub variants: Vec<String>,
    pub scope: Scope,
    pub restricted: Vec<RestrictedLeaf>,
    pub names: Names,
    /// Leaves whose values annotations of the program request, so that the call is no observable.
    pub requested: BTreeSet<usize>,
}

impl Found {
    pub fn fullest(&self) -> Vec<Bits> {
        fullest(&self.leaves)
    }
}

#[derive(Debug)]
pub(super) struct Builder<'c, 'm> {
    pub callee: &'c Callee<'m>,
    pub types: Types<'m>,
    pub language: Language,
    pub settings: &'c InputSettings,
    pub choices: &'c mut Choices,
    pub rows: Rows,
    pub found: Found,
    /// The name of the current parameter or global in messages.
    pub place: String,
    /// The number of buffers by label.
    pub buffers: BTreeMap<String, usize>,
    /// The functions that function pointers point to.
    pub callbacks: BTreeSet<String>,
    names: BTreeSet<String>,
    /// The parameter that the walk is in, if the code compares it with null.
    pub compared: Option<String>,
    /// The number of objects so far.
    objects: usize,
    /// The number of values so far.
    values: usize,
    /// The number of pointers that may alias another one.
    pub shared: usize,
}

impl<'c, 'm> Builder<'c, 'm> {
    pub fn new(
        callee: &'c Callee<'m>,
        settings: &'c InputSettings,
        choices: &'c mut Choices,
        rows: Rows,
    ) -> Self {
        Self {
            callee,
            types: callee.types,
            language: callee.types.info.language(),
            settings,
            choices,
            rows,
            found: Found::default(),
            place: String::new(),
            buffers: BTreeMap::new(),
            callbacks: BTreeSet::new(),
            names: BTreeSet::new(),
            compared: None,
            objects: 0,
            values: 0,
            shared: 0,
        }
    }

    pub fn arguments(&mut self) -> Built<Vec<Plan>> {
        let signature = &self.callee.signature;
        let compared = self.compared_with_null();
        let mut plans = Vec::new();
        for (index, param) in signature.params.iter().enumerate() {
            self.place = format!("parameter {}", signature.place(index, &self.types));
            let at = self.root(signature.label(index));
            if self.is_misdescribed(index) {
                return self.unsupported(&at, InputObstacle::Misdescribed);
            }
            let is_compared =
                matches!(param.source, ParameterSource::Value(of) if compared.contains(&of));
            self.compared = is_compared.then(|| at.path.clone());
            plans.push(self.whole(param.ty, &at)?);
            self.compared = None;
        }
        if self.callee.types.module.functions[self.callee.function].varargs {
            self.assume(Assumption::NoVariableArguments);
        }
        Ok(plans)
    }

    /// The IR parameters that the code compares with null, which may be null then. Rust and Fortran have other types for what may
    /// be missing.
    fn compared_with_null(&self) -> BTreeSet<u32> {
        match self.language {
            Language::C | Language::Cpp => {
                compared_with_null(self.types.module, self.callee.function)
            }
            _ => BTreeSet::new(),
        }
    }

    pub fn finished(mut self, reached: &Reached) -> Built<Found> {
        let is_fortran = self.language == Language::Fortran;
        if is_fortran && reached.asks_for_presence(self.types.module) {
            self.assume(Assumption::ArgumentsPresent);
        }
        for line in reached.assumptions(&self.types.info, self.callee.function) {
            self.assume(Assumption::Annotation { line });
        }
        if self.shared > 1 {
            self.assume(Assumption::NoAlias);
        }
        self.restrict()?;
        Ok(self.found)
    }

    /// Restricts numbers to the values that the configuration allows, now that the values of their types are known.
    fn restrict(&mut self) -> Built<()> {
        for index in 0..self.found.leaves.len() {
            let leaf = &self.found.leaves[index];
            if !leaf.is_number() {
                continue;
            }
            self.found.names.values.insert(leaf.name.clone());
            let Some((name, wanted)) = said_of(&self.settings.values, &leaf.name) else {
                continue;
            };
            let refused = |reason: ValuesError| InputError::Values {
                name: name.clone(),
                reason,
            };
            if let Some(left) = wanted.applied_to(leaf).map_err(refused)? {
                if !left.admits(0) && self.found.requested.contains(&index) {
                    return Err(refused(ValuesError::NoZero));
                }
                let allowed = wanted.allowed();
                let assumption = Assumption::Values { name, allowed };
                let leaf = &mut self.found.leaves[index];
                self.found.restricted.push(RestrictedLeaf {
                    leaf: index,
                    unrestricted: std::mem::replace(&mut leaf.valid, left),
                    assumption: assumption.clone(),
                });
                self.assume(assumption);
            }
        }
        Ok(())
    }

    /// The start of an argument or global.
    pub fn root(&mut self, path: String) -> At {
        At {
            path,
            object: self.new_object(),
            bit: 0,
            depth: self.settings.depth,
            in_struct: false,
            at_end: false,
            nesting: 0,
        }
    }

    /// The capacity of a pointer, slice, text or array.
    pub fn capacity_of(&mut self, at: &At, default: u64) -> u64 {
        let named = said_of(&self.settings.capacities, &at.path);
        self.found.names.sized.insert(at.path.clone());
        named.map_or(default, |(_, capacity)| *capacity)
    }

    pub fn new_object(&mut self) -> usize {
        self.objects += 1;
        self.objects
    }

    pub fn assume(&mut self, assumption: Assumption) {
        self.found.scope.assume(assumption);
    }

    pub fn bound(&mut self, bound: Bound) {
        self.found.scope.bound(bound);
    }

    pub fn unsupported<T>(&self, at: &At, obstacle: InputObstacle) -> Built<T> {
        let place = match self.place.contains(&at.path) {
            true => self.place.clone(),
            false => format!("{}, at `{}`", self.place, at.path),
        };
        Err(InputError::Unsupported { place, obstacle })
    }

    fn too_many<T>(&self, limit: usize) -> Built<T> {
        Err(InputError::Unsupported {
            place: self.place.clone(),
            obstacle: InputObstacle::TooManyValues { limit },
        })
    }

    /// Limits the number of elements, also of types without leaves.
    pub fn spend(&mut self) -> Built<()> {
        self.values += 1;
        match self.values > MAX_VALUES {
            true => self.too_many(MAX_VALUES),
            false => Ok(()),
        }
    }

    /// Numbers unnamed fields, whose names would be equal.
    fn distinct(&mut self, name: String) -> String {
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let distinct = names.find(|name| !self.names.contains(name));
        let distinct = distinct.unwrap_or(name);
        self.names.insert(distinct.clone());
        distinct
    }

    pub fn leaf(
        &mut self,
        at: &At,
        name: String,
        (kind, width): (LeafKind, u32),
        valid: Valid,
    ) -> Built<usize> {
        if self.found.leaves.len() == MAX_LEAVES {
            return self.too_many(MAX_LEAVES);
        }
        let name = self.distinct(name);
        self.found.places.push((at.object, at.bit));
        self.found.leaves.push(Leaf {
            name,
            width,
            kind,
            valid,
            spots: Vec::new(),
        });
        Ok(self.found.leaves.len() - 1)
    }

    fn number(&mut self, at: &At, kind: LeafKind, width: u32, valid: Valid) -> Built<Plan> {
        let leaf = self.leaf(at, at.path.clone(), (kind.clone(), width), valid)?;
        Ok(Plan::Leaf { leaf, kind })
    }

    /// A value within a larger one.
    pub fn value(&mut self, ty: TypeRef, at: &At) -> Built<Plan> {
        self.spend()?;
        if at.nesting > MAX_NESTING {
            return self.unsupported(at, InputObstacle::Nesting);
        }
        match self.types.form(ty) {
            Form::Bool { .. } => self.number(at, LeafKind::Bool, 1, Valid::Any),
            Form::Int { bits, signed } if (1..=128).contains(&bits) => {
                self.number(at, LeafKind::Int { signed }, bits, Valid::Any)
            }
            Form::Char { signed } => self.number(at, LeafKind::Char { signed }, 8, Valid::Any),
            Form::Unicode => {
                self.number(at, LeafKind::Unicode, 32, Valid::Ranges(UNICODE.to_vec()))
            }
            Form::Float(format) => self.float(at, format),
            Form::Complex(format) => self.complex(at, format),
            Form::Enum {
                values,
                bits,
                signed,
            } => self.enumerator(at, &values, bits, signed),
            Form::Pointer(to) => self.pointer(ty, to, at),
            Form::Slice { of, text, .. } => self.slice(ty, of, text, at),
            Form::Record(members) => self.record(ty, &members, at),
            Form::Union(members) => self.union(ty, &members, at),
            Form::Variants(aggregate) => self.variants(ty, &aggregate, at),
            Form::Array(array) => self.array(&array, at),
            Form::Characters(Some(length)) => self.characters(length, at),
            Form::Int { .. } | Form::Characters(None) | Form::Void | Form::Code | Form::Unknown => {
                self.without_values(ty, at)
            }
        }
    }

    fn without_values<T>(&self, ty: TypeRef, at: &At) -> Built<T> {
        let ty = self.types.name(ty);
        self.unsupported(at, InputObstacle::NoValues { ty })
    }

    fn float(&mut self, at: &At, format: FloatFormat) -> Built<Plan> {
        self.number(at, LeafKind::Float(format), format.width(), Valid::Any)
    }

    fn complex(&mut self, at: &At, format: FloatFormat) -> Built<Plan> {
        let stride = u64::from(format.width().next_power_of_two());
        let real = self.float(&at.part(".real", 0), format)?;
        let imaginary = self.float(&at.part(".imaginary", stride), format)?;
        Ok(Plan::Record(vec![(None, real), (None, imaginary)]))
    }

    /// In C, an enumeration can hold any value that fits.
    fn enumerator(
        &mut self,
        at: &At,
        values: &[(&str, i128)],
        bits: u32,
        signed: bool,
    ) -> Built<Plan> {
        if bits == 0 {
            let name = values.first().map_or("", |value| value.0);
            return Ok(Plan::Name(name.to_owned()));
        }
        let mask = u128::MAX >> (128 - bits.clamp(1, 128));
        let valid = match self.language {
            Language::Rust => Valid::values(values.iter().map(|value| value.1 as u128 & mask)),
            _ => Valid::Any,
        };
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value));
        let values = values.collect();
        self.number(at, LeafKind::Enum { values, signed }, bits, valid)
    }

    fn record(&mut self, ty: TypeRef, members: &[Member<'m>], at: &At) -> Built<Plan> {
        let first = self.found.leaves.len();
        let mut fields = Vec::new();
        for (index, member) in members.iter().enumerate() {
            let inside = At {
                at_end: at.at_end && index + 1 == members.len(),
                ..at.clone()
            };
            fields.push((field_name(member), self.member(member, &inside)?));
        }
        self.narrow_by_name(ty, first);
        // Either all fields are named or none.
        if fields.iter().any(|field| field.0.is_none()) {
            fields.iter_mut().for_each(|field| field.0 = None);
        }
        Ok(Plan::Record(fields))
    }

    pub fn member(&mut self, member: &Member<'m>, at: &At) -> Built<Plan> {
        let at = At {
            at_end: at.at_end,
            ..at.field(member)
        };
        let Some(bits) = member.bits else {
            return self.value(member.ty, &at);
        };
        let signed = match self.types.form(member.ty) {
            Form::Bool { .. } => return self.number(&at, LeafKind::Bool, 1, Valid::Any),
            Form::Int { signed, .. } => signed,
            Form::Char { signed } | Form::Enum { signed, .. } => Some(signed),
            _ => return self.without_values(member.ty, &at),
        };
        match bits {
            1..=128 => self.number(&at, LeafKind::Int { signed }, bits, Valid::Any),
            _ => self.without_values(member.ty, &at),
        }
    }

    /// The largest member, which determines the most bytes.
    fn union(&mut self, ty: TypeRef, members: &[Member<'m>], at: &At) -> Built<Plan> {
        let size = |member: &&Member<'m>| self.types.size(member.ty).unwrap_or(0);
        let named = members.iter().filter(|member| member.name.is_some());
        let Some(largest) = named.rev().max_by_key(size) else {
            return self.without_values(ty, at);
        };
        let name = largest.name.map(|name| plain_field(name).to_owned());
        let inside = At {
            at_end: false,
            ..at.clone()
        };
        let plan = self.member(largest, &inside)?;
        if members.len() > 1 {
            self.assume(Assumption::ActiveMember {
                union: general(&at.path),
                member: name.clone().unwrap_or_default(),
            });
        }
        Ok(Plan::Record(vec![(name, plan)]))
    }
}

/// The name of a field; `None` for fields of tuples, which are numbered.
fn field_name(member: &Member<'_>) -> Option<String> {
    let name = plain_field(member.name?);
    let is_number = name.chars().all(|c| c.is_ascii_digit());
    (!is_number).then(|| name.to_owned())
}
