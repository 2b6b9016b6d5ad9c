//! Objects by name, and the accesses of the instruction semantics.

use std::rc::Rc;

use quell_bits::Bits;
use quell_term::Term;
use quell_values::unsupported::UnsupportedAccess;

use super::access_checks::without_object;
use super::candidate_offsets::{candidate_offsets, select_candidate};
use super::object::{self, Cell, Content, Object, bits};
use crate::domain::Domain;
use crate::memory::{Allocation, Extent, Memory, ObjectKind, Target};
use crate::stop::{AccessKind, Stop, StopKind, Ub};
use crate::symbolic::domain::{Alternative, Log, ObjectId, Ptr, Symbolic, Word, arithmetic};

/// The largest object with contents. Larger variables exist without: an access to one ends the exploration as unsupported.
pub const MAX_OBJECT: u64 = 1 << 16;

type Named = (ObjectId, Rc<Object>);

/// Objects by name, shared between states until written.
#[derive(Clone, Debug, Default)]
pub struct SymbolicMemory {
    /// Ordered by name.
    pub(crate) objects: Vec<Named>,
    /// The observable events of the run.
    pub log: Log,
    /// The calls of input functions, whose results are inputs of the run. They are not observable.
    pub input_log: Log,
}

impl PartialEq for SymbolicMemory {
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.paired_objects(other);
        pairs.is_some_and(|mut pairs| pairs.all(|(a, b)| Rc::ptr_eq(a, b) || a == b))
    }
}

impl SymbolicMemory {
    /// The objects of two memories in pairs, if both have the same objects and the same logs.
    pub(crate) fn paired_objects<'m>(
        &'m self,
        other: &'m Self,
    ) -> Option<impl Iterator<Item = (&'m Rc<Object>, &'m Rc<Object>)>> {
        let mut pairs = self.objects.iter().zip(&other.objects);
        let have_same_objects = self.log == other.log
            && self.input_log == other.input_log
            && self.objects.len() == other.objects.len()
            && pairs.all(|(a, b)| a.0 == b.0);
        let pairs = self.objects.iter().zip(&other.objects);
        have_same_objects.then(|| pairs.map(|(a, b)| (&a.1, &b.1)))
    }

    /// All words in its cells.
    pub(crate) fn words(&self) -> impl Iterator<Item = Word> {
        let cells = self.objects.iter().flat_map(|(_, object)| &object.cells);
        cells.filter_map(|cell| match cell.content {
            Content::Word(word) => Some(word),
            Content::Ptr(_) => None,
        })
    }

    pub fn object(&self, id: ObjectId) -> Option<&Rc<Object>> {
        let index = self
            .objects
            .binary_search_by_key(&id, |entry| entry.0)
            .ok()?;
        Some(&self.objects[index].1)
    }

    fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let index = self
            .objects
            .binary_search_by_key(&id, |entry| entry.0)
            .ok()?;
        Some(Rc::make_mut(&mut self.objects[index].1))
    }

    /// Gives objects a symbolic length in bytes.
    pub fn set_length(&mut self, ptr: &Ptr, length: Term) {
        for alternative in &ptr.alternatives {
            if let Some(object) = alternative.object.and_then(|id| self.object_mut(id)) {
                object.length = Some(length);
            }
        }
    }

    /// Sets the length of blocks, and the condition under which they exist.
    pub(crate) fn set_extent(&mut self, ptr: &Ptr, length: Option<Term>, alive: Term) {
        let ids = ptr.alternatives.iter().filter_map(|to| to.object);
        for id in ids {
            if let Some(object) = self.object_mut(id) {
                (object.length, object.alive) = (length, alive);
            }
        }
    }

    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().map(|(id, object)| (*id, &**object))
    }

    pub(crate) fn insert(&mut self, id: ObjectId, object: Object) {
        let object = Rc::new(object);
        match self.objects.binary_search_by_key(&id, |entry| entry.0) {
            Ok(index) => self.objects[index].1 = object,
            Err(index) => self.objects.insert(index, (id, object)),
        }
    }

    /// The content that an access reads under one alternative.
    fn read_content(
        &self,
        domain: &mut Symbolic,
        alternative: &Alternative,
        len: u64,
        as_pointer: bool,
    ) -> Result<Content, Stop> {
        let object = alternative.object.and_then(|id| self.object(id));
        let object = object.ok_or_else(|| StopKind::broken("an object that is not there"))?;
        let object = object.clone();
        let candidates = candidate_offsets(domain, alternative.offset, object.size, len)?;
        let mut contents = Vec::with_capacity(candidates.starts.len());
        for number in 0..candidates.starts.len() {
            let at = candidates.start(number);
            contents.push(content_at(domain, &object, at, len, as_pointer));
        }
        Ok(select_candidate(domain, &candidates, &contents))
    }

    fn read_any(
        &mut self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        extent: Extent,
        as_pointer: bool,
    ) -> Result<Content, Stop> {
        let alternatives = self.checked(domain, ptr, extent, AccessKind::Read)?;
        let mut result: Option<Content> = None;
        for alternative in alternatives.iter().rev() {
            let content = self.read_content(domain, alternative, extent.bytes, as_pointer)?;
            result = Some(match result {
                None => content,
                Some(other) => object::choose(
                    &mut domain.pool,
                    alternative.when,
                    &content,
                    &other,
                    &mut domain.addresses,
                ),
            });
        }
        result.ok_or_else(|| StopKind::broken("an access to nothing").into())
    }

    fn write_any(
        &mut self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        extent: Extent,
        content: &Content,
    ) -> Result<(), Stop> {
        let alternatives = self.checked(domain, ptr, extent, AccessKind::Write)?;
        let sole = ptr.alternatives.len() == 1;
        for alternative in &alternatives {
            let when = (!sole).then_some(alternative.when);
            self.write_one(domain, alternative, extent.bytes, content, when)?;
        }
        Ok(())
    }

    pub(crate) fn write_one(
        &mut self,
        domain: &mut Symbolic,
        alternative: &Alternative,
        len: u64,
        content: &Content,
        when: Option<Term>,
    ) -> Result<(), Stop> {
        let id = alternative
            .object
            .ok_or_else(|| StopKind::broken("no object"))?;
        let missing = || StopKind::broken("an object that is not there");
        let size = self.object(id).ok_or_else(missing)?.size;
        let candidates = candidate_offsets(domain, alternative.offset, size, len)?;
        if let [at] = candidates.starts[..]
            && when.is_none_or(|when| domain.pool.as_bool(when) == Some(true))
            && domain.pool.as_word(alternative.offset) == Some(at)
        {
            let object = self.object_mut(id).ok_or_else(missing)?;
            let (pool, addresses) = (&mut domain.pool, &mut domain.addresses);
            object.write(pool, (at, len), content.clone(), addresses);
            return Ok(());
        }
        let mut object = self.object(id).ok_or_else(missing)?.as_ref().clone();
        let as_pointer = matches!(content, Content::Ptr(_));
        for (index, &at) in candidates.starts.iter().enumerate() {
            let here = candidates.is_at(domain, index);
            let cond = match when {
                Some(when) => domain.pool.and(when, here),
                None => here,
            };
            let new = match domain.pool.as_bool(cond) {
                Some(true) => content.clone(),
                Some(false) => continue,
                None => {
                    let old = content_at(domain, &object, at, len, as_pointer);
                    object::choose(&mut domain.pool, cond, content, &old, &mut domain.addresses)
                }
            };
            object.write(&mut domain.pool, (at, len), new, &mut domain.addresses);
        }
        self.insert(id, object);
        Ok(())
    }

    /// The object and offset of a pointer that has one alternative and a constant offset.
    fn constant_target(
        &self,
        domain: &mut Symbolic,
        alternatives: &[Alternative],
    ) -> Option<(ObjectId, u64)> {
        match alternatives {
            [only] => Some((only.object?, domain.pool.as_word(only.offset)?)),
            _ => None,
        }
    }
}

/// The content at a constant offset: the pointer that was stored there, or the bytes.
fn content_at(
    domain: &mut Symbolic,
    object: &Object,
    at: u64,
    len: u64,
    as_pointer: bool,
) -> Content {
    if as_pointer && let Some(ptr) = object.pointer_at(at) {
        return Content::Ptr(ptr.clone());
    }
    let word = object.read(&mut domain.pool, at, len, &mut domain.addresses);
    if !as_pointer {
        return Content::Word(word);
    }
    Content::Ptr(pointer_from(domain, &word))
}

pub(crate) fn pointer_from(domain: &mut Symbolic, address: &Word) -> Ptr {
    let mut ptr = domain.resolve(address.term);
    ptr.undef = address.is_undefined(&mut domain.pool);
    ptr
}

fn empty(domain: &mut Symbolic, allocation: &Allocation) -> Vec<Cell> {
    if allocation.size == 0 {
        return Vec::new();
    }
    let width = bits(allocation.size);
    let word = if allocation.zeroed {
        domain.constant(&Bits::zero(width))
    } else {
        arithmetic::undefined(&mut domain.pool, width)
    };
    vec![Cell {
        at: 0,
        len: allocation.size,
        content: Content::Word(word),
    }]
}

impl Memory<Symbolic> for SymbolicMemory {
    fn holds(&self, size: u64) -> bool {
        size <= MAX_OBJECT
    }

    fn allocate(&mut self, domain: &mut Symbolic, allocation: Allocation) -> Result<Ptr, Stop> {
        let is_variable = matches!(
            allocation.kind,
            ObjectKind::Global(_) | ObjectKind::Stack(_)
        );
        if !self.holds(allocation.size) && !is_variable {
            // The contents of a block are observable, even if the program never reads them.
            let (object, bytes) = (allocation.kind.to_string(), allocation.size);
            return Err(UnsupportedAccess::LargeObject { object, bytes }.into());
        }
        let id = domain.new_object();
        domain.addresses.note(id, allocation.size, allocation.align);
        let cells = if self.holds(allocation.size) {
            empty(domain, &allocation)
        } else {
            Vec::new()
        };
        let object = Object {
            cells,
            kind: allocation.kind,
            size: allocation.size,
            length: None,
            align: allocation.align,
            writable: allocation.writable,
            alive: domain.pool.bool(true),
        };
        self.insert(id, object);
        let start = domain.pool.number(64, 0);
        Ok(Ptr::to(&mut domain.pool, Some(id), start))
    }

    fn free(&mut self, domain: &mut Symbolic, ptr: &Ptr) -> Result<(), Stop> {
        let what = "an address";
        domain.trap_if(ptr.undef, || Ub::Uninitialised { what: what.into() })?;
        let zero = domain.pool.number(64, 0);
        for alternative in &ptr.alternatives {
            let known = alternative.object.and_then(|id| self.object(id)).cloned();
            if let Some(ObjectKind::Host(_)) = known.as_ref().map(|object| &object.kind) {
                return Err(UnsupportedAccess::ForeignFree.into());
            }
            let at_start = domain.pool.eq(alternative.offset, zero);
            let (fine, ub) = match &known {
                Some(object) if object.kind == ObjectKind::Heap => {
                    let ub = Ub::DoubleFree {
                        object: object.kind.to_string(),
                    };
                    (domain.pool.and(at_start, object.alive), ub)
                }
                Some(object) => {
                    let object = object.kind.to_string();
                    (domain.pool.bool(false), Ub::BadFree { object })
                }
                None => (
                    at_start,
                    without_object(&domain.pool, alternative, AccessKind::Free),
                ),
            };
            let broken = domain.pool.not(fine);
            let broken = domain.pool.and(alternative.when, broken);
            domain.trap_if(broken, || ub)?;
            if let (Some(id), Some(object)) = (alternative.object, known) {
                let mut object = object.as_ref().clone();
                let keeps = domain.pool.not(alternative.when);
                object.alive = domain.pool.and(object.alive, keeps);
                self.insert(id, object);
            }
        }
        Ok(())
    }

    fn end_scope(&mut self, domain: &mut Symbolic, ptr: &Ptr) {
        self.set_alive(domain, ptr, false);
    }

    fn set_alive(&mut self, domain: &mut Symbolic, ptr: &Ptr, alive: bool) {
        let term = domain.pool.bool(alive);
        for alternative in &ptr.alternatives {
            let Some(object) = alternative.object.and_then(|id| self.object_mut(id)) else {
                continue;
            };
            object.alive = term;
            let allocation = Allocation {
                kind: object.kind.clone(),
                size: object.size,
                align: object.align,
                zeroed: false,
                writable: object.writable,
            };
            if object.size <= MAX_OBJECT {
                object.cells = empty(domain, &allocation);
            }
        }
    }

    fn begin_initialiser(&mut self, ptr: &Ptr) {
        for id in ptr.alternatives.iter().filter_map(|to| to.object) {
            if let Some(object) = self.object_mut(id) {
                object.cells.clear();
            }
        }
    }

    fn end_initialiser(&mut self, domain: &mut Symbolic, ptr: &Ptr) {
        for id in ptr.alternatives.iter().filter_map(|to| to.object) {
            if let Some(object) = self.object_mut(id) {
                object.zero_up_to(&mut domain.pool, object.size);
            }
        }
    }

    fn make_constant(&mut self, _: &mut Symbolic, ptr: &Ptr) {
        for alternative in &ptr.alternatives {
            if let Some(object) = alternative.object.and_then(|id| self.object_mut(id)) {
                object.writable = false;
            }
        }
    }

    fn read(
        &mut self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        extent: Extent,
        width: u32,
    ) -> Result<Word, Stop> {
        let content = self.read_any(domain, ptr, extent, false)?;
        let word = object::as_word(&mut domain.pool, &content, &mut domain.addresses);
        Ok(arithmetic::extract(
            &mut domain.pool,
            bits(extent.bytes),
            word,
            0,
            width,
        ))
    }

    fn write(
        &mut self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        extent: Extent,
        width: u32,
        word: &Word,
    ) -> Result<(), Stop> {
        let word = match bits(extent.bytes) {
            whole if whole == width => *word,
            whole => domain.zext(width, whole, word),
        };
        self.write_any(domain, ptr, extent, &Content::Word(word))
    }

    fn read_ptr(&mut self, domain: &mut Symbolic, ptr: &Ptr, align: u64) -> Result<Ptr, Stop> {
        let extent = Extent { bytes: 8, align };
        match self.read_any(domain, ptr, extent, true)? {
            Content::Ptr(ptr) => Ok(ptr),
            Content::Word(word) => Ok(pointer_from(domain, &word)),
        }
    }

    fn write_ptr(
        &mut self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        align: u64,
        value: &Ptr,
    ) -> Result<(), Stop> {
        let extent = Extent { bytes: 8, align };
        self.write_any(domain, ptr, extent, &Content::Ptr(value.clone()))
    }

    fn copy(
        &mut self,
        domain: &mut Symbolic,
        to: &Ptr,
        from: &Ptr,
        bytes: u64,
    ) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let extent = Extent { bytes, align: 1 };
        let source = self.checked(domain, from, extent, AccessKind::Read)?;
        let target = self.checked(domain, to, extent, AccessKind::Write)?;
        let (Some(known_source), Some(known_target)) = (
            self.constant_target(domain, &source),
            self.constant_target(domain, &target),
        ) else {
            let piece = self.take_piece(domain, &source, bytes)?;
            let piece = piece.ok_or_else(|| StopKind::broken("a copy of nothing"))?;
            let always = domain.pool.bool(true);
            return self.put_piece(domain, &target, bytes, &piece, always);
        };
        let missing = || StopKind::broken("an object that is not there");
        let (from, start) = known_source;
        let object = self.object(from).ok_or_else(missing)?.clone();
        let cells = object.copy_out(&mut domain.pool, start, bytes, &mut domain.addresses);
        let (to, start) = known_target;
        let object = self.object_mut(to).ok_or_else(missing)?;
        object.copy_in(
            &mut domain.pool,
            (start, bytes),
            cells,
            &mut domain.addresses,
        );
        Ok(())
    }

    fn fill(
        &mut self,
        domain: &mut Symbolic,
        to: &Ptr,
        byte: &Word,
        bytes: u64,
    ) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        if !self.holds(bytes) {
            let extent = Extent { bytes, align: 1 };
            return self
                .checked(domain, to, extent, AccessKind::Write)
                .map(|_| ());
        }
        if domain.pool.as_word(byte.term) == Some(0) && byte.undef.is_none() {
            let zero = domain.constant(&Bits::zero(bits(bytes)));
            let extent = Extent { bytes, align: 1 };
            return self.write_any(domain, to, extent, &Content::Word(zero));
        }
        for index in 0..bytes {
            let at = domain.ptr_offset(to, index as i64);
            let extent = Extent { bytes: 1, align: 1 };
            self.write_any(domain, &at, extent, &Content::Word(*byte))?;
        }
        Ok(())
    }

    fn within(
        &mut self,
        domain: &mut Symbolic,
        from: &Ptr,
        to: Ptr,
        null_stays: bool,
    ) -> Result<Ptr, Stop> {
        self.check_inbounds(domain, from, &to, null_stays)?;
        Ok(to)
    }

    fn expose(&mut self, domain: &mut Symbolic, ptr: &Ptr) -> Word {
        domain.ptr_addr(ptr)
    }

    fn pointer_at(&mut self, domain: &mut Symbolic, addr: &Word) -> Ptr {
        pointer_from(domain, addr)
    }

    fn target(&mut self, domain: &mut Symbolic, ptr: &Ptr) -> Option<Target> {
        let Some((id, offset)) = ptr.single() else {
            domain.give_up(UnsupportedAccess::SeveralTargets);
            return None;
        };
        let object = self.object(id?)?;
        let Some(offset) = domain.pool.as_word(offset) else {
            domain.give_up(UnsupportedAccess::SymbolicTarget);
            return None;
        };
        Some(Target {
            kind: object.kind.clone(),
            size: object.size,
            offset: offset as i64,
            alive: domain.pool.as_bool(object.alive) == Some(true),
        })
    }

    fn read_bytes(
        &mut self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        bytes: u64,
        what: &'static str,
    ) -> Result<Vec<u8>, Stop> {
        let mut result = Vec::new();
        for index in 0..bytes {
            let at = domain.ptr_offset(ptr, index as i64);
            let byte = self.read(domain, &at, Extent { bytes: 1, align: 1 }, 8)?;
            result.push(domain.concrete_u64(8, &byte, what)? as u8);
        }
        Ok(result)
    }

    fn write_bytes(&mut self, domain: &mut Symbolic, ptr: &Ptr, bytes: &[u8]) -> Result<(), Stop> {
        for (index, &byte) in bytes.iter().enumerate() {
            let at = domain.ptr_offset(ptr, index as i64);
            let word = domain.word(8, u64::from(byte));
            self.write(domain, &at, Extent { bytes: 1, align: 1 }, 8, &word)?;
        }
        Ok(())
    }

    fn read_c_string(
        &mut self,
        domain: &mut Symbolic,
        ptr: &Ptr,
        what: &'static str,
    ) -> Result<Vec<u8>, Stop> {
        let mut result = Vec::new();
        loop {
            let at = domain.ptr_offset(ptr, result.len() as i64);
            let byte = self.read(domain, &at, Extent { bytes: 1, align: 1 }, 8)?;
            match domain.concrete_u64(8, &byte, what)? as u8 {
                0 => return Ok(result),
                byte => result.push(byte),
            }
        }
    }
}
