//! Operators with two operands, replaced by others or by an operand.

use quell_ir::{InstKind, Value};
use quell_source::{BinaryOp, Kind, Language, NodeId, Spelling, Style};

use super::compute::{BITWISE, Operands, compute};
use super::types::Arithmetic;
use super::{Workshop, library};
use crate::align::OperatorSite;
use crate::catalogue::Side;
use crate::edit::Edit;
use crate::rewrite::{self, Expr, Rewrite, binary_strength};

pub(super) fn is_relation(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

impl Workshop<'_> {
    /// The operator that a site has in the source, with two operands of its own.
    fn operator_at(&self, site: &OperatorSite) -> Option<BinaryOp> {
        match self.aligner.tree.kind(site.node) {
            Kind::Binary(op) | Kind::Assign(Some(op)) => Some(op),
            _ => None,
        }
    }

    pub(super) fn operands_of(&self, site: &OperatorSite) -> Option<Operands> {
        let (lhs, rhs) = match self.aligner.kind_of(site.inst) {
            InstKind::Binary { lhs, rhs, .. }
            | InstKind::ICmp { lhs, rhs, .. }
            | InstKind::FCmp { lhs, rhs, .. } => (*lhs, *rhs),
            InstKind::Call(call) => (call.args.first()?.value, call.args.get(1)?.value),
            _ => return None,
        };
        Some(Operands {
            lhs,
            rhs,
            ty: self.aligner.type_of(lhs)?,
            signed: site.signed,
        })
    }

    pub(super) fn swap(&mut self, set: &[BinaryOp]) {
        for site in self.aligner.found.operators.clone() {
            if let Kind::Update { increment, .. } = self.aligner.tree.kind(site.node) {
                if set.contains(&BinaryOp::Add) && set.contains(&BinaryOp::Sub) {
                    self.swap_update(&site, increment);
                }
                continue;
            }
            let Some(old) = self.operator_at(&site).filter(|old| set.contains(old)) else {
                continue;
            };
            for &new in set.iter().filter(|&&new| new != old) {
                self.swap_one(&site, new);
            }
        }
    }

    /// `++` and `--` alone.
    pub(super) fn swap_steps(&mut self) {
        for site in self.aligner.found.operators.clone() {
            if let Kind::Update { increment, .. } = self.aligner.tree.kind(site.node) {
                self.swap_update(&site, increment);
            }
        }
    }

    pub(super) fn make_plain(&mut self, set: &[BinaryOp]) {
        for site in self.aligner.found.operators.clone() {
            if matches!(self.aligner.tree.kind(site.node), Kind::Assign(Some(op)) if set.contains(&op))
            {
                self.keep_one(&site, Side::Right);
            }
        }
    }

    fn swap_one(&mut self, site: &OperatorSite, new: BinaryOp) -> Option<()> {
        let shifts = matches!(new, BinaryOp::Shl | BinaryOp::Shr);
        // Only of a shift may the operands have different types.
        if !shifts && self.aligner.has_other_amount(site.inst) {
            return None;
        }
        let rewrite = self.spelled(site, new)?;
        if self.fused_at(site).is_some() {
            let edits = self.fused_swap(site, new)?;
            self.draft(site.node, rewrite, edits);
            return Some(());
        }
        let of = self.operands_under(site, new)?;
        let edits = match self.is_checked(&of) && !is_relation(new) {
            true => self.checked_edits(site, new, of)?,
            false => vec![self.computed(site, new, of)?],
        };
        self.draft(site.node, rewrite, edits);
        Some(())
    }

    /// The operands of a site as another operator takes them. None if C computes it in another type, or nothing tells
    /// which type that is.
    fn operands_under(&self, site: &OperatorSite, new: BinaryOp) -> Option<Operands> {
        let of = self.operands_of(site)?;
        let aligner = self.aligner;
        if aligner.tree.language() != Language::C {
            return Some(of);
        }
        let quell_ir::Type::Int(width) = *aligner.module.types.get(of.ty) else {
            return Some(of);
        };
        let old = self.operator_at(site)?;
        let is_shift = |op| matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        // The compiler computes a shift by a constant that is too large as it likes.
        let distance = aligner.int_of(of.rhs).filter(|_| is_shift(new));
        if distance.is_some_and(|bits| bits.to_u64().is_none_or(|bits| bits >= width.into())) {
            return None;
        }
        match aligner.typing().operation_at(site.node, new).integer() {
            Some(ty) if ty.width == width => Some(Operands {
                signed: Some(ty.signed),
                ..of
            }),
            Some(_) => None,
            None if is_shift(old) == is_shift(new) => Some(of),
            None => None,
        }
    }

    fn computed(&mut self, site: &OperatorSite, new: BinaryOp, of: Operands) -> Option<Edit> {
        let inverted = self.aligner.found.inverted.contains(&site.inst);
        let mut code = self.code();
        let mut result = compute(&mut code, new, of)?;
        if inverted {
            let (ty, yes) = (
                code.module.types.int(1),
                crate::support::int(code.module, 1, 1),
            );
            result = code.binary(quell_ir::opcode::BinOp::Xor, result, yes, ty);
        }
        Some(code.replace(site.inst, Some(result)))
    }

    /// The node with another operator.
    fn spelled(&self, site: &OperatorSite, new: BinaryOp) -> Option<Rewrite> {
        let node = site.node;
        let tree = self.aligner.tree;
        let token = tree.node(node).token;
        let style = Style::of(tree.text(token));
        let remainder = self.float_remainder(site).filter(|_| new == BinaryOp::Rem);
        let spelling = match remainder {
            Some(function) => Spelling::Call(function),
            None => style.spell_binary(new, tree.language())?,
        };
        match tree.kind(node) {
            Kind::Assign(Some(_)) => match spelling {
                Spelling::Infix(text) => Some(Rewrite {
                    span: token,
                    text: format!("{text}="),
                }),
                _ => self.written_out(node, spelling),
            },
            _ => {
                let binds = binary_strength(tree.language(), new);
                let mut rewrite = rewrite::replace_operator(tree, node, spelling, binds)?;
                if rewrite.span == token {
                    rewrite.text = style.in_case(&rewrite.text);
                }
                Some(rewrite)
            }
        }
    }

    /// `a += b` with a function of both instead.
    fn written_out(&self, node: NodeId, spelling: Spelling) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        let target = tree.node_text(tree.child(node, 0)?);
        let value = tree.node_text(tree.child(node, 1)?);
        Some(Rewrite {
            span: tree.node(node).span,
            text: format!("{target} = {}", spelling.apply(&[target, value])),
        })
    }

    /// The function of C that is the remainder of a division of floats.
    fn float_remainder(&self, site: &OperatorSite) -> Option<&'static str> {
        use quell_bits::FloatFormat;
        let ty = self.aligner.function.insts[site.inst].ty;
        let tree = self.aligner.tree;
        let c = tree.language() == quell_source::Language::C;
        let name = match self.aligner.module.types.get(ty) {
            quell_ir::Type::Float(FloatFormat::Single) if c => "fmodf",
            quell_ir::Type::Float(FloatFormat::X87) if c => "fmodl",
            quell_ir::Type::Float(_) if c => "fmod",
            _ => return None,
        };
        Some(library::callable(tree, name))
    }

    /// `i++` for `i--` and the other way round.
    fn swap_update(&mut self, site: &OperatorSite, increment: bool) -> Option<()> {
        let InstKind::Binary { lhs, .. } = *self.aligner.kind_of(site.inst) else {
            return None;
        };
        let ty = self.aligner.type_of(lhs)?;
        let mut code = self.code();
        let one = code.number(ty, 1)?;
        let op = match increment {
            true => BinaryOp::Sub,
            false => BinaryOp::Add,
        };
        let of = Operands {
            lhs,
            rhs: one,
            ty,
            signed: site.signed,
        };
        let result = compute(&mut code, op, of)?;
        let edit = code.replace(site.inst, Some(result));
        let rewrite = Rewrite {
            span: self.aligner.tree.node(site.node).token,
            text: if increment { "--" } else { "++" }.to_owned(),
        };
        self.draft(site.node, rewrite, vec![edit]);
        Some(())
    }

    pub(super) fn bitwise(&mut self) {
        for site in self.aligner.found.operators.clone() {
            let Some(old) = self.operator_at(&site).filter(|old| BITWISE.contains(old)) else {
                continue;
            };
            let can_be_shifted = !self.is_truth(&site);
            for &new in BITWISE {
                let is_shift = matches!(new, BinaryOp::Shl | BinaryOp::Shr);
                if new != old && (can_be_shifted || !is_shift) {
                    self.swap_one(&site, new);
                }
            }
            self.shift_other_way(&site);
        }
    }

    /// Whether the operator combines truth values, which have no shifts outside of C.
    fn is_truth(&self, site: &OperatorSite) -> bool {
        let ty = self.operands_of(site).map(|of| of.ty);
        let is_bit = |ty| matches!(self.aligner.module.types.get(ty), quell_ir::Type::Int(1));
        self.aligner.tree.language() != Language::C && ty.is_some_and(is_bit)
    }

    /// The right shift that treats the left operand as the other kind of integer.
    fn shift_other_way(&mut self, site: &OperatorSite) -> Option<()> {
        let of = self.operands_under(site, BinaryOp::Shr)?;
        let signed = of.signed?;
        let of = Operands {
            signed: Some(!signed),
            ..of
        };
        let quell_ir::Type::Int(width) = *self.aligner.module.types.get(of.ty) else {
            return None;
        };
        let rewrite = self.other_shift(site.node, !signed, width)?;
        let edit = self.computed(site, BinaryOp::Shr, of)?;
        self.draft(site.node, rewrite, vec![edit]);
        Some(())
    }

    fn other_shift(&self, node: NodeId, signed: bool, width: u32) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        let (left, right) = (tree.child(node, 0)?, tree.child(node, 1)?);
        let language = tree.language();
        let binds = binary_strength(language, BinaryOp::Shr);
        let right_text = rewrite::operand(tree, right, binds + 1);
        let converted = match language {
            Language::C => {
                let sign = if signed { "signed" } else { "unsigned" };
                let ty = match width {
                    ..=32 => sign.to_owned(),
                    33..=64 => format!("{sign} long"),
                    _ => format!("{sign} __int128"),
                };
                format!("({ty}){}", rewrite::operand(tree, left, rewrite::UNARY))
            }
            _ => return None,
        };
        let shift = format!("{converted} >> {right_text}");
        match tree.kind(node) {
            Kind::Assign(_) => Some(Rewrite {
                span: tree.node(node).span,
                text: format!("{} = {shift}", tree.node_text(left)),
            }),
            _ => Some(rewrite::replace_node(tree, node, &Expr::new(shift, binds))),
        }
    }

    pub(super) fn keep(&mut self, set: &[BinaryOp], side: Side) {
        for site in self.aligner.found.operators.clone() {
            let fits = self.operator_at(&site).is_some_and(|op| set.contains(&op));
            if fits {
                self.keep_one(&site, side);
            }
        }
    }

    fn keep_one(&mut self, site: &OperatorSite, side: Side) -> Option<()> {
        if self.fused_at(site).is_some() {
            let rewrite = match self.fused_operand(site, side) {
                Some(value) => self.kept_in_type(site, side, value)?,
                None => self.kept(site.node, side)?,
            };
            let mut edits = self.fused_keep(site, side)?;
            edits.extend(self.without_other(site.node, side)?);
            self.draft(site.node, rewrite, edits);
            return Some(());
        }
        let of = self.operands_of(site)?;
        let value = match side {
            Side::Left => of.lhs,
            Side::Right => of.rhs,
        };
        if self.is_checked(&of) {
            return self.keep_checked(site, side, of);
        }
        if self.aligner.type_of(value) != Some(self.aligner.function.insts[site.inst].ty) {
            return None;
        }
        let rewrite = self.kept_in_type(site, side, value)?;
        let mut edits = self.without_other(site.node, side)?;
        edits.push(self.code().replace(site.inst, Some(value)));
        self.draft(site.node, rewrite, edits);
        Some(())
    }

    /// What leaves out the operand that is not kept. That of an assignment is a place, and stays.
    fn without_other(&mut self, node: NodeId, kept: Side) -> Option<Vec<Edit>> {
        let tree = self.aligner.tree;
        match (kept, tree.kind(node)) {
            (Side::Right, Kind::Assign(_)) => Some(Vec::new()),
            (Side::Right, _) => self.dropped(tree.child(node, 0)?),
            (Side::Left, _) => self.dropped(tree.child(node, 1)?),
        }
    }

    fn keep_checked(&mut self, site: &OperatorSite, side: Side, of: Operands) -> Option<()> {
        let rewrite = self.kept(site.node, side)?;
        let mut edits = self.kept_edits(site, side, of)?;
        edits.extend(self.without_other(site.node, side)?);
        self.draft(site.node, rewrite, edits);
        Some(())
    }

    /// The operand that is kept, in the type that the operation has: what is around it is computed in that. None if the
    /// language has no words for it.
    fn kept_in_type(&self, site: &OperatorSite, side: Side, value: Value) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        let rewrite = self.kept(site.node, side)?;
        let child = self.operand_at(site.node, side)?;
        let is_operation = matches!(tree.kind(site.node), Kind::Binary(_));
        let made = self.aligner.def(value);
        let conversion = match made.map(|inst| self.aligner.kind_of(inst)) {
            Some(InstKind::Cast { op, .. }) => Some(*op),
            _ => None,
        };
        match tree.language() {
            Language::C if is_operation => {
                let ty = self.aligner.function.insts[site.inst].ty;
                let needed = self.arithmetic(ty, site.signed);
                let signed = self.aligner.signed_value(child, value);
                let is_there = |of: &Arithmetic| match value {
                    Value::Const(_) => of.is_type_of_constant(tree.node_text(child)),
                    _ => of.is_type_of(conversion, signed),
                };
                let Some(needed) = needed.filter(|of| !is_there(of)) else {
                    return Some(rewrite);
                };
                let expr = Expr::new(tree.node_text(child), rewrite::strength(tree, child));
                let expr = needed.spell(expr)?;
                Some(rewrite::replace_node(tree, site.node, &expr))
            }
            Language::Fortran if conversion.is_some() => {
                (tree.kind(child) == Kind::Call).then_some(rewrite)
            }
            _ => Some(rewrite),
        }
    }

    fn operand_at(&self, node: NodeId, side: Side) -> Option<NodeId> {
        let number = match side {
            Side::Left => 0,
            Side::Right => 1,
        };
        self.aligner.tree.child(node, number)
    }

    /// `a + b` as `a`; `a += b` as `a = b`, or as `a = a`.
    pub(super) fn kept(&self, node: NodeId, side: Side) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        let child = self.operand_at(node, side)?;
        match tree.kind(node) {
            Kind::Assign(_) => Some(Rewrite {
                span: tree.node(node).span,
                text: format!(
                    "{} = {}",
                    tree.node_text(tree.child(node, 0)?),
                    tree.node_text(child)
                ),
            }),
            _ => {
                let expr = Expr::new(tree.node_text(child), rewrite::strength(tree, child));
                Some(rewrite::replace_node(tree, node, &expr))
            }
        }
    }

    pub(super) fn verdict(&mut self, verdict: bool) {
        for site in self.aligner.found.operators.clone() {
            let relational = matches!(
                self.aligner.kind_of(site.inst),
                InstKind::ICmp { .. } | InstKind::FCmp { .. }
            );
            let binary = matches!(self.aligner.tree.kind(site.node), Kind::Binary(_));
            if relational && binary {
                self.verdict_at(&site, verdict);
            }
        }
    }

    fn verdict_at(&mut self, site: &OperatorSite, verdict: bool) -> Option<()> {
        let mut edits = Vec::new();
        for index in [0, 1] {
            edits.extend(self.dropped(self.aligner.tree.child(site.node, index)?)?);
        }
        let expr = self.truth(verdict);
        let rewrite = rewrite::replace_node(self.aligner.tree, site.node, &expr);
        let inverted = self.aligner.found.inverted.contains(&site.inst);
        let value: Value = crate::support::int(self.module, 1, i64::from(verdict != inverted));
        edits.push(self.code().replace(site.inst, Some(value)));
        self.draft(site.node, rewrite, edits);
        Some(())
    }

    /// How the language writes true and false.
    pub(super) fn truth(&self, verdict: bool) -> Expr {
        use quell_source::Language;
        Expr::primary(match (self.aligner.tree.language(), verdict) {
            (Language::C, true) => "1",
            (Language::C, false) => "0",
            (Language::Rust, true) => "true",
            (Language::Rust, false) => "false",
            (Language::Fortran, true) => ".true.",
            (Language::Fortran, false) => ".false.",
        })
    }
}
