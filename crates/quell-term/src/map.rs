//! Something for each of some terms.

use crate::pool::Term;

/// Terms that lie together.
const PAGE: usize = 256;

/// Values of terms of one pool, or of another after all were forgotten. They lie in pages that come when they are needed: quick where terms of about the same age
/// are asked for, and small where a pool has far more terms than anybody asks for.
#[derive(Clone, Debug)]
pub struct TermMap<V> {
    pages: Vec<Option<Box<Page<V>>>>,
    current: u32,
}

#[derive(Clone, Debug)]
struct Page<V> {
    values: [V; PAGE],
    /// A value is there if its stamp is the current one.
    stamps: [u32; PAGE],
}

impl<V> Default for TermMap<V> {
    /// Has no values.
    fn default() -> Self {
        Self {
            pages: Vec::new(),
            current: 1,
        }
    }
}

impl<V: Copy + Default> TermMap<V> {
    #[inline]
    #[must_use]
    pub fn get(&self, term: Term) -> Option<V> {
        let (page, place) = (term.index() / PAGE, term.index() % PAGE);
        let page = self.pages.get(page)?.as_ref()?;
        (page.stamps[place] == self.current).then_some(page.values[place])
    }

    #[inline]
    #[must_use]
    pub fn contains(&self, term: Term) -> bool {
        self.get(term).is_some()
    }

    /// Gives a term a value; whether it had none.
    #[inline]
    pub fn insert(&mut self, term: Term, value: V) -> bool {
        let (page, place) = (term.index() / PAGE, term.index() % PAGE);
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| {
            Box::new(Page {
                values: [V::default(); PAGE],
                stamps: [0; PAGE],
            })
        });
        page.values[place] = value;
        std::mem::replace(&mut page.stamps[place], self.current) != self.current
    }

    /// Forgets all values, and keeps the room for them.
    pub fn clear(&mut self) {
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Pool;
    use crate::sort::Sort;

    #[test]
    fn values_are_there_until_they_are_forgotten() {
        let mut pool = Pool::new();
        let names = (0..3 * PAGE).map(|number| format!("v{number}"));
        let terms: Vec<Term> = names.map(|name| pool.var(&name, Sort::Bv(8))).collect();
        let (first, last) = (terms[0], terms[terms.len() - 1]);
        let mut map = TermMap::default();
        assert_eq!(map.get(last), None);
        assert!(map.insert(last, 6));
        assert!(!map.insert(last, 7));
        assert_eq!((map.get(first), map.get(last)), (None, Some(7)));
        // Nothing between them has room.
        assert!(map.pages[1].is_none());
        map.clear();
        assert!(!map.contains(last));
        map.current = u32::MAX;
        map.insert(first, 1);
        map.clear();
        // Values of long ago do not come back either.
        assert_eq!((map.get(first), map.get(last)), (None, None));
    }
}
