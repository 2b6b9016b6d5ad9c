//! Initialiser lists of C: the value of a list for each part of a variable, and the instruction that
//! stores it.

use std::collections::BTreeMap;

use quell_bits::Bits;
use quell_ir::{ConstId, ConstKind, GlobalRef, InstId, InstKind, Type, TypeId, Value};
use quell_source::{Kind, Language, NodeId};

use super::lists::Item;
use super::operands::{Agreement, Form};
use super::shapes::callee_name;
use super::{Aligner, Use, ValueSite, names};
use crate::harden::bounds::locate_in;

/// The maximal nesting of constants that get mutants.
const MAX_DEPTH: u32 = 16;

/// The destination of a number that is no operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Bytes of a variable that the instruction initialises as a whole, as by `memcpy` from a constant.
    Bytes { variable: Value, offset: u64 },
    /// A bit-field: these bits of the word that the instruction stores, beside those that are kept.
    Field { kept: Value, mask: u64 },
    /// A constant variable that only this function reads.
    Data { variable: Value, offset: u64 },
}

/// A list, its variable, and the instructions that initialise it.
#[derive(Debug)]
struct Filled {
    variable: Value,
    insts: Vec<InstId>,
}

impl Aligner<'_> {
    /// The numbers in the lists of the function.
    pub(super) fn initial_values(&self) -> Vec<ValueSite> {
        let mut sites = Vec::new();
        for (declared, filled) in self.filled_variables() {
            let named = self.names.at(self.module, filled.variable);
            let list = self.tree.child(declared, 1);
            let items = named
                .zip(list)
                .and_then(|(named, list)| self.items(named.ty?, list));
            for item in items.unwrap_or_default() {
                let mut insts = filled.insts.iter().rev();
                sites.extend(insts.find_map(|&inst| self.item_site(inst, &filled, item)));
            }
        }
        sites
    }

    /// The variables with lists, by their declarators.
    fn filled_variables(&self) -> BTreeMap<NodeId, Filled> {
        let mut found: BTreeMap<NodeId, Filled> = BTreeMap::new();
        let c = self.tree.language() == Language::C;
        let blocks = self.function.blocks.values().filter(|_| c);
        for &inst in blocks.flat_map(|block| &block.insts) {
            let Some((declared, variable)) = self.fills(inst) else {
                continue;
            };
            let filled = found.entry(declared).or_insert_with(|| Filled {
                variable,
                insts: Vec::new(),
            });
            filled.insts.push(inst);
        }
        found
    }

    /// The declarator with a list that an instruction belongs to, and the address of the variable.
    fn fills(&self, inst: InstId) -> Option<(NodeId, Value)> {
        let pointer = match self.kind_of(inst) {
            InstKind::Store { ptr, .. } => *ptr,
            InstKind::Call(call) if callee_name(self.module, call)?.starts_with("llvm.mem") => {
                call.args.first()?.value
            }
            _ => return None,
        };
        let nodes = self.tree.at(self.place(inst)?).iter();
        let declared = nodes.filter_map(|&node| match self.tree.kind(node) {
            Kind::Declared => Some(node),
            Kind::Aggregate => self.tree.parent(node),
            _ => None,
        });
        let mut lists = declared.filter(|&node| {
            let list = self.tree.child(node, 1).map(|list| self.tree.kind(list));
            self.tree.kind(node) == Kind::Declared && list == Some(Kind::Aggregate)
        });
        let declared = lists.next()?;
        let variable = locate_in(self.module, self.function, pointer)?.root;
        let named = self.names.at(self.module, variable)?;
        let name = self.tree.node_text(self.tree.child(declared, 0)?);
        (named.name == name).then_some((declared, variable))
    }

    fn item_site(&self, inst: InstId, filled: &Filled, item: Item) -> Option<ValueSite> {
        match self.kind_of(inst) {
            InstKind::Store { ptr, .. } => {
                let within = locate_in(self.module, self.function, *ptr)?;
                let same = within.fixed() == Some(item.offset)
                    && !names::is_truth(&self.info, Some(item.ty));
                let site = self.value_site(item.node, Use { inst, operand: 0 });
                site.filter(|_| same)
            }
            InstKind::Call(call) => {
                let source = call.args.get(1)?.value;
                let constant = match self.is_zero(source) {
                    true => self.zero_at(filled.variable, item.offset),
                    false => self.copied(source, item.offset),
                };
                let mut site = self.constant_site(item, constant?, inst)?;
                site.part = Some(Part::Bytes {
                    variable: filled.variable,
                    offset: item.offset,
                });
                Some(site)
            }
            _ => None,
        }
    }

    /// The site of a constant without an instruction of its own.
    pub(super) fn constant_site(&self, item: Item, id: ConstId, inst: InstId) -> Option<ValueSite> {
        let constant = self.module.consts.get(id);
        let number = matches!(constant.kind, ConstKind::Int(_) | ConstKind::Float(_));
        let value = Value::Const(id);
        let node = self.uncast(item.node);
        let (agreement, form) = self.agreement(node, value);
        let certain = agreement == Agreement::Yes && form == Some(Form::Constant);
        // A value converted to a Boolean becomes 0 or 1.
        let truth = names::is_truth(&self.info, Some(item.ty));
        (number && certain && !truth).then_some(ValueSite {
            node,
            at: Use { inst, operand: 0 },
            value,
            ty: constant.ty,
            signed: names::signedness(&self.info, Some(item.ty)),
            form: Form::Constant,
            target_of: None,
            bound: None,
            part: None,
        })
    }

    /// The number at an offset of a constant that is copied from.
    fn copied(&self, source: Value, offset: u64) -> Option<ConstId> {
        let Value::Const(id) = source else {
            return None;
        };
        let ConstKind::Global(GlobalRef::Var(global)) = self.module.consts.get(id).kind else {
            return None;
        };
        let global = &self.module.globals[global];
        let init = global.init.filter(|_| global.constant)?;
        self.number_in(init, offset)
    }

    /// The number that begins at an offset of a constant.
    pub(super) fn number_in(&self, constant: ConstId, offset: u64) -> Option<ConstId> {
        let module = self.module;
        let (mut at, mut left) = (constant, offset);
        for _ in 0..MAX_DEPTH {
            let constant = module.consts.get(at);
            let (index, rest, member) = match constant.kind {
                ConstKind::Int(_) | ConstKind::Float(_) => return (left == 0).then_some(at),
                ConstKind::Zero => return self.find_zero(self.number_type(constant.ty, left)?),
                _ => self.step_into(constant.ty, left)?,
            };
            at = match &constant.kind {
                ConstKind::Aggregate(members) => *members.get(index)?,
                ConstKind::Bytes(bytes) => {
                    let byte = Bits::from_u64(8, u64::from(*bytes.get(index)?));
                    module.consts.lookup(member, &ConstKind::Int(byte))?
                }
                _ => return None,
            };
            left = rest;
        }
        None
    }

    /// The member of an aggregate type at an offset: its number, the offset in it, and its type.
    fn step_into(&self, ty: TypeId, offset: u64) -> Option<(usize, u64, TypeId)> {
        let (layout, types) = (&self.module.layout, &self.module.types);
        match types.resolve(ty) {
            Type::Array { elem, .. } => {
                let size = layout.alloc_size(types, *elem).ok()?;
                let index = offset.checked_div(size)?;
                Some((usize::try_from(index).ok()?, offset % size, *elem))
            }
            Type::Struct { .. } => {
                let offsets = layout.struct_layout(types, ty).ok()?.offsets;
                let index = offsets.iter().rposition(|&start| start <= offset)?;
                Some((
                    index,
                    offset - offsets[index],
                    types.member(ty, index as u64)?,
                ))
            }
            _ => None,
        }
    }

    /// The type of the number that begins at an offset of a type.
    fn number_type(&self, ty: TypeId, offset: u64) -> Option<TypeId> {
        let (mut ty, mut left) = (ty, offset);
        for _ in 0..MAX_DEPTH {
            match self.module.types.get(ty) {
                Type::Int(_) | Type::Float(_) => return (left == 0).then_some(ty),
                _ => (_, left, ty) = self.step_into(ty, left)?,
            }
        }
        None
    }

    fn zero_at(&self, variable: Value, offset: u64) -> Option<ConstId> {
        let InstKind::Alloca { elem, .. } = self.kind_of(self.def(variable)?) else {
            return None;
        };
        self.find_zero(self.number_type(*elem, offset)?)
    }

    fn find_zero(&self, ty: TypeId) -> Option<ConstId> {
        let kind = match self.module.types.get(ty) {
            Type::Int(width) => ConstKind::Int(Bits::zero(*width)),
            Type::Float(format) => ConstKind::Float(Bits::zero(format.width())),
            _ => return None,
        };
        self.module.consts.lookup(ty, &kind)
    }
}
