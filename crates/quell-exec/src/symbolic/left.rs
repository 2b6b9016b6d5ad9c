//! What a run left behind in memory, looked at without an access of the program's.

use std::collections::BTreeSet;

use quell_term::{Pool, Term, variables};

use super::domain::Symbolic;
use super::memory::{SymbolicMemory, pointer_from};
use super::object::{Content, Object};
use super::pointer::{ObjectId, Ptr};
use super::state::Value;
use super::word::Word;
use crate::memory::{Extent, ObjectKind};
use crate::stop::{Stop, StopKind};
use crate::value::Val;

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

    /// The first bytes of an object, which has so many.
    pub fn first_bytes(&self, domain: &mut Symbolic, id: ObjectId, bytes: u64) -> Option<Word> {
        let object = self.object(id).filter(|_| bytes > 0)?.clone();
        Some(object.read(&mut domain.pool, 0, bytes, &mut domain.addresses))
    }

    /// The objects that a value, memory that lasts or a call of a function that nobody defines may lead to, also in
    /// several steps. Where a part of an object is a number made of an address, that counts from everywhere.
    pub fn led_to(&self, domain: &Symbolic, value: Option<&Value>) -> BTreeSet<ObjectId> {
        let mut ways = Ways::default();
        if let Some(value) = value {
            ways.value(value);
        }
        for (_, object) in self.objects() {
            let lasts = !matches!(object.kind, ObjectKind::Heap | ObjectKind::Stack(_));
            ways.object(object, lasts);
        }
        ways.pending.extend(domain.events.handed_out());
        ways.words.extend(domain.events.words());
        for variable in variables(&domain.pool, &ways.words) {
            ways.pending.extend(domain.addresses.object(variable));
        }
        let mut found = BTreeSet::new();
        while let Some(id) = ways.pending.pop() {
            if found.insert(id)
                && let Some(object) = self.object(id)
            {
                ways.object(object, true);
            }
        }
        found
    }

    /// Whether anything was allocated.
    pub fn has_heap(&self) -> bool {
        self.objects()
            .any(|(_, object)| object.kind == ObjectKind::Heap)
    }

    /// Whether this is a block of the heap, or nothing that is here.
    pub fn is_no_global(&self, id: ObjectId) -> bool {
        let object = self.object(id);
        object.is_none_or(|object| object.kind == ObjectKind::Heap)
    }

    /// The blocks of the heap, and global variables.
    pub fn blocks(&self) -> Vec<ObjectId> {
        let blocks = self.objects().filter(|(_, object)| is_lasting(object));
        blocks.map(|(id, _)| id).collect()
    }
}

/// Where pointers lead to, and numbers that may be made of pointers.
#[derive(Default)]
struct Ways {
    pending: Vec<ObjectId>,
    words: Vec<Term>,
}

impl Ways {
    fn pointer(&mut self, ptr: &Ptr, follows: bool) {
        for alternative in &ptr.alternatives {
            match alternative.object {
                Some(object) if follows => self.pending.push(object),
                _ => {}
            }
            self.words.push(alternative.offset);
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Val::Word(word) => self.words.push(word.term),
            Val::Ptr(ptr) => self.pointer(ptr, true),
            Val::Agg(parts) => parts.iter().for_each(|part| self.value(part)),
        }
    }

    fn object(&mut self, object: &Object, follows: bool) {
        for cell in &object.cells {
            match &cell.content {
                Content::Word(word) => self.words.push(word.term),
                Content::Ptr(ptr) => self.pointer(ptr, follows),
            }
        }
    }
}

/// What is there after a call and can be written in it.
fn is_lasting(object: &Object) -> bool {
    let lasting = matches!(object.kind, ObjectKind::Heap | ObjectKind::Global(_));
    lasting && object.writable
}
