//! Objects of the symbolic memory: a row of cells, each holding what was stored there as a whole.
//!
//! A read of exactly what was written gives that value; only other reads split cells.

use quell_bits::Bits;
use quell_term::{Pool, Term};

use crate::memory::ObjectKind;
use crate::symbolic::domain::{Addresses, Ptr, Symbolic, Word, arithmetic, pointer};

/// What is stored in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// As many bits as the cell has.
    Word(Word),
    /// A whole pointer: eight bytes.
    Ptr(Ptr),
}

/// Some bytes that were written together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub at: u64,
    pub len: u64,
    pub content: Content,
}

impl Cell {
    fn end(&self) -> u64 {
        self.at + self.len
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub kind: ObjectKind,
    pub size: u64,
    /// Its length in bytes, where that depends on inputs.
    pub length: Option<Term>,
    pub align: u64,
    pub writable: bool,
    /// When the object exists.
    pub alive: Term,
    /// In order, without gaps.
    pub cells: Vec<Cell>,
}

impl Object {
    /// The length in bytes, unless it depends on inputs.
    pub fn known_size(&self) -> Option<u64> {
        self.length.is_none().then_some(self.size)
    }

    /// Whether two objects agree in everything but lifetime and contents.
    pub(crate) fn has_layout_of(&self, other: &Self) -> bool {
        let Self {
            kind,
            size,
            length,
            align,
            writable,
            alive: _,
            cells: _,
        } = other;
        (&self.kind, self.size, self.length) == (kind, *size, *length)
            && (self.align, self.writable) == (*align, *writable)
    }

    /// Splits the cell around an offset, so that a cell starts there.
    pub fn split_at(&mut self, pool: &mut Pool, at: u64, addresses: &mut Addresses) {
        let index = self.cells.partition_point(|cell| cell.end() <= at);
        let Some(cell) = self.cells.get(index).filter(|cell| cell.at < at) else {
            return;
        };
        let word = as_word(pool, &cell.content, addresses);
        let (start, first, len) = (cell.at, at - cell.at, cell.len);
        let width = bits(len);
        let low = arithmetic::extract(pool, width, word, 0, bits(first));
        let high = arithmetic::extract(pool, width, word, bits(first), bits(len - first));
        let piece = |at, len, word| Cell {
            at,
            len,
            content: Content::Word(word),
        };
        let pieces = [piece(start, first, low), piece(at, len - first, high)];
        self.cells.splice(index..=index, pieces);
    }

    /// The indices of the cells that hold the bytes of a range, after splitting at its ends.
    fn cells_of(
        &mut self,
        pool: &mut Pool,
        at: u64,
        len: u64,
        addresses: &mut Addresses,
    ) -> std::ops::Range<usize> {
        let end = at.saturating_add(len);
        self.split_at(pool, at, addresses);
        self.split_at(pool, end, addresses);
        let from = self.cells.partition_point(|cell| cell.at < at);
        let to = self.cells.partition_point(|cell| cell.at < end);
        from..to
    }

    /// The bytes of a range as one word.
    pub fn read(&self, pool: &mut Pool, at: u64, len: u64, addresses: &mut Addresses) -> Word {
        let first = self.cells.partition_point(|cell| cell.end() <= at);
        let end = at.saturating_add(len);
        let mut result: Option<Word> = None;
        for cell in self.cells[first..].iter().take_while(|cell| cell.at < end) {
            let (low, high) = (at.max(cell.at), end.min(cell.end()));
            let word = as_word(pool, &cell.content, addresses);
            let part = arithmetic::extract(
                pool,
                bits(cell.len),
                word,
                bits(low - cell.at),
                bits(high - low),
            );
            result = Some(match result {
                Some(below) => arithmetic::concat(pool, part, below),
                None => part,
            });
        }
        result.unwrap_or_else(|| arithmetic::undefined(pool, bits(len)))
    }

    /// The pointer that was stored whole at an offset.
    pub fn pointer_at(&self, at: u64) -> Option<&Ptr> {
        let index = self.cells.partition_point(|cell| cell.at < at);
        let cell = self.cells.get(index).filter(|cell| cell.at == at)?;
        match &cell.content {
            Content::Ptr(ptr) => Some(ptr),
            Content::Word(_) => None,
        }
    }

    pub fn write(
        &mut self,
        pool: &mut Pool,
        (at, len): (u64, u64),
        content: Content,
        addresses: &mut Addresses,
    ) {
        if len == 0 {
            return;
        }
        // Only an initialiser writes behind the last cell.
        if self.filled() <= at {
            self.zero_up_to(pool, at);
            self.cells.push(Cell { at, len, content });
            return;
        }
        let range = self.cells_of(pool, at, len, addresses);
        self.cells.splice(range, [Cell { at, len, content }]);
    }

    /// The offset behind the last cell.
    fn filled(&self) -> u64 {
        self.cells.last().map_or(0, Cell::end)
    }

    /// Fills with zeros from the last cell to an offset.
    pub fn zero_up_to(&mut self, pool: &mut Pool, end: u64) {
        let at = self.filled();
        if at < end {
            let zero = pool.bits(&Bits::zero(bits(end - at)));
            self.cells.push(Cell {
                at,
                len: end - at,
                content: Content::Word(Word::defined(zero)),
            });
        }
    }

    /// The cells of a range, at offsets from its start.
    pub fn copy_out(
        &self,
        pool: &mut Pool,
        at: u64,
        len: u64,
        addresses: &mut Addresses,
    ) -> Vec<Cell> {
        let mut copy = self.clone();
        let range = copy.cells_of(pool, at, len, addresses);
        let cells = copy.cells.drain(range);
        cells
            .map(|cell| Cell {
                at: cell.at - at,
                ..cell
            })
            .collect()
    }

    pub fn copy_in(
        &mut self,
        pool: &mut Pool,
        (at, len): (u64, u64),
        cells: Vec<Cell>,
        addresses: &mut Addresses,
    ) {
        let range = self.cells_of(pool, at, len, addresses);
        let cells = cells.into_iter().map(|cell| Cell {
            at: cell.at + at,
            ..cell
        });
        self.cells.splice(range, cells);
    }

    /// Splits the cells of two objects so that both have them at the same offsets. A pointer stays whole where the other has
    /// plain bytes.
    pub fn split_alike(&mut self, pool: &mut Pool, other: &mut Self, addresses: &mut Addresses) {
        self.gather(pool, other, addresses);
        other.gather(pool, self, addresses);
        for cell in &other.cells {
            self.split_at(pool, cell.at, addresses);
        }
        for cell in &self.cells {
            other.split_at(pool, cell.at, addresses);
        }
    }

    /// Combines the cells where another object has a pointer: null may have been written byte by byte.
    fn gather(&mut self, pool: &mut Pool, other: &Self, addresses: &mut Addresses) {
        let is_pointer = |cell: &Cell| matches!(cell.content, Content::Ptr(_));
        for pointer in other.cells.iter().filter(|cell| is_pointer(cell)) {
            let (at, len) = (pointer.at, pointer.len);
            let first = self.cells.partition_point(|cell| cell.end() <= at);
            let within = self.cells[first..].iter();
            let mut within = within.take_while(|cell| cell.at < pointer.end());
            if within.any(is_pointer) {
                continue;
            }
            let range = self.cells_of(pool, at, len, addresses);
            if range.len() > 1 {
                let word = self.read(pool, at, len, addresses);
                let content = Content::Word(word);
                self.cells.splice(range, [Cell { at, len, content }]);
            }
        }
    }

    /// Merges two states of one object: this one where the condition holds, else the other.
    pub fn merge(
        &self,
        pool: &mut Pool,
        cond: Term,
        other: &Self,
        addresses: &mut Addresses,
    ) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        a.split_alike(pool, &mut b, addresses);
        a.alive = pool.ite(cond, a.alive, b.alive);
        for (cell, other) in a.cells.iter_mut().zip(b.cells) {
            if cell.content != other.content {
                cell.content = choose(pool, cond, &cell.content, &other.content, addresses);
            }
        }
        a
    }
}

/// One content where the condition holds, else the other.
pub fn choose(
    pool: &mut Pool,
    cond: Term,
    a: &Content,
    b: &Content,
    addresses: &mut Addresses,
) -> Content {
    if let (Some(x), Some(y)) = (as_pointer(pool, a), as_pointer(pool, b)) {
        return Content::Ptr(pointer::select(pool, cond, &x, &y));
    }
    let (x, y) = (as_word(pool, a, addresses), as_word(pool, b, addresses));
    let width = pool.width(x.term);
    Content::Word(arithmetic::select(pool, Word::defined(cond), width, x, y))
}

/// A pointer, or a word that can be one without an address: null, or entirely undefined.
pub fn as_pointer(pool: &mut Pool, content: &Content) -> Option<Ptr> {
    match content {
        Content::Ptr(ptr) => Some(ptr.clone()),
        Content::Word(word) if pool.width(word.term) == 64 => {
            let all = Bits::ones(64);
            match word.undef {
                Some(undef) if pool.as_bits(undef) == Some(&all) => Some(Ptr::undefined(pool)),
                None if pool.as_bits(word.term).is_some_and(Bits::is_zero) => Some(Ptr::null(pool)),
                _ => None,
            }
        }
        Content::Word(_) => None,
    }
}

pub fn as_word(pool: &mut Pool, content: &Content, addresses: &mut Addresses) -> Word {
    match content {
        Content::Word(word) => *word,
        Content::Ptr(ptr) => addresses.word(pool, ptr),
    }
}

impl Symbolic {
    /// The content of a cell as a word.
    pub fn content_word(&mut self, content: &Content) -> Word {
        as_word(&mut self.pool, content, &mut self.addresses)
    }
}

/// Bytes as a number of bits. Objects with contents are small enough for the type.
pub fn bits(bytes: u64) -> u32 {
    u32::try_from(bytes * 8).unwrap_or(u32::MAX)
}
