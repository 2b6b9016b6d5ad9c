//! Values that are changed where they are used.

use quell_bits::{Bits, FloatFormat};
use quell_ir::opcode::{BinOp, FloatPred, IntPred};
use quell_ir::{ConstKind, InstId, InstKind, Type, Value};
use quell_source::{BinaryOp, Kind, Language, NodeId, UnaryOp, spell_unary};

use super::checked::checked;
use super::compute::Operands;
use super::types::Arithmetic;
use super::{Workshop, library};
use crate::align::{Class, Form, ValueSite, literal};
use crate::catalogue::{Position, ValueChange, ValueForm};
use crate::code::Code;
use crate::rewrite::{self, Expr, Rewrite, binary_strength};
use crate::support;

impl Workshop<'_> {
    pub(super) fn change_values(&mut self, forms: &[ValueForm], change: ValueChange) {
        for site in &self.aligner.found.values {
            if forms.contains(&form_of(site.form)) && !self.is_update_target(site) {
                self.change_value(site, change);
            }
        }
    }

    pub(super) fn change_values_at(
        &mut self,
        position: Position,
        forms: &[ValueForm],
        change: ValueChange,
    ) {
        let found = &self.aligner.found;
        let data = found
            .data
            .iter()
            .filter(|_| position == Position::Initialiser);
        for site in found.values.iter().chain(data) {
            let wanted = forms.contains(&form_of(site.form)) && !self.is_update_target(site);
            if wanted && self.position_of(site) == Some(position) {
                self.change_value(site, change);
            }
        }
    }

    /// The role of the value of a site, with casts and lists skipped.
    pub(super) fn position_of(&self, site: &ValueSite) -> Option<Position> {
        let tree = self.aligner.tree;
        let (mut holder, mut child) = tree.holder(site.node)?;
        let mut listed = false;
        while matches!(tree.kind(holder), Kind::Cast | Kind::Aggregate) {
            listed |= tree.kind(holder) == Kind::Aggregate;
            (holder, child) = tree.holder(holder)?;
        }
        let first = tree.child(holder, 0) == Some(child);
        // Only the compiler distinguishes a function of another file from an array.
        let called = self
            .aligner
            .found
            .insts
            .contains_key(&(holder, Class::Call));
        match tree.kind(holder) {
            Kind::Declared => Some(Position::Initialiser),
            _ if listed => None,
            Kind::Return => Some(Position::Result),
            Kind::Call if !first => Some(Position::Argument),
            Kind::Index if !first && called => Some(Position::Argument),
            Kind::Index if !first => Some(Position::Index),
            _ => None,
        }
    }

    /// The operand of `++` is covered by the mutants of `++`.
    fn is_update_target(&self, site: &ValueSite) -> bool {
        let target_of = site.target_of.map(|node| self.aligner.tree.kind(node));
        matches!(target_of, Some(Kind::Update { .. }))
    }

    fn change_value(&mut self, site: &ValueSite, change: ValueChange) -> Option<()> {
        let truth = self.aligner.tree.kind(site.node) == Kind::Truth;
        if truth && self.aligner.tree.language() != Language::C {
            // Neither true nor false is a number.
            return None;
        }
        if self.changes_nothing(site, change) || !self.can_be_written(site, change) {
            return None;
        }
        let expr = self.changed_text(site, change)?;
        let rewrite = self.value_rewrite(site, &expr)?;
        let constant = matches!(change, ValueChange::Zero | ValueChange::Number(_));
        // The target of an assignment stays in the text.
        let mut edits = match constant && site.target_of.is_none() {
            true => self.dropped(site.node)?,
            false => Vec::new(),
        };
        let rust = self.aligner.tree.language() == Language::Rust;
        let signed = site
            .signed
            .or_else(|| self.aligner.constant_sign(site.at).filter(|_| rust));
        let make = |code: &mut Code<'_>, value: Value| {
            let site = &ValueSite {
                value,
                ..site.clone()
            };
            match rust {
                true => checked_change(code, (site, signed), change),
                false => changed(code, site, change),
            }
        };
        match self.stepped_read(site, change) {
            Some(read) => self.redefine(read, &mut edits, make)?,
            None => self.give_value(site, &mut edits, make)?,
        }
        self.draft_of(site.node, rewrite, edits, site.ty);
        Some(())
    }

    /// `++x` changes the variable where it is read: code between the read and the use of the value sees the change.
    fn stepped_read(&self, site: &ValueSite, change: ValueChange) -> Option<InstId> {
        let steps = matches!(
            change,
            ValueChange::StepBefore(_) | ValueChange::StepAfter(_)
        );
        let read = self.aligner.def(site.value).filter(|_| steps)?;
        (self.aligner.users_of(read) == [site.at]).then_some(read)
    }

    /// Changes that leave every value as it is, or that another change of the same kind makes too.
    fn changes_nothing(&self, site: &ValueSite, change: ValueChange) -> bool {
        let number = self.constant(site).and_then(Bits::to_i64);
        match change {
            ValueChange::Zero => number == Some(0) || self.is_float_zero(site),
            ValueChange::Number(new) => number == Some(i64::from(new)),
            ValueChange::Absolute | ValueChange::NegativeAbsolute => site.signed == Some(false),
            ValueChange::StepBefore(_) | ValueChange::StepAfter(_) => !self.can_be_stepped(site),
            _ => false,
        }
    }

    /// After a promotion the variable in memory has another type than the value, and what is constant cannot be
    /// assigned to.
    fn can_be_stepped(&self, site: &ValueSite) -> bool {
        let def = self.aligner.def(site.value);
        let can = def.is_some_and(|inst| match self.aligner.kind_of(inst) {
            InstKind::Load { access, ptr } => {
                !access.volatile && access.ordering.is_none() && !self.is_const(*ptr)
            }
            _ => false,
        });
        can && site.target_of.is_none()
    }

    pub(super) fn constant(&self, site: &ValueSite) -> Option<&Bits> {
        match site.value {
            Value::Const(id) => match &self.aligner.module.consts.get(id).kind {
                ConstKind::Int(bits) => Some(bits),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_float_zero(&self, site: &ValueSite) -> bool {
        match site.value {
            Value::Const(id) => match &self.aligner.module.consts.get(id).kind {
                ConstKind::Float(bits) => bits.is_zero(),
                _ => false,
            },
            _ => false,
        }
    }

    /// The expression in the place of the old one, or in a compound assignment written out.
    fn value_rewrite(&self, site: &ValueSite, expr: &Expr) -> Option<Rewrite> {
        let tree = self.aligner.tree;
        let Some(assignment) = site.target_of else {
            return Some(rewrite::replace_node(tree, site.node, expr));
        };
        let Kind::Assign(Some(op)) = tree.kind(assignment) else {
            return None;
        };
        let binds = binary_strength(tree.language(), op);
        let spelling = quell_source::spell_binary(op, tree.language())?;
        let left = expr.at_least(binds);
        let right = rewrite::operand(tree, tree.child(assignment, 1)?, binds + 1);
        let target = tree.node_text(tree.child(assignment, 0)?);
        Some(Rewrite {
            span: tree.node(assignment).span,
            text: format!("{target} = {}", spelling.apply(&[&left, &right])),
        })
    }

    fn changed_text(&self, site: &ValueSite, change: ValueChange) -> Option<Expr> {
        let tree = self.aligner.tree;
        Some(match change {
            ValueChange::Plus(step) => match self.constant(site) {
                Some(_) if is_literal(tree.kind(site.node)) => {
                    let expr = self.literal_text(site, step)?;
                    self.typed_constant(site, expr)?
                }
                _ => self.plus_text(site, step),
            },
            ValueChange::Number(number) if number < 0 && self.is_natural(site) => return None,
            ValueChange::Zero => self.typed_constant(site, self.number_text(0, site))?,
            ValueChange::Number(number) if !self.has_room_for(site, number.into()) => return None,
            ValueChange::Number(number) => {
                self.typed_constant(site, self.number_text(number, site))?
            }
            ValueChange::Negate | ValueChange::NegativeAbsolute if self.is_natural(site) => {
                return None;
            }
            ValueChange::Negate => self.unary_text(site.node, UnaryOp::Neg)?,
            ValueChange::Complement => self.unary_text(site.node, UnaryOp::BitNot)?,
            // C has no function for the absolute values of wider integers.
            ValueChange::Absolute | ValueChange::NegativeAbsolute
                if tree.language() == Language::C
                    && matches!(self.aligner.module.types.get(site.ty), Type::Int(65..)) =>
            {
                return None;
            }
            ValueChange::Absolute => self.abs_text(site),
            ValueChange::NegativeAbsolute => {
                let binds = self.sign_strength();
                Expr::new(format!("-{}", self.abs_text(site).text), binds)
            }
            ValueChange::TrapOnZero => {
                Expr::primary(format!("zpush({})", tree.node_text(site.node)))
            }
            ValueChange::StepBefore(_) | ValueChange::StepAfter(_) => {
                return self.step_text(site.node, change);
            }
        })
    }

    /// A constant in the place of a site.
    pub(super) fn typed_constant(&self, site: &ValueSite, expr: Expr) -> Option<Expr> {
        let own = Arithmetic::of_constant(&expr.text);
        self.in_type_of(site, expr, own)
    }

    /// A literal with a number added.
    fn literal_text(&self, site: &ValueSite, step: i32) -> Option<Expr> {
        let tree = self.aligner.tree;
        let old = match tree.kind(site.node) {
            Kind::Unary(_) => {
                let inner = tree.bare(tree.child(site.node, 0)?);
                -i128::try_from(literal::integer(tree.node_text(inner))?).ok()?
            }
            _ => i128::try_from(literal::integer(tree.node_text(site.node))?).ok()?,
        };
        let number = old.checked_add(i128::from(step))?;
        if number < 0 && self.is_natural(site) || !self.has_room_for(site, number) {
            return None;
        }
        let binds = match number < 0 {
            true => self.sign_strength(),
            false => rewrite::PRIMARY,
        };
        let text = format!("{number}{}", self.kind_suffix(site));
        literal::fits_kind(tree.language(), &text).then(|| Expr::new(text, binds))
    }

    /// What is written behind a number in the place of a site so that it has the same kind: in Fortran and Rust the type
    /// of a number decides how the expression around it is computed.
    fn kind_suffix(&self, site: &ValueSite) -> String {
        let aligner = self.aligner;
        let tree = aligner.tree;
        let literal = match tree.kind(site.node) {
            Kind::Unary(UnaryOp::Neg) => tree.child(site.node, 0).map(|inner| tree.bare(inner)),
            _ => Some(site.node),
        };
        let literal = literal.filter(|&id| matches!(tree.kind(id), Kind::Integer | Kind::Float));
        match (tree.language(), literal) {
            (Language::C, _) => String::new(),
            (language, Some(id)) => literal::suffix(language, tree.node_text(id)).to_owned(),
            (Language::Fortran, None) => match *aligner.module.types.get(site.ty) {
                Type::Int(width) if width != 32 => format!("_{}", width / 8),
                Type::Float(FloatFormat::Double) => "_8".to_owned(),
                _ => String::new(),
            },
            (Language::Rust, None) => self.open_suffix(site).unwrap_or_default(),
        }
    }

    /// The type of an expression of Rust, where nothing else names the type of a number in its place.
    fn open_suffix(&self, site: &ValueSite) -> Option<String> {
        let tree = self.aligner.tree;
        let (mut holder, mut child) = tree.holder(site.node)?;
        while let Kind::Unary(UnaryOp::Neg | UnaryOp::Not | UnaryOp::BitNot) = tree.kind(holder) {
            (holder, child) = tree.holder(holder)?;
        }
        let open = match tree.kind(holder) {
            Kind::Cast | Kind::Declared => true,
            Kind::Binary(_) => {
                let mut others = tree.node(holder).children.iter();
                others.any(|&id| id != child && is_literal(tree.kind(tree.bare(id))))
            }
            _ => false,
        };
        let ty = crate::rust_types::of_site(self.aligner, site).filter(|_| open)?;
        (ty != "i32" && ty != "f64").then_some(ty)
    }

    /// How strongly the sign of a number binds.
    fn sign_strength(&self) -> u8 {
        match self.aligner.tree.language() {
            Language::Fortran => 13,
            _ => rewrite::UNARY,
        }
    }

    fn plus_text(&self, site: &ValueSite, step: i32) -> Expr {
        let tree = self.aligner.tree;
        let binds = binary_strength(tree.language(), BinaryOp::Add);
        let old = rewrite::operand(tree, site.node, binds);
        let sign = if step < 0 { '-' } else { '+' };
        let mut amount = self.number_text(step.abs(), site).text;
        // A constant that was converted has no room for more before it is: `INT_MAX + 1`.
        let is_long = matches!(self.aligner.module.types.get(site.ty), Type::Int(64));
        if is_long && tree.language() == Language::C && self.constant(site).is_some() {
            amount.push('L');
        }
        Expr::new(format!("{old} {sign} {amount}"), binds)
    }

    fn unary_text(&self, node: NodeId, op: UnaryOp) -> Option<Expr> {
        let tree = self.aligner.tree;
        let language = tree.language();
        let spelling = spell_unary(op, language)?;
        let binds = match language {
            Language::Fortran => 13,
            _ => rewrite::UNARY,
        };
        let mut old = rewrite::operand(tree, node, binds + 1);
        if matches!(tree.kind(node), Kind::Unary(_)) && !old.starts_with('(') {
            old = format!("({old})");
        }
        Some(Expr::new(spelling.apply(&[&old]), binds))
    }

    fn abs_text(&self, site: &ValueSite) -> Expr {
        let tree = self.aligner.tree;
        let old = tree.node_text(site.node);
        let types = &self.aligner.module.types;
        let function = match (tree.language(), types.get(site.ty)) {
            (Language::Rust, Type::Float(_)) => {
                let old = rewrite::operand(tree, site.node, rewrite::PRIMARY);
                return Expr::primary(format!("{old}.abs()"));
            }
            (Language::Rust, _) => {
                let old = rewrite::operand(tree, site.node, rewrite::PRIMARY);
                // Where nothing tells the type of a variable yet, it has no methods.
                return match crate::rust_types::untyped(self.aligner, site) {
                    Some(ty) => {
                        Expr::primary(format!("{ty}::wrapping_abs({})", tree.node_text(site.node)))
                    }
                    None => Expr::primary(format!("{old}.wrapping_abs()")),
                };
            }
            (Language::Fortran, _) => return Expr::primary(format!("abs({old})")),
            (_, Type::Float(FloatFormat::Single)) => "fabsf",
            (_, Type::Float(FloatFormat::X87)) => "fabsl",
            (_, Type::Float(_)) => "fabs",
            (_, Type::Int(64)) => "labs",
            _ => "abs",
        };
        Expr::primary(format!("{}({old})", library::callable(tree, function)))
    }

    /// `++x` and its kind: C only, and only where the place can be named twice without harm.
    fn step_text(&self, node: NodeId, change: ValueChange) -> Option<Expr> {
        let tree = self.aligner.tree;
        if tree.language() != Language::C {
            return None;
        }
        let token = |step: i32| if step > 0 { "++" } else { "--" };
        let old = |binds: u8| rewrite::operand(tree, node, binds);
        Some(match change {
            ValueChange::StepBefore(step) => {
                let text = format!("{}{}", token(step), old(rewrite::UNARY));
                Expr::new(text, rewrite::UNARY)
            }
            ValueChange::StepAfter(step) => {
                Expr::new(format!("{}{}", old(rewrite::PRIMARY), token(step)), 17)
            }
            _ => return None,
        })
    }

    /// A number in the type of a site. A plain `1.0` of C would make the arithmetic double.
    fn number_text(&self, number: i32, site: &ValueSite) -> Expr {
        let text = match self.aligner.module.types.get(site.ty) {
            Type::Float(FloatFormat::Single) if self.aligner.tree.language() == Language::C => {
                format!("{number}.0f")
            }
            Type::Float(_) => format!("{number}.0{}", self.kind_suffix(site)),
            _ => format!("{number}{}", self.kind_suffix(site)),
        };
        let binds = match number < 0 {
            true => self.sign_strength(),
            false => rewrite::PRIMARY,
        };
        Expr::new(text, binds)
    }
}

pub(super) fn form_of(form: Form) -> ValueForm {
    match form {
        Form::Constant => ValueForm::Constant,
        Form::Variable(_) => ValueForm::Variable,
        Form::Operator => ValueForm::Operator,
        Form::Call => ValueForm::Call,
    }
}

fn is_literal(kind: Kind) -> bool {
    matches!(kind, Kind::Integer | Kind::Unary(UnaryOp::Neg))
}

/// The new value, computed from the old one; none if the change makes no sense for the type.
fn changed(code: &mut Code<'_>, site: &ValueSite, change: ValueChange) -> Option<Value> {
    let (old, ty) = (site.value, site.ty);
    let float = code.is_float(ty);
    // Booleans are not numbers; pointers have separate operators.
    let integer = matches!(code.module.types.get(ty), Type::Int(2..));
    if !float && !integer {
        return None;
    }
    match change {
        ValueChange::Plus(step) => plus(code, site, old, step),
        ValueChange::Zero => Some(support::zero(code.module, ty)),
        ValueChange::Number(number) => code.number(ty, number),
        ValueChange::Negate => negated(code, site, old),
        ValueChange::Complement if integer => {
            let ones = code.number(ty, -1)?;
            Some(code.binary(BinOp::Xor, old, ones, ty))
        }
        ValueChange::Complement => None,
        ValueChange::Absolute => absolute(code, site),
        ValueChange::NegativeAbsolute => {
            let absolute = absolute(code, site)?;
            negated(code, site, absolute)
        }
        ValueChange::TrapOnZero => {
            let zero = support::zero(code.module, ty);
            let is_zero = match float {
                true => code.fcmp(FloatPred::Oeq, old, zero),
                false => code.icmp(IntPred::Eq, old, zero),
            };
            code.trap_if(is_zero)?;
            Some(old)
        }
        ValueChange::StepBefore(step) => stepped(code, site, step, true),
        ValueChange::StepAfter(step) => stepped(code, site, step, false),
    }
}

/// The new value in Rust, where integers that grow out of their type end the run.
fn checked_change(
    code: &mut Code<'_>,
    (site, signed): (&ValueSite, Option<bool>),
    change: ValueChange,
) -> Option<Value> {
    let integer = matches!(code.module.types.get(site.ty), Type::Int(2..));
    let (op, lhs, rhs) = match change {
        ValueChange::Plus(step) if integer && matches!(site.value, Value::Local(_)) => {
            let amount = code.number(site.ty, step.abs())?;
            let op = if step < 0 {
                BinaryOp::Sub
            } else {
                BinaryOp::Add
            };
            (op, site.value, amount)
        }
        ValueChange::Negate | ValueChange::NegativeAbsolute if integer => {
            let old = match change {
                ValueChange::Negate => site.value,
                _ => absolute(code, site)?,
            };
            (BinaryOp::Sub, support::zero(code.module, site.ty), old)
        }
        _ => return changed(code, site, change),
    };
    let of = Operands {
        lhs,
        rhs,
        ty: site.ty,
        signed,
    };
    checked(code, op, of)
}

fn plus(code: &mut Code<'_>, site: &ValueSite, old: Value, step: i32) -> Option<Value> {
    if let Some(folded) = folded(code, site, step) {
        return Some(folded);
    }
    let amount = code.number(site.ty, step)?;
    let op = if code.is_float(site.ty) {
        BinOp::FAdd
    } else {
        BinOp::Add
    };
    Some(code.binary(op, old, amount, site.ty))
}

/// Constants are simply replaced.
fn folded(code: &mut Code<'_>, site: &ValueSite, step: i32) -> Option<Value> {
    let Value::Const(id) = site.value else {
        return None;
    };
    let ConstKind::Int(bits) = &code.module.consts.get(id).kind else {
        return None;
    };
    let sum = bits.add(&Bits::from_i64(bits.width(), i64::from(step)));
    Some(support::int_of_bits(code.module, &sum))
}

fn negated(code: &mut Code<'_>, site: &ValueSite, old: Value) -> Option<Value> {
    if code.is_float(site.ty) {
        let flags = quell_ir::opcode::Flags::NONE;
        return Some(code.push(InstKind::FNeg { flags, arg: old }, site.ty));
    }
    let zero = support::zero(code.module, site.ty);
    Some(code.binary(BinOp::Sub, zero, old, site.ty))
}

fn absolute(code: &mut Code<'_>, site: &ValueSite) -> Option<Value> {
    let (old, ty) = (site.value, site.ty);
    if code.is_float(ty) {
        let Type::Float(format) = code.module.types.get(ty).clone() else {
            return None;
        };
        let name = format!("llvm.fabs.{}", float_suffix(format));
        let callee = support::intrinsic(code.module, &name, ty, &[ty]);
        return code.call(callee, &[old]);
    }
    // Its absolute value is known only if it is known to be signed.
    site.signed.filter(|&signed| signed)?;
    let zero = support::zero(code.module, ty);
    let negative = code.icmp(IntPred::Slt, old, zero);
    let negated = code.binary(BinOp::Sub, zero, old, ty);
    Some(code.select(negative, negated, old, ty))
}

pub(super) const fn float_suffix(format: quell_bits::FloatFormat) -> &'static str {
    use quell_bits::FloatFormat as F;
    match format {
        F::Half => "f16",
        F::BFloat => "bf16",
        F::Single => "f32",
        F::Double => "f64",
        F::X87 => "f80",
        F::Quad => "f128",
    }
}

/// The variable is changed in memory too, and the value is the new one or the old one.
fn stepped(code: &mut Code<'_>, site: &ValueSite, step: i32, new: bool) -> Option<Value> {
    let Form::Variable(Some(address)) = site.form else {
        return None;
    };
    let amount = code.number(site.ty, step)?;
    let op = if code.is_float(site.ty) {
        BinOp::FAdd
    } else {
        BinOp::Add
    };
    let sum = code.binary(op, site.value, amount, site.ty);
    code.store(sum, address);
    Some(if new { sum } else { site.value })
}
