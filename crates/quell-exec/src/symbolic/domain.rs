//! [`Domain`] for terms. What goes wrong under a condition is noted, and execution goes on.

use std::collections::BTreeSet;

use quell_bits::{Bits, FloatFormat};
use quell_ir::FuncId;
use quell_ir::opcode::FloatPred;
use quell_term::{Op, Pool, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::addresses::Addresses;
use super::events::Events;
use super::explore::Bound;
use super::faults::Fault;
use super::intervals::{self, WIDEST};
use super::memory::SymbolicMemory;
use super::numbers::Numbers;
use super::object::{self, Content};
use super::path::Path;
use super::pointer::{self, Alternative, ObjectId, Ptr};
use super::word::{self, Word};
use super::{arithmetic, float, library, linear, models, outside};
use crate::domain::{Alu, Alu1, Decision, Domain, Fpu, Fpu1, Test, UbMode};
use crate::machine::outside::OutsideCall;
use crate::machine::{Machine, Model};
use crate::stop::{Stop, StopKind, Ub};

/// Objects that a function is given lie higher than this, natively too. Ordinary indices lead no further before them.
const BEFORE_OBJECTS: i128 = 1 << 35;

/// Whose behaviour is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Inputs on which its behaviour is undefined are excluded.
    #[default]
    Original,
    /// Its arithmetic wraps; what else goes wrong tells it apart.
    Mutant,
}

/// Builds terms.
#[derive(Debug)]
pub struct Symbolic {
    pub pool: Pool,
    pub role: Role,
    /// What the original's broken promises lead to. A mutant's arithmetic always wraps.
    pub promises: UbMode,
    /// When a mutant breaks promises that the original would not; none where nobody wants to know.
    pub broken: Option<Term>,
    /// How the running state is reached.
    pub path: Path,
    /// When the original's behaviour is undefined.
    pub excluded: Term,
    /// The parts of `excluded`: a mutant that does the same there needs no other word about it.
    pub(super) known_faults: FxHashSet<Term>,
    /// What a mutant does that is undefined, and when.
    pub(super) faults: Vec<Fault>,
    /// When it does any of it.
    pub(super) faulty: Term,
    /// What has no term, once something like it was met.
    pub unsupported: Option<String>,
    /// Where the running state goes on beyond a bound, and what it is a bound of.
    pub(super) cuts: Vec<(Term, Bound)>,
    /// The largest block of a size that depends on inputs.
    pub block_limit: u64,
    /// Whether comparisons of sums are brought into one form.
    pub sums: bool,
    /// Whether floating-point numbers were computed with: which NaN comes out is not looked at.
    pub floats: bool,
    /// Where registers of frames begin: the constants are below.
    pub floor: usize,
    /// Where in the program the running state is: objects made at one place are one object,
    /// whoever gets there.
    pub place: u32,
    made_here: u32,
    objects: FxHashMap<(u32, u32), ObjectId>,
    pub addresses: Addresses,
    pub(super) numbers: Numbers,
    pub events: Events,
    /// Functions that nobody defines and that the original calls.
    pub outside: BTreeSet<FuncId>,
}

impl Default for Symbolic {
    fn default() -> Self {
        let pool = Pool::new();
        let excluded = pool.bool(false);
        Self {
            pool,
            role: Role::Original,
            promises: UbMode::Trap,
            broken: None,
            path: Path::default(),
            excluded,
            known_faults: FxHashSet::default(),
            faults: Vec::new(),
            faulty: excluded,
            unsupported: None,
            cuts: Vec::new(),
            block_limit: 0,
            sums: true,
            floats: false,
            floor: 0,
            place: 0,
            made_here: 0,
            objects: FxHashMap::default(),
            addresses: Addresses::default(),
            numbers: Numbers::default(),
            events: Events::default(),
            outside: BTreeSet::new(),
        }
    }
}

impl Symbolic {
    /// The running state is at this place now, where nothing was made yet.
    pub fn enter(&mut self, place: u32) {
        self.place = place;
        self.made_here = 0;
    }

    pub fn condition(&mut self) -> Term {
        self.path.condition(&mut self.pool)
    }

    /// The name of the next object made at this place.
    pub fn new_object(&mut self) -> ObjectId {
        let key = (self.place, self.made_here);
        self.made_here += 1;
        let next = ObjectId(u32::try_from(self.objects.len()).unwrap_or(u32::MAX));
        *self.objects.entry(key).or_insert(next)
    }

    /// Whether a word is one number.
    pub fn is_constant(&self, word: &Word) -> bool {
        word.undef.is_none() && self.pool.is_const(word.term)
    }

    /// Notes that something has no term. The run ends after this operation.
    pub fn give_up(&mut self, what: impl Into<String>) {
        self.unsupported.get_or_insert_with(|| what.into());
    }

    fn known_format(&mut self, format: FloatFormat) -> bool {
        self.floats = true;
        let known = float::is_known(format);
        if !known {
            self.give_up("arithmetic on x87 floating-point numbers");
        }
        known
    }

    /// What a cell of memory holds, as a number.
    pub fn content_word(&mut self, content: &Content) -> Word {
        object::as_word(&mut self.pool, content, &mut self.addresses)
    }

    /// A pointer from an address: into the object whose address is in it.
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
                let (base, offset) = match self.mentions_address(a) {
                    true => (a, b),
                    false => (b, a),
                };
                if depth == 0 || !self.mentions_address(base) {
                    return self.forged(address);
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
            _ => self.forged(address),
        }
    }

    /// A pointer that is a number, wherever that comes from.
    fn forged(&mut self, address: Term) -> Ptr {
        self.numbers.made(address);
        Ptr::to(&mut self.pool, None, address)
    }

    /// Whether a sum or choice has the address of an object in it.
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

impl Domain for Symbolic {
    type Word = Word;
    type Ptr = Ptr;
    type Memory = SymbolicMemory;
    const WHOLE_LIBRARY: bool = false;

    fn is_plain(_: &Word) -> bool {
        true
    }

    fn constant(&mut self, bits: &Bits) -> Word {
        Word::defined(word::constant(&mut self.pool, bits))
    }

    fn word(&mut self, width: u32, value: u64) -> Word {
        Word::defined(word::number(&mut self.pool, width, value))
    }

    fn undef(&mut self, width: u32) -> Word {
        arithmetic::undefined(&mut self.pool, width)
    }

    fn alu(&mut self, op: Alu, width: u32, a: &Word, b: &Word) -> Word {
        arithmetic::alu(&mut self.pool, op, width, *a, *b)
    }

    fn test(&mut self, test: Test, width: u32, a: &Word, b: &Word) -> Word {
        if self.sums
            && a.undef.is_none()
            && b.undef.is_none()
            && (2..=WIDEST).contains(&width)
            && let Some(holds) = linear::tested(&mut self.pool, &self.path, test, a.term, b.term)
        {
            return Word::defined(holds);
        }
        arithmetic::test(&mut self.pool, test, width, *a, *b)
    }

    fn alu1(&mut self, op: Alu1, width: u32, a: &Word) -> Word {
        arithmetic::alu1(&mut self.pool, op, width, *a)
    }

    fn zext(&mut self, _: u32, to: u32, a: &Word) -> Word {
        arithmetic::moved(&mut self.pool, *a, |pool, term| pool.zext_to(term, to))
    }

    fn sext(&mut self, _: u32, to: u32, a: &Word) -> Word {
        arithmetic::moved(&mut self.pool, *a, |pool, term| pool.sext_to(term, to))
    }

    fn extract(&mut self, width: u32, a: &Word, low: u32, len: u32) -> Word {
        arithmetic::extract(&mut self.pool, width, *a, low, len)
    }

    fn concat(&mut self, high: (&Word, u32), low: (&Word, u32)) -> Word {
        arithmetic::concat(&mut self.pool, *high.0, *low.0)
    }

    fn select(&mut self, cond: &Word, width: u32, a: &Word, b: &Word) -> Word {
        arithmetic::select(&mut self.pool, *cond, width, *a, *b)
    }

    /// A bit without a value is zero: some value, the same for all.
    fn freeze(&mut self, width: u32, a: &Word) -> Word {
        let Some(undef) = a.undef else {
            return *a;
        };
        let defined = arithmetic::alu1(&mut self.pool, Alu1::Not, width, Word::defined(undef));
        let value = Word::defined(a.term);
        arithmetic::alu(&mut self.pool, Alu::And, width, value, defined)
    }

    fn fpu(&mut self, op: Fpu, format: FloatFormat, a: &Word, b: &Word) -> Word {
        let result = match self.known_format(format) {
            true => float::binary(&mut self.pool, op, format, *a, *b),
            false => None,
        };
        result.unwrap_or_else(|| {
            self.give_up(format!("the floating-point operation {op:?}"));
            arithmetic::undefined(&mut self.pool, format.width())
        })
    }

    fn fpu1(&mut self, op: Fpu1, format: FloatFormat, a: &Word) -> Word {
        match self.known_format(format) {
            true => float::unary(&mut self.pool, op, format, *a),
            false => arithmetic::undefined(&mut self.pool, format.width()),
        }
    }

    fn fma(&mut self, format: FloatFormat, a: &Word, b: &Word, c: &Word) -> Word {
        match self.known_format(format) {
            true => float::fma(&mut self.pool, format, [*a, *b, *c]),
            false => arithmetic::undefined(&mut self.pool, format.width()),
        }
    }

    fn float_test(&mut self, pred: FloatPred, format: FloatFormat, a: &Word, b: &Word) -> Word {
        match self.known_format(format) {
            true => float::test(&mut self.pool, pred, format, *a, *b),
            false => arithmetic::undefined(&mut self.pool, 1),
        }
    }

    fn float_convert(&mut self, from: FloatFormat, to: FloatFormat, a: &Word) -> Word {
        match self.known_format(from) && self.known_format(to) {
            true => float::convert(&mut self.pool, from, to, *a),
            false => arithmetic::undefined(&mut self.pool, to.width()),
        }
    }

    fn int_to_float(&mut self, _: u32, signed: bool, to: FloatFormat, a: &Word) -> Word {
        match self.known_format(to) {
            true => float::from_int(&mut self.pool, signed, to, *a),
            false => arithmetic::undefined(&mut self.pool, to.width()),
        }
    }

    fn float_to_int(&mut self, from: FloatFormat, to: u32, signed: bool, a: &Word) -> (Word, Word) {
        if self.known_format(from) {
            return float::to_int(&mut self.pool, from, to, signed, *a);
        }
        let nothing = arithmetic::undefined(&mut self.pool, to);
        (nothing, arithmetic::undefined(&mut self.pool, 1))
    }

    fn null(&mut self) -> Ptr {
        Ptr::null(&mut self.pool)
    }

    fn undef_ptr(&mut self) -> Ptr {
        Ptr::undefined(&mut self.pool)
    }

    fn ptr_add(&mut self, ptr: &Ptr, offset: &Word) -> Ptr {
        let mut moved = self.moved(ptr, offset.term);
        let undefined = offset.is_undefined(&mut self.pool);
        moved.undef = self.pool.or(moved.undef, undefined);
        moved
    }

    fn ptr_offset(&mut self, ptr: &Ptr, offset: i64) -> Ptr {
        if offset == 0 {
            return ptr.clone();
        }
        let offset = self.pool.number(64, offset as u64);
        self.moved(ptr, offset)
    }

    fn ptr_addr(&mut self, ptr: &Ptr) -> Word {
        self.addresses.word(&mut self.pool, ptr)
    }

    fn ptr_test(&mut self, test: Test, a: &Ptr, b: &Ptr) -> Word {
        let pool = &mut self.pool;
        let undef = pool.or(a.undef, b.undef);
        let holds = match test {
            Test::Eq => pointer::equal(pool, a, b),
            Test::Ne => {
                let equal = pointer::equal(pool, a, b);
                pool.not(equal)
            }
            _ => self.ordered(test, a, b),
        };
        Word::masked(&self.pool, holds, undef)
    }

    fn same_object(&mut self, a: &Ptr, b: &Ptr) -> Word {
        let together = pointer::pairwise(&mut self.pool, a, b, |pool, _, _| pool.bool(true));
        let undef = self.pool.or(a.undef, b.undef);
        Word::masked(&self.pool, together, undef)
    }

    fn select_ptr(&mut self, cond: &Word, a: &Ptr, b: &Ptr) -> Ptr {
        let mut chosen = pointer::select(&mut self.pool, cond.term, a, b);
        let undefined = cond.is_undefined(&mut self.pool);
        chosen.undef = self.pool.or(chosen.undef, undefined);
        chosen
    }

    fn freeze_ptr(&mut self, ptr: &Ptr) -> Ptr {
        let mut frozen = ptr.clone();
        frozen.undef = self.pool.bool(false);
        frozen
    }

    fn decide(&mut self, cond: &Word) -> Decision {
        let undefined = cond.is_undefined(&mut self.pool);
        let what = "the condition of a branch";
        if self
            .fault(undefined, || Ub::Uninitialised { what })
            .is_err()
        {
            return Decision::Undefined;
        }
        match self.pool.as_bool(cond.term) {
            Some(known) => Decision::Known(known),
            None => Decision::Open,
        }
    }

    fn concrete(&mut self, width: u32, a: &Word, what: &'static str) -> Result<Bits, Stop> {
        let undefined = a.is_undefined(&mut self.pool);
        self.fault(undefined, || Ub::Uninitialised { what })?;
        if let Some(value) = self.pool.as_bool(a.term) {
            return Ok(Bits::from_u64(1, u64::from(value)));
        }
        match self.pool.as_bits(a.term) {
            Some(bits) if bits.width() == width => Ok(bits.clone()),
            _ => Err(StopKind::NotConcrete(what).into()),
        }
    }

    fn is_defined(&mut self, a: &Word) -> bool {
        let undefined = a.is_undefined(&mut self.pool);
        let what = "a value";
        self.fault(undefined, || Ub::Uninitialised { what }).is_ok()
    }

    fn promise(
        &mut self,
        holds: &Word,
        ub: impl FnOnce() -> Ub,
        _: u32,
        result: Word,
    ) -> Result<Word, Stop> {
        if self.ignores_promises() {
            return Ok(result);
        }
        // An operand without a value makes no promise false: it is the use that counts.
        let open = holds.is_undefined(&mut self.pool);
        let kept = self.pool.or(holds.term, open);
        let broken = self.pool.not(kept);
        self.breaks(broken, ub)?;
        Ok(result)
    }

    fn require(&mut self, holds: &Word, ub: impl FnOnce() -> Ub) -> Result<(), Stop> {
        let undefined = holds.is_undefined(&mut self.pool);
        let what = "an operand";
        self.fault(undefined, || Ub::Uninitialised { what })?;
        let broken = self.pool.not(holds.term);
        self.fault(broken, ub)
    }

    fn show(&self, _: u32, a: &Word) -> String {
        match self.pool.as_bits(a.term) {
            Some(bits) => bits.to_string(),
            None => "a value".to_owned(),
        }
    }

    fn ub_mode(&self) -> UbMode {
        match self.role {
            Role::Original => self.promises,
            Role::Mutant => UbMode::Wrap,
        }
    }

    fn ignores_promises(&self) -> bool {
        self.ub_mode() == UbMode::Wrap && self.broken.is_none()
    }

    fn between(&mut self, width: u32, a: &Word, range: (i64, i64)) -> Word {
        let known = intervals::interval(&self.pool, &self.path, a.term);
        if i128::from(range.0) <= known.least && known.greatest <= i128::from(range.1) {
            return Word::defined(self.pool.bool(true));
        }
        let (least, greatest) = (
            self.word(width, range.0 as u64),
            self.word(width, range.1 as u64),
        );
        let above = self.test(Test::Sle, width, &least, a);
        let below = self.test(Test::Sle, width, a, &greatest);
        self.alu(Alu::And, 1, &above, &below)
    }

    fn heeds_assumptions(&self) -> bool {
        self.role == Role::Original
    }

    fn follows(&self, name: &str) -> bool {
        library::is_followed(name)
    }

    fn own_model(name: &str) -> Option<Model<Self>> {
        models::find(name)
    }

    fn happens(
        machine: &mut Machine<Self>,
        call: &OutsideCall<'_, Self>,
    ) -> Result<Option<Word>, Stop> {
        outside::happens(machine, call)
    }

    fn computes_beyond_promises(&self) -> bool {
        true
    }
}

impl Symbolic {
    fn moved(&mut self, ptr: &Ptr, by: Term) -> Ptr {
        let mut moved = ptr.clone();
        for alternative in &mut moved.alternatives {
            let start = alternative.offset;
            alternative.offset = self.pool.add(start, by);
            if alternative.object.is_none() {
                self.numbers.moved(&self.pool, start, alternative.offset);
            }
        }
        moved
    }

    /// Less and at most: by offset in one object, else by address. Objects lie above null.
    fn ordered(&mut self, test: Test, a: &Ptr, b: &Ptr) -> Term {
        let mut any = self.pool.bool(false);
        for x in &a.alternatives {
            for y in &b.alternatives {
                let holds = self.ordered_pair(test, x, y);
                let here = self.pool.and_all(&[x.when, y.when, holds]);
                any = self.pool.or(any, here);
            }
        }
        any
    }

    fn ordered_pair(&mut self, test: Test, a: &Alternative, b: &Alternative) -> Term {
        if a.object == b.object && a.object.is_some() {
            return self.ordered_within(test, a, b);
        }
        let is_null = |pool: &Pool, of: &Alternative| {
            of.object.is_none() && pool.as_word(of.offset) == Some(0)
        };
        match (a.object, b.object) {
            (Some(_), None) if is_null(&self.pool, b) => self.pool.bool(false),
            (None, Some(_)) if is_null(&self.pool, a) => self.pool.bool(true),
            _ => {
                let (left, right) = (self.address(a), self.address(b));
                self.compared(test, left, right)
            }
        }
    }

    /// Offsets into one object are in signed order as long as no address is below zero. A mutant may go that far back: then
    /// addresses tell.
    fn ordered_within(&mut self, test: Test, a: &Alternative, b: &Alternative) -> Term {
        let stays = |of: &Alternative| {
            let within = intervals::interval(&self.pool, &self.path, of.offset);
            within.least >= -BEFORE_OBJECTS
        };
        if !stays(a) || !stays(b) {
            let (left, right) = (self.address(a), self.address(b));
            return self.compared(test, left, right);
        }
        let signed = match test {
            Test::Ult => Test::Slt,
            Test::Ule => Test::Sle,
            other => other,
        };
        self.compared(signed, a.offset, b.offset)
    }

    fn address(&mut self, of: &Alternative) -> Term {
        match of.object {
            Some(object) => {
                let base = self.addresses.of(&mut self.pool, object);
                self.pool.add(base, of.offset)
            }
            None => of.offset,
        }
    }

    fn compared(&mut self, test: Test, a: Term, b: Term) -> Term {
        let (a, b) = (Word::defined(a), Word::defined(b));
        arithmetic::test(&mut self.pool, test, 64, a, b).term
    }
}
