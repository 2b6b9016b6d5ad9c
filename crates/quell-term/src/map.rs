//! A map from terms to values.

use crate::pool::Term;

/// Number of terms with adjacent indices that share a page.
const PAGE: usize = 256;

/// A map from the terms of one pool to values. Its pages are allocated on demand: access is fast for
/// terms made at about the same time, and the map stays small where few terms of a large pool are
/// used. After [`TermMap::clear`] it can be used for another pool.
#[derive(Clone, Debug)]
pub struct TermMap<V> {
    pages: Vec<Option<Box<Page<V>>>>,
    current: u32,
}

#[derive(Clone, Debug)]
struct Page<V> {
    values: [V; PAGE],
    /// A value is present if its stamp is the current one.
    stamps: [u32; PAGE],
}

impl<V> Default for TermMap<V> {
    /// An empty map.
    fn default() -> Self {
        Self {
            pages: Vec::new(),
            current: 1,
        }
    }
}

impl<V: Copy + Default> TermMap<V> {
    /// The value of a term, if it has one.
    #[inline]
    #[must_use]
    pub fn get(&self, term: Term) -> Option<V> {
        let (page, slot) = (term.index() / PAGE, term.index() % PAGE);
        let page = self.pages.get(page)?.as_ref()?;
        (page.stamps[slot] == self.current).then_some(page.values[slot])
    }

    /// Whether a term has a value.
    #[inline]
    #[must_use]
    pub fn contains(&self, term: Term) -> bool {
        self.get(term).is_some()
    }

    /// Sets the value of a term, and returns whether it had none before.
    #[inline]
    pub fn insert(&mut self, term: Term, value: V) -> bool {
        let (page, slot) = (term.index() / PAGE, term.index() % PAGE);
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| {
            Box::new(Page {
                values: [V::default(); PAGE],
                stamps: [0; PAGE],
            })
        });
        page.values[slot] = value;
        std::mem::replace(&mut page.stamps[slot], self.current) != self.current
    }

    /// Removes all values and keeps the memory for them.
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
    fn values_are_present_until_cleared() {
        let mut pool = Pool::new();
        let names = (0..3 * PAGE).map(|number| format!("v{number}"));
        let terms: Vec<Term> = names.map(|name| pool.var(&name, Sort::Bv(8))).collect();
        let (first, last) = (terms[0], terms[terms.len() - 1]);
        let mut map = TermMap::default();
        assert_eq!(map.get(last), None);
        assert!(map.insert(last, 6));
        assert!(!map.insert(last, 7));
        assert_eq!((map.get(first), map.get(last)), (None, Some(7)));
        // No page is allocated between them.
        assert!(map.pages[1].is_none());
        map.clear();
        assert!(!map.contains(last));
        map.current = u32::MAX;
        map.insert(first, 1);
        map.clear();
        // Nor do old values reappear when the stamps wrap around.
        assert_eq!((map.get(first), map.get(last)), (None, None));
    }
}
