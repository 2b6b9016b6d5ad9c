//! Expansions of C macros as syntax trees.
//!
//! A compiler gives all code of a macro the position of the use. The expansion of a use is appended to the text, in a
//! function with the name of the enclosing one, and so has nodes like any other text. They replace the
//! use; if one of them is changed, the mutant shows the expanded use.
//!
//! - **Macros are expanded.** All code of a use is matched as a whole with the expansion of the macro. If an operator
//!   of the text has no code, or code has no operator, the use gets no mutants. Mutants show the expanded use, or the argument
//!   that the macro uses once.

use std::collections::{BTreeMap, BTreeSet};

use quell_source::{Expansion, Kind, Language, NodeId, SourceFile, Span};

use crate::rewrite::Rewrite;

/// A use of a macro and the nodes of its expansion.
#[derive(Debug)]
pub struct Graft {
    /// The replaced node: the use, or the statement that consists of it.
    pub used: NodeId,
    /// The expression, or the block of statements.
    pub root: NodeId,
    pub expansion: Expansion,
    /// The start of the text of the expansion.
    start: u32,
}

/// The uses of a file.
#[derive(Debug, Default)]
pub struct Grafts {
    pub all: Vec<Graft>,
    /// The length of the text that the user wrote.
    pub length: usize,
    by_use: BTreeMap<NodeId, usize>,
    by_root: BTreeMap<NodeId, usize>,
}

/// The file with its macros expanded, except these uses.
pub fn graft(file: SourceFile, excluded: &BTreeSet<Span>) -> (SourceFile, Grafts) {
    let nothing = Grafts {
        length: file.whole_text().len(),
        ..Grafts::default()
    };
    let mut uses = match file.language() {
        Language::C => uses(&file),
        _ => Vec::new(),
    };
    uses.retain(|(expansion, _)| !excluded.contains(&expansion.span));
    if uses.is_empty() {
        return (file, nothing);
    }
    let mut text = format!("{}\n", file.whole_text());
    let mut starts = Vec::new();
    for (expansion, function) in &uses {
        text.push_str(&format!("void {function}(void) {{\n"));
        starts.push(text.len() as u32);
        text.push_str(&format!("{}\n;}}\n", expansion.text));
    }
    let larger = SourceFile::parse(file.path(), text, Language::C);
    if !agrees(&file, &larger, uses.len()) {
        return (file, nothing);
    }
    let mut grafts = nothing;
    for ((expansion, _), start) in uses.into_iter().zip(starts) {
        if let Some(graft) = grafted(&larger, expansion, start) {
            grafts.add(graft);
        }
    }
    (larger, grafts)
}

/// The outermost uses of macros in functions, each with the name of the function.
fn uses(file: &SourceFile) -> Vec<(Expansion, String)> {
    let names = file.macro_names();
    let mut found: Vec<(Expansion, String)> = Vec::new();
    for id in file.descend(file.root()) {
        let Span { start, .. } = file.node(id).span;
        let inside = found.last().is_some_and(|last| start < last.0.span.end);
        let named = file.kind(id) == Kind::Name && names.contains(file.text(file.node(id).span));
        if !named || inside {
            continue;
        }
        let function = file
            .function_of(id)
            .map(|function| file.node(function).token);
        let expansion = file.expansion_at(start);
        if let (Some(function), Some(expansion)) = (function, expansion) {
            found.push((expansion, file.text(function).to_owned()));
        }
    }
    found
}

/// Whether the original nodes are unchanged, and the rest can be parsed.
fn agrees(file: &SourceFile, larger: &SourceFile, uses: usize) -> bool {
    let end = file.whole_text().len() as u32;
    let readable = larger.errors().iter().all(|error| error.end <= end);
    let functions = file.functions().count() + uses == larger.functions().count();
    let nodes = |file: &SourceFile| {
        let all = file
            .descend(file.root())
            .skip(1)
            .map(|id| file.node(id).clone());
        let old = all.filter(|node| node.span.start < end);
        old.map(|node| (node.kind, node.span)).collect::<Vec<_>>()
    };
    readable && functions && nodes(file) == nodes(larger)
}

fn grafted(file: &SourceFile, expansion: Expansion, start: u32) -> Option<Graft> {
    let function = file.function_of(file.innermost_at(start))?;
    let body = *file.node(function).children.last()?;
    let mut nodes = file.starting_at(expansion.span.start);
    let used = nodes.find(|&id| {
        let whole = file.node(id).span == expansion.span;
        whole && matches!(file.kind(id), Kind::Name | Kind::Call)
    })?;
    let (used, root) = match file.node(body).children[..] {
        [only] if file.kind(only) == Kind::Expression => (used, *file.node(only).children.first()?),
        _ => (file.node(used).parent?, body),
    };
    let stands = root != body || file.kind(used) == Kind::Expression;
    let below = || file.descend(root).map(|id| file.kind(id));
    let known = below().all(|kind| kind != Kind::Other);
    // A constant is better known by its name.
    let computes = below().any(|kind| matches!(kind, Kind::Name | Kind::Call));
    (stands && known && computes).then_some(Graft {
        used,
        root,
        expansion,
        start,
    })
}

impl Grafts {
    fn add(&mut self, graft: Graft) {
        self.by_use.insert(graft.used, self.all.len());
        self.by_root.insert(graft.root, self.all.len());
        self.all.push(graft);
    }

    /// Without the uses whose expansions do not fit their position.
    pub fn retain(&mut self, fits: impl Fn(&Graft) -> bool) {
        let all = std::mem::take(&mut self.all);
        self.by_use.clear();
        self.by_root.clear();
        all.into_iter()
            .filter(fits)
            .for_each(|graft| self.add(graft));
    }

    /// The expansion of a use.
    pub fn root_of(&self, used: NodeId) -> Option<NodeId> {
        self.by_use.get(&used).map(|&index| self.all[index].root)
    }

    /// The use that such a node belongs to.
    pub fn used_by(&self, root: NodeId) -> Option<NodeId> {
        self.by_root.get(&root).map(|&index| self.all[index].used)
    }

    /// The use whose expansion holds a place of the text.
    pub fn around(&self, span: Span) -> Option<&Graft> {
        let after = self.all.partition_point(|graft| graft.start <= span.start);
        let graft = self.all[..after].last()?;
        (span.end <= graft.start + graft.expansion.text.len() as u32).then_some(graft)
    }
}

impl Graft {
    /// A change of the expansion as one of the file: of an argument that stands there once, or of the whole use.
    pub fn resolve(&self, rewrite: Rewrite) -> Rewrite {
        let (start, end) = (
            rewrite.span.start - self.start,
            rewrite.span.end - self.start,
        );
        let mut arguments = self.expansion.arguments.iter();
        let written = arguments.find(|written| written.at.start <= start && end <= written.at.end);
        if let Some(written) = written {
            let shift = |at: u32| written.from.start + (at - written.at.start);
            return Rewrite {
                span: Span {
                    start: shift(start),
                    end: shift(end),
                },
                ..rewrite
            };
        }
        let text = &self.expansion.text;
        let before = text.get(..start as usize).unwrap_or("");
        let after = text.get(end as usize..).unwrap_or("");
        Rewrite {
            span: self.expansion.span,
            text: format!("{before}{}{after}", rewrite.text),
        }
    }
}
