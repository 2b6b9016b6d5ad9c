//! The place where a condition is evaluated, and the bit of its truth value.
//!
//! Decisions:
//!
//! - **A condition is where its value is computed**, not where a branch tests it: the instruction that makes a bit of it, such
//!   as a comparison of the text or the test of a number against zero, is executed whenever the condition is evaluated. Only a
//!   variable that is such a bit already is looked for where it is used.
//! - **One place or none.** If two instructions could be it, or code at the same place of the text is not aligned, it is
//!   not certain.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::opcode::{BinOp, CastOp, FloatPred, IntPred};
use quell_ir::{InstId, InstKind, LocalId, Type, Value};
use quell_source::{BinaryOp, Kind, Language, NodeId, UnaryOp};

use super::{Aligner, Use};

/// The maximal number of conversions that a value is followed through.
const MAX_STEPS: usize = 16;

/// The value of a condition, known right before an instruction that is executed whenever the condition was evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TruthSite {
    /// No phi.
    pub site: InstId,
    /// One bit.
    pub value: Value,
    /// The value is false if the condition is true.
    pub inverted: bool,
}

/// Why a condition has no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTruth {
    NoCode,
    Ambiguous,
}

/// The places of the conditions of a function.
#[derive(Debug, Default)]
pub struct Truths {
    of: BTreeMap<NodeId, Result<TruthSite, NoTruth>>,
}

/// An instruction that converts an expression to a bit, and the instructions that it depends on, the last one first.
struct Maker {
    made: Vec<InstId>,
}

/// The names of variables that are bits in registers.
type Bits = BTreeMap<LocalId, Vec<String>>;

impl Truths {
    /// Finds the places of these conditions, which are expressions without parentheses around them.
    pub fn find(aligner: &Aligner<'_>, conditions: &BTreeSet<NodeId>) -> Self {
        let mut makers: BTreeMap<NodeId, Vec<Maker>> = BTreeMap::new();
        for block in aligner.function.blocks.values() {
            for &inst in &block.insts {
                if let Some((node, made)) = aligner.made_from(inst)
                    && let Some(condition) = aligner.condition_above(node, conditions)
                {
                    makers.entry(condition).or_default().push(Maker { made });
                }
            }
        }
        let known = makers.values().flatten();
        let known: BTreeSet<InstId> = known.flat_map(|maker| maker.made.iter().copied()).collect();
        let doubtful = aligner.doubtful_places(&known);
        let bits = aligner.bits_of_variables();
        let of = conditions.iter().map(|&condition| {
            let makers = makers.get(&condition).map_or(&[][..], Vec::as_slice);
            let truth = match last_of(makers) {
                Some(_) if aligner.is_doubtful(condition, &doubtful) => Err(NoTruth::Ambiguous),
                Some(inst) => aligner.truth_behind(inst).ok_or(NoTruth::Ambiguous),
                None if !makers.is_empty() => Err(NoTruth::Ambiguous),
                None => aligner.truth_in_use(condition, &bits),
            };
            (condition, truth)
        });
        Self { of: of.collect() }
    }

    pub fn of(&self, condition: NodeId) -> Result<TruthSite, NoTruth> {
        let found = self.of.get(&condition).copied();
        found.unwrap_or(Err(NoTruth::NoCode))
    }
}

impl Aligner<'_> {
    /// Places of the text with operators that are not aligned: what is aligned there may be only a part.
    fn doubtful_places(&self, known: &BTreeSet<InstId>) -> BTreeSet<u32> {
        let unaligned = self.found.unaligned.iter();
        let unknown = unaligned.filter(|inst| !known.contains(inst) && !self.is_negation(**inst));
        unknown.filter_map(|&inst| self.place(inst)).collect()
    }

    /// Whether an instruction of C inverts a Boolean, which only `!` does.
    pub(super) fn is_negation(&self, inst: InstId) -> bool {
        let is_bit = *self.module.types.get(self.function.insts[inst].ty) == Type::Int(1);
        let negates = match *self.kind_of(inst) {
            InstKind::Binary { op, rhs, .. } => op == BinOp::Xor && self.is_all_ones(rhs),
            _ => false,
        };
        is_bit && negates && self.tree.language() == Language::C
    }

    /// Whether a comparison stands where instructions are not aligned.
    fn is_doubtful(&self, condition: NodeId, doubtful: &BTreeSet<u32>) -> bool {
        let mut places = doubtful.iter();
        self.tree.language() != Language::Fortran
            && places.any(|&place| self.tree.at(place).contains(&condition))
    }

    /// The aligned expression that an instruction converts to a bit, and the instructions of the conversion, the last one first.
    fn made_from(&self, inst: InstId) -> Option<(NodeId, Vec<InstId>)> {
        let is_bit = *self.module.types.get(self.function.insts[inst].ty) == Type::Int(1);
        if !is_bit || self.tests.contains(&inst) {
            return None;
        }
        let mut made = vec![inst];
        let mut at = inst;
        for _ in 0..MAX_STEPS {
            if let Some(node) = self.condition_of(at) {
                return Some((node, made));
            }
            at = self.def(self.value_at(self.inside_truth(at)?)?)?;
            made.push(at);
        }
        None
    }

    /// The expression that an instruction implements: aligned, or the one equivalence of a statement of Fortran.
    fn condition_of(&self, inst: InstId) -> Option<NodeId> {
        let aligned = self.found.nodes.get(&inst).copied();
        aligned.or_else(|| self.equivalence_of(inst))
    }

    /// Flang compares truth values for `.eqv.` and `.neqv.`; no operator of a mutant applies to that.
    fn equivalence_of(&self, inst: InstId) -> Option<NodeId> {
        let wanted = self.compared_bits(inst)?;
        let place = self.place(inst)?;
        let own = |op: &BinaryOp| matches!(op, BinaryOp::Eqv | BinaryOp::Neqv);
        let here = self.tree.at(place).iter().copied();
        let mut nodes = here.filter(|&node| match self.tree.kind(node) {
            Kind::Binary(op) => own(&op),
            _ => false,
        });
        let node = nodes.next().filter(|_| nodes.next().is_none())?;
        let others = self.places.iter().filter(|(_, of)| **of == place);
        let mut others = others.filter(|(other, _)| self.compared_bits(**other).is_some());
        let is_only = others.next().is_some() && others.next().is_none();
        (is_only && self.tree.kind(node) == Kind::Binary(wanted)).then_some(node)
    }

    /// The relation of two bits that an instruction of Fortran computes.
    fn compared_bits(&self, inst: InstId) -> Option<BinaryOp> {
        let InstKind::ICmp { pred, lhs, .. } = *self.kind_of(inst) else {
            return None;
        };
        let is_bit = self.type_of(lhs).map(|ty| self.module.types.get(ty)) == Some(&Type::Int(1));
        match pred {
            _ if !is_bit || self.tree.language() != Language::Fortran => None,
            IntPred::Eq => Some(BinaryOp::Eqv),
            IntPred::Ne => Some(BinaryOp::Neqv),
            _ => None,
        }
    }

    /// The operand of an instruction without an operator of the text, which converts it or tests it against zero.
    fn inside_truth(&self, inst: InstId) -> Option<Use> {
        let inner = Some(Use { inst, operand: 0 });
        match self.kind_of(inst) {
            InstKind::Cast { op, .. } => match op {
                CastOp::IntToPtr | CastOp::PtrToInt | CastOp::BitCast => None,
                _ => inner,
            },
            InstKind::ICmp { .. } => inner.filter(|_| self.tests_truth(inst)),
            InstKind::FCmp { pred, rhs, .. } => {
                let tests = *pred == FloatPred::Une && self.is_zero(*rhs);
                inner.filter(|_| tests)
            }
            // A bit-field is taken out of its number.
            InstKind::Binary { rhs, .. } => inner.filter(|_| self.int_of(*rhs).is_some()),
            _ => None,
        }
    }

    /// The condition that passes on the truth of an expression, through conversions and assignments only.
    fn condition_above(&self, node: NodeId, conditions: &BTreeSet<NodeId>) -> Option<NodeId> {
        let mut child = node;
        loop {
            if conditions.contains(&child) {
                return Some(child);
            }
            let parent = self.tree.parent(child)?;
            let index = self.tree.child_index(parent, child);
            let passes = match self.tree.kind(parent) {
                Kind::Paren | Kind::Cast | Kind::Unary(UnaryOp::Plus) => true,
                Kind::Comma | Kind::Assign(None) => index == Some(1),
                Kind::Call => {
                    let callee = self.tree.child(parent, 0)?;
                    index == Some(1) && self.tree.node_text(callee) == "__builtin_expect"
                }
                _ => false,
            };
            child = Some(parent).filter(|_| passes)?;
        }
    }

    /// The value of an instruction and what is executed next.
    fn truth_behind(&self, inst: InstId) -> Option<TruthSite> {
        let value = Value::Local(self.function.insts[inst].result.expand()?);
        let inverted = self.found.inverted.contains(&inst);
        let insts = &self.function.blocks[*self.block_of.get(&inst)?].insts;
        let place = insts.iter().position(|&other| other == inst)?;
        let mut behind = insts[place + 1..].iter().copied();
        let site = behind.find(|&next| !matches!(self.kind_of(next), InstKind::Phi { .. }))?;
        Some(TruthSite {
            site,
            value,
            inverted,
        })
    }

    /// A condition that is a bit already, or whose text is a macro of another file: where it is used.
    fn truth_in_use(&self, condition: NodeId, bits: &Bits) -> Result<TruthSite, NoTruth> {
        let branches = self.found.branches.iter();
        let own = branches.filter(|branch| branch.atom == condition);
        let branches = own.map(|branch| TruthSite {
            site: branch.inst,
            value: branch.cond,
            inverted: branch.inverted,
        });
        let mut uses: BTreeMap<InstId, TruthSite> =
            branches.map(|truth| (truth.site, truth)).collect();
        let text = self.tree.node_text(condition);
        let named = |value: &Value| self.is_named_bit(*value, text, bits);
        if self.tree.kind(condition) == Kind::Name {
            for &inst in &self.insts_naming(condition) {
                let operands = self.kind_of(inst).operands();
                let used = operands.iter().copied().find(named);
                uses.extend(used.map(|value| (inst, TruthSite::plain(inst, value))));
            }
        }
        let mut uses = uses.into_values();
        match (uses.next(), uses.next()) {
            (Some(only), None) => Ok(only),
            (None, _) => Err(NoTruth::NoCode),
            _ => Err(NoTruth::Ambiguous),
        }
    }

    /// The instructions where a name stands, or a negation of it.
    fn insts_naming(&self, name: NodeId) -> Vec<InstId> {
        let holder = self.tree.holder(name).map(|(holder, _)| holder);
        let negation = holder.filter(|&of| self.tree.kind(of) == Kind::Unary(UnaryOp::Not));
        let here = |place: &u32| {
            let nodes = self.tree.at(*place);
            nodes.contains(&name) || negation.is_some_and(|negation| nodes.contains(&negation))
        };
        let all = self.places.iter().filter(|(_, place)| here(place));
        let all = all.map(|(&inst, _)| inst);
        all.filter(|inst| !matches!(self.kind_of(*inst), InstKind::Phi { .. }))
            .collect()
    }

    fn is_named_bit(&self, value: Value, text: &str, bits: &Bits) -> bool {
        let named = self.names.of_value(value).map(|named| &named.name);
        let spilled = match value {
            Value::Local(local) => bits.get(&local).into_iter().flatten(),
            _ => None.into_iter().flatten(),
        };
        let ty = self.type_of(value);
        let is_bit = ty.is_some_and(|ty| *self.module.types.get(ty) == Type::Int(1));
        let mut names = named.into_iter().chain(spilled);
        is_bit && names.any(|name| self.same_name(name, text))
    }

    /// rustc stores a Boolean as a byte for debuggers, and uses the original bit.
    fn bits_of_variables(&self) -> Bits {
        let mut bits = Bits::new();
        for inst in self.function.insts.values() {
            if let InstKind::Store { value, ptr, .. } = inst.kind
                && let Some(named) = self.names.at(self.module, ptr)
                && let Some(InstKind::Cast { op, arg, .. }) =
                    self.def(value).map(|def| self.kind_of(def))
                && let (CastOp::ZExt, Value::Local(bit)) = (*op, *arg)
            {
                bits.entry(bit).or_default().push(named.name.clone());
            }
        }
        bits
    }
}

impl TruthSite {
    fn plain(site: InstId, value: Value) -> Self {
        Self {
            site,
            value,
            inverted: false,
        }
    }
}

/// The instruction that is made from all others; they have the same truth.
fn last_of(makers: &[Maker]) -> Option<InstId> {
    let mut all = makers.iter();
    let last = all.find(|last| {
        let mut others = makers.iter().filter_map(|other| other.made.first());
        others.all(|other| last.made.contains(other))
    });
    last.and_then(|last| last.made.first().copied())
}
