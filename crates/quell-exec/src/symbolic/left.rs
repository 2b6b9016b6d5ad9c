//! What a run left behind in memory, looked at without an access of the program's.

use std::collections::BTreeSet;

use quell_term::{Pool, Term, variables};

use super::domain::Symbolic;
use super::memory::{SymbolicMemory, pointer_from};
use super::object::{Content, Object, as_pointer};
use super::pointer::{ObjectId, Ptr};
use super::word::Word;
use crate::memory::{Extent, ObjectKind};
use crate::stop::{Stop, StopKind};

/// What a block of the heap is, apart from its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The bytes that it can have.
    pub room: u64,
    /// Those that it has.
    pub length: Term,
    /// When it exists.
    pub alive: Term,
}

impl SymbolicMemory {
    /// Reads bytes of an object whatever its life and length are: to look at what a run left behind.
    pub fn read_freely(
        &self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        extent: Extent,
    ) -> Result<Word, Stop> {
        let Some((Some(id), offset)) = ptr.single() else {
            return Err(StopKind::broken("a pointer to look behind that is not known").into());
        };
        let object = self.object(id).cloned();
        let (Some(object), Some(at)) = (object, domain.pool.as_word(offset)) else {
            return Err(StopKind::broken("an object that is not there").into());
        };
        Ok(object.read(&mut domain.pool, at, extent.bytes, &mut domain.addresses))
    }

    /// The same for a pointer.
    pub fn read_ptr_freely(&self, domain: &mut Symbolic, ptr: &Ptr) -> Result<Ptr, Stop> {
        if let Some((Some(id), offset)) = ptr.single()
            && let (Some(object), Some(at)) = (self.object(id), domain.pool.as_word(offset))
            && let Some(ptr) = object.pointer_at(at)
        {
            return Ok(ptr.clone());
        }
        let address = self.read_freely(domain, ptr, Extent { bytes: 8, align: 1 })?;
        Ok(pointer_from(domain, &address))
    }

    /// A block of the heap or a global variable, or none where there is no such block.
    pub fn block(&self, pool: &mut Pool, id: ObjectId) -> Option<Block> {
        let object = self.object(id).filter(|object| is_lasting(object))?;
        let whole = pool.number(64, object.size);
        Some(Block {
            room: object.size,
            length: object.length.unwrap_or(whole),
            alive: object.alive,
        })
    }

    /// The first bytes of an object and of one in another memory, which have so many: in pieces, by their offsets.
    pub fn side_by_side(
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
        a.cut(pool, bytes, addresses);
        b.cut(pool, bytes, addresses);
        a.cut_alike(pool, &mut b, addresses);
        let cells = a.cells.into_iter().zip(b.cells);
        cells
            .take_while(|(cell, _)| cell.at < bytes)
            .map(|(a, b)| (a.at, as_pointers(domain, [a.content, b.content])))
            .collect()
    }

    /// Where there are blocks: the objects that a pointer of memory that lasts leads to from a place that is
    /// not followed, a number that is made of an address, or a call of a function that nobody defines.
    pub fn held(
        &self,
        domain: &Symbolic,
        is_followed: impl Fn(ObjectId, u64) -> bool,
    ) -> BTreeSet<ObjectId> {
        let mut ways = Ways::default();
        if !self.has_heap() {
            return ways.held;
        }
        for (id, object) in self.objects() {
            let lasts = !matches!(object.kind, ObjectKind::Heap | ObjectKind::Stack(_));
            for cell in &object.cells {
                ways.content(&cell.content, || lasts && !is_followed(id, cell.at));
            }
        }
        ways.held.extend(domain.events.handed_out());
        ways.words.extend(domain.events.words());
        if domain.addresses.are_known() {
            for variable in variables(&domain.pool, &ways.words) {
                ways.held.extend(domain.addresses.object(variable));
            }
        }
        ways.held
    }

    /// Whether anything was allocated.
    pub fn has_heap(&self) -> bool {
        self.objects()
            .any(|(_, object)| object.kind == ObjectKind::Heap)
    }

    /// Whether this is a block of the heap.
    pub fn is_block(&self, id: ObjectId) -> bool {
        let object = self.object(id);
        object.is_some_and(|object| object.kind == ObjectKind::Heap)
    }

    /// Whether this is a global variable that can be written.
    pub fn is_global(&self, id: ObjectId) -> bool {
        let object = self.object(id);
        object.is_some_and(|object| is_lasting(object) && object.kind != ObjectKind::Heap)
    }

    /// The blocks of the heap.
    pub fn blocks(&self) -> impl Iterator<Item = ObjectId> {
        let blocks = self.objects().filter(|(_, of)| of.kind == ObjectKind::Heap);
        blocks.map(|(id, _)| id)
    }

    /// The global variables that can be written.
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

/// A pointer, or a number of its size that is one; nothing where only a part of it is known.
fn whole_pointer(domain: &mut Symbolic, content: &Content) -> Option<Ptr> {
    match content {
        Content::Word(word) if word.undef.is_none() && domain.pool.width(word.term) == 64 => {
            Some(pointer_from(domain, word))
        }
        content => as_pointer(&mut domain.pool, content),
    }
}

/// Where pointers lead to, and numbers that may be made of pointers.
#[derive(Default)]
struct Ways {
    held: BTreeSet<ObjectId>,
    words: Vec<Term>,
}

impl Ways {
    fn content(&mut self, content: &Content, holds: impl FnOnce() -> bool) {
        match content {
            Content::Word(word) => self.words.push(word.term),
            Content::Ptr(ptr) => {
                let alternatives = ptr.alternatives.iter();
                self.words.extend(alternatives.clone().map(|of| of.offset));
                if holds() {
                    self.held.extend(alternatives.filter_map(|of| of.object));
                }
            }
        }
    }
}

/// What is there after a call and can be written in it.
fn is_lasting(object: &Object) -> bool {
    let lasting = matches!(object.kind, ObjectKind::Heap | ObjectKind::Global(_));
    lasting && object.writable
}
