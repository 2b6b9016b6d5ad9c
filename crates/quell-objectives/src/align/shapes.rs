//! The kinds of nodes that an instruction may implement, and the child for each operand.

use quell_ir::opcode::BinOp;
use quell_ir::{Call, Callee, ConstKind, GlobalRef, InstId, InstKind, Module, Type, Value};
use quell_source::{BinaryOp, Kind, Language, LogicalOp, NodeId, UnaryOp};

use super::operands::Agreement;
use super::{Aligner, Use};

/// The role of an instruction for its node; a node has at most one instruction of each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Arithmetic and comparisons.
    Compute,
    Read,
    Write,
    /// Address computations.
    Address,
    Call,
    /// A switch.
    Choose,
    /// The return of a value.
    Leave,
    /// The value of `c ? a : b`.
    Merge,
    /// The choice that a function of Fortran makes.
    Pick,
}

pub(super) fn class_of(module: &Module, kind: &InstKind) -> Option<Class> {
    Some(match kind {
        InstKind::Binary { .. }
        | InstKind::ICmp { .. }
        | InstKind::FCmp { .. }
        | InstKind::FNeg { .. } => Class::Compute,
        InstKind::Load { .. } => Class::Read,
        InstKind::Store { .. } => Class::Write,
        InstKind::Gep { .. } => Class::Address,
        InstKind::Call(call) if is_arithmetic(module, call) => Class::Compute,
        InstKind::Call(call) if !is_intrinsic(module, call) => Class::Call,
        InstKind::Switch { .. } => Class::Choose,
        InstKind::Ret { value: Some(_) } => Class::Leave,
        InstKind::Phi { incoming, .. } if incoming.len() == 2 => Class::Merge,
        InstKind::Select { .. } => Class::Merge,
        _ => return None,
    })
}

/// The name of the function that is called, if it is called by its name.
pub fn callee_name<'m>(module: &'m Module, call: &Call) -> Option<&'m str> {
    let Callee::Value(Value::Const(id)) = call.callee else {
        return None;
    };
    match module.consts.get(id).kind {
        ConstKind::Global(GlobalRef::Func(function)) => {
            Some(module.text(module.functions[function].name))
        }
        _ => None,
    }
}

fn is_intrinsic(module: &Module, call: &Call) -> bool {
    callee_name(module, call).is_some_and(|name| name.starts_with("llvm."))
}

/// `llvm.sadd.with.overflow.i32` and its kind: the operator that Rust checks.
pub fn checked_operator(module: &Module, call: &Call) -> Option<(BinaryOp, bool)> {
    let name = callee_name(module, call)?.strip_prefix("llvm.")?;
    let (operator, _) = name.split_once(".with.overflow.")?;
    let signed = operator.starts_with('s');
    Some(match operator.get(1..)? {
        "add" => (BinaryOp::Add, signed),
        "sub" => (BinaryOp::Sub, signed),
        "mul" => (BinaryOp::Mul, signed),
        _ => return None,
    })
}

fn is_arithmetic(module: &Module, call: &Call) -> bool {
    let fused = callee_name(module, call).is_some_and(|name| name.starts_with("llvm.fmuladd.f"));
    fused || checked_operator(module, call).is_some()
}

/// The operator of the source that an instruction computes.
pub fn source_operator(module: &Module, kind: &InstKind) -> Option<BinaryOp> {
    Some(match kind {
        InstKind::Binary { op, .. } => match op {
            BinOp::Add | BinOp::FAdd => BinaryOp::Add,
            BinOp::Sub | BinOp::FSub => BinaryOp::Sub,
            BinOp::Mul | BinOp::FMul => BinaryOp::Mul,
            BinOp::UDiv | BinOp::SDiv | BinOp::FDiv => BinaryOp::Div,
            BinOp::URem | BinOp::SRem | BinOp::FRem => BinaryOp::Rem,
            BinOp::Shl => BinaryOp::Shl,
            BinOp::LShr | BinOp::AShr => BinaryOp::Shr,
            BinOp::And => BinaryOp::BitAnd,
            BinOp::Or => BinaryOp::BitOr,
            BinOp::Xor => BinaryOp::BitXor,
        },
        InstKind::ICmp { pred, .. } => relation(pred.text()),
        InstKind::FCmp { pred, .. } => relation(pred.text().get(1..)?),
        InstKind::Call(call) => checked_operator(module, call)?.0,
        _ => return None,
    })
}

fn relation(text: &str) -> BinaryOp {
    match text.trim_start_matches(['s', 'u']) {
        "eq" => BinaryOp::Eq,
        "ne" => BinaryOp::Ne,
        "lt" => BinaryOp::Lt,
        "le" => BinaryOp::Le,
        "gt" => BinaryOp::Gt,
        _ => BinaryOp::Ge,
    }
}

/// The relation that holds when another one does not.
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        _ => return None,
    })
}

impl Aligner<'_> {
    /// Whether the instruction can implement the node, and with which certainty; `None` if the node has
    /// another kind.
    pub(super) fn fit(&self, inst: InstId, class: Class, node: NodeId) -> Option<Agreement> {
        if !self.kind_fits(inst, class, node) {
            return None;
        }
        if let (InstKind::Gep { base, .. }, Kind::Index) =
            (self.kind_of(inst), self.tree.kind(node))
            && self.tree.language() != Language::C
            && self.root_agrees(node, *base) == Agreement::No
        {
            return None;
        }
        let operands = self.children_of(inst, node);
        if self.has_folded_index(inst, node, operands.len()) {
            return Some(Agreement::Maybe);
        }
        let agreements = operands.into_iter().map(|(child, at)| {
            let operand = self.operand(child, at);
            operand.map_or(Agreement::Maybe, |operand| operand.agreement)
        });
        Some(agreements.min().unwrap_or(Agreement::Yes))
    }

    fn kind_fits(&self, inst: InstId, class: Class, node: NodeId) -> bool {
        let kind = self.tree.kind(node);
        // Flang computes one address for both elements of `x(i) = x(i) + 1`: it belongs to neither.
        let shared = self.tree.language() == Language::Fortran && self.users_of(inst).len() > 1;
        let compute = matches!(class, Class::Compute | Class::Pick);
        if shared && (compute || class == Class::Address) || compute && self.is_advance(inst) {
            return false;
        }
        match class {
            Class::Compute => self.computes(inst, node),
            Class::Read => self.reads(inst, node),
            Class::Write => self.writes(inst, node),
            Class::Address => self.addresses(node) && !self.chooses_field(inst),
            Class::Call => match kind {
                Kind::Range { inclusive } => self.makes_range(inst, inclusive),
                Kind::Index => self.tree.language() == Language::Fortran && self.calls(inst, node),
                _ => kind == Kind::Call && self.calls(inst, node),
            },
            Class::Choose => kind == Kind::Switch,
            Class::Leave => kind == Kind::Return && !self.tree.node(node).children.is_empty(),
            Class::Merge => kind == Kind::Conditional && self.tree.language() == Language::C,
            Class::Pick => kind == Kind::Call && self.intrinsic_operands(inst, node).is_some(),
        }
    }

    fn computes(&self, inst: InstId, id: NodeId) -> bool {
        let node = self.tree.kind(id);
        if self.is_fused(inst) {
            return self.fused(inst, id).is_some();
        }
        let kind = self.kind_of(inst);
        let operator = source_operator(self.module, kind);
        match node {
            Kind::Binary(op) | Kind::Assign(Some(op)) => {
                let same = operator == Some(op) || self.is_turned_round(inst, id);
                same && !self.is_invented(inst)
            }
            Kind::Logical(op) => {
                let wanted = match op {
                    LogicalOp::And => BinaryOp::BitAnd,
                    LogicalOp::Or => BinaryOp::BitOr,
                };
                operator == Some(wanted) && self.tree.language() == Language::Fortran
            }
            Kind::Call => self.intrinsic_operands(inst, id).is_some(),
            Kind::Update { .. } => {
                operator == Some(BinaryOp::Add) || operator == Some(BinaryOp::Sub)
            }
            Kind::Unary(UnaryOp::Neg) => match kind {
                InstKind::FNeg { .. } => true,
                InstKind::Binary { lhs, .. } => {
                    operator == Some(BinaryOp::Sub) && self.is_zero(*lhs)
                }
                _ => false,
            },
            Kind::Unary(UnaryOp::BitNot | UnaryOp::Not) => match kind {
                InstKind::Binary { rhs, .. } => {
                    operator == Some(BinaryOp::BitXor) && self.is_all_ones(*rhs)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a comparison is the inverse of the written one, with an inverted branch.
    pub(super) fn is_turned_round(&self, inst: InstId, node: NodeId) -> bool {
        let Kind::Binary(written) = self.tree.kind(node) else {
            return false;
        };
        let users = self.users_of(inst);
        let branches = users
            .iter()
            .all(|user| matches!(self.kind_of(user.inst), InstKind::CondBr { .. }));
        let computed = source_operator(self.module, self.kind_of(inst));
        self.tree.language() == Language::Fortran
            && branches
            && !users.is_empty()
            && computed.is_some()
            && computed == opposite(written)
    }

    fn reads(&self, inst: InstId, node: NodeId) -> bool {
        let InstKind::Load { ptr, .. } = *self.kind_of(inst) else {
            return false;
        };
        let named = self.names.at(self.module, ptr);
        match (self.tree.kind(node), named) {
            (Kind::Name, Some(named)) => self.same_name(&named.name, self.tree.node_text(node)),
            (Kind::Index, None) => {
                // In `a[i][j]` two elements begin at the same place: only one of them is at this address.
                let address = self.found.insts.get(&(node, Class::Address));
                let own = address.is_none() || address.copied() == self.def(ptr);
                own && self.def_is(ptr, |kind| matches!(kind, InstKind::Gep { .. }))
            }
            (Kind::Member { .. }, None) => self.tree.language() == Language::C,
            (Kind::Unary(UnaryOp::Deref), None) => true,
            // The old value is the value of `i++`.
            (Kind::Update { .. }, _) => {
                self.tree.language() == Language::C && self.may_be_target(node, ptr)
            }
            _ => false,
        }
    }

    fn writes(&self, inst: InstId, node: NodeId) -> bool {
        let InstKind::Store { ptr, .. } = *self.kind_of(inst) else {
            return false;
        };
        let named = self.names.at(self.module, ptr);
        match self.tree.kind(node) {
            Kind::Assign(_) | Kind::Update { .. } => self.may_be_target(node, ptr),
            Kind::Declared => {
                if self.tree.language() == Language::Rust && named.is_none() {
                    return false;
                }
                let name = self
                    .tree
                    .child(node, 0)
                    .map(|name| self.tree.node_text(name));
                let same = |named: &super::Named| {
                    name.is_some_and(|name| self.same_name(&named.name, name))
                };
                named.is_some_and(same)
            }
            Kind::Return => named.is_none() && !self.tree.node(node).children.is_empty(),
            _ => false,
        }
    }

    fn may_be_target(&self, node: NodeId, ptr: Value) -> bool {
        let Some(target) = self.tree.child(node, 0).map(|id| self.tree.bare(id)) else {
            return false;
        };
        match (self.tree.kind(target), self.names.at(self.module, ptr)) {
            (Kind::Name, Some(named)) => self.same_name(&named.name, self.tree.node_text(target)),
            (Kind::Name, None) => self.tree.language() != Language::C,
            (_, named) => named.is_none(),
        }
    }

    fn addresses(&self, node: NodeId) -> bool {
        match self.tree.kind(node) {
            Kind::Index => true,
            Kind::Binary(op) | Kind::Assign(Some(op)) => {
                matches!(op, BinaryOp::Add | BinaryOp::Sub) && self.tree.language() == Language::C
            }
            Kind::Update { .. } => self.tree.language() == Language::C,
            _ => false,
        }
    }

    /// Whether an address is that of a member of a structure: the number of the member is not in the source.
    fn chooses_field(&self, inst: InstId) -> bool {
        let InstKind::Gep {
            source, indices, ..
        } = self.kind_of(inst)
        else {
            return false;
        };
        let [_, inner @ .., _] = &**indices else {
            return false;
        };
        let types = &self.module.types;
        let around = inner.iter().try_fold(*source, |ty, index| {
            Some(match types.resolve(ty) {
                Type::Array { elem, .. } | Type::Vector { elem, .. } => *elem,
                Type::Struct { fields, .. } => *fields.get(self.small_number(*index)?)?,
                _ => return None,
            })
        });
        around.is_some_and(|ty| matches!(types.resolve(ty), Type::Struct { .. }))
    }

    fn small_number(&self, value: Value) -> Option<usize> {
        let Value::Const(id) = value else {
            return None;
        };
        match &self.module.consts.get(id).kind {
            ConstKind::Int(bits) => usize::try_from(bits.to_u64()?).ok(),
            _ => None,
        }
    }

    fn calls(&self, inst: InstId, node: NodeId) -> bool {
        let Some(call) = self.kind_of(inst).as_call() else {
            return false;
        };
        let callee = self.tree.child(node, 0);
        let named = callee.filter(|&callee| self.tree.kind(callee) == Kind::Name);
        let named = named.or_else(|| self.tree.method(node));
        match (callee_name(self.module, call), named) {
            (Some(symbol), _) if symbol.starts_with("llvm.") => self.is_mathematics(symbol, node),
            (Some(symbol), Some(name)) => {
                self.answers(symbol, self.tree.text(self.tree.node(name).token))
            }
            (Some(_), None) => self.tree.language() != Language::C,
            (None, _) => true,
        }
    }

    /// The first call that takes both ends of a range of Rust.
    fn makes_range(&self, inst: InstId, inclusive: bool) -> bool {
        let call = self.kind_of(inst).as_call();
        let Some((call, name)) =
            call.and_then(|call| Some((call, callee_name(self.module, call)?)))
        else {
            return false;
        };
        let (part, ends) = match inclusive {
            true => (
                "14RangeInclusive",
                &call.args[usize::from(!call.args.is_empty())..],
            ),
            false => ("5Range", &call.args[..]),
        };
        let number = |index: usize| self.module.types.is_int(ends[index].ty);
        let rust = self.tree.language() == Language::Rust && name.contains(part);
        rust && ends.len() == 2 && number(0) && number(1)
    }

    /// Whether a symbol may be the function of that name. Fortran and Rust mangle names.
    fn answers(&self, symbol: &str, name: &str) -> bool {
        match self.tree.language() {
            Language::C => symbol == name || self.is_builtin(symbol, name),
            _ => symbol.to_lowercase().contains(&name.to_lowercase()),
        }
    }

    fn is_builtin(&self, symbol: &str, name: &str) -> bool {
        name.strip_prefix("__builtin_") == Some(symbol) || symbol.ends_with(&format!("_{name}"))
    }

    pub fn same_name(&self, a: &str, b: &str) -> bool {
        match self.tree.language() {
            Language::Fortran => a.eq_ignore_ascii_case(b),
            _ => a == b,
        }
    }

    pub(super) fn def_is(&self, value: Value, fits: impl Fn(&InstKind) -> bool) -> bool {
        self.def(value).is_some_and(|inst| fits(self.kind_of(inst)))
    }

    /// The children of a node with the operands that hold their values.
    pub(super) fn children_of(&self, inst: InstId, node: NodeId) -> Vec<(NodeId, Use)> {
        let children = &self.tree.node(node).children;
        let at = |operand: usize| Use {
            inst,
            operand: operand as u32,
        };
        let pair = |child: usize, operand: usize| Some((*children.get(child)?, at(operand)));
        if self.is_fused(inst) {
            return self.fused_children(inst, node);
        }
        let pairs: Vec<Option<(NodeId, Use)>> = match (self.kind_of(inst), self.tree.kind(node)) {
            (InstKind::Call(call), _) if is_arithmetic(self.module, call) => {
                vec![pair(0, 1), pair(1, 2)]
            }
            (InstKind::Binary { .. }, Kind::Unary(UnaryOp::Neg)) => vec![pair(0, 1)],
            (InstKind::Binary { .. } | InstKind::FNeg { .. }, Kind::Unary(_)) => vec![pair(0, 0)],
            (InstKind::Binary { .. }, Kind::Update { .. }) => vec![pair(0, 0)],
            (
                InstKind::Binary { .. } | InstKind::ICmp { .. } | InstKind::FCmp { .. },
                Kind::Binary(_) | Kind::Assign(_) | Kind::Logical(_),
            ) => vec![pair(0, 0), pair(1, 1)],
            (InstKind::Store { .. }, Kind::Assign(None) | Kind::Declared) => {
                match self.packed_value(inst, node) {
                    Some(at) => vec![children.get(1).map(|&child| (child, at))],
                    None => vec![pair(1, 0)],
                }
            }
            (InstKind::Store { .. } | InstKind::Ret { .. }, Kind::Return) => vec![pair(0, 0)],
            (InstKind::Gep { indices, .. }, Kind::Index) => match self.tree.language() {
                Language::Fortran => return self.subscripts(inst, node),
                _ if children.len() == 2 => vec![pair(1, indices.len())],
                _ => Vec::new(),
            },
            (InstKind::Binary { .. } | InstKind::Select { .. }, Kind::Call) => {
                let uses = self.intrinsic_operands(inst, node).unwrap_or_default();
                return children.iter().skip(1).copied().zip(uses).collect();
            }
            (InstKind::Gep { .. }, Kind::Binary(_) | Kind::Assign(_)) => {
                vec![pair(0, 0), pair(1, 1)]
            }
            (InstKind::Switch { .. }, Kind::Switch) => vec![pair(0, 0)],
            (InstKind::Phi { .. }, Kind::Conditional) => vec![pair(1, 0), pair(2, 1)],
            (InstKind::Select { .. }, Kind::Conditional) => vec![pair(1, 1), pair(2, 2)],
            (InstKind::Call(call), Kind::Range { .. }) => {
                let last = call.args.len();
                vec![pair(0, last - 1), pair(1, last)]
            }
            (InstKind::Call(call), Kind::Call | Kind::Index) => {
                let receiver = self.receiver(inst, node);
                let others = usize::from(receiver.is_some());
                let mut pairs = self.arguments(call, others, children.len(), &pair);
                pairs.push(receiver.filter(|_| !pairs.is_empty() || children.len() == 1));
                pairs
            }
            _ => Vec::new(),
        };
        pairs.into_iter().flatten().collect()
    }

    /// The `x` of `x.method(y)`, which is passed first.
    fn receiver(&self, inst: InstId, node: NodeId) -> Option<(NodeId, Use)> {
        let call = self.kind_of(inst).as_call()?;
        let operand = u32::from(matches!(call.callee, Callee::Value(_)));
        let receiver = self.tree.child(self.tree.method(node)?, 0)?;
        Some((receiver, Use { inst, operand }))
    }

    /// Arguments that are passed as one value each, after a number of others: structs in pieces or in memory are skipped.
    fn arguments(
        &self,
        call: &Call,
        others: usize,
        children: usize,
        pair: &dyn Fn(usize, usize) -> Option<(NodeId, Use)>,
    ) -> Vec<Option<(NodeId, Use)>> {
        let plain = call.args.iter().all(|arg| {
            let attrs = &arg.attrs;
            attrs.byval.is_none() && attrs.sret.is_none()
        });
        if !plain || call.args.len() + 1 != children + others {
            return Vec::new();
        }
        let callee = usize::from(matches!(call.callee, Callee::Value(_)));
        let numbers = others..call.args.len();
        let pairs = numbers.filter_map(|arg| pair(arg + 1 - others, arg + callee));
        let fortran = self.tree.language() == Language::Fortran;
        let direct = |at: Use| self.passed(at).filter(|_| fortran).unwrap_or(at);
        pairs.map(|(child, at)| Some((child, direct(at)))).collect()
    }
}
