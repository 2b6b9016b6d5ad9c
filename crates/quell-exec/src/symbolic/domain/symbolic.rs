//! The symbolic domain: the term pool, and what is known of the running state.

use std::collections::BTreeSet;

use quell_bits::FloatFormat;
use quell_ir::FuncId;
use quell_term::{Op, Pool, Term};
use quell_values::unsupported::Unsupported;
use rustc_hash::{FxHashMap, FxHashSet};

use super::addresses::Addresses;
use super::bounds::Bound;
use super::concrete_input::ConcreteInput;
use super::events::Events;
use super::float;
use super::integer_pointers::IntegerPointers;
use super::path_condition::PathCondition;
use super::pointer::{self, ObjectId, Ptr};
use super::traps::Trap;
use super::word::Word;
use crate::domain::UbMode;

/// What undefined behaviour that occurs under a condition leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TrapPolicy {
    /// Inputs that trigger it are excluded.
    #[default]
    Exclude,
    /// Arithmetic wraps. Any other undefined behaviour is recorded as a trap, except under conditions that are excluded already.
    Record,
    /// The path condition says that behaviour is defined. For runs that follow one path.
    Require,
}

/// How terms are simplified while they are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Simplification {
    /// Rewrite rules, and a normal form for comparisons of sums that cannot wrap.
    #[default]
    Full,
    /// Rewrite rules alone.
    RulesOnly,
    /// None: every term is built as the instruction semantics says.
    Off,
}

/// The options of a domain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DomainOptions {
    pub simplification: Simplification,
    /// What a violated poison-generating flag (nsw, nuw, exact) leads to under [`TrapPolicy::Exclude`].
    pub flag_mode: UbMode,
    /// The largest heap block whose size depends on inputs, in bytes.
    pub block_limit: u64,
    /// The number of registers that hold constants: those of frames follow.
    pub constant_registers: usize,
}

/// Builds terms for the running state.
#[derive(Debug)]
pub struct Symbolic {
    pub pool: Pool,
    pub trap_policy: TrapPolicy,
    /// What a violated poison-generating flag (nsw, nuw, exact) leads to under [`TrapPolicy::Exclude`].
    pub(crate) flag_mode: UbMode,
    /// When poison-generating flags are violated under [`TrapPolicy::Record`]; none where that is not tracked.
    pub violated_flags: Option<Term>,
    /// The path condition of the running state.
    pub(crate) path: PathCondition,
    /// When behaviour was undefined under [`TrapPolicy::Exclude`].
    pub excluded: Term,
    /// The disjuncts of `excluded`: under these conditions nothing is recorded as a trap.
    pub(super) excluded_parts: FxHashSet<Term>,
    /// The traps recorded since they were last taken.
    pub(super) traps: Vec<Trap>,
    /// When any of them occurs.
    pub(super) trapped: Term,
    /// The first construct without a term. The run ends after the current operation.
    unsupported: Option<Unsupported>,
    /// Bounds that the running state reached inside its block, each with its condition.
    pub(super) reached_bounds: Vec<(Term, Bound)>,
    /// The largest heap block whose size depends on inputs, in bytes.
    block_limit: u64,
    /// Whether comparisons of sums that cannot wrap get a normal form.
    normalises_sums: bool,
    /// Whether floating-point arithmetic was executed: which NaN results from it is not observed.
    pub(super) uses_floats: bool,
    /// Whether volatile memory was accessed: it is assumed to change by stores of the program alone.
    pub(super) accesses_volatile: bool,
    /// The number of registers that hold constants: those of frames follow.
    constant_registers: usize,
    /// The program location of the running state. Objects allocated at one location have one name in all states.
    location: u32,
    /// How many objects the running state has allocated at its location.
    allocated_here: u32,
    objects: FxHashMap<(u32, u32), ObjectId>,
    pub addresses: Addresses,
    pub(crate) integer_pointers: IntegerPointers,
    pub events: Events,
    /// External functions that were called under [`TrapPolicy::Exclude`].
    pub(crate) external_calls: BTreeSet<FuncId>,
    /// The input of a run that follows one path.
    pub(crate) input: Option<ConcreteInput>,
}

impl Symbolic {
    /// A domain without any terms.
    pub(crate) fn new(options: DomainOptions) -> Self {
        let pool = match options.simplification {
            Simplification::Off => Pool::without_rules(),
            _ => Pool::new(),
        };
        let never = pool.bool(false);
        Self {
            pool,
            trap_policy: TrapPolicy::Exclude,
            flag_mode: options.flag_mode,
            violated_flags: None,
            path: PathCondition::default(),
            excluded: never,
            excluded_parts: FxHashSet::default(),
            traps: Vec::new(),
            trapped: never,
            unsupported: None,
            reached_bounds: Vec::new(),
            block_limit: options.block_limit,
            normalises_sums: options.simplification == Simplification::Full,
            uses_floats: false,
            accesses_volatile: false,
            constant_registers: options.constant_registers,
            location: 0,
            allocated_here: 0,
            objects: FxHashMap::default(),
            addresses: Addresses::default(),
            integer_pointers: IntegerPointers::default(),
            events: Events::default(),
            external_calls: BTreeSet::new(),
            input: None,
        }
    }

    /// Puts the running state at a program location, where it has allocated nothing yet.
    pub fn enter(&mut self, location: u32) {
        self.location = location;
        self.allocated_here = 0;
    }

    /// The path condition of the running state as a term.
    pub fn condition(&mut self) -> Term {
        self.path.condition(&mut self.pool)
    }

    /// The name of the next object allocated at this location.
    pub fn new_object(&mut self) -> ObjectId {
        let key = (self.location, self.allocated_here);
        self.allocated_here += 1;
        let next = ObjectId(u32::try_from(self.objects.len()).unwrap_or(u32::MAX));
        *self.objects.entry(key).or_insert(next)
    }

    /// Whether a word is a constant.
    pub fn is_constant(&self, word: &Word) -> bool {
        word.undef.is_none() && self.pool.is_const(word.term)
    }

    /// Whether comparisons of sums that cannot wrap get a normal form.
    pub(crate) fn normalises_sums(&self) -> bool {
        self.normalises_sums
    }

    /// Adds an assumption on the inputs to the path condition, so that intervals follow from it.
    pub fn assume(&mut self, condition: Term) {
        self.path.push(&mut self.pool, condition);
    }

    /// The largest heap block whose size depends on inputs, in bytes.
    pub fn block_limit(&self) -> u64 {
        self.block_limit
    }

    pub(crate) fn constant_registers(&self) -> usize {
        self.constant_registers
    }

    /// Whether floating-point arithmetic was executed: which NaN results from it is not observed.
    pub fn uses_floats(&self) -> bool {
        self.uses_floats
    }

    /// Records that floating-point numbers are compared by value.
    pub(crate) fn note_floats(&mut self) {
        self.uses_floats = true;
    }

    /// Whether volatile memory was accessed, by the original or by a mutant: it is assumed to change by stores of the
    /// program alone.
    pub fn accesses_volatile(&self) -> bool {
        self.accesses_volatile
    }

    /// Sets what is known of accesses before a mutant is explored: those of the original, not those of other mutants.
    pub fn set_accesses_volatile(&mut self, accesses: bool) {
        self.accesses_volatile = accesses;
    }

    /// Records that volatile memory is accessed.
    pub(crate) fn record_volatile_access(&mut self) {
        self.accesses_volatile = true;
    }

    /// The external functions that were called under [`TrapPolicy::Exclude`].
    pub fn external_calls(&self) -> &BTreeSet<FuncId> {
        &self.external_calls
    }

    /// The first construct without a term since this was last asked.
    pub(crate) fn take_unsupported(&mut self) -> Option<Unsupported> {
        self.unsupported.take()
    }

    /// Records that a construct has no term. The run ends after the current operation.
    pub fn give_up(&mut self, what: impl Into<Unsupported>) {
        self.unsupported.get_or_insert_with(|| what.into());
    }

    /// Whether a floating-point format has terms; if not, the run ends after the current operation.
    pub(crate) fn supports_format(&mut self, format: FloatFormat) -> bool {
        self.uses_floats = true;
        let known = float::is_known(format);
        if !known {
            self.give_up(Unsupported::X87Arithmetic);
        }
        known
    }

    /// The pointer with this integer as its address: into the object whose address variable occurs in it.
    pub fn resolve(&mut self, address: Term) -> Ptr {
        self.resolve_within(address, 32)
    }

    fn resolve_within(&mut self, address: Term, depth: u32) -> Ptr {
        if let Some(object) = self.addresses.object(address) {
            let zero = self.pool.number(64, 0);
            return Ptr::to(&mut self.pool, Some(object), zero);
        }
        let args = self.pool.args(address).to_vec();
        match (self.pool.op(address), args.as_slice()) {
            (Op::Add, &[a, b]) => {
                for (base, offset) in [(a, b), (b, a)] {
                    if let Some(object) = self.addresses.object(base) {
                        return Ptr::to(&mut self.pool, Some(object), offset);
                    }
                }
                let (base, offset) = if self.mentions_address(a) {
                    (a, b)
                } else {
                    (b, a)
                };
                if depth == 0 || !self.mentions_address(base) {
                    return self.integer_pointer(address);
                }
                let base = self.resolve_within(base, depth - 1);
                base.map_offsets(|start| self.pool.add(start, offset))
            }
            (Op::Ite, &[cond, a, b]) if depth > 0 => {
                let (a, b) = (
                    self.resolve_within(a, depth - 1),
                    self.resolve_within(b, depth - 1),
                );
                pointer::select(&mut self.pool, cond, &a, &b)
            }
            _ => self.integer_pointer(address),
        }
    }

    /// A pointer that an integer was converted to, into no known object.
    fn integer_pointer(&mut self, address: Term) -> Ptr {
        self.integer_pointers.converted(address);
        Ptr::to(&mut self.pool, None, address)
    }

    /// Whether the address variable of an object occurs in a sum or choice.
    fn mentions_address(&self, term: Term) -> bool {
        let mut open = vec![term];
        let mut steps = 0;
        while let Some(term) = open.pop() {
            steps += 1;
            if self.addresses.object(term).is_some() {
                return true;
            }
            if steps < 200 && matches!(self.pool.op(term), Op::Add | Op::Ite) {
                open.extend_from_slice(self.pool.args(term));
            }
        }
        false
    }
}
