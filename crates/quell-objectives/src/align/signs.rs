//! Signedness of integers, which few instructions of the IR determine.

use quell_ir::debug::ParameterSource;
use quell_ir::opcode::{BinOp, CastOp};
use quell_ir::{InstId, InstKind, Type, Value};
use quell_source::{BinaryOp, Kind, Language, NodeId, UnaryOp};

use super::casts::CastTo;
use super::{Aligner, literal, names, shapes};
use crate::ctypes::typing::{Scope, Typing};
use crate::ctypes::{CType, Form};

/// The maximal number of instructions that the search follows.
const MAX_DEPTH: u32 = 24;

impl Aligner<'_> {
    /// What names mean in the function.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            tree: self.tree,
            info: self.info,
            names: &self.names,
            result: self
                .info
                .signature(self.function)
                .and_then(|signature| signature.ret),
        }
    }

    /// The types of the expressions of the function.
    pub(crate) fn typing(&self) -> Typing<'_> {
        Typing::new(self.scope())
    }

    /// Whether C computes an operator on signed numbers; `None` if it is no operator or the types are unknown.
    fn signed_operator(&self, inst: InstId) -> Option<bool> {
        let node = *self.found.nodes.get(&inst)?;
        let typing = self.typing();
        let ty = match self.tree.kind(node) {
            Kind::Binary(op) | Kind::Assign(Some(op)) => typing.operation_at(node, op),
            Kind::Update { .. } => typing.type_of(self.tree.child(node, 0)?),
            Kind::Unary(UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::Plus) | Kind::Conditional => {
                typing.type_of(node)
            }
            _ => return None,
        };
        ty.is_signed()
    }

    /// Whether an operand has an unknown type, such as `_BitInt`.
    fn has_unknown_operands(&self, inst: InstId) -> bool {
        let node = self.found.nodes.get(&inst);
        let children = node.map_or(&[][..], |node| &self.tree.node(*node).children);
        let typing = self.typing();
        let mut types = children.iter().map(|&child| typing.type_of(child));
        types.any(|ty| ty == CType::Unknown)
    }

    /// Whether a value of C that holds an expression counts as signed.
    pub(super) fn signed_by_type(&self, node: NodeId, value: Value) -> Option<bool> {
        let Type::Int(width) = *self.module.types.get(self.type_of(value)?) else {
            return None;
        };
        // Constants are converted as they are written: they have no sign of their own.
        self.def(value)?;
        let own = self.typing().type_of(node).integer()?;
        let promoted = CType::Int(own).promoted().integer()?;
        match own.form == Form::Plain && own.width == width {
            true => Some(own.signed),
            false => (promoted.width == width).then_some(promoted.signed),
        }
    }

    /// Whether the arithmetic of an instruction is signed.
    pub fn signed_result(&self, inst: InstId) -> Option<bool> {
        let c = self.tree.language() == Language::C;
        if let Some(known) = self.signed_operator(inst).filter(|_| c) {
            return Some(known);
        }
        if let Some(&node) = self.found.nodes.get(&inst)
            && let Some(known) = crate::rust_types::is_signed(self, node)
        {
            return Some(known);
        }
        match self.kind_of(inst) {
            InstKind::ICmp { pred, lhs, rhs, .. } => match pred.text().as_bytes()[0] {
                b's' => Some(true),
                b'u' => Some(false),
                _ if c && self.has_unknown_operands(inst) => None,
                _ if c => self.signed_operands(inst),
                _ => {
                    let combined = self.combined(*lhs, *rhs, MAX_DEPTH);
                    combined.or_else(|| self.signed_operands(inst))
                }
            },
            _ => self.signed_inst(inst, MAX_DEPTH),
        }
    }

    /// Whether a value is signed; `None` if unknown.
    pub fn signed(&self, value: Value) -> Option<bool> {
        self.signed_within(value, MAX_DEPTH)
    }

    /// Whether a constant operand is signed, by its uses; `None` if unknown.
    pub fn constant_sign(&self, at: super::Use) -> Option<bool> {
        match self.kind_of(at.inst) {
            InstKind::Store { ptr, .. } => match self.names.at(self.module, *ptr) {
                Some(named) => names::signedness(&self.info, named.ty),
                None => self
                    .access_path(*ptr, MAX_DEPTH)
                    .and_then(|ty| names::signedness(&self.info, Some(ty))),
            },
            InstKind::Ret { .. } => self.result_sign(),
            InstKind::Gep { .. } => Some(false),
            InstKind::Call(call) if shapes::checked_operator(self.module, call).is_none() => {
                self.argument_sign(call, at.operand)
            }
            _ => self.signed_result(at.inst),
        }
    }

    /// Whether the parameter for an operand of a call is signed, which is independent of the sign of the
    /// result.
    fn argument_sign(&self, call: &quell_ir::Call, operand: u32) -> Option<bool> {
        let name = shapes::callee_name(self.module, call)?;
        let callee = &self.module.functions[self.module.find_function(name)?];
        let Some(signature) = self.info.signature(callee) else {
            return self.default_sign();
        };
        let mut params = signature.params.iter();
        let param = params.find(|param| param.source == ParameterSource::Value(operand))?;
        names::signedness(&self.info, param.ty)
    }

    /// Whether the result of the function is signed.
    pub fn result_sign(&self) -> Option<bool> {
        let ret = self.info.signature(self.function)?.ret;
        names::signedness(&self.info, ret)
    }

    /// Whether the other operand, which has the same type as the expression, is signed; `None` if unknown.
    pub fn neighbour_sign(&self, node: NodeId) -> Option<bool> {
        let (holder, child) = self.tree.holder(node)?;
        match self.tree.kind(holder) {
            Kind::Return => self.result_sign(),
            Kind::Binary(op) if !matches!(op, BinaryOp::Shl | BinaryOp::Shr) => {
                self.sign_beside(holder, child)
            }
            Kind::Range { .. } => self.sign_beside(holder, child),
            _ => None,
        }
    }

    fn sign_beside(&self, holder: NodeId, child: NodeId) -> Option<bool> {
        let children = self.tree.node(holder).children.iter();
        let mut others = children.filter(|&&other| other != child);
        others.find_map(|&other| self.sign_at(other))
    }

    /// Whether an expression counts as signed, or what it is computed from.
    fn sign_at(&self, node: NodeId) -> Option<bool> {
        use BinaryOp::{Add, Div, Mul, Rem, Sub};
        let node = self.tree.bare(node);
        let mut values = self.found.values.iter();
        let own = values.find(|value| self.tree.bare(value.node) == node);
        let own = own.and_then(|value| value.signed);
        own.or_else(|| match self.tree.kind(node) {
            Kind::Binary(Add | Sub | Mul | Div | Rem) => self.sign_beside(node, node),
            _ => None,
        })
    }

    fn signed_within(&self, value: Value, depth: u32) -> Option<bool> {
        if let Some(named) = self.names.of_value(value) {
            return names::signedness(&self.info, named.ty);
        }
        let ty = self.type_of(value)?;
        if self.module.types.is_ptr(ty) {
            return Some(false);
        }
        self.signed_inst(self.def(value)?, depth.checked_sub(1)?)
    }

    fn signed_inst(&self, inst: InstId, depth: u32) -> Option<bool> {
        match self.kind_of(inst) {
            InstKind::Binary { op, lhs, rhs, .. } => match op {
                BinOp::UDiv | BinOp::URem | BinOp::LShr => Some(false),
                BinOp::SDiv | BinOp::SRem | BinOp::AShr => Some(true),
                // The flags of the instruction depend on the options of the compiler, and not on the types alone.
                BinOp::Add | BinOp::Sub | BinOp::Mul if self.tree.language() == Language::C => {
                    self.signed_operator(inst)
                }
                BinOp::Shl if self.is_cast_left(inst) => self.signed_left(inst),
                BinOp::Shl => {
                    let left = self.signed_within(*lhs, depth);
                    left.or_else(|| self.signed_literals(inst))
                }
                _ if self.has_casts(inst) => self.signed_operands(inst),
                _ => self.combined(*lhs, *rhs, depth),
            },
            InstKind::Load { ptr, .. } => self.signed_load(inst, *ptr),
            InstKind::Cast { op, arg, .. } => self.signed_cast(inst, *op, *arg, depth),
            InstKind::Phi { incoming, .. } => {
                let signs = incoming
                    .iter()
                    .map(|&(value, _)| self.signed_within(value, depth));
                let known = signs.reduce(wider).flatten();
                known.or_else(|| self.signed_literals(inst))
            }
            InstKind::Select { .. } => self.signed_literals(inst).or_else(|| self.default_sign()),
            InstKind::ExtractValue { agg, .. } => {
                self.signed_inst(self.def(*agg)?, depth.checked_sub(1)?)
            }
            InstKind::Call(call) => match shapes::checked_operator(self.module, call) {
                Some((_, signed)) => Some(signed),
                None => self.signed_call(call),
            },
            _ => self.default_sign(),
        }
    }

    /// The casts around the operands of an instruction.
    fn casts_of(&self, inst: InstId) -> Vec<Option<CastTo>> {
        let node = self.found.nodes.get(&inst);
        let children = node.map(|node| self.children_of(inst, *node));
        let children = children.unwrap_or_default().into_iter();
        children.map(|(child, _)| self.cast_around(child)).collect()
    }

    fn has_casts(&self, inst: InstId) -> bool {
        self.casts_of(inst).iter().any(Option::is_some)
    }

    fn is_cast_left(&self, inst: InstId) -> bool {
        matches!(self.casts_of(inst).first(), Some(Some(_)))
    }

    fn signed_left(&self, inst: InstId) -> Option<bool> {
        match self.casts_of(inst).first()? {
            Some(CastTo::Wide { signed }) => Some(*signed),
            Some(CastTo::Narrow) => Some(true),
            _ => None,
        }
    }

    /// The sign of literals among the operands of an instruction: those of C are signed unless they have a `u` or are
    /// too large.
    fn signed_literals(&self, inst: InstId) -> Option<bool> {
        let node = *self.found.nodes.get(&inst)?;
        if self.tree.language() != Language::C {
            return None;
        }
        let operands = self.children_of(inst, node).into_iter();
        // A shift has the type of its left operand alone.
        let count = match self.kind_of(inst) {
            InstKind::Binary { .. } => 1,
            _ => 2,
        };
        let signs = operands.take(count).map(|(child, _)| {
            let node = self.tree.bare(child);
            let text = self.tree.node_text(node);
            match self.tree.kind(node) {
                Kind::Char => Some(true),
                Kind::Integer => {
                    let small = literal::integer(text)? <= i32::MAX as u128;
                    Some(small && !text.contains(['u', 'U']))
                }
                Kind::Unary(UnaryOp::Neg) => Some(true),
                _ => None,
            }
        });
        signs.reduce(wider).flatten()
    }

    fn signed_call(&self, call: &quell_ir::Call) -> Option<bool> {
        let name = shapes::callee_name(self.module, call)?;
        let callee = &self.module.functions[self.module.find_function(name)?];
        let known = self.info.signature(callee).map(|signature| signature.ret);
        match known {
            Some(ret) => names::signedness(&self.info, ret),
            None => self.default_sign(),
        }
    }

    /// All integers of Fortran are signed.
    fn default_sign(&self) -> Option<bool> {
        (self.tree.language() == Language::Fortran).then_some(true)
    }

    fn combined(&self, lhs: Value, rhs: Value, depth: u32) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        wider(
            self.signed_within(lhs, depth),
            self.signed_within(rhs, depth),
        )
    }

    fn signed_load(&self, inst: InstId, ptr: Value) -> Option<bool> {
        if let Some(named) = self.names.at(self.module, ptr) {
            return names::signedness(&self.info, named.ty);
        }
        if let Some(known) = self.default_sign() {
            return Some(known);
        }
        let path = self.access_path(ptr, MAX_DEPTH)?;
        names::signedness(&self.info, Some(path)).filter(|_| {
            let ty = self.function.insts[inst].ty;
            self.module.types.is_int(ty)
        })
    }

    /// The source type of the target of an address, through elements and members.
    fn access_path(&self, ptr: Value, depth: u32) -> Option<quell_ir::MdId> {
        let depth = depth.checked_sub(1)?;
        if let Some(named) = self.names.at(self.module, ptr) {
            return named.ty;
        }
        if let Some(named) = self.names.of_value(ptr) {
            return super::names::pointee(&self.info, named.ty);
        }
        match self.kind_of(self.def(ptr)?) {
            InstKind::Load { ptr, .. } => {
                super::names::pointee(&self.info, self.access_path(*ptr, depth))
            }
            InstKind::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let mut ty = self.access_path(*base, depth)?;
                for index in indices.iter().skip(1) {
                    ty = self.member_type(ty, *index)?;
                }
                self.scaled_by_element(*source, ty)
            }
            _ => None,
        }
    }

    /// Clang computes the address of `a[i]` from an array in one step with two indices, and from a
    /// pointer with one; Rust and optimised code count bytes, of which nothing is known.
    fn scaled_by_element(
        &self,
        source: quell_ir::TypeId,
        ty: quell_ir::MdId,
    ) -> Option<quell_ir::MdId> {
        let bytes = matches!(self.module.types.get(source), Type::Int(8));
        let size = self.info.bits_of(Some(ty));
        (!bytes || size == Some(8)).then_some(ty)
    }

    fn member_type(&self, ty: quell_ir::MdId, index: Value) -> Option<quell_ir::MdId> {
        use quell_ir::debug::{AggregateKind, DiType};
        match self.info.ty(self.info.unwrapped(Some(ty))?) {
            DiType::Array(array) if array.dimensions.len() == 1 => array.of,
            DiType::Aggregate(of) if of.kind == AggregateKind::Struct => {
                let number = usize::try_from(self.int_of(index)?.to_u64()?).ok()?;
                // With bit-fields or padding the numbers of the IR are others.
                let plain = of.fields.iter().all(|field| !field.bit_field);
                plain.then(|| of.fields.get(number)?.ty).flatten()
            }
            _ => None,
        }
    }

    fn signed_cast(&self, inst: InstId, op: CastOp, arg: Value, depth: u32) -> Option<bool> {
        let width = |value: Value| match *self.module.types.get(self.type_of(value)?) {
            Type::Int(width) => Some(width),
            _ => None,
        };
        let to = match *self.module.types.get(self.function.insts[inst].ty) {
            Type::Int(width) => width,
            _ => return None,
        };
        match op {
            CastOp::SExt => Some(true),
            // Narrow numbers of C become `int`.
            CastOp::ZExt if to == 32 && self.tree.language() == Language::C => {
                width(arg).map(|width| width < 32)
            }
            CastOp::Trunc => self.signed_within(arg, depth),
            _ => None,
        }
    }
}

/// If one side is unsigned, so is the operation.
pub(super) fn wider(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), _) | (_, Some(true)) => Some(true),
        _ => None,
    }
}
