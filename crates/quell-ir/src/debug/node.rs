//! A specialised metadata node with its module, and access to its fields by name.

use crate::constant::ConstKind;
use crate::entity::{ConstId, MdId};
use crate::metadata::{MdField, MdNode, Metadata};
use crate::module::Module;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'m> {
    pub module: &'m Module,
    pub id: MdId,
    node: &'m MdNode,
}

impl<'m> Node<'m> {
    pub fn new(module: &'m Module, id: MdId) -> Option<Self> {
        match module.metadata.get(id)? {
            Metadata::Node(node) => Some(Self { module, id, node }),
            _ => None,
        }
    }

    pub fn of_kind(module: &'m Module, id: MdId, kind: &str) -> Option<Self> {
        Self::new(module, id).filter(|node| node.kind() == kind)
    }

    /// `DISubprogram`, `DIFile`, ...
    pub fn kind(&self) -> &'m str {
        self.module.text(self.node.kind)
    }

    pub fn fields(&self) -> &'m [(Option<crate::Symbol>, MdField)] {
        &self.node.fields
    }

    pub fn field(&self, name: &str) -> Option<&'m MdField> {
        let named = |field: &&(Option<crate::Symbol>, MdField)| {
            field
                .0
                .is_some_and(|symbol| self.module.text(symbol) == name)
        };
        self.node.fields.iter().find(named).map(|field| &field.1)
    }

    /// A number, which may be given as a typed constant.
    pub fn int(&self, name: &str) -> Option<i128> {
        match self.field(name)? {
            MdField::Int(value) => Some(*value),
            MdField::Bool(value) => Some(i128::from(*value)),
            MdField::Ref(id) => constant_int(self.module, *id),
            _ => None,
        }
    }

    pub fn u32(&self, name: &str) -> Option<u32> {
        u32::try_from(self.int(name)?).ok()
    }

    /// A number; 0 if the field is absent.
    pub fn u64(&self, name: &str) -> u64 {
        let value = self.int(name).and_then(|value| u64::try_from(value).ok());
        value.unwrap_or(0)
    }

    pub fn bool(&self, name: &str) -> bool {
        matches!(self.field(name), Some(MdField::Bool(true)))
    }

    /// A string; an empty one counts as absent.
    pub fn text(&self, name: &str) -> Option<&'m str> {
        let symbol = match self.field(name)? {
            MdField::String(symbol) => *symbol,
            MdField::Ref(id) => match self.module.metadata.get(*id)? {
                Metadata::String(symbol) => *symbol,
                _ => return None,
            },
            _ => return None,
        };
        Some(self.module.text(symbol)).filter(|text| !text.is_empty())
    }

    /// A word of the metadata language: `DW_TAG_member`.
    pub fn word(&self, name: &str) -> Option<&'m str> {
        match self.field(name)? {
            MdField::Word(symbol) => Some(self.module.text(*symbol)),
            _ => None,
        }
    }

    /// Whether a field such as `A | B | C` contains this flag.
    pub fn has_flag(&self, name: &str, flag: &str) -> bool {
        self.word(name)
            .is_some_and(|words| words.split('|').any(|word| word.trim() == flag))
    }

    pub fn reference(&self, name: &str) -> Option<MdId> {
        match self.field(name)? {
            MdField::Ref(id) => Some(*id),
            _ => None,
        }
    }

    /// The specialised node that a field refers to.
    pub fn node(&self, name: &str) -> Option<Self> {
        Self::new(self.module, self.reference(name)?)
    }

    /// The elements of the tuple that a field refers to.
    pub fn list(&self, name: &str) -> &'m [Option<MdId>] {
        let list = self.reference(name);
        match list.and_then(|id| self.module.metadata.get(id)) {
            Some(Metadata::Tuple { elems, .. }) => elems,
            _ => &[],
        }
    }

    /// The specialised nodes among the elements of a tuple.
    pub fn nodes(&self, name: &str) -> impl Iterator<Item = Self> + use<'m> {
        let module = self.module;
        let ids = self.list(name).iter().flatten();
        ids.filter_map(move |&id| Self::new(module, id))
    }
}

/// The integer of a metadata node.
pub(super) fn constant_int(module: &Module, id: MdId) -> Option<i128> {
    match module.metadata.get(id)? {
        Metadata::Const(constant) => int_of(module, *constant),
        _ => None,
    }
}

/// The value of an integer constant: as a signed number if that fits 64 bits, else as an unsigned one.
pub(super) fn int_of(module: &Module, constant: ConstId) -> Option<i128> {
    match &module.consts.get(constant).kind {
        ConstKind::Int(bits) => match bits.to_i64() {
            Some(value) => Some(i128::from(value)),
            None => bits.to_u128().and_then(|value| i128::try_from(value).ok()),
        },
        ConstKind::Zero | ConstKind::Null => Some(0),
        _ => None,
    }
}
