//! The address space: assigns addresses to objects, and finds the object of an address.
//!
//! Objects are placed at increasing addresses, in whole pages with a gap on either side, from [`ORIGIN`] on:
//! far from the small numbers that programs compute with, and below 2^47, as natively. Each page has one
//! owner, so that one table lookup finds the object of an address. Pointers carry the name of their object, a
//! small number.
//!
//! The second [`Placement`] serves to detect dependence on addresses: they decrease, and no object is aligned
//! better than it requires.
//!
//! Neither the name nor the pages of a dead object are used again until 16 million further objects have ended
//! ([`MemoryLimits::quarantine`]) or the pages of dead objects outnumber their quota of [`PAGES_KEPT`] for
//! each: until then every access through a dangling pointer is detected.
//!
//! [`MemoryLimits::quarantine`]: super::MemoryLimits::quarantine

use std::collections::{BTreeMap, VecDeque};

/// The name of an object, which pointers carry. [`NO_OBJECT`] and [`UNDEFINED_OBJECT`] name none.
pub type ObjectName = u32;

/// In a pointer that was made from an integer that is not in an exposed object.
pub const NO_OBJECT: ObjectName = 0;
/// In an undefined pointer.
pub const UNDEFINED_OBJECT: ObjectName = u32::MAX;

const ORIGIN: u64 = 1 << 44;
/// Decreasing addresses begin here.
const TOP: u64 = 1 << 46;
const PAGE: u64 = 1 << 12;
/// The page table covers 4 TiB.
const MOST_PAGES: usize = 1 << 30;
/// The smallest alignment of an object, that of blocks from `malloc`.
const LEAST_ALIGN: u64 = 16;
/// The smallest distance between two objects.
const GAP: u64 = 64;
/// The pages of dead objects are used again when there are more than `quarantine` times so many.
const PAGES_KEPT: u64 = 4;

/// How objects are assigned addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// Increasing addresses, aligned at least as blocks from `malloc` are.
    #[default]
    Ascending,
    /// Decreasing addresses, each aligned as its object requires and no better.
    Descending,
}

/// The state of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// With its index in the list of objects.
    Live(u32),
    Freed,
    OutOfScope,
    /// No object has this name.
    Unknown,
}

/// How the lifetime of an object ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    Freed,
    OutOfScope,
}

/// The name, address and pages of a new object.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub name: ObjectName,
    pub base: u64,
    pub pages: Pages,
}

/// A contiguous range of pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pages {
    pub first: u32,
    pub count: u32,
}

/// The record of a name; eight bytes, because there can be very many dead objects.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The index of the object, or [`DEAD`], which is the index of no object.
    object: u32,
    /// [`EXPOSED`]; for a dead object also [`LEFT_SCOPE`] and its first page, shifted by [`PAGE_SHIFT`].
    info: u32,
}

const DEAD: u32 = u32::MAX;
const EXPOSED: u32 = 1;
const LEFT_SCOPE: u32 = 2;
const PAGE_SHIFT: u32 = 2;

#[derive(Clone, Debug)]
pub struct Space {
    placement: Placement,
    /// Whether the program observed an address as an integer, or compared addresses of different objects.
    uses_addresses: bool,
    /// How many objects must end before a name is used again.
    quarantine: usize,
    /// Indexed by name. The first entry is that of [`NO_OBJECT`].
    names: Vec<Entry>,
    /// The owner of each page from [`ORIGIN`] on.
    pages: Vec<ObjectName>,
    /// Dead objects, the one that ended first in front.
    dead: VecDeque<ObjectName>,
    dead_pages: u64,
    spare_names: Vec<ObjectName>,
    /// Ranges of pages without an owner, by length: the first page of each.
    spare_pages: BTreeMap<u32, Vec<u32>>,
}

impl Space {
    pub fn new(quarantine: usize, placement: Placement) -> Self {
        Self {
            placement,
            uses_addresses: false,
            quarantine,
            names: vec![Entry {
                object: DEAD,
                info: 0,
            }],
            pages: Vec::new(),
            dead: VecDeque::new(),
            dead_pages: 0,
            spare_names: Vec::new(),
            spare_pages: BTreeMap::new(),
        }
    }

    /// Assigns a name and an address to the object at an index. None if no more are left.
    pub fn place(&mut self, object: u32, size: u64, align: u64) -> Option<Place> {
        self.release_quarantined();
        let name = match self.spare_names.last() {
            Some(&name) => name,
            None => u32::try_from(self.names.len()).ok()?,
        };
        if name == UNDEFINED_OBJECT {
            return None;
        }
        let (pages, base) = match self.placement {
            Placement::Ascending => self.find_pages(name, size, align.max(LEAST_ALIGN))?,
            Placement::Descending => self.find_room(name, size, align.max(1))?,
        };
        let entry = Entry { object, info: 0 };
        if self.spare_names.pop().is_some() {
            self.names[name as usize] = entry;
        } else {
            self.names.push(entry);
        }
        Some(Place { name, base, pages })
    }

    /// Pages that are now owned by the object, and the address of the object in them.
    fn find_pages(&mut self, name: ObjectName, size: u64, align: u64) -> Option<(Pages, u64)> {
        // Programs hash addresses, so objects should differ in the low bits of theirs.
        let lead = GAP + u64::from(name % 64) * LEAST_ALIGN;
        let next = ORIGIN + self.pages.len() as u64 * PAGE;
        let base = lead.checked_add(next)?.checked_next_multiple_of(align)?;
        let end = base.checked_add(size)?.checked_add(GAP)?;
        let count = u32::try_from((end - next).div_ceil(PAGE)).ok()?;
        // For an alignment of at most a page, reused pages are as good as new ones.
        let pages = self.take_pages(name, count, align <= PAGE)?;
        Some((pages, self.start(pages) + (base - next)))
    }

    /// The same, at an address that is a multiple of the alignment and of no larger power of two.
    fn find_room(&mut self, name: ObjectName, size: u64, align: u64) -> Option<(Pages, u64)> {
        let period = align.checked_mul(2)?;
        let room = size.checked_add(period)?.checked_add(2 * GAP)?;
        let count = u32::try_from(room.div_ceil(PAGE)).ok()?;
        let pages = self.take_pages(name, count, true)?;
        let least = self.start(pages) + GAP;
        let below = least.saturating_sub(align);
        Some((pages, below.checked_next_multiple_of(period)? + align))
    }

    /// Makes an object the owner of `count` contiguous pages, reused ones or new ones.
    fn take_pages(&mut self, name: ObjectName, count: u32, spare: bool) -> Option<Pages> {
        if spare && let Some(first) = self.take_spare(count) {
            let at = first as usize;
            self.pages[at..at + count as usize].fill(name);
            return Some(Pages { first, count });
        }
        let first = u32::try_from(self.pages.len()).ok()?;
        let total = self.pages.len().checked_add(count as usize)?;
        if total > MOST_PAGES {
            return None;
        }
        self.pages.resize(total, name);
        Some(Pages { first, count })
    }

    /// The lowest address in a range of pages.
    fn start(&self, pages: Pages) -> u64 {
        match self.placement {
            Placement::Ascending => ORIGIN + u64::from(pages.first) * PAGE,
            Placement::Descending => TOP - (u64::from(pages.first) + u64::from(pages.count)) * PAGE,
        }
    }

    /// Takes `count` pages from the shortest unowned range that has them.
    fn take_spare(&mut self, count: u32) -> Option<u32> {
        let (&length, runs) = self.spare_pages.range_mut(count..).next()?;
        let first = runs.pop()?;
        if runs.is_empty() {
            self.spare_pages.remove(&length);
        }
        if length > count {
            let rest = self.spare_pages.entry(length - count).or_default();
            rest.push(first + count);
        }
        Some(first)
    }

    /// Marks an object as dead.
    pub fn retire(&mut self, name: ObjectName, pages: Pages, death: Death) {
        let Some(entry) = self.names.get_mut(name as usize) else {
            return;
        };
        let scope = match death {
            Death::Freed => 0,
            Death::OutOfScope => LEFT_SCOPE,
        };
        entry.object = DEAD;
        entry.info = (entry.info & EXPOSED) | scope | (pages.first << PAGE_SHIFT);
        self.dead_pages += u64::from(pages.count);
        self.dead.push_back(name);
    }

    /// Makes the names and pages of the objects that ended first available again, if the quarantine is full.
    fn release_quarantined(&mut self) {
        let most_pages = self.quarantine as u64 * PAGES_KEPT;
        while self.dead.len() > self.quarantine || self.dead_pages > most_pages {
            let Some(name) = self.dead.pop_front() else {
                return;
            };
            let first = self.names[name as usize].info >> PAGE_SHIFT;
            let own = self.pages[first as usize..].iter_mut();
            let mut count = 0;
            for owner in own.take_while(|owner| **owner == name) {
                *owner = NO_OBJECT;
                count += 1;
            }
            self.dead_pages -= u64::from(count);
            self.spare_pages.entry(count).or_default().push(first);
            self.spare_names.push(name);
        }
    }

    /// The index of a live object. For a dead one it is [`DEAD`], which is out of range of every list of
    /// objects.
    #[inline(always)]
    pub fn index(&self, name: ObjectName) -> Option<usize> {
        self.names
            .get(name as usize)
            .map(|entry| entry.object as usize)
    }

    /// The names of all live objects, with their indices.
    pub fn live(&self) -> impl Iterator<Item = (ObjectName, u32)> {
        let numbered = (0..).zip(&self.names);
        numbered
            .filter(|(_, entry)| entry.object != DEAD)
            .map(|(name, entry)| (name, entry.object))
    }

    pub fn state(&self, name: ObjectName) -> State {
        match self.names.get(name as usize) {
            _ if name == NO_OBJECT => State::Unknown,
            None => State::Unknown,
            Some(entry) if entry.object != DEAD => State::Live(entry.object),
            Some(entry) if entry.info & LEFT_SCOPE != 0 => State::OutOfScope,
            Some(_) => State::Freed,
        }
    }

    /// Records that the program observed the address of an object as an integer.
    #[inline(always)]
    pub fn expose(&mut self, name: ObjectName) {
        if let Some(entry) = self.names.get_mut(name as usize) {
            entry.info |= EXPOSED;
            self.uses_addresses |= name != NO_OBJECT;
        }
    }

    /// Records that the behaviour of the program may depend on addresses.
    pub fn note_address_use(&mut self) {
        self.uses_addresses = true;
    }

    /// Whether the behaviour of the program may depend on addresses.
    pub fn uses_addresses(&self) -> bool {
        self.uses_addresses
    }

    pub fn is_exposed(&self, name: ObjectName) -> bool {
        let entry = self.names.get(name as usize);
        name != NO_OBJECT && entry.is_some_and(|entry| entry.info & EXPOSED != 0)
    }

    /// The owner of the page of an address.
    #[inline(always)]
    pub fn owner(&self, address: u64) -> ObjectName {
        let page = match self.placement {
            Placement::Ascending => address.wrapping_sub(ORIGIN) / PAGE,
            Placement::Descending => (TOP - 1).wrapping_sub(address) / PAGE,
        };
        let owner = usize::try_from(page).ok().and_then(|at| self.pages.get(at));
        owner.copied().unwrap_or(NO_OBJECT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes from zero to a few pages, alignments from one byte to more than a page.
    fn varied(n: u64) -> (u64, u64) {
        let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let size = [0, 1, 24, 2959, 2960, 4096, 70_000][mixed as usize % 7];
        (size, 1 << (mixed / 7 % 15))
    }

    struct Known {
        place: Place,
        size: u64,
    }

    /// Live objects do not overlap, and every address of one leads to it.
    fn check(space: &Space, live: &[Known]) {
        let mut ranges: Vec<_> = live.iter().map(|k| (k.place.base, k.size)).collect();
        ranges.sort_unstable();
        for pair in ranges.windows(2) {
            assert!(pair[0].0 + pair[0].1 + GAP <= pair[1].0, "{pair:x?}");
        }
        for Known { place, size } in live {
            for address in [place.base, place.base + size / 2, place.base + size] {
                assert_eq!(space.owner(address), place.name);
            }
            assert!(place.base + size < 1 << 47);
            assert!(matches!(space.state(place.name), State::Live(_)));
        }
    }

    /// Allocates and frees objects, with room for `quarantine` dead ones.
    fn churn(quarantine: usize, placement: Placement) -> Space {
        let mut space = Space::new(quarantine, placement);
        let mut live = Vec::<Known>::new();
        for n in 0..3000 {
            let (size, align) = varied(n);
            let place = space.place(n as u32, size, align).expect("a place");
            match placement {
                Placement::Ascending => assert_eq!(place.base % align.max(LEAST_ALIGN), 0),
                Placement::Descending => assert_eq!(place.base % (2 * align), align),
            }
            live.push(Known { place, size });
            if n % 3 != 0 {
                let gone = live.swap_remove(n as usize * 7 % live.len());
                space.retire(gone.place.name, gone.place.pages, Death::Freed);
                assert_eq!(space.state(gone.place.name), State::Freed);
                assert_eq!(space.index(gone.place.name), Some(DEAD as usize));
            }
            if n % 100 == 0 {
                check(&space, &live);
            }
        }
        check(&space, &live);
        space
    }

    #[test]
    fn live_objects_do_not_overlap() {
        for placement in [Placement::Ascending, Placement::Descending] {
            let (short, long) = (churn(50, placement), churn(1 << 24, placement));
            assert!(short.names.len() < 1200, "{}", short.names.len());
            assert!(short.pages.len() < long.pages.len());
            assert_eq!(long.names.len(), 3001);
        }
    }

    #[test]
    fn dead_objects_keep_their_addresses_in_quarantine() {
        let mut space = Space::new(3, Placement::Ascending);
        let first = space.place(0, 8, 8).expect("a place");
        space.expose(first.name);
        space.retire(first.name, first.pages, Death::OutOfScope);
        for n in 1..4 {
            assert_eq!(space.owner(first.base), first.name);
            assert_eq!(space.state(first.name), State::OutOfScope);
            let place = space.place(n, 8, 8).expect("a place");
            assert_ne!(place.name, first.name);
            space.retire(place.name, place.pages, Death::Freed);
        }
        let next = space.place(4, 8, 8).expect("a place");
        assert_eq!((next.name, next.base), (first.name, first.base));
        assert!(!space.is_exposed(next.name));
    }

    #[test]
    fn integers_outside_objects_have_no_owner() {
        let mut space = Space::new(3, Placement::Ascending);
        space.place(0, 8, 8).expect("a place");
        for address in [0, 1, 0x7fff_ffff, ORIGIN - 1, ORIGIN + PAGE, u64::MAX] {
            assert_eq!(space.owner(address), NO_OBJECT);
        }
        assert_eq!(space.state(NO_OBJECT), State::Unknown);
        assert_eq!(space.state(UNDEFINED_OBJECT), State::Unknown);
        space.expose(NO_OBJECT);
        assert!(!space.is_exposed(NO_OBJECT));
    }

    #[test]
    fn allocation_fails_when_addresses_run_out() {
        let mut space = Space::new(3, Placement::Ascending);
        assert!(space.place(0, u64::MAX, 1).is_none());
        assert!(space.place(0, 1 << 45, 1).is_none());
        assert!(space.place(0, 1, 1 << 63).is_none());
        assert!(space.place(0, 1, 1).is_some());
    }
}
