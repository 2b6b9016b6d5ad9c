//! An operand of an instruction and the expression of the source that it holds.

use quell_bits::Bits;
use quell_ir::opcode::{CastOp, IntPred};
use quell_ir::{ConstKind, InstId, InstKind, Type, Value};
use quell_source::{Kind, Language, NodeId, UnaryOp};

use super::casts::CastTo;
use super::{Aligner, Class, Use, literal};

/// How well a value and an expression match. Ordered: the worst of several counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    No,
    /// Nothing contradicts it.
    Maybe,
    Yes,
}

/// The kind of expression that a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A literal, or the name of a constant.
    Constant,
    /// A variable, element or member; its address if it is in memory.
    Variable(Option<Value>),
    /// The result of arithmetic or a comparison.
    Operator,
    Call,
}

/// The use of the value of an expression, with implicit conversions skipped.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    pub node: NodeId,
    pub at: Use,
    pub value: Value,
    pub agreement: Agreement,
    /// `None` if the value is not certain.
    pub form: Option<Form>,
}

impl Aligner<'_> {
    /// The operand that holds the value of a child, without casts and parentheses.
    pub(super) fn operand(&self, child: NodeId, at: Use) -> Option<Operand> {
        let node = self.uncast(child);
        let special = self.assigned_operand(node, at);
        if let Some(operand) = special.or_else(|| self.packed_operand(node, at)) {
            return Some(operand);
        }
        let (at, inner, exact) = self.innermost(at);
        let exact = exact && !self.is_promoted_by_cast(child, inner);
        let value = self.value_at(at)?;
        let (agreement, form) = self.agreement(node, self.value_at(inner)?);
        Some(Operand {
            node,
            at,
            value,
            agreement,
            form: form.filter(|_| exact && agreement == Agreement::Yes),
        })
    }

    /// Whether it is a cast that extends a narrow number: operations inside the cast come before the extension.
    fn is_promoted_by_cast(&self, child: NodeId, inner: Use) -> bool {
        let is_extended = matches!(
            self.kind_of(inner.inst),
            InstKind::Cast {
                op: CastOp::ZExt | CastOp::SExt,
                ..
            }
        );
        let mut casts = self.casts_around(child);
        is_extended
            && self.is_narrow(inner)
            && casts.any(|cast| matches!(cast, CastTo::Narrow | CastTo::Unknown))
    }

    /// The expression below parentheses, casts and `+`, after a comma, and in a macro.
    pub(super) fn uncast(&self, child: NodeId) -> NodeId {
        let mut node = child;
        loop {
            let inner = match self.tree.kind(node) {
                Kind::Paren | Kind::Cast | Kind::Unary(UnaryOp::Plus) => self.tree.child(node, 0),
                Kind::Comma => self.tree.child(node, 1),
                _ if self.tree.expanded(node).is_some() => self.tree.expanded(node),
                Kind::Call => self.converted(node),
                _ => None,
            };
            match inner {
                Some(inner) => node = inner,
                None => return node,
            }
        }
    }

    /// The use in the type in which the source computes, the use inside all conversions, and
    /// whether the first is certain: C computes at least in `int`, so a narrow number is taken after its
    /// extension.
    fn innermost(&self, at: Use) -> (Use, Use, bool) {
        let chain: Vec<Use> =
            std::iter::successors(Some(at), |&at| self.inside_conversion(at)).collect();
        self.innermost_of(&chain, at)
    }

    pub(super) fn innermost_of(&self, chain: &[Use], at: Use) -> (Use, Use, bool) {
        let last = *chain.last().unwrap_or(&at);
        // Flang shares conversions: a change in there would be a change elsewhere too.
        let shared = chain.iter().skip(1).any(|inner| self.is_shared(inner.inst));
        if self.tree.language() != Language::C || !self.is_narrow(last) {
            return (last, last, !shared);
        }
        let (at, exact) = match (chain.len(), self.kind_of(last.inst)) {
            (2.., InstKind::Cast { op, .. }) => match op {
                CastOp::ZExt | CastOp::SExt => (chain[chain.len() - 2], true),
                CastOp::Trunc => (last, true),
                _ => (last, false),
            },
            (_, InstKind::Store { .. } | InstKind::Call(_) | InstKind::Ret { .. }) => (last, true),
            _ => (last, false),
        };
        (at, last, exact)
    }

    /// Whether a conversion has other users. An assigned value that is used again is one value in C.
    fn is_shared(&self, inst: InstId) -> bool {
        let users = self.users_of(inst);
        let stored = |user: &Use| matches!(self.kind_of(user.inst), InstKind::Store { .. });
        let assigned = self.tree.language() == Language::C && users.iter().any(stored);
        users.len() > 1 && !assigned
    }

    fn is_narrow(&self, at: Use) -> bool {
        let ty = self.value_at(at).and_then(|value| self.type_of(value));
        ty.is_some_and(|ty| matches!(self.module.types.get(ty), Type::Int(2..32)))
    }

    /// The operand of a conversion that defines the value used, or of a test against zero.
    pub(super) fn inside_conversion(&self, at: Use) -> Option<Use> {
        let inst = self.def(self.value_at(at)?)?;
        let inner = Use { inst, operand: 0 };
        match self.kind_of(inst) {
            InstKind::Cast { op, .. } => match op {
                CastOp::Trunc if self.is_truth(inst) => None,
                CastOp::IntToPtr | CastOp::PtrToInt | CastOp::BitCast => None,
                _ => Some(inner),
            },
            InstKind::ICmp { .. } if !self.found.nodes.contains_key(&inst) => {
                (self.tree.language() == Language::C && self.tests_truth(inst)).then_some(inner)
            }
            InstKind::FNeg { .. } if self.is_fused_sign(inst) => Some(inner),
            InstKind::Binary { .. } if self.is_mask(inst) => Some(inner),
            InstKind::Binary { .. } => self.inside_offset(inst),
            _ => None,
        }
    }

    fn is_truth(&self, inst: InstId) -> bool {
        let ty = self.function.insts[inst].ty;
        matches!(self.module.types.get(ty), Type::Int(1))
    }

    /// `icmp ne x, 0`, or `fcmp une x, 0`.
    pub(super) fn tests_truth(&self, inst: InstId) -> bool {
        match *self.kind_of(inst) {
            InstKind::ICmp {
                pred: IntPred::Ne,
                rhs,
                ..
            } => self.is_zero(rhs),
            _ => false,
        }
    }

    pub(super) fn is_zero(&self, value: Value) -> bool {
        match value {
            Value::Const(id) => match &self.module.consts.get(id).kind {
                ConstKind::Int(bits) | ConstKind::Float(bits) => bits.is_zero(),
                ConstKind::Null => true,
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn is_all_ones(&self, value: Value) -> bool {
        self.int_of(value).is_some_and(Bits::is_ones)
    }

    pub fn int_of(&self, value: Value) -> Option<&Bits> {
        match value {
            Value::Const(id) => match &self.module.consts.get(id).kind {
                ConstKind::Int(bits) => Some(bits),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn agreement(&self, node: NodeId, value: Value) -> (Agreement, Option<Form>) {
        if let Some(named) = self.names.of_value(value) {
            let same = self.tree.kind(node) == Kind::Name
                && self.same_name(&named.name, self.tree.node_text(node));
            if same {
                return (Agreement::Yes, Some(Form::Variable(None)));
            }
        }
        if self.is_length(node, value) {
            return (Agreement::Yes, Some(Form::Call));
        }
        let by_address = self.tree.language() == Language::Fortran && self.is_pointer(value);
        match (value, self.def(value)) {
            _ if by_address => (self.reference_agrees(node, value), None),
            (Value::Const(_), _) => self.constant_agreement(node, value),
            (_, Some(inst)) => self.defined_agreement(node, inst),
            _ => (Agreement::Maybe, None),
        }
    }

    /// Whether a value is what Rust passes beside the address of a slice, and the node is `slice.len()`.
    pub(super) fn is_length(&self, node: NodeId, value: Value) -> bool {
        let (Value::Local(local), Some(method)) = (value, self.tree.method(node)) else {
            return false;
        };
        let (name, slice) = (self.function.locals[local].name, self.tree.child(method, 0));
        let name = name.and_then(|name| self.module.text(name).strip_suffix(".1"));
        let slice = slice.filter(|&slice| self.tree.kind(slice) == Kind::Name);
        let alone = self.tree.node(node).children.len() == 1;
        alone
            && self.tree.text(self.tree.node(method).token) == "len"
            && name.is_some()
            && name == slice.map(|slice| self.tree.node_text(slice))
    }

    fn is_pointer(&self, value: Value) -> bool {
        let ty = self.type_of(value);
        ty.is_some_and(|ty| self.module.types.is_ptr(ty))
    }

    fn defined_agreement(&self, node: NodeId, inst: InstId) -> (Agreement, Option<Form>) {
        let is = |yes: bool, form: Form| match yes {
            true => (Agreement::Yes, Some(form)),
            false => (Agreement::No, None),
        };
        let own = self.found.nodes.get(&inst).copied();
        match self.kind_of(inst) {
            InstKind::Load { ptr, .. } => {
                let form = Form::Variable(Some(*ptr));
                if let (Some(own), Language::C) = (own, self.tree.language()) {
                    return match self.tree.kind(own) {
                        // The value of `i++` is the old value.
                        Kind::Update { prefix: false, .. } if own == node => {
                            is(true, Form::Operator)
                        }
                        Kind::Update { .. } => is(self.is_target(node, own), form),
                        _ => is(own == node, form),
                    };
                }
                match self.loaded_agrees(node, *ptr) {
                    Agreement::Yes => (Agreement::Yes, Some(form)),
                    other => (other, None),
                }
            }
            InstKind::Call(_) if self.is_fused(inst) => is(own == Some(node), Form::Operator),
            InstKind::Call(_) if self.computes_checked(inst) => {
                is(own == Some(node), Form::Operator)
            }
            InstKind::ExtractValue { agg, path } if path[..] == [0] => {
                let checked = self.def(*agg).filter(|&inst| self.computes_checked(inst));
                match checked.and_then(|inst| self.found.nodes.get(&inst)) {
                    Some(&own) => is(own == node, Form::Operator),
                    None => (Agreement::Maybe, None),
                }
            }
            InstKind::Call(_) => match own {
                Some(own) => is(own == node, Form::Call),
                None => (Agreement::Maybe, None),
            },
            _ => match own {
                Some(own) => is(own == node, Form::Operator),
                None => (Agreement::Maybe, None),
            },
        }
    }

    fn computes_checked(&self, inst: InstId) -> bool {
        let call = self.kind_of(inst).as_call();
        call.is_some_and(|call| super::shapes::checked_operator(self.module, call).is_some())
    }

    /// Whether a load from the address can be what the node reads.
    fn loaded_agrees(&self, node: NodeId, ptr: Value) -> Agreement {
        let named = self.names.at(self.module, ptr);
        match (self.tree.kind(node), named) {
            (Kind::Name, Some(named)) => {
                match self.same_name(&named.name, self.tree.node_text(node)) {
                    true => Agreement::Yes,
                    false => Agreement::No,
                }
            }
            (Kind::Index | Kind::Member { .. }, None) => self.base_agrees(node, ptr),
            (Kind::Name | Kind::Integer | Kind::Float | Kind::Char, _) => Agreement::No,
            (Kind::Index | Kind::Member { .. }, Some(_)) => match self.tree.language() {
                Language::C => Agreement::No,
                _ => Agreement::Maybe,
            },
            _ => Agreement::Maybe,
        }
    }

    /// Whether the variable that an element is part of is the one that the address starts from, and the
    /// indices are those of the address computation.
    fn base_agrees(&self, node: NodeId, ptr: Value) -> Agreement {
        match self.root_agrees(node, ptr) {
            Agreement::Yes => self.indices_agree(node, ptr),
            other => other,
        }
    }

    /// Whether the variable that an element is part of is the one that the address starts from.
    pub(super) fn root_agrees(&self, node: NodeId, ptr: Value) -> Agreement {
        let mut base = node;
        while matches!(
            self.tree.kind(base),
            Kind::Index | Kind::Member { .. } | Kind::Paren
        ) {
            match self.tree.child(base, 0) {
                Some(inner) => base = inner,
                None => return Agreement::Maybe,
            }
        }
        let Some(name) = self.root_name(ptr) else {
            return Agreement::Maybe;
        };
        match self.tree.kind(base) == Kind::Name && self.same_name(&name, self.tree.node_text(base))
        {
            true => Agreement::Yes,
            false => Agreement::No,
        }
    }

    /// The indices must be those of the address computation, where it was aligned.
    fn indices_agree(&self, node: NodeId, ptr: Value) -> Agreement {
        let address = self.found.insts.get(&(node, Class::Address));
        match (address, self.def(ptr)) {
            (Some(&address), Some(def)) if address == def => Agreement::Yes,
            (Some(_), _) => Agreement::No,
            (None, _) => Agreement::Maybe,
        }
    }

    /// The variable at the root of an address.
    fn root_name(&self, ptr: Value) -> Option<String> {
        const MAX_STEPS: usize = 32;
        let mut at = ptr;
        for _ in 0..MAX_STEPS {
            let named = self
                .names
                .at(self.module, at)
                .or_else(|| self.names.of_value(at));
            if let Some(named) = named {
                return Some(named.name.clone());
            }
            at = match self.kind_of(self.def(at)?) {
                InstKind::Gep { base, .. } => *base,
                InstKind::Load { ptr, .. } => *ptr,
                InstKind::ExtractValue { agg, .. } => *agg,
                _ => return None,
            };
        }
        None
    }

    fn constant_agreement(&self, node: NodeId, value: Value) -> (Agreement, Option<Form>) {
        let exact = self.tree.language() == Language::C;
        match self.tree.kind(node) {
            Kind::Integer | Kind::Char | Kind::Float | Kind::Unary(UnaryOp::Neg) => {
                match literal::denotes(self, node, value) {
                    Some(true) => (Agreement::Yes, Some(Form::Constant)),
                    Some(false) => (Agreement::No, None),
                    None => (Agreement::Maybe, None),
                }
            }
            Kind::Name if exact && self.int_of(value).is_some() => {
                (Agreement::Yes, Some(Form::Constant))
            }
            Kind::Truth => (Agreement::Yes, Some(Form::Constant)),
            _ => (Agreement::Maybe, None),
        }
    }
}
