//! Interned names.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A name interned in a module's [`Interner`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// An index for side tables: symbols are numbered from 0 in the order of interning.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Every distinct name of a module, once. LLVM's names are byte strings; invalid UTF-8 in them is
/// escaped as LLVM prints it (`\ff`).
#[derive(Clone, Default, Debug)]
pub struct Interner {
    names: IndexSet<Box<str>, FxBuildHasher>,
}

impl Interner {
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(index) = self.names.get_index_of(name) {
            return Symbol(index as u32);
        }
        Symbol(self.names.insert_full(name.into()).0 as u32)
    }

    /// The symbol of a name, if it has been interned.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.names
            .get_index_of(name)
            .map(|index| Symbol(index as u32))
    }

    /// The text of the symbol with this index.
    pub fn nth(&self, index: usize) -> Option<&str> {
        self.names.get_index(index).map(|name| &**name)
    }

    /// The text of a symbol; empty for a symbol of another interner.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.names
            .get_index(symbol.0 as usize)
            .map_or("", |name| name)
    }
}
