//! Pairs of metadata nodes that must be equal.

use rustc_hash::{FxHashMap, FxHashSet};

use super::translate::Translation;
use super::{Difference, check};
use crate::entity::MdId;
use crate::metadata::{Location, MdField, MdNode, Metadata};
use crate::module::Module;

/// The pairs found so far, and those to be compared, with the place from which they were found.
#[derive(Debug, Default)]
pub(super) struct MdPairs {
    seen: FxHashSet<(MdId, MdId)>,
    pending: Vec<(MdId, MdId, u32)>,
    places: Vec<String>,
    /// The partners of distinct nodes, of which each has one only, in both directions.
    distinct: (FxHashMap<MdId, MdId>, FxHashMap<MdId, MdId>),
}

impl MdPairs {
    pub(super) fn push_all(&mut self, place: &str, a: &[MdId], b: &[MdId]) {
        self.places.push(place.to_owned());
        let place = (self.places.len() - 1) as u32;
        for (&a, &b) in a.iter().zip(b) {
            self.push(a, b, place);
        }
    }

    fn push(&mut self, a: MdId, b: MdId, place: u32) {
        if self.seen.insert((a, b)) {
            self.pending.push((a, b, place));
        }
    }

    fn push_optional(&mut self, a: Option<MdId>, b: Option<MdId>, place: u32) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => self.push(a, b, place),
            (None, None) => {}
            _ => return false,
        }
        true
    }

    /// Compares all pairs and the nodes that they refer to.
    pub(super) fn compare(
        &mut self,
        a: &Module,
        b: &Module,
        ids: &Translation<'_>,
    ) -> Result<(), Difference> {
        while let Some((left, right, place)) = self.pending.pop() {
            let pair = (&a.metadata[left], &b.metadata[right]);
            let same = self.pair(a, b, ids, pair, place) && self.both_distinct(left, right, pair.0);
            let what = || format!("metadata differs: {:?} and {:?}", pair.0, pair.1);
            if !same {
                return check(false, &self.places[place as usize], &what());
            }
        }
        Ok(())
    }

    fn both_distinct(&mut self, a: MdId, b: MdId, metadata: &Metadata) -> bool {
        let distinct = match metadata {
            Metadata::Tuple { distinct, .. } => *distinct,
            Metadata::Location(location) => location.distinct,
            Metadata::Node(node) => node.distinct,
            _ => false,
        };
        let (forward, backward) = &mut self.distinct;
        !distinct || *forward.entry(a).or_insert(b) == b && *backward.entry(b).or_insert(a) == a
    }

    fn pair(
        &mut self,
        a: &Module,
        b: &Module,
        ids: &Translation<'_>,
        pair: (&Metadata, &Metadata),
        place: u32,
    ) -> bool {
        match pair {
            (Metadata::Undefined, Metadata::Undefined) => true,
            (Metadata::String(left), Metadata::String(right)) => a.text(*left) == b.text(*right),
            (Metadata::Const(left), Metadata::Const(right)) => ids.konst(*left) == Some(*right),
            (
                Metadata::Tuple { distinct, elems },
                Metadata::Tuple {
                    distinct: other_distinct,
                    elems: others,
                },
            ) => {
                let pairs = elems.iter().zip(others);
                let same = distinct == other_distinct && elems.len() == others.len();
                same && pairs.fold(true, |same, (&left, &right)| {
                    self.push_optional(left, right, place) && same
                })
            }
            (Metadata::Location(left), Metadata::Location(right)) => {
                self.locations(left, right, place)
            }
            (Metadata::Node(left), Metadata::Node(right)) => self.nodes(a, b, left, right, place),
            // Locals are compared with the functions that use them.
            _ => false,
        }
    }

    fn locations(&mut self, a: &Location, b: &Location, place: u32) -> bool {
        let mut other = *b;
        other.scope = a.scope;
        other.inlined_at = a.inlined_at;
        *a == other
            && self.push_optional(a.scope.expand(), b.scope.expand(), place)
            && self.push_optional(a.inlined_at.expand(), b.inlined_at.expand(), place)
    }

    fn nodes(&mut self, a: &Module, b: &Module, left: &MdNode, right: &MdNode, place: u32) -> bool {
        let head = left.distinct == right.distinct && a.text(left.kind) == b.text(right.kind);
        let mut pairs = left.fields.iter().zip(&right.fields);
        head && left.fields.len() == right.fields.len()
            && pairs.all(|((left_name, left), (right_name, right))| {
                let names = (left_name.map(|n| a.text(n)), right_name.map(|n| b.text(n)));
                names.0 == names.1 && self.fields(a, b, left, right, place)
            })
    }

    fn fields(&mut self, a: &Module, b: &Module, left: &MdField, right: &MdField, at: u32) -> bool {
        match (left, right) {
            (MdField::String(left), MdField::String(right))
            | (MdField::Word(left), MdField::Word(right)) => a.text(*left) == b.text(*right),
            (MdField::Ref(left), MdField::Ref(right)) => {
                self.push(*left, *right, at);
                true
            }
            (left, right) => left == right,
        }
    }
}
