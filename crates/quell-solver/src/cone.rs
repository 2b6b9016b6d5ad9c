//! The cone of a query: the subterms of its assertions.

use quell_term::{Op, Pool, Sort, Term, TermMap, is_product};

/// A summary of the subterms of assertions. Its memory is reused from one query to the next.
#[derive(Debug, Default)]
pub(crate) struct Cone {
    /// The subterms visited by the current walk.
    seen: TermMap<()>,
    pending: Vec<Term>,
    variables: Vec<Term>,
    patterns: Vec<Term>,
    constants: Vec<Term>,
    size: usize,
    has_products: bool,
}

impl Cone {
    /// Replaces the summary by that of the subterms of these terms.
    pub(crate) fn walk(&mut self, pool: &Pool, roots: &[Term]) {
        self.start();
        self.pending.extend_from_slice(roots);
        while let Some(term) = self.pending.pop() {
            if self.seen.insert(term, ()) {
                self.note(pool, term);
                self.pending.extend_from_slice(pool.args(term));
            }
        }
        self.variables.sort_unstable();
    }

    fn start(&mut self) {
        self.seen.clear();
        self.variables.clear();
        self.patterns.clear();
        self.constants.clear();
        self.size = 0;
        self.has_products = false;
    }

    fn note(&mut self, pool: &Pool, term: Term) {
        let op = pool.op(term);
        let is_float = matches!(pool.sort(term), Sort::Float(_));
        let is_variable = matches!(op, Op::Var(_));
        self.size += 1;
        if matches!(op, Op::Bits(_)) {
            self.constants.push(term);
        }
        if is_variable {
            self.variables.push(term);
        }
        self.has_products |= is_product(pool, term);
        if op == Op::ToBits || (is_variable && is_float) {
            self.patterns.push(term);
        }
    }

    /// The variables, in the order of their creation.
    pub(crate) fn variables(&self) -> &[Term] {
        &self.variables
    }

    /// The terms whose translation needs a pattern of a float: `ToBits` and float variables.
    pub(crate) fn patterns(&self) -> &[Term] {
        &self.patterns
    }

    /// The bit-vector constants, in no particular order.
    pub(crate) fn constants(&self) -> &[Term] {
        &self.constants
    }

    /// Whether a subterm is a product.
    pub(crate) fn has_products(&self) -> bool {
        self.has_products
    }

    /// The number of distinct subterms.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}
