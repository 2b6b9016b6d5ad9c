//! Inspection of memory after a run, without an access of the program: nothing is checked.

use std::collections::BTreeSet;

use quell_term::{Pool, Term, variables};

use super::object::{Content, Object, as_pointer};
use super::symbolic_memory::{SymbolicMemory, pointer_from};
use crate::memory::{Extent, ObjectKind};
use crate::stop::{Stop, StopKind};
use crate::symbolic::domain::{ObjectId, Ptr, Symbolic, Word};

/// A heap block or global variable, without its contents.
#[derive(Clone, Copy, Debug)]
pub struct HeapBlock {
    /// Its largest length in bytes.
    pub room: u64,
    /// Its length in bytes.
    pub length: Term,
    /// When it exists.
    pub alive: Term,
}

impl SymbolicMemory {
    /// Reads bytes of an object, whatever its lifetime and length.
    pub fn read_unchecked(
        &self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        extent: Extent,
    ) -> Result<Word, Stop> {
        let Some((Some(id), offset)) = ptr.single() else {
            return Err(StopKind::broken(
                "an unchecked read through a pointer with several alternatives",
            )
            .into());
        };
        let object = self.object(id).cloned();
        let (Some(object), Some(at)) = (object, domain.pool.as_word(offset)) else {
            return Err(StopKind::broken("an object that is not there").into());
        };
        Ok(object.read(&mut domain.pool, at, extent.bytes, &mut domain.addresses))
    }

    /// Reads a pointer, whatever the lifetime and length of the object.
    pub fn read_ptr_unchecked(&self, domain: &mut Symbolic, ptr: &Ptr) -> Result<Ptr, Stop> {
        if let Some((Some(id), offset)) = ptr.single()
            && let (Some(object), Some(at)) = (self.object(id), domain.pool.as_word(offset))
            && let Some(ptr) = object.pointer_at(at)
        {
            return Ok(ptr.clone());
        }
        let address = self.read_unchecked(domain, ptr, Extent { bytes: 8, align: 1 })?;
        Ok(pointer_from(domain, &address))
    }

    /// A heap block or writable global variable; none if there is no such object.
    pub fn block(&self, pool: &mut Pool, id: ObjectId) -> Option<HeapBlock> {
        let object = self.object(id).filter(|object| outlives_call(object))?;
        let whole = pool.number(64, object.size);
        Some(HeapBlock {
            room: object.size,
            length: object.length.unwrap_or(whole),
            alive: object.alive,
        })
    }

    /// The cells of the first bytes of an object and of one in another memory, in pairs, by their offsets. Both objects have
    /// this many bytes.
    pub fn paired_cells(
        &self,
        domain: &mut Symbolic,
        id: ObjectId,
        (other, their): (&Self, ObjectId),
        bytes: u64,
    ) -> Vec<(u64, [Content; 2])> {
        let (Some(a), Some(b)) = (self.object(id), other.object(their)) else {
            return Vec::new();
        };
        let (mut a, mut b) = (a.as_ref().clone(), b.as_ref().clone());
        let (pool, addresses) = (&mut domain.pool, &mut domain.addresses);
        a.split_at(pool, bytes, addresses);
        b.split_at(pool, bytes, addresses);
        a.split_alike(pool, &mut b, addresses);
        let cells = a.cells.into_iter().zip(b.cells);
        cells
            .take_while(|(cell, _)| cell.at < bytes)
            .map(|(a, b)| (a.at, as_pointers(domain, [a.content, b.content])))
            .collect()
    }

    /// Where the heap is used: the objects with references that no comparison follows: by a pointer in memory
    /// that outlives the call and is not followed, by an integer computed from an address, or by an argument
    /// of an external function.
    pub fn untracked_references(
        &self,
        domain: &Symbolic,
        is_followed: impl Fn(ObjectId, u64) -> bool,
    ) -> BTreeSet<ObjectId> {
        let mut references = References::default();
        if !self.has_heap() {
            return references.objects;
        }
        for (id, object) in self.objects() {
            let outlives = !matches!(object.kind, ObjectKind::Heap | ObjectKind::Stack(_));
            for cell in &object.cells {
                references.content(&cell.content, || outlives && !is_followed(id, cell.at));
            }
        }
        references.objects.extend(domain.events.escaped());
        references.words.extend(domain.events.words());
        if domain.addresses.are_known() {
            for variable in variables(&domain.pool, &references.words) {
                references.objects.extend(domain.addresses.object(variable));
            }
        }
        references.objects
    }

    /// Whether anything was allocated.
    pub fn has_heap(&self) -> bool {
        self.objects()
            .any(|(_, object)| object.kind == ObjectKind::Heap)
    }

    /// Whether this is a heap block.
    pub fn is_block(&self, id: ObjectId) -> bool {
        let object = self.object(id);
        object.is_some_and(|object| object.kind == ObjectKind::Heap)
    }

    /// Whether this is a writable global variable.
    pub fn is_global(&self, id: ObjectId) -> bool {
        let object = self.object(id);
        object.is_some_and(|object| outlives_call(object) && object.kind != ObjectKind::Heap)
    }

    /// The heap blocks.
    pub fn blocks(&self) -> impl Iterator<Item = ObjectId> {
        let blocks = self.objects().filter(|(_, of)| of.kind == ObjectKind::Heap);
        blocks.map(|(id, _)| id)
    }

    /// The writable global variables.
    pub fn globals(&self) -> impl Iterator<Item = ObjectId> {
        self.objects()
            .map(|(id, _)| id)
            .filter(|id| self.is_global(*id))
    }
}

/// Two contents of one size, as pointers where one of them is a pointer.
fn as_pointers(domain: &mut Symbolic, contents: [Content; 2]) -> [Content; 2] {
    let are_words = contents.iter().all(|of| matches!(of, Content::Word(_)));
    match contents.each_ref().map(|of| whole_pointer(domain, of)) {
        [Some(a), Some(b)] if !are_words => [a, b].map(Content::Ptr),
        _ => contents,
    }
}

/// A pointer, or a defined word of its size as a pointer; none for a word that is partly undefined.
fn whole_pointer(domain: &mut Symbolic, content: &Content) -> Option<Ptr> {
    match content {
        Content::Word(word) if word.undef.is_none() && domain.pool.width(word.term) == 64 => {
            Some(pointer_from(domain, word))
        }
        content => as_pointer(&mut domain.pool, content),
    }
}

/// Objects that pointers lead to, and terms that may be computed from addresses.
#[derive(Default)]
struct References {
    objects: BTreeSet<ObjectId>,
    words: Vec<Term>,
}

impl References {
    fn content(&mut self, content: &Content, holds: impl FnOnce() -> bool) {
        match content {
            Content::Word(word) => self.words.push(word.term),
            Content::Ptr(ptr) => {
                let alternatives = ptr.alternatives.iter();
                self.words.extend(alternatives.clone().map(|of| of.offset));
                if holds() {
                    self.objects.extend(alternatives.filter_map(|of| of.object));
                }
            }
        }
    }
}

/// Whether an object exists after the call and can be written in it.
fn outlives_call(object: &Object) -> bool {
    let outlives = matches!(object.kind, ObjectKind::Heap | ObjectKind::Global(_));
    outlives && object.writable
}
