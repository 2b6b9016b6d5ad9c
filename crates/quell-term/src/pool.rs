//! The pool: every term once, so that equal terms have the same index.

use crate::facts::Facts;
use crate::op::{BitsId, Op, VarId};
use crate::rewrite::Rewriting;
use crate::sort::Sort;
use hashbrown::HashTable;
use quell_bits::{Bits, word};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt::Write as _;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};

/// A term of a [`Pool`]. Operands have smaller indices than the terms made of them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The position of the term in its pool.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

const FALSE: Term = Term(0);
const TRUE: Term = Term(1);

/// Most operands that an operator has.
pub(crate) const MAX_ARITY: usize = 3;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    count: u8,
    args: [Term; MAX_ARITY],
}

impl Node {
    #[inline]
    fn new(op: Op, sort: Sort, operands: &[Term]) -> Node {
        // Unused places hold an arbitrary term, always the same one.
        let mut args = [FALSE; MAX_ARITY];
        args[..operands.len()].copy_from_slice(operands);
        Node {
            op,
            sort,
            count: operands.len() as u8,
            args,
        }
    }

    #[inline]
    fn hash(&self) -> u64 {
        FxBuildHasher.hash_one((self.op, self.args))
    }
}

/// A bit-vector constant and its term.
#[derive(Clone, Debug)]
struct Constant {
    bits: Bits,
    term: Term,
}

/// An operator was applied to operands of sorts that it does not take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{op:?} does not take operands of the sorts {sorts:?}")]
pub struct SortError {
    /// The operator.
    pub op: Op,
    /// The sorts of the operands.
    pub sorts: Vec<Sort>,
}

/// Identifies a pool. Data kept by [`Term`] is valid only for the pool with the same identity.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PoolId(u64);

/// The identity of a pool. A clone has another one: terms made later may have the same index in both
/// pools and yet differ.
#[derive(Debug)]
struct Identity(PoolId);

impl Identity {
    fn new() -> Identity {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Identity(PoolId(COUNT.fetch_add(1, Ordering::Relaxed)))
    }
}

impl Clone for Identity {
    fn clone(&self) -> Identity {
        Identity::new()
    }
}

/// How terms are simplified while they are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Simplification {
    /// All rewrite rules apply.
    Rules,
    /// Only constant operands are folded.
    Constants,
    /// Terms are interned unchanged.
    None,
}

/// An arena of terms, each stored once. Terms are rewritten while they are built.
#[derive(Clone, Debug)]
pub struct Pool {
    identity: Identity,
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    table: HashTable<Term>,
    constants: Vec<Constant>,
    constant_table: HashTable<BitsId>,
    names: Vec<Box<str>>,
    variables: FxHashMap<(Box<str>, Sort), Term>,
    fresh_names: u32,
    pub(crate) rewriting: Rewriting,
    simplification: Simplification,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

/// Construction.
impl Pool {
    /// A pool that contains only the Boolean constants.
    #[must_use]
    pub fn new() -> Pool {
        let mut pool = Pool {
            identity: Identity::new(),
            nodes: Vec::new(),
            facts: Vec::new(),
            table: HashTable::new(),
            constants: Vec::new(),
            constant_table: HashTable::new(),
            names: Vec::new(),
            variables: FxHashMap::default(),
            fresh_names: 0,
            rewriting: Rewriting::default(),
            simplification: Simplification::Rules,
        };
        for value in [false, true] {
            pool.intern(Node::new(Op::Bool(value), Sort::Bool, &[]));
        }
        pool
    }

    /// A pool that interns every term as it is built: for tests and comparisons.
    #[must_use]
    pub fn without_rewriting() -> Pool {
        Pool {
            simplification: Simplification::None,
            ..Pool::new()
        }
    }

    /// A pool in which no rewrite rule applies and only constants are folded: operators on constants,
    /// conjunctions and disjunctions with a constant, and choices with a constant condition or equal
    /// branches. Without that, the exploration of counting loops would not end.
    #[must_use]
    pub fn without_rules() -> Pool {
        Pool {
            simplification: Simplification::Constants,
            ..Pool::new()
        }
    }

    /// The variable with this name and sort.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        assert!(sort.is_valid(), "no values of sort {sort:?}");
        let key = (Box::from(name), sort);
        if let Some(&term) = self.variables.get(&key) {
            return term;
        }
        let id = VarId(self.names.len() as u32);
        self.names.push(name.into());
        let facts = Facts::unknown(sort.width().unwrap_or(0));
        let term = self.push(Node::new(Op::Var(id), sort, &[]), facts);
        self.variables.insert(key, term);
        term
    }

    /// A new variable whose name starts with the prefix.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> Term {
        let mut name = String::new();
        loop {
            name.clear();
            // Writing to a string does not fail.
            let _ = write!(name, "{prefix}!{}", self.fresh_names);
            self.fresh_names += 1;
            if !self.variables.contains_key(&(Box::from(&*name), sort)) {
                return self.var(&name, sort);
            }
        }
    }

    /// A Boolean constant.
    #[inline]
    #[must_use]
    pub fn bool(&self, value: bool) -> Term {
        if value { TRUE } else { FALSE }
    }

    /// A bit-vector constant.
    pub fn bits(&mut self, value: &Bits) -> Term {
        assert!(
            Sort::Bv(value.width()).is_valid(),
            "no bit vector has {} bits",
            value.width()
        );
        let hash = FxBuildHasher.hash_one(value);
        let constants = &self.constants;
        let found = self
            .constant_table
            .find(hash, |id| constants[id.0 as usize].bits == *value);
        match found {
            Some(id) => self.constants[id.0 as usize].term,
            None => self.add_constant(hash, value.clone()),
        }
    }

    /// The bit-vector constant with the low bits of a word.
    pub fn number(&mut self, width: u32, value: u64) -> Term {
        self.bits(&Bits::from_u64(width, value))
    }

    fn add_constant(&mut self, hash: u64, bits: Bits) -> Term {
        let id = BitsId(self.constants.len() as u32);
        let node = Node::new(Op::Bits(id), Sort::Bv(bits.width()), &[]);
        let term = self.push(node, Facts::constant(&bits));
        self.constants.push(Constant { bits, term });
        let constants = &self.constants;
        let rehash = |id: &BitsId| FxBuildHasher.hash_one(&constants[id.0 as usize].bits);
        self.constant_table.insert_unique(hash, id, rehash);
        term
    }

    /// The term of an operator and operands, rewritten.
    ///
    /// # Panics
    /// If the operator does not take operands of these sorts. [`Pool::try_make`] returns an error
    /// instead.
    pub fn make(&mut self, op: Op, args: &[Term]) -> Term {
        match self.try_make(op, args) {
            Ok(term) => term,
            Err(error) => panic!("{error}"),
        }
    }

    /// The term of an operator and operands, rewritten, or an error if it does not take their sorts.
    pub fn try_make(&mut self, op: Op, args: &[Term]) -> Result<Term, SortError> {
        let sort = self.checked_sort(op, args)?;
        Ok(match self.simplification {
            Simplification::Rules => self.rewritten(op, sort, args),
            Simplification::Constants => self.folded_or_interned(op, sort, args),
            Simplification::None => self.intern(Node::new(op, sort, args)),
        })
    }

    /// The term of an operator and operands, not rewritten.
    ///
    /// # Panics
    /// As [`Pool::make`].
    pub fn raw(&mut self, op: Op, args: &[Term]) -> Term {
        match self.checked_sort(op, args) {
            Ok(sort) => self.intern_raw(op, sort, args),
            Err(error) => panic!("{error}"),
        }
    }

    #[inline]
    fn checked_sort(&self, op: Op, args: &[Term]) -> Result<Sort, SortError> {
        let mut sorts = [Sort::Bool; MAX_ARITY];
        for (slot, &arg) in sorts.iter_mut().zip(args) {
            *slot = self.sort(arg);
        }
        let known = args.len().min(MAX_ARITY);
        let sort = op.result_sort(&sorts[..known]);
        sort.filter(|_| args.len() == known)
            .ok_or_else(|| SortError {
                op,
                sorts: args.iter().map(|&arg| self.sort(arg)).collect(),
            })
    }

    #[inline]
    pub(crate) fn intern_raw(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        self.intern(Node::new(op, sort, args))
    }

    #[inline]
    fn intern(&mut self, node: Node) -> Term {
        match self.find(&node) {
            Some(term) => term,
            None => self.insert(node),
        }
    }

    /// The interned term that is equal to a node.
    #[inline]
    fn find(&self, node: &Node) -> Option<Term> {
        let same = |term: &Term| {
            let other = &self.nodes[term.index()];
            other.op == node.op && other.args == node.args
        };
        self.table.find(node.hash(), same).copied()
    }

    /// The term of an operator and operands, if it has been interned.
    #[inline]
    pub(crate) fn existing(&self, op: Op, sort: Sort, args: &[Term]) -> Option<Term> {
        self.find(&Node::new(op, sort, args))
    }

    fn insert(&mut self, node: Node) -> Term {
        let width = node.sort.width().unwrap_or(0);
        let facts = self.derived_facts(node.op, width, &node.args[..usize::from(node.count)]);
        let term = self.push(node, facts);
        let nodes = &self.nodes;
        self.table
            .insert_unique(node.hash(), term, |term| nodes[term.index()].hash());
        term
    }

    fn push(&mut self, node: Node, facts: Facts) -> Term {
        let index = u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms");
        self.nodes.push(node);
        self.facts.push(facts);
        Term(index)
    }

    #[inline]
    pub(crate) fn facts(&self, term: Term) -> Facts {
        self.facts[term.index()]
    }
}

/// Access.
impl Pool {
    /// The sort of a term.
    #[inline]
    #[must_use]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The operator of a term.
    #[inline]
    #[must_use]
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The operands of a term.
    #[inline]
    #[must_use]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &node.args[..usize::from(node.count)]
    }

    /// The identity of the pool, which no other pool has.
    #[must_use]
    pub fn id(&self) -> PoolId {
        self.identity.0
    }

    /// The number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All terms, operands before the terms made of them.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        (0..self.nodes.len() as u32).map(Term)
    }

    /// Always false: every pool contains the Boolean constants.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The name of a variable.
    #[must_use]
    pub fn var_name(&self, term: Term) -> Option<&str> {
        match self.op(term) {
            Op::Var(id) => Some(&self.names[id.0 as usize]),
            _ => None,
        }
    }

    /// Whether a term is a variable.
    #[inline]
    #[must_use]
    pub fn is_var(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Var(_))
    }

    /// The value of a Boolean constant.
    #[inline]
    #[must_use]
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match term {
            FALSE => Some(false),
            TRUE => Some(true),
            _ => None,
        }
    }

    /// The value of a bit-vector constant.
    #[inline]
    #[must_use]
    pub fn as_bits(&self, term: Term) -> Option<&Bits> {
        match self.op(term) {
            Op::Bits(id) => Some(&self.constants[id.0 as usize].bits),
            _ => None,
        }
    }

    /// The value of a bit-vector constant of at most 64 bits.
    #[inline]
    #[must_use]
    pub fn as_word(&self, term: Term) -> Option<u64> {
        self.as_bits(term)
            .filter(|bits| bits.width() <= 64)
            .map(Bits::low_u64)
    }

    /// The pattern of a floating-point constant.
    #[must_use]
    pub fn as_float(&self, term: Term) -> Option<&Bits> {
        match (self.op(term), self.args(term)) {
            (Op::FromBits(_), &[pattern]) => self.as_bits(pattern),
            _ => None,
        }
    }

    /// The width of a bit vector, 1 for a Boolean, the width of its pattern for a float, 0 for an
    /// array.
    #[inline]
    #[must_use]
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width().unwrap_or(0)
    }

    /// Whether a term is a constant of any sort but an array.
    #[inline]
    #[must_use]
    pub fn is_const(&self, term: Term) -> bool {
        match self.op(term) {
            Op::Bool(_) | Op::Bits(_) => true,
            Op::FromBits(_) => self.as_float(term).is_some(),
            _ => false,
        }
    }

    /// The value of a constant as a word, Booleans included.
    #[inline]
    pub(crate) fn constant_word(&self, term: Term) -> Option<u64> {
        match self.op(term) {
            Op::Bool(value) => Some(u64::from(value)),
            Op::Bits(_) => self.as_word(term),
            _ => None,
        }
    }

    /// The Boolean or bit-vector constant of a sort with these bits; none for floats and arrays.
    pub(crate) fn constant_of(&mut self, sort: Sort, value: u64) -> Option<Term> {
        match sort {
            Sort::Bool => Some(self.bool(value & 1 == 1)),
            Sort::Bv(width) => Some(self.number(width, word::fit(width, value))),
            Sort::Float(_) | Sort::Array { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pool_has_its_own_identity() {
        let mut pool = Pool::new();
        let before = pool.id();
        pool.var("x", Sort::Bv(8));
        assert_eq!(pool.id(), before);
        assert_ne!(pool.clone().id(), before);
        assert_ne!(Pool::new().id(), before);
    }
}
