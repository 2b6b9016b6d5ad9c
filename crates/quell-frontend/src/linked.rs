//! Linking one file of a project with what it needs of the others.
//!
//! - **A file's own definitions have precedence**, also where functions of it are linked with another file; then that of the only
//!   other file that defines a symbol. If several others do, it stays external: which one a program is linked with is not known
//!   from their commands.
//! - **Only what is needed is linked**, the nearest first: what the file refers to, what that refers to, and so on. Functions
//!   beyond a limit stay external, and so do functions that are declared with another type.
//! - **C only.** Files of Rust are crates of their own; symbols of Fortran's modules belong to files that are compiled together.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use quell_compile::Language;
use quell_ir::link::{Importer, is_defined, is_local, is_strong};
use quell_ir::{GlobalRef, Module};

use crate::unit::SourceUnit;

/// The symbols that files define for others.
#[derive(Debug)]
pub struct SymbolIndex<'u> {
    units: Vec<&'u SourceUnit>,
    suffixes: Vec<String>,
    /// The numbers of files, with what they define.
    defined: BTreeMap<&'u str, Vec<(usize, GlobalRef)>>,
    /// Names with several definitions, none of which gives way to the others.
    repeated: Rc<BTreeSet<String>>,
}

/// What a file was linked with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkReport {
    /// The number of functions of other files.
    pub functions: usize,
    /// Symbols that files define, and that are external nevertheless.
    pub external: BTreeSet<(String, NotLinked)>,
}

/// Why a symbol that some file defines is not linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotLinked {
    /// The limit on linked functions is reached.
    Limit,
    SeveralDefinitions,
    /// The file declares it with another type than it is defined with.
    OtherType,
    /// The file that defines it is for another machine.
    OtherTarget,
}

impl<'u> SymbolIndex<'u> {
    pub fn new(units: impl IntoIterator<Item = &'u SourceUnit>) -> Self {
        let units: Vec<&SourceUnit> = units.into_iter().collect();
        let mut defined: BTreeMap<&str, Vec<(usize, GlobalRef)>> = BTreeMap::new();
        let linkable = units.iter().enumerate();
        let linkable = linkable.filter(|(_, unit)| unit.language == Language::C);
        for (index, unit) in linkable {
            let module: &Module = &unit.module;
            for (name, thing) in &module.names {
                if is_defined(module, *thing) && !is_local(module, *thing) {
                    let of = defined.entry(module.text(*name)).or_default();
                    of.push((index, *thing));
                }
            }
        }
        let is_strong = |of: &&(usize, GlobalRef)| is_strong(&units[of.0].module, of.1);
        let repeated = defined.iter();
        let repeated = repeated.filter(|(_, all)| all.iter().filter(is_strong).count() > 1);
        Self {
            repeated: Rc::new(repeated.map(|(name, _)| (*name).to_owned()).collect()),
            suffixes: units.iter().map(|unit| suffix(&unit.file)).collect(),
            units,
            defined,
        }
    }

    /// Links a module of one of the files, by its number, with at most so many functions of other files.
    pub fn link(&self, into: &mut Module, own: usize, limit: usize) -> LinkReport {
        let mut linking = Linking {
            index: self,
            own,
            limit,
            importers: BTreeMap::new(),
            queue: VecDeque::new(),
            report: LinkReport::default(),
        };
        if self.units[own].language == Language::C {
            linking.queue.extend(declarations(into));
        }
        while let Some(next) = linking.queue.pop_front() {
            match next {
                Needed::Local(unit, thing) => linking.local(into, unit, thing),
                Needed::External(target) => linking.external(into, target),
            }
        }
        linking.report
    }

    /// The only definition of a symbol. A weak one gives way to one that is not weak.
    fn definition(&self, name: &str) -> Result<Option<(usize, GlobalRef)>, NotLinked> {
        let all = self.defined.get(name).map_or(&[][..], Vec::as_slice);
        let is_strong = |of: &&(usize, GlobalRef)| is_strong(&self.units[of.0].module, of.1);
        let strong: Vec<&(usize, GlobalRef)> = all.iter().filter(is_strong).collect();
        match (&strong[..], all) {
            ([], []) => Ok(None),
            ([only], _) => Ok(Some(**only)),
            ([], [only]) => Ok(Some(*only)),
            _ => Err(NotLinked::SeveralDefinitions),
        }
    }
}

/// What has no definition yet.
enum Needed {
    /// A local symbol of the file with this number.
    Local(usize, GlobalRef),
    /// An entity of the module that is linked.
    External(GlobalRef),
}

fn declarations(module: &Module) -> Vec<Needed> {
    let functions = module.functions.iter();
    let functions = functions.filter(|(_, of)| of.is_declaration());
    let globals = module.globals.iter().filter(|(_, of)| of.init.is_none());
    let functions = functions.map(|(id, _)| GlobalRef::Func(id));
    let all = functions.chain(globals.map(|(id, _)| GlobalRef::Var(id)));
    all.map(Needed::External).collect()
}

struct Linking<'l, 'u> {
    index: &'l SymbolIndex<'u>,
    own: usize,
    limit: usize,
    importers: BTreeMap<usize, Importer<'u>>,
    queue: VecDeque<Needed>,
    report: LinkReport,
}

impl Linking<'_, '_> {
    fn local(&mut self, into: &mut Module, unit: usize, thing: GlobalRef) {
        let name = self.index.units[unit].module.name_of(thing);
        if self.is_full(thing) {
            let left = (name.to_owned(), NotLinked::Limit);
            self.report.external.insert(left);
            return;
        }
        if let Some(importer) = self.importers.get_mut(&unit) {
            let target = importer.reference(into, thing);
            importer.define(into, thing, target);
        }
        self.linked(into, unit, thing);
    }

    fn external(&mut self, into: &mut Module, target: GlobalRef) {
        if is_defined(into, target) {
            return;
        }
        let name = into.name_of(target).to_owned();
        let linked = match self.index.definition(&name) {
            Ok(Some((unit, _))) if unit == self.own => Ok(()),
            Ok(Some((unit, thing))) => self.define(into, unit, thing, target),
            Ok(None) => Ok(()),
            Err(why) => Err(why),
        };
        if let Err(why) = linked {
            self.report.external.insert((name, why));
        }
    }

    fn define(
        &mut self,
        into: &mut Module,
        unit: usize,
        thing: GlobalRef,
        target: GlobalRef,
    ) -> Result<(), NotLinked> {
        if self.is_full(thing) {
            return Err(NotLinked::Limit);
        }
        let (index, own) = (self.index, self.own);
        let suffixes = &index.suffixes;
        let module: &Module = &index.units[unit].module;
        let importer = self.importers.entry(unit);
        let importer = importer.or_insert_with(|| {
            let suffixes = (suffixes[unit].as_str(), suffixes[own].as_str());
            Importer::new(module, suffixes, Rc::clone(&index.repeated))
        });
        if !importer.has_target_of(into) {
            return Err(NotLinked::OtherTarget);
        }
        match (thing, target) {
            (GlobalRef::Func(defined), GlobalRef::Func(declared)) => {
                if !importer.has_type_of(into, defined, declared) {
                    return Err(NotLinked::OtherType);
                }
            }
            (GlobalRef::Var(defined), GlobalRef::Var(declared)) => {
                let is_local = into.globals[declared].thread_local;
                if module.globals[defined].thread_local != is_local {
                    return Err(NotLinked::OtherType);
                }
            }
            _ => return Err(NotLinked::OtherType),
        }
        importer.define(into, thing, target);
        self.linked(into, unit, thing);
        Ok(())
    }

    fn is_full(&self, thing: GlobalRef) -> bool {
        matches!(thing, GlobalRef::Func(_)) && self.report.functions >= self.limit
    }

    /// Counts a definition, and queues what it refers to.
    fn linked(&mut self, into: &mut Module, unit: usize, thing: GlobalRef) {
        self.report.functions += usize::from(matches!(thing, GlobalRef::Func(_)));
        let Some(importer) = self.importers.get_mut(&unit) else {
            return;
        };
        for needed in importer.take_pending() {
            let next = match importer.is_own(needed) {
                true => Needed::Local(unit, needed),
                false => Needed::External(importer.reference(into, needed)),
            };
            self.queue.push_back(next);
        }
    }
}

/// What stands for a file in names of symbols: its name, and a digest of its path.
fn suffix(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let is_plain = |c: char| c.is_ascii_alphanumeric();
    let name: String = name
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    // FNV-1a.
    let digest = file.bytes().fold(0x811c_9dc5_u32, |digest, byte| {
        (digest ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("{name}_{digest:08x}")
}

#[cfg(test)]
mod tests {
    use super::suffix;

    #[test]
    fn files_have_different_suffixes() {
        assert!(suffix("src/a.c").starts_with("a_c_"));
        assert_ne!(suffix("src/a.c"), suffix("lib/a.c"));
        assert_ne!(suffix("a-b.c"), suffix("a_b.c"));
    }
}
