//! Addresses: which object has which, and how a number that is an address leads back to it.
//!
//! Objects are given addresses in increasing order, in whole pages with a gap on either side, from
//! [`ORIGIN`] on: far from the small numbers that programs compute with, and below 2^47, where a
//! process of the real machine has its own. A page has one owner, so an address leads to its object
//! with one look into a table. Objects have names besides, small numbers that pointers carry.
//!
//! A second [`Placement`] shows whether a program depends on addresses: there they decrease, and none is aligned better than
//! its object requires.
//!
//! Neither the name nor the pages of a dead object are given out again before enough others have
//! died: until then every access through a dangling pointer is recognised.

use std::collections::{BTreeMap, VecDeque};

/// What names an object. [`NO_OBJECT`] and [`NOTHING`] name none.
pub type ObjectName = u32;

/// The object of a pointer that was made of a number that leads to none.
pub const NO_OBJECT: ObjectName = 0;
/// The object of a pointer without a value.
pub const NOTHING: ObjectName = u32::MAX;

const ORIGIN: u64 = 1 << 44;
/// Where decreasing addresses begin.
const TOP: u64 = 1 << 46;
const PAGE: u64 = 1 << 12;
/// The table has room for 4 TiB of addresses.
const MOST_PAGES: usize = 1 << 30;
/// What every object is aligned to, as blocks from `malloc` are.
const LEAST_ALIGN: u64 = 16;
/// At least so much lies between two objects.
const GAP: u64 = 64;
/// How many pages of dead objects are kept for each of the objects that are.
const PAGES_KEPT: u64 = 4;

/// Which addresses objects are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// Increasing ones, aligned as blocks from `malloc` are or better.
    #[default]
    Ascending,
    /// Decreasing ones, each aligned as its object requires and no better.
    Descending,
}

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// At this index among the objects.
    Live(u32),
    Freed,
    OutOfScope,
    /// No object has this name.
    Unknown,
}

/// How an object ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    Freed,
    OutOfScope,
}

/// Where an object was put.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub name: ObjectName,
    pub base: u64,
    pub pages: Pages,
}

/// A run of pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pages {
    pub first: u32,
    pub count: u32,
}

/// What is known of a name, in eight bytes: dead objects are many.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The index of the object, or [`DEAD`], which no object has.
    object: u32,
    /// [`EXPOSED`]; of a dead object also [`LEFT_SCOPE`] and its first page, above [`PAGE_SHIFT`].
    info: u32,
}

const DEAD: u32 = u32::MAX;
const EXPOSED: u32 = 1;
const LEFT_SCOPE: u32 = 2;
const PAGE_SHIFT: u32 = 2;

#[derive(Clone, Debug)]
pub struct Space {
    placement: Placement,
    /// Whether the program looked at an address as a number, or compared addresses of different objects.
    looked_at: bool,
    /// How many objects must die before a name is used again.
    quarantine: usize,
    /// By name. The first is nobody's.
    names: Vec<Entry>,
    /// The owner of each page from [`ORIGIN`] on.
    pages: Vec<ObjectName>,
    /// The dead, those who died first in front.
    dead: VecDeque<ObjectName>,
    dead_pages: u64,
    spare_names: Vec<ObjectName>,
    /// Runs of pages without an owner, by their length: where each begins.
    spare_pages: BTreeMap<u32, Vec<u32>>,
}

impl Space {
    pub fn new(quarantine: usize, placement: Placement) -> Self {
        Self {
            placement,
            looked_at: false,
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

    /// Gives the object at an index a name and addresses. None if there are no more.
    pub fn place(&mut self, object: u32, size: u64, align: u64) -> Option<Place> {
        self.forget_dead();
        let name = match self.spare_names.last() {
            Some(&name) => name,
            None => u32::try_from(self.names.len()).ok()?,
        };
        if name == NOTHING {
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

    /// Pages for an object, now owned by it, and where in them it begins.
    fn find_pages(&mut self, name: ObjectName, size: u64, align: u64) -> Option<(Pages, u64)> {
        // Programs hash addresses: the low bits of two of them should not be the same.
        let lead = GAP + u64::from(name % 64) * LEAST_ALIGN;
        let next = ORIGIN + self.pages.len() as u64 * PAGE;
        let base = lead.checked_add(next)?.checked_next_multiple_of(align)?;
        let end = base.checked_add(size)?.checked_add(GAP)?;
        let count = u32::try_from((end - next).div_ceil(PAGE)).ok()?;
        // Where the alignment is finer than a page, any pages do as well as the next ones.
        let pages = self.take_pages(name, count, align <= PAGE)?;
        Some((pages, self.start(pages) + (base - next)))
    }

    /// The same, at an address that is a multiple of the alignment, and of no larger power of two.
    fn find_room(&mut self, name: ObjectName, size: u64, align: u64) -> Option<(Pages, u64)> {
        let period = align.checked_mul(2)?;
        let room = size.checked_add(period)?.checked_add(2 * GAP)?;
        let count = u32::try_from(room.div_ceil(PAGE)).ok()?;
        let pages = self.take_pages(name, count, true)?;
        let least = self.start(pages) + GAP;
        let below = least.saturating_sub(align);
        Some((pages, below.checked_next_multiple_of(period)? + align))
    }

    /// So many pages, now owned by an object: spare ones, or new ones.
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

    /// The lowest address in some pages.
    fn start(&self, pages: Pages) -> u64 {
        match self.placement {
            Placement::Ascending => ORIGIN + u64::from(pages.first) * PAGE,
            Placement::Descending => TOP - (u64::from(pages.first) + u64::from(pages.count)) * PAGE,
        }
    }

    /// So many spare pages, from the shortest run that has them.
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

    /// The object of a name is no more.
    pub fn bury(&mut self, name: ObjectName, pages: Pages, death: Death) {
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

    /// Makes the names and pages of those who are dead the longest free again, if there are enough.
    fn forget_dead(&mut self) {
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

    /// The index of the object of a name, if it is alive.
    #[inline(always)]
    pub fn index(&self, name: ObjectName) -> Option<usize> {
        // An index that no object has, for a dead one.
        self.names
            .get(name as usize)
            .map(|entry| entry.object as usize)
    }

    /// The names of all objects that are alive, with their indices.
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

    /// Notes that the program knows the address of an object as a number.
    #[inline(always)]
    pub fn expose(&mut self, name: ObjectName) {
        if let Some(entry) = self.names.get_mut(name as usize) {
            entry.info |= EXPOSED;
            self.looked_at |= name != NO_OBJECT;
        }
    }

    /// Notes that what the program does may depend on where objects are.
    pub fn look_at(&mut self) {
        self.looked_at = true;
    }

    /// Whether what the program did may depend on where objects are.
    pub fn is_looked_at(&self) -> bool {
        self.looked_at
    }

    pub fn is_exposed(&self, name: ObjectName) -> bool {
        let entry = self.names.get(name as usize);
        name != NO_OBJECT && entry.is_some_and(|entry| entry.info & EXPOSED != 0)
    }

    /// Whose page an address is in.
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

    /// Sizes from nothing to a few pages, alignments from none to more than a page.
    fn varied(n: u64) -> (u64, u64) {
        let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let size = [0, 1, 24, 2959, 2960, 4096, 70_000][mixed as usize % 7];
        (size, 1 << (mixed / 7 % 15))
    }

    struct Known {
        place: Place,
        size: u64,
    }

    /// No live object has an address of another one, and all of its own lead to it.
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

    /// Objects come and go, with room for `quarantine` dead ones.
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
                space.bury(gone.place.name, gone.place.pages, Death::Freed);
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
    fn objects_stay_apart() {
        for placement in [Placement::Ascending, Placement::Descending] {
            let (forgetful, patient) = (churn(50, placement), churn(1 << 24, placement));
            assert!(forgetful.names.len() < 1200, "{}", forgetful.names.len());
            assert!(forgetful.pages.len() < patient.pages.len());
            assert_eq!(patient.names.len(), 3001);
        }
    }

    #[test]
    fn the_dead_keep_their_addresses_for_a_while() {
        let mut space = Space::new(3, Placement::Ascending);
        let first = space.place(0, 8, 8).expect("a place");
        space.expose(first.name);
        space.bury(first.name, first.pages, Death::OutOfScope);
        for n in 1..4 {
            assert_eq!(space.owner(first.base), first.name);
            assert_eq!(space.state(first.name), State::OutOfScope);
            let place = space.place(n, 8, 8).expect("a place");
            assert_ne!(place.name, first.name);
            space.bury(place.name, place.pages, Death::Freed);
        }
        let next = space.place(4, 8, 8).expect("a place");
        assert_eq!((next.name, next.base), (first.name, first.base));
        assert!(!space.is_exposed(next.name));
    }

    #[test]
    fn numbers_lead_nowhere() {
        let mut space = Space::new(3, Placement::Ascending);
        space.place(0, 8, 8).expect("a place");
        for address in [0, 1, 0x7fff_ffff, ORIGIN - 1, ORIGIN + PAGE, u64::MAX] {
            assert_eq!(space.owner(address), NO_OBJECT);
        }
        assert_eq!(space.state(NO_OBJECT), State::Unknown);
        assert_eq!(space.state(NOTHING), State::Unknown);
        space.expose(NO_OBJECT);
        assert!(!space.is_exposed(NO_OBJECT));
    }

    #[test]
    fn addresses_end() {
        let mut space = Space::new(3, Placement::Ascending);
        assert!(space.place(0, u64::MAX, 1).is_none());
        assert!(space.place(0, 1 << 45, 1).is_none());
        assert!(space.place(0, 1, 1 << 63).is_none());
        assert!(space.place(0, 1, 1).is_some());
    }
}
