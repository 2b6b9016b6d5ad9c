//! From a module and its sources to the list of mutants.
//!
//! - **The text of a mutant is exact.** A test compiles the texts of a sample of mutants (of all of them in the soak) and
//!   compares them with the edits in the machine.

use std::collections::{BTreeMap, BTreeSet};

use quell_bits::Bits;
use quell_ir::debug::DebugInfo;
use quell_ir::print::LocalNames;
use quell_ir::{ConstKind, FuncId, InstId, Module, Type, TypeId};
use quell_source::{Kind, Language, NodeId, Span};
use thiserror::Error;

use crate::align::{Aligner, Readers, bit_fields};
use crate::annotated::is_annotation;
use crate::apply::Checker;
use crate::bare;
use crate::catalogue::Selection;
use crate::ctypes::exact::is_exact;
use crate::distinct::{self, Distinct};
use crate::doubts::Doubts;
use crate::objective::{
    Mutant, Objective, ObjectiveId, Source, SourceDiff, SourceSpan, SourceText, UsedIds,
};
use crate::operators::pools::MOST;
use crate::operators::{Draft, Workshop};
use crate::sources::{NoSource, Sources, full_path};
use crate::support;
use crate::tree::Tree;
use crate::vectors;

/// The selection of mutants.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub selection: Selection,
    /// Only these functions; all of the user's if empty.
    pub functions: Vec<FuncId>,
    /// Only sites that begin on these lines, both included.
    pub lines: Option<(u32, u32)>,
}

/// The mutants of a module, and the omitted places.
#[derive(Debug, Default)]
pub struct Mutants {
    /// By function, then by place.
    pub mutants: Vec<Objective>,
    /// Of equal changes only that of the first operator is in the list; these are the ids of the others, by its id.
    pub partners: BTreeMap<ObjectiveId, Vec<ObjectiveId>>,
    pub skipped: Vec<Skipped>,
    pub(crate) ids: UsedIds,
}

impl Mutants {
    /// Other mutants in the place of those found.
    pub fn keep_only(&mut self, mutants: Vec<Objective>) {
        self.mutants = mutants;
        self.partners.clear();
        let is_empty = |of: &Skipped| matches!(of, Skipped::NothingToMutate { .. });
        self.skipped.retain(|skipped| !is_empty(skipped));
    }
}

/// A place or function without mutants that it could have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Skipped {
    /// The debug information has no place of the function's text.
    #[error("`{function}` got no mutants: it has no debug information; compile it with -g")]
    NoDebugInfo { function: String },
    /// None of the chosen operators finds anything in the function.
    #[error("`{function}` got no mutants: no chosen operator applies to it")]
    NothingToMutate { function: String },
    /// The text of the function is missing: only instructions are mutated.
    #[error("mutants of `{function}` are described by instructions: its source {file} {reason}")]
    NoSource {
        function: String,
        file: String,
        reason: NoSource,
    },
    /// A change that would need more than edits can do, such as a new edge to a block with phis.
    #[error("{file}:{line}:{column}: {operator} cannot put `{replacement}` here")]
    Inexpressible {
        file: String,
        line: u32,
        column: u32,
        operator: &'static str,
        replacement: String,
    },
    /// A function with so many variables or constants that not each is put in the place of all others.
    #[error(
        "{operator} in `{function}`: a place gets at most {} replacements, there are more",
        MOST
    )]
    Limited {
        function: String,
        operator: &'static str,
    },
    /// The index of an element of Rust, where the number of the elements is not known.
    #[error(
        "{file}:{line}:{column}: {operator} does not put all it could here: the check that the index is within bounds cannot be made"
    )]
    Unbounded {
        file: String,
        line: u32,
        column: u32,
        operator: &'static str,
    },
    /// An operator or a value that is a vector.
    #[error("{file}:{line}:{column}: no mutants, none are made of vectors: {instruction}")]
    Vector {
        function: String,
        file: String,
        line: u32,
        column: u32,
        instruction: String,
    },
    /// An instruction whose expression is not certain.
    #[error(
        "{file}:{line}:{column}: no mutants, it is not certain which expression this is: {instruction}"
    )]
    Unaligned {
        function: String,
        file: String,
        line: u32,
        column: u32,
        instruction: String,
    },
}

impl Skipped {
    /// Whether it is about one place in a function. There may be thousands, so reports count them.
    pub fn is_of_one_place(&self) -> bool {
        match self {
            Self::Inexpressible { .. }
            | Self::Unbounded { .. }
            | Self::Vector { .. }
            | Self::Unaligned { .. } => true,
            Self::NoDebugInfo { .. }
            | Self::NothingToMutate { .. }
            | Self::NoSource { .. }
            | Self::Limited { .. } => false,
        }
    }
}

/// Makes the mutants. The module gets the constants and declarations that their edits refer to; nothing
/// else in it changes.
pub fn generate(module: &mut Module, sources: &Sources, wanted: &Wanted) -> Mutants {
    intern_literals(module, sources);
    intern_parts(module);
    let base = module.clone();
    let mut found = Mutants::default();
    let certain = without_doubtful_macros(&base, sources, &functions(&base, wanted));
    let readers = Readers::new(&base);
    for id in functions(&base, wanted) {
        let before = (found.mutants.len(), found.skipped.len());
        match tree_of(&base, sources, id) {
            Ok(tree) => {
                let tree = certain.get(&tree.path).unwrap_or(tree);
                let mut aligner = Aligner::run(&base, id, tree);
                aligner.collect_data(&readers);
                of_aligned(&aligner, module, wanted, &mut found);
            }
            Err(skipped) => {
                if matches!(skipped, Skipped::NoSource { .. }) {
                    bare::of_function(&base, module, id, wanted, &mut found);
                }
                found.skipped.push(skipped);
            }
        }
        // Of some lines a function may have none.
        if (found.mutants.len(), found.skipped.len()) == before && wanted.lines.is_none() {
            let function = DebugInfo::new(&base).qualified_name(&base.functions[id]);
            found.skipped.push(Skipped::NothingToMutate { function });
        }
    }
    found
}

/// The files with uses of macros that do not agree with their text, without these uses.
pub(crate) fn without_doubtful_macros(
    base: &Module,
    sources: &Sources,
    functions: &[FuncId],
) -> BTreeMap<String, Tree> {
    let mut doubtful: BTreeMap<&str, BTreeSet<Span>> = BTreeMap::new();
    for &id in functions {
        if let Ok(tree) = tree_of(base, sources, id)
            && !tree.grafts().is_empty()
        {
            let here = Aligner::run(base, id, tree).doubtful_macros();
            doubtful.entry(&tree.path).or_default().extend(here);
        }
    }
    doubtful.retain(|_, uses| !uses.is_empty());
    let trees = doubtful.into_iter().filter_map(|(path, uses)| {
        let tree = sources.tree(path)?.without(&uses);
        Some((path.to_owned(), tree))
    });
    trees.collect()
}

/// Bounds of Fortran's loops are folded by the compiler, as is what is put into bit-fields: the constants that they were
/// get into the module.
fn intern_literals(module: &mut Module, sources: &Sources) {
    for tree in sources.trees() {
        bit_fields::intern_literals(module, tree);
        let all = tree.file().descend(tree.file().root());
        let loops = all.filter(|&node| tree.kind(node) == Kind::CountedLoop);
        let fortran = tree.language() == Language::Fortran;
        for bound in loops.filter_map(|node| tree.child(node, 2).filter(|_| fortran)) {
            let literal = tree.node_text(tree.bare(bound)).replace(' ', "");
            if let Ok(number) = literal.parse() {
                for width in [32, 64] {
                    support::int(module, width, number);
                }
            }
        }
    }
}

/// The numbers that strings of bytes and aggregates of zeros are made of get into the module one by one.
fn intern_parts(module: &mut Module) {
    let mut bytes = BTreeSet::new();
    for (_, constant) in module.consts.iter() {
        if let ConstKind::Bytes(all) = &constant.kind {
            bytes.extend(all.iter().copied());
        }
    }
    for byte in bytes {
        support::int_of_bits(module, &Bits::from_u64(8, u64::from(byte)));
    }
    let types: Vec<TypeId> = module.types.iter().map(|(ty, _)| ty).collect();
    for ty in types {
        if let Type::Int(_) | Type::Float(_) = module.types.get(ty) {
            support::zero(module, ty);
        }
    }
}

fn functions(module: &Module, wanted: &Wanted) -> Vec<FuncId> {
    let info = DebugInfo::new(module);
    let users = info.user_functions().into_iter();
    match wanted.functions.is_empty() {
        true => users.collect(),
        false => wanted.functions.clone(),
    }
}

pub(crate) fn tree_of<'s>(
    module: &Module,
    sources: &'s Sources,
    id: FuncId,
) -> Result<&'s Tree, Skipped> {
    let info = DebugInfo::new(module);
    let function = &module.functions[id];
    let name = info.qualified_name(function);
    let Some((file, directory, _)) = info.function_place(function) else {
        return Err(Skipped::NoDebugInfo { function: name });
    };
    let path = full_path(file, directory);
    sources.tree(&path).ok_or_else(|| Skipped::NoSource {
        function: name,
        // A file that is not there was not looked for.
        reason: sources
            .missing
            .get(&path)
            .cloned()
            .unwrap_or(NoSource::NotRegular),
        file: file.to_owned(),
    })
}

fn of_aligned(aligner: &Aligner<'_>, module: &mut Module, wanted: &Wanted, found: &mut Mutants) {
    let tree = aligner.tree;
    let drafts = drafts_of(aligner, module, wanted, found);
    let (mut drafts, mut inexact): (Vec<Draft>, Vec<Draft>) = drafts
        .into_iter()
        .partition(|draft| is_exact(aligner, draft));
    for draft in drafts.iter_mut().chain(&mut inexact) {
        draft.rewrite = tree.resolve(draft.rewrite.clone());
    }
    let in_lines = |offset: u32| {
        let (line, _) = tree.position(offset);
        wanted
            .lines
            .is_none_or(|(first, last)| (first..=last).contains(&line))
    };
    let is_wanted = |draft: &Draft| {
        in_lines(draft.rewrite.span.start) && !is_annotation(aligner.module, tree, draft.node)
    };
    drafts.retain(is_wanted);
    inexact.retain(is_wanted);
    let checker = Checker::new(module, aligner.id);
    let doubts = Doubts::new(aligner);
    let (drafts, impossible): (Vec<Draft>, Vec<Draft>) = drafts
        .into_iter()
        .partition(|draft| !doubts.about(draft) && checker.check(&draft.edits).is_ok());
    for draft in impossible.iter().chain(&inexact) {
        let skipped = impossible_at(aligner, draft);
        if !found.skipped.contains(&skipped) {
            found.skipped.push(skipped);
        }
    }
    let mut changes = distinct::distinct(tree, drafts);
    changes.sort_by_key(|change| shown_token(tree, change.draft.node));
    found.skipped.extend(unaligned(aligner));
    Namer::new(aligner).name(changes, found);
}

/// All drafts of the operators for a function.
fn drafts_of(
    aligner: &Aligner<'_>,
    module: &mut Module,
    wanted: &Wanted,
    found: &mut Mutants,
) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for &operator in &wanted.selection.operators {
        let mut workshop = Workshop {
            aligner,
            module: &mut *module,
            operator,
            drafts: Vec::new(),
            limited: false,
            unbounded: BTreeSet::new(),
        };
        workshop.run();
        if workshop.limited {
            found.skipped.push(Skipped::Limited {
                function: aligner.info.qualified_name(aligner.function),
                operator: operator.name,
            });
        }
        drafts.append(&mut workshop.drafts);
        let unbounded = workshop.unbounded.into_iter();
        let places = unbounded.map(|node| unbounded_at(aligner, operator.name, node));
        found.skipped.extend(places);
    }
    drafts
}

/// Where the user finds an operator: that of a macro where the macro is used.
fn shown_token(tree: &Tree, node: NodeId) -> Span {
    match tree.graft_of(node) {
        Some(graft) => graft.expansion.span,
        None => tree.node(node).token,
    }
}

fn impossible_at(aligner: &Aligner<'_>, draft: &Draft) -> Skipped {
    let (line, column) = aligner.tree.position(draft.rewrite.span.start);
    let place = aligner.info.function_place(aligner.function);
    Skipped::Inexpressible {
        file: place.map_or_else(String::new, |place| place.0.to_owned()),
        line,
        column,
        operator: draft.operator.name,
        replacement: draft.rewrite.text.clone(),
    }
}

fn unbounded_at(aligner: &Aligner<'_>, operator: &'static str, node: NodeId) -> Skipped {
    let tree = aligner.tree;
    let (line, column) = tree.position(tree.shown_span(node).start);
    let place = aligner.info.function_place(aligner.function);
    Skipped::Unbounded {
        file: place.map_or_else(String::new, |place| place.0.to_owned()),
        line,
        column,
        operator,
    }
}

fn unaligned(aligner: &Aligner<'_>) -> Vec<Skipped> {
    let unknown = aligner.found.unaligned.iter();
    let unknown = unknown.map(|&inst| InstPlace::of(aligner, inst));
    let mut skipped: Vec<Skipped> = unknown.map(InstPlace::unaligned).collect();
    let vectors = vectors::unchanged(aligner).into_iter();
    skipped.extend(vectors.map(|inst| InstPlace::of(aligner, inst).vector()));
    skipped
}

/// An instruction that got no mutants.
struct InstPlace {
    function: String,
    file: String,
    line: u32,
    column: u32,
    instruction: String,
}

impl InstPlace {
    fn of(aligner: &Aligner<'_>, inst: InstId) -> Self {
        let names = LocalNames::of(aligner.function);
        let place = aligner.info.span_of(aligner.function, inst);
        let place = place.as_ref().map(|at| &at.place);
        let instruction = aligner.module.display_inst(aligner.function, &names, inst);
        Self {
            function: aligner.info.qualified_name(aligner.function),
            file: place.map_or_else(String::new, |at| at.file.to_owned()),
            line: place.map_or(0, |at| at.line),
            column: place.map_or(0, |at| at.column),
            instruction: instruction.to_string().trim().to_owned(),
        }
    }

    fn unaligned(self) -> Skipped {
        Skipped::Unaligned {
            function: self.function,
            file: self.file,
            line: self.line,
            column: self.column,
            instruction: self.instruction,
        }
    }

    fn vector(self) -> Skipped {
        Skipped::Vector {
            function: self.function,
            file: self.file,
            line: self.line,
            column: self.column,
            instruction: self.instruction,
        }
    }
}

/// Gives the drafts of one function their ids and descriptions.
#[derive(Debug)]
struct Namer<'a> {
    aligner: &'a Aligner<'a>,
    symbol: &'a str,
    file: String,
}

impl<'a> Namer<'a> {
    fn new(aligner: &'a Aligner<'a>) -> Self {
        let place = aligner.info.function_place(aligner.function);
        Self {
            aligner,
            symbol: aligner.module.text(aligner.function.name),
            file: place.map_or_else(String::new, |place| place.0.to_owned()),
        }
    }

    fn name(&self, changes: Vec<Distinct>, found: &mut Mutants) {
        for change in changes {
            let mut fresh =
                |draft: &Draft| found.ids.fresh(draft.operator.name, self.digits(draft));
            let id = fresh(&change.draft);
            let partners: Vec<ObjectiveId> = change.partners.iter().map(fresh).collect();
            if !partners.is_empty() {
                found.partners.insert(id.clone(), partners);
            }
            found.mutants.push(self.mutant(id, change.draft));
        }
    }

    fn digits(&self, draft: &Draft) -> u32 {
        let mut hash = Fnv::default();
        hash.bytes(
            &self
                .aligner
                .tree
                .file()
                .fingerprint(draft.node)
                .to_le_bytes(),
        );
        hash.bytes(draft.rewrite.text.as_bytes());
        hash.bytes(&[0xff]);
        hash.bytes(self.symbol_stem().as_bytes());
        (hash.0 >> 32) as u32 ^ hash.0 as u32
    }

    /// Rust's symbols end in a hash of the whole crate.
    fn symbol_stem(&self) -> String {
        let info = &self.aligner.info;
        match info.source_name(self.aligner.function) {
            Some(_) => info.qualified_name(self.aligner.function),
            None => self.symbol.to_owned(),
        }
    }

    /// The line before and after. Of a statement over many lines only the first is shown.
    fn lines(&self, span: Span, text: &str) -> (String, String) {
        const LONG: usize = 160;
        let tree = self.aligner.tree;
        let (line, column) = tree.position(span.start);
        let (last, _) = tree.position(span.end);
        let rendered = tree.file().render(&[(span, text.to_owned())]);
        if line == last || rendered.before.len() <= LONG {
            return (rendered.before, rendered.after);
        }
        let start = span.start - (column - 1);
        let rest = tree.file().whole_text().get(start as usize..);
        let first = rest.and_then(|rest| rest.lines().next()).unwrap_or("");
        let indent = first.get(..column as usize - 1).unwrap_or("");
        let before = format!("{} ... (to line {last})", first.trim());
        let after = format!("{}{text}", indent.trim_start());
        (before, after)
    }

    fn mutant(&self, id: ObjectiveId, draft: Draft) -> Objective {
        let tree = self.aligner.tree;
        let span = draft.rewrite.span;
        let (line, column) = tree.position(span.start);
        let (end_line, end_column) = tree.position(span.end);
        let (before, after) = self.lines(span, &draft.rewrite.text);
        let source = Source {
            span: SourceSpan {
                file: self.file.clone(),
                line,
                column,
                end_line,
                end_column,
            },
            text: SourceText::Change(SourceDiff {
                original: tree.text(span).to_owned(),
                replacement: draft.rewrite.text,
                before,
                after,
            }),
        };
        let mutant = Mutant {
            operator: draft.operator.name,
            edits: draft.edits,
            parts: Vec::new(),
        };
        Objective::mutant(id, self.aligner.id, mutant, source)
    }
}

/// A hash of 32 bits.
pub(crate) fn short_hash(bytes: &[u8]) -> u32 {
    let mut hash = Fnv::default();
    hash.bytes(bytes);
    (hash.0 >> 32) as u32 ^ hash.0 as u32
}

/// FNV-1a.
#[derive(Debug)]
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
