//! Replacements of variables, constants and elements of arrays by each other.

use std::collections::BTreeSet;

use quell_bits::FloatFormat;
use quell_ir::opcode::BinOp;
use quell_ir::{InstId, InstKind, LocalDef, TypeId, Value};
use quell_source::{Kind, Language, NodeId};

use super::Workshop;
use super::types::Arithmetic;
use crate::align::{Address, Form, Guard, Named, ValueSite, literal, names};
use crate::catalogue::Thing;
use crate::code::Code;
use crate::rewrite::{self, Expr};
use crate::support;

/// The maximal number of instructions to compute an element.
const MAX_CHAIN: usize = 16;

/// The maximal number of replacements of one kind at a place: each of thousands of constants would get thousands.
pub const MOST: usize = 64;

/// A possible replacement of a value of its type.
#[derive(Clone, Debug)]
struct Candidate {
    text: String,
    binds: u8,
    ty: TypeId,
    signed: Option<bool>,
    /// The type that it has in C.
    own: Option<Arithmetic>,
    /// A Boolean that is represented as a number.
    truth: bool,
    /// Of a literal.
    number: Option<i128>,
    source: Source,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    Value(Value),
    Memory(Value),
    /// Computed again.
    Chain(Value),
}

impl Workshop<'_> {
    pub(super) fn substitute(&mut self, what: Thing, by: Thing) {
        let constants = match by {
            Thing::Constant => self.constants(),
            Thing::Scalar | Thing::Element => Vec::new(),
        };
        for site in &self.aligner.found.values {
            if self.thing_of(site) != Some(what) || site.target_of.is_some() {
                continue;
            }
            for candidate in self.candidates(by, site, &constants) {
                self.substitute_one(site, &candidate);
            }
        }
        if (what, by) == (Thing::Scalar, Thing::Scalar) {
            self.other_targets();
        }
    }

    fn thing_of(&self, site: &ValueSite) -> Option<Thing> {
        match (site.form, self.aligner.tree.kind(site.node)) {
            (Form::Constant, _) => Some(Thing::Constant),
            (Form::Variable(_), Kind::Name) => Some(Thing::Scalar),
            (Form::Variable(_), Kind::Index) => Some(Thing::Element),
            _ => None,
        }
    }

    /// The possible replacements at a site.
    fn candidates(
        &mut self,
        by: Thing,
        site: &ValueSite,
        constants: &[Candidate],
    ) -> Vec<Candidate> {
        let own;
        let all: &[Candidate] = match by {
            Thing::Constant if self.is_receiver(site.node) => &[],
            Thing::Constant => constants,
            Thing::Scalar => {
                own = self.scalars(site.node);
                &own[..]
            }
            Thing::Element => {
                own = self.elements(site.node);
                &own[..]
            }
        };
        let fitting = all.iter().filter(|candidate| self.fits(site, candidate));
        let mut found: Vec<Candidate> = fitting.take(MOST + 1).cloned().collect();
        self.limited |= found.len() > MOST;
        found.truncate(MOST);
        found
    }

    fn fits(&self, site: &ValueSite, candidate: &Candidate) -> bool {
        let tree = self.aligner.tree;
        let sign =
            candidate.signed.is_none() || site.signed.is_none() || candidate.signed == site.signed;
        // Only C computes with truth values.
        let truth = tree.language() == Language::C || candidate.truth == self.is_logical(site);
        let room = candidate
            .number
            .is_none_or(|number| self.has_room_for(site, number));
        room && candidate.ty == site.ty
            && sign
            && truth
            && !self
                .aligner
                .same_name(&candidate.text, tree.node_text(site.node))
    }

    fn substitute_one(&mut self, site: &ValueSite, candidate: &Candidate) -> Option<()> {
        if matches!(candidate.source, Source::Value(value) if value == site.value) {
            return None;
        }
        let expr = Expr::new(candidate.text.clone(), candidate.binds);
        let expr = self.in_type_of(site, expr, candidate.own)?;
        let rewrite = rewrite::replace_node(self.aligner.tree, site.node, &expr);
        let mut edits = self.dropped(site.node)?;
        let aligner = self.aligner;
        self.give_value(site, &mut edits, |code, _| match candidate.source {
            Source::Value(value) => Some(value),
            Source::Memory(pointer) => Some(code.load(pointer, candidate.ty)),
            Source::Chain(value) => Chain {
                aligner,
                code,
                left: MAX_CHAIN,
            }
            .checked(value),
        })?;
        self.draft_of(site.node, rewrite, edits, site.ty);
        Some(())
    }

    /// In C, an assigned value goes to another variable.
    fn other_targets(&mut self) {
        let aligner = self.aligner;
        let c = aligner.tree.language() == Language::C;
        for (&inst, &node) in aligner.found.nodes.iter().filter(|_| c) {
            let target = aligner.tree.child(node, 0);
            let target = target.filter(|_| aligner.tree.kind(node) == Kind::Assign(None));
            if let (InstKind::Store { value, ptr, .. }, Some(target)) =
                (aligner.kind_of(inst), target)
                && aligner.tree.kind(target) == Kind::Name
            {
                self.other_target(inst, target, (*value, *ptr));
            }
        }
    }

    fn other_target(
        &mut self,
        inst: InstId,
        target: NodeId,
        (value, old): (Value, Value),
    ) -> Option<()> {
        let aligner = self.aligner;
        let named = aligner.names.at(aligner.module, old)?;
        let signed = names::signedness(&aligner.info, named.ty);
        let ty = aligner.type_of(value)?;
        for candidate in self.scalars(target) {
            let fits = candidate.ty == ty && candidate.signed == signed;
            let Source::Memory(pointer) = candidate.source else {
                continue;
            };
            if !fits || pointer == old || self.is_const(pointer) {
                continue;
            }
            let expr = Expr::new(candidate.text, candidate.binds);
            let rewrite = rewrite::replace_node(aligner.tree, target, &expr);
            let mut code = self.code();
            code.store(value, pointer);
            let edit = code.replace(inst, None);
            self.draft(target, rewrite, vec![edit]);
        }
        Some(())
    }

    /// The constants of the function.
    fn constants(&self) -> Vec<Candidate> {
        let tree = self.aligner.tree;
        let sites = self.aligner.found.values.iter();
        let constants = sites.filter(|site| site.form == Form::Constant);
        self.distinct(constants.map(|site| Candidate {
            text: tree.node_text(site.node).to_owned(),
            binds: rewrite::strength(tree, site.node),
            ty: site.ty,
            signed: site.signed,
            own: Arithmetic::of_constant(tree.node_text(site.node)),
            truth: tree.kind(site.node) == Kind::Truth,
            number: literal::signed(tree, site.node).map(i128::from),
            source: Source::Value(site.value),
        }))
    }

    /// The variables that can be named at a node and hold one number.
    fn scalars(&mut self, node: NodeId) -> Vec<Candidate> {
        let aligner = self.aligner;
        let mut found = Vec::new();
        let mut hidden = self.declared_around(node);
        let mut all = aligner.names.addresses();
        // Of variables with one name, the last one hides the others.
        all.sort_by_key(|(_, named)| (named.scope.is_none(), std::cmp::Reverse(named.line)));
        for (address, named) in all {
            if !self.is_visible(named, node) || !hidden.insert(named.name.clone()) {
                continue;
            }
            let ty = names::stored_type(aligner.module, aligner.function, address);
            let ty = ty.or_else(|| self.argument_type(named));
            let scalar = ty.filter(|&ty| self.is_number(ty));
            if let Some(ty) = scalar {
                let pointer = match address {
                    Address::Slot(local) => Value::Local(local),
                    Address::Static(global) => self.address_of(global),
                };
                found.push(self.scalar(named, ty, Source::Memory(pointer)));
            }
        }
        for (local, named) in aligner.names.registers() {
            let ty = aligner.function.locals[local].ty;
            let param = matches!(aligner.function.locals[local].def, LocalDef::Param(_));
            if param && self.is_number(ty) && self.is_visible(named, node) {
                found.push(self.scalar(named, ty, Source::Value(Value::Local(local))));
            }
        }
        self.distinct(found)
    }

    /// The names that a node is part of the declarations of: in C they mean what has no value yet.
    fn declared_around(&self, node: NodeId) -> BTreeSet<String> {
        let tree = self.aligner.tree;
        let c = tree.language() == Language::C;
        let around = std::iter::successors(Some(node), |&id| tree.parent(id));
        let declared = around.filter(|&id| c && tree.kind(id) == Kind::Declared);
        let names = declared.filter_map(|id| tree.child(id, 0));
        names.map(|name| tree.node_text(name).to_owned()).collect()
    }

    /// The type of an argument of Fortran, which is passed by its address.
    fn argument_type(&mut self, named: &Named) -> Option<TypeId> {
        use quell_ir::debug::{DiType, Encoding};
        let fortran = self.aligner.tree.language() == Language::Fortran;
        let info = &self.aligner.info;
        let bits = info.bits_of(named.ty).filter(|_| fortran)?;
        match info.ty(info.unwrapped(named.ty)?) {
            DiType::Basic {
                encoding: Encoding::Signed,
                ..
            } => Some(self.module.types.int(u32::try_from(bits).ok()?)),
            DiType::Basic {
                encoding: Encoding::Float,
                ..
            } => {
                let format = match bits {
                    32 => FloatFormat::Single,
                    64 => FloatFormat::Double,
                    _ => return None,
                };
                Some(self.module.types.intern(quell_ir::Type::Float(format)))
            }
            _ => None,
        }
    }

    fn scalar(&self, named: &Named, ty: TypeId, source: Source) -> Candidate {
        let signed = names::signedness(&self.aligner.info, named.ty);
        Candidate {
            text: named.name.clone(),
            binds: rewrite::PRIMARY,
            ty,
            signed,
            own: self.arithmetic(ty, signed),
            truth: names::is_truth(&self.aligner.info, named.ty),
            number: None,
            source,
        }
    }

    pub(super) fn address_of(&mut self, global: quell_ir::GlobalId) -> Value {
        let ty = self.module.types.ptr();
        let kind = quell_ir::ConstKind::Global(quell_ir::GlobalRef::Var(global));
        Value::Const(self.module.consts.intern(ty, kind))
    }

    fn is_number(&self, ty: TypeId) -> bool {
        use quell_ir::Type;
        matches!(self.module.types.get(ty), Type::Int(2..) | Type::Float(_))
    }

    /// Whether a variable is declared before a node, in a block around it.
    pub(super) fn is_visible(&self, named: &Named, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        if named.scope.is_none() {
            let (line, _) = tree.position(tree.shown_span(node).start);
            let own = named
                .file
                .as_deref()
                .is_some_and(|file| tree.path.ends_with(file));
            // In C, later declarations are not visible.
            return tree.language() != Language::C || !own || named.line < line;
        }
        let Some(function) = self.function_node() else {
            return false;
        };
        let mut names = tree.names_on(named.line).iter().copied();
        let declared = names.find(|&id| {
            let same = self.aligner.same_name(tree.node_text(id), &named.name);
            same && tree.contains(function, id)
        });
        // The scope of what a macro declares is not known.
        let declared = declared.filter(|&id| {
            let parent = tree.parent(id).map(|id| tree.kind(id));
            tree.language() != Language::C || parent != Some(Kind::Call)
        });
        let around = |kind: Kind| matches!(kind, Kind::Block | Kind::For | Kind::Function);
        let scope = declared.and_then(|id| tree.nearest(id, around));
        if declared.is_none() && tree.language() == Language::Fortran {
            // An argument: the debug information names the line of the function.
            return true;
        }
        // In its own initialiser a variable has a name already, but no value yet.
        let declarator = declared.map(|id| match tree.parent(id) {
            Some(parent) if tree.kind(parent) == Kind::Declared => parent,
            _ => id,
        });
        let before =
            declarator.is_some_and(|id| tree.node(id).span.end <= tree.shown_span(node).start);
        before && scope.is_some_and(|scope| tree.contains(scope, node))
    }

    /// The elements of arrays that the function reads.
    fn elements(&self, node: NodeId) -> Vec<Candidate> {
        let tree = self.aligner.tree;
        let sites = self.aligner.found.values.iter();
        let elements = sites.filter(|site| {
            let element = self.thing_of(site) == Some(Thing::Element);
            element
                && self
                    .aligner
                    .def(site.value)
                    .is_some_and(|inst| self.can_see(inst, node))
        });
        self.distinct(elements.map(|site| Candidate {
            text: tree.node_text(site.node).to_owned(),
            binds: rewrite::PRIMARY,
            ty: site.ty,
            signed: site.signed,
            own: self.arithmetic(site.ty, site.signed),
            truth: false,
            number: None,
            source: Source::Chain(site.value),
        }))
    }

    /// Whether every variable that a value is computed from can be named at a node.
    fn can_see(&self, inst: InstId, node: NodeId) -> bool {
        let aligner = self.aligner;
        let mut open = vec![inst];
        let mut left = MAX_CHAIN;
        while let Some(inst) = open.pop() {
            let Some(rest) = left.checked_sub(1) else {
                return false;
            };
            left = rest;
            for value in aligner.kind_of(inst).operands() {
                match aligner.names.at(aligner.module, value) {
                    Some(named) if !self.is_visible(named, node) => return false,
                    Some(_) => {}
                    None => open.extend(aligner.def(value)),
                }
            }
        }
        true
    }

    /// Those with different texts or types. Fortran does not distinguish capital letters.
    fn distinct(&self, all: impl IntoIterator<Item = Candidate>) -> Vec<Candidate> {
        let fortran = self.aligner.tree.language() == Language::Fortran;
        let mut seen: BTreeSet<(String, TypeId)> = BTreeSet::new();
        let new = |candidate: &Candidate| {
            let text = match fortran {
                true => candidate.text.to_ascii_lowercase(),
                false => candidate.text.clone(),
            };
            seen.insert((text, candidate.ty))
        };
        all.into_iter().filter(new).collect()
    }
}

/// Computes a value again at another place.
struct Chain<'a, 'c, 'm> {
    aligner: &'a crate::align::Aligner<'a>,
    code: &'c mut Code<'m>,
    left: usize,
}

impl Chain<'_, '_, '_> {
    /// The value, with the checks that Rust makes before it reads an element.
    fn checked(&mut self, value: Value) -> Option<Value> {
        let aligner = self.aligner;
        let inst = aligner.def(value)?;
        let place = aligner.place(inst);
        let own = |guard: &&Guard| guard.tests.iter().any(|&test| aligner.place(test) == place);
        for guard in aligner.guards.iter().filter(own) {
            let InstKind::CondBr { cond, then, .. } = *aligner.kind_of(guard.branch) else {
                return None;
            };
            let mut fails = self.again(cond)?;
            if then == guard.passes {
                let (ty, yes) = (
                    self.code.module.types.int(1),
                    support::int(self.code.module, 1, 1),
                );
                fails = self.code.binary(BinOp::Xor, fails, yes, ty);
            }
            self.code.trap_if(fails)?;
        }
        self.again(value)
    }

    fn again(&mut self, value: Value) -> Option<Value> {
        let Some(inst) = self.aligner.def(value) else {
            return Some(value);
        };
        let old = &self.aligner.function.insts[inst];
        match old.kind {
            InstKind::Alloca { .. } => return Some(value),
            InstKind::Load { .. } | InstKind::Gep { .. } | InstKind::Cast { .. } => {}
            InstKind::ICmp { .. } => {}
            InstKind::Binary { op, .. } if !op.is_division() => {}
            _ => return None,
        }
        self.left = self.left.checked_sub(1)?;
        let mut kind = old.kind.clone();
        let mut operands = Vec::new();
        for operand in kind.operands() {
            operands.push(self.again(operand)?);
        }
        let mut operands = operands.into_iter();
        kind.for_each_operand_mut(|operand| {
            if let Some(new) = operands.next() {
                *operand = new;
            }
        });
        crate::code::drop_poison_flags(&mut kind);
        Some(self.code.push(kind, old.ty))
    }
}
