//! One mutant for each change, whichever operators make it.
//!
//! - **A change is one mutant**, whichever operators make it. Changes are equal if they leave the same text.

use std::collections::BTreeMap;

use quell_ir::InstId;
use quell_source::Span;

use crate::operators::Draft;
use crate::rewrite::Rewrite;
use crate::tree::Tree;

/// A change, with its ids under other operators.
#[derive(Debug)]
pub(crate) struct Distinct {
    pub(crate) draft: Draft,
    /// One of each further operator.
    pub(crate) partners: Vec<Draft>,
}

/// The drafts, which are in the order of the catalogue, each change once: the first operator has it. Changes are the
/// same if they leave the same text behind, or do the same to the program.
pub(crate) fn distinct(tree: &Tree, drafts: Vec<Draft>) -> Vec<Distinct> {
    let mut found: Vec<Distinct> = Vec::new();
    let mut by_text: BTreeMap<(Span, String), usize> = BTreeMap::new();
    // Equal edits are at the same instructions: only those have to be compared.
    let mut by_places: BTreeMap<Vec<InstId>, Vec<usize>> = BTreeMap::new();
    for draft in drafts {
        let text = outcome(tree, &draft.rewrite);
        let places = draft.edits.iter().map(|edit| edit.at).collect();
        let near = by_places.entry(places).or_default();
        let same = by_text.get(&text).copied();
        let mut equal = near
            .iter()
            .filter(|&&index| found[index].draft.edits == draft.edits);
        match same.or_else(|| equal.next().copied()) {
            Some(index) => found[index].add(draft),
            None => {
                near.push(found.len());
                by_text.insert(text, found.len());
                found.push(Distinct {
                    draft,
                    partners: Vec::new(),
                });
            }
        }
    }
    found
}

impl Distinct {
    fn add(&mut self, draft: Draft) {
        let name = draft.operator.name;
        let mut all = std::iter::once(&self.draft).chain(&self.partners);
        if all.all(|known| known.operator.name != name) {
            self.partners.push(draft);
        }
    }
}

/// The changed part of a rewrite, without common text at both ends.
fn outcome(tree: &Tree, rewrite: &Rewrite) -> (Span, String) {
    let old = tree.text(rewrite.span);
    let new = rewrite.text.as_str();
    let before = common(old.bytes(), new.bytes());
    let (old, new) = (&old.as_bytes()[before..], &new.as_bytes()[before..]);
    let after = common(old.iter().rev(), new.iter().rev());
    let span = Span {
        start: rewrite.span.start + before as u32,
        end: rewrite.span.end - after as u32,
    };
    let rest = &new[..new.len() - after];
    (span, String::from_utf8_lossy(rest).into_owned())
}

fn common<T: PartialEq>(a: impl Iterator<Item = T>, b: impl Iterator<Item = T>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}
