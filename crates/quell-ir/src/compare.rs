//! Equality of modules, independent of the order of their tables.
//!
//! The entities of the first module are translated to ids of the second and then compared as data.
//! Metadata, whose graph may have cycles, is compared pair by pair from its uses. Line numbers of the
//! text and unused entries of tables are ignored.

mod functions;
mod metadata;
mod translate;

use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::constant::GlobalRef;
use crate::entity::ConstId;
use crate::module::{Alias, Global, Module};
use crate::symbol::Symbol;

use metadata::MdPairs;
use translate::Translation;

/// The first difference between two modules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {what}")]
pub struct Difference {
    pub place: String,
    pub what: String,
}

impl Difference {
    fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            what: what.into(),
        }
    }
}

/// An error at `place` unless `same`.
fn check(same: bool, place: &str, what: &str) -> Result<(), Difference> {
    if same {
        Ok(())
    } else {
        Err(Difference::new(place, what))
    }
}

/// Compares two modules.
pub fn same_module(a: &Module, b: &Module) -> Result<(), Difference> {
    let mut comparison = Comparison {
        a,
        b,
        ids: Translation::new(a, b),
        md: MdPairs::default(),
    };
    comparison.head()?;
    comparison.named_types()?;
    comparison.names()?;
    for (&name, &thing) in &a.names {
        let text = a.text(name);
        let found = b.find(text);
        let other = found.ok_or_else(|| Difference::new(format!("@{text}"), "missing"))?;
        comparison.entities(text, thing, other)?;
    }
    comparison.named_metadata()?;
    comparison.md.compare(a, b, &comparison.ids)
}

struct Comparison<'m> {
    a: &'m Module,
    b: &'m Module,
    ids: Translation<'m>,
    md: MdPairs,
}

impl Comparison<'_> {
    fn texts(&self, a: &[Symbol], b: &[Symbol]) -> bool {
        let texts = |module: &Module, symbols: &[Symbol]| {
            let texts = symbols.iter().map(|&symbol| module.text(symbol).to_owned());
            texts.collect::<Vec<_>>()
        };
        texts(self.a, a) == texts(self.b, b)
    }

    fn optional_texts(&self, a: Option<Symbol>, b: Option<Symbol>) -> bool {
        a.map(|a| self.a.text(a)) == b.map(|b| self.b.text(b))
    }

    fn head(&self) -> Result<(), Difference> {
        let (a, b) = (self.a, self.b);
        let source = self.optional_texts(a.source_name, b.source_name);
        check(source, "source_filename", "differs")?;
        check(self.optional_texts(a.triple, b.triple), "triple", "differs")?;
        check(a.layout == b.layout, "datalayout", "differs")?;
        let asm = self.texts(&a.inline_asm, &b.inline_asm);
        check(asm, "module asm", "differs")?;
        let comdats = |module: &Module| {
            let pairs = module.comdats.iter();
            let pairs = pairs.map(|(&name, &kind)| (name, kind));
            let texts = pairs
                .map(|(name, kind)| (module.text(name).to_owned(), module.text(kind).to_owned()));
            texts.collect::<FxHashSet<_>>()
        };
        check(comdats(a) == comdats(b), "comdats", "differ")
    }

    fn named_types(&self) -> Result<(), Difference> {
        let (a, b) = (self.a, self.b);
        let counts = (a.types.named_types().count(), b.types.named_types().count());
        check(counts.0 == counts.1, "named types", "differ in number")?;
        for (id, named) in a.types.named_types() {
            let name = a.text(named.name);
            let found = self.ids.named_type(id);
            let other = found.ok_or_else(|| Difference::new(format!("%{name}"), "missing"))?;
            let body = match named.body {
                Some(body) => self.ids.ty(body),
                None => None,
            };
            let same = body == b.types.named_type(other).body;
            check(same, &format!("%{name}"), "body differs")?;
        }
        Ok(())
    }

    fn names(&self) -> Result<(), Difference> {
        let same = self.a.names.len() == self.b.names.len();
        check(same, "names", "differ in number")
    }

    fn entities(&mut self, name: &str, a: GlobalRef, b: GlobalRef) -> Result<(), Difference> {
        let place = format!("@{name}");
        let (module_a, module_b) = (self.a, self.b);
        match (a, b) {
            (GlobalRef::Var(a), GlobalRef::Var(b)) => {
                self.globals(&place, &module_a.globals[a], &module_b.globals[b])
            }
            (GlobalRef::Alias(a), GlobalRef::Alias(b)) => {
                self.aliases(&place, &module_a.aliases[a], &module_b.aliases[b])
            }
            (GlobalRef::Func(a), GlobalRef::Func(b)) => {
                self.functions(&place, &module_a.functions[a], &module_b.functions[b])
            }
            _ => Err(Difference::new(place, "is another kind of global")),
        }
    }

    fn globals(&mut self, place: &str, a: &Global, b: &Global) -> Result<(), Difference> {
        let (mut a, mut b) = (a.clone(), b.clone());
        let nodes = (std::mem::take(&mut a.dbg), std::mem::take(&mut b.dbg));
        check(nodes.0.len() == nodes.1.len(), place, "debug info differs")?;
        self.md.push_all(place, &nodes.0, &nodes.1);
        let ids = &self.ids;
        let known = [
            ids.symbol_in(&mut a.name),
            ids.type_in(&mut a.ty),
            ids.optional(&mut a.init, |ids, id: &mut ConstId| ids.const_in(id)),
            ids.optional(&mut a.section, |ids, symbol| ids.symbol_in(symbol)),
            ids.optional(&mut a.comdat, |ids, symbol| ids.symbol_in(symbol)),
        ];
        a.text_line = b.text_line;
        let same = known.iter().all(|known| *known) && a == b;
        check(same, place, "global variable differs")
    }

    fn aliases(&self, place: &str, a: &Alias, b: &Alias) -> Result<(), Difference> {
        let mut a = a.clone();
        let known = [
            self.ids.symbol_in(&mut a.name),
            self.ids.type_in(&mut a.ty),
            self.ids.const_in(&mut a.target),
        ];
        a.text_line = b.text_line;
        let same = known.iter().all(|known| *known) && a == *b;
        check(same, place, "alias differs")
    }

    fn named_metadata(&mut self) -> Result<(), Difference> {
        let (a, b) = (self.a, self.b);
        let same = a.named_metadata.len() == b.named_metadata.len();
        check(same, "named metadata", "differs in number")?;
        for (&name, nodes) in &a.named_metadata {
            let place = format!("!{}", a.text(name));
            let found = b.symbols.lookup(a.text(name));
            let others = found.and_then(|name| b.named_metadata.get(&name));
            let others = others.ok_or_else(|| Difference::new(&place, "missing"))?;
            check(nodes.len() == others.len(), &place, "differs in length")?;
            self.md.push_all(&place, nodes, others);
        }
        Ok(())
    }
}
