//! Functions, block by block.

use smallvec::SmallVec;

use super::translate::Translation;
use super::{Comparison, Difference, check};
use crate::entity::{BlockId, EntityRef, InstId, LocalId, MdId, SecondaryMap, TypeId};
use crate::function::{DbgRecord, Function, LocalDef};
use crate::inst::{Access, Attachment, Call, Callee, Clause, Inst, InstKind, Value};
use crate::metadata::Metadata;

/// The correspondence of locals and instructions of two functions.
#[derive(Default)]
struct Correspondence {
    locals: SecondaryMap<LocalId, Option<LocalId>>,
    /// The positions of instructions in the text, for each function.
    order: (SecondaryMap<InstId, u32>, SecondaryMap<InstId, u32>),
}

/// Instructions in the order of the text.
fn in_order(function: &Function) -> impl Iterator<Item = InstId> + '_ {
    function
        .blocks
        .values()
        .flat_map(|block| block.insts.iter().copied())
}

impl Comparison<'_> {
    pub(super) fn functions(
        &mut self,
        place: &str,
        a: &Function,
        b: &Function,
    ) -> Result<(), Difference> {
        check(self.heads(a, b), place, "function head differs")?;
        check(self.params(a, b), place, "parameters differ")?;
        let subprograms = (a.subprogram.expand(), b.subprogram.expand());
        check(
            subprograms.0.is_some() == subprograms.1.is_some(),
            place,
            "subprogram differs",
        )?;
        if let (Some(a), Some(b)) = subprograms {
            self.md.push_all(place, &[a], &[b]);
        }
        let places = self.places(place, a, b)?;
        for (index, (left, right)) in in_order(a).zip(in_order(b)).enumerate() {
            let place = format!("{place}, instruction {}", index + 1);
            self.insts(&place, &a.insts[left], &b.insts[right], &places)?;
        }
        self.records(place, a, b, &places)?;
        self.attachments(place, a, b, &places)
    }

    fn heads(&self, a: &Function, b: &Function) -> bool {
        macro_rules! same {
            ($($field:ident)*) => { true $(&& a.$field == b.$field)* };
        }
        let types = [(a.ty, b.ty), (a.ret, b.ret)];
        let consts = [
            (a.personality, b.personality),
            (a.prefix, b.prefix),
            (a.prologue, b.prologue),
        ];
        same!(varargs linkage visibility dso_local unnamed_addr conv attrs align)
            && types.iter().all(|&(a, b)| self.ids.ty(a) == Some(b))
            && consts.iter().all(|&(a, b)| match (a, b) {
                (Some(a), Some(b)) => self.ids.konst(a) == Some(b),
                (a, b) => a == b,
            })
            && self.optional_texts(a.section, b.section)
            && self.optional_texts(a.comdat, b.comdat)
    }

    fn params(&self, a: &Function, b: &Function) -> bool {
        let mut attrs = a.ret_attrs;
        let mut params = a.params.clone();
        let known = params
            .iter_mut()
            .all(|param| self.ids.type_in(&mut param.ty) && self.ids.attrs_in(&mut param.attrs));
        known && self.ids.attrs_in(&mut attrs) && attrs == b.ret_attrs && params == b.params
    }

    /// Checks that blocks and locals have the same names at the same positions.
    fn places(
        &self,
        place: &str,
        a: &Function,
        b: &Function,
    ) -> Result<Correspondence, Difference> {
        let mut places = Correspondence::default();
        check(a.blocks.len() == b.blocks.len(), place, "number of blocks")?;
        for (left, right) in a.blocks.values().zip(b.blocks.values()) {
            let names = self.optional_texts(left.name, right.name);
            check(names, place, "a block has another name")?;
            let same = left.insts.len() == right.insts.len();
            check(same, place, "a block has another length")?;
        }
        for (index, (left, right)) in in_order(a).zip(in_order(b)).enumerate() {
            places.order.0[left] = index as u32;
            places.order.1[right] = index as u32;
            let results = (
                a.insts[left].result.expand(),
                b.insts[right].result.expand(),
            );
            if let (Some(left), Some(right)) = results {
                places.locals[left] = Some(right);
            }
        }
        check(a.locals.len() == b.locals.len(), place, "number of locals")?;
        for (id, local) in &a.locals {
            if let LocalDef::Param(_) = local.def {
                places.locals[id] = Some(id);
            }
            let other = places.locals[id].and_then(|other| b.locals.get(other));
            let same = other.is_some_and(|other| {
                self.optional_texts(local.name, other.name)
                    && self.ids.ty(local.ty) == Some(other.ty)
                    && matches!(local.def, LocalDef::Param(_))
                        == matches!(other.def, LocalDef::Param(_))
            });
            check(same, place, "a local differs")?;
        }
        Ok(places)
    }

    fn insts(
        &mut self,
        place: &str,
        a: &Inst,
        b: &Inst,
        places: &Correspondence,
    ) -> Result<(), Difference> {
        let (mut left, mut right) = (a.kind.clone(), b.kind.clone());
        let mut nodes = (Vec::new(), Vec::new());
        collect_metadata(&mut left, &mut nodes.0);
        collect_metadata(&mut right, &mut nodes.1);
        nodes.0.extend(a.dbg.expand());
        nodes.1.extend(b.dbg.expand());
        let known = inst_in(&self.ids, places, &mut left) && self.ids.ty(a.ty) == Some(b.ty);
        let same = known && left == right && a.dbg.is_some() == b.dbg.is_some();
        check(same, place, &format!("{:?} is not {:?}", a.kind, b.kind))?;
        let same = self.function_metadata(place, &nodes.0, &nodes.1, places);
        check(same, place, "metadata operands differ")
    }

    /// Pairs of metadata used in a function. Those of locals are compared immediately.
    fn function_metadata(
        &mut self,
        place: &str,
        a: &[MdId],
        b: &[MdId],
        places: &Correspondence,
    ) -> bool {
        let mut left_over = (Vec::new(), Vec::new());
        let mut pending: Vec<_> = a.iter().copied().zip(b.iter().copied()).collect();
        let mut same = a.len() == b.len();
        while let Some((left, right)) = pending.pop() {
            match (&self.a.metadata[left], &self.b.metadata[right]) {
                (Metadata::Local(left), Metadata::Local(right)) => {
                    same &= places.locals[*left] == Some(*right);
                }
                (Metadata::ArgList(left), Metadata::ArgList(right)) => {
                    same &= left.len() == right.len();
                    pending.extend(left.iter().copied().zip(right.iter().copied()));
                }
                _ => {
                    left_over.0.push(left);
                    left_over.1.push(right);
                }
            }
        }
        self.md.push_all(place, &left_over.0, &left_over.1);
        same
    }

    fn records(
        &mut self,
        place: &str,
        a: &Function,
        b: &Function,
        places: &Correspondence,
    ) -> Result<(), Difference> {
        let left = sorted(&a.dbg_records, |record| places.order.0[record.before]);
        let right = sorted(&b.dbg_records, |record| places.order.1[record.before]);
        check(left.len() == right.len(), place, "number of debug records")?;
        for ((at, left), (other_at, right)) in left.into_iter().zip(right) {
            let kinds = std::mem::discriminant(&left.kind) == std::mem::discriminant(&right.kind);
            let nodes = (record_nodes(left), record_nodes(right));
            let same = at == other_at
                && kinds
                && self.function_metadata(place, &nodes.0, &nodes.1, places);
            check(same, place, "a debug record differs")?;
        }
        Ok(())
    }

    fn attachments(
        &mut self,
        place: &str,
        a: &Function,
        b: &Function,
        places: &Correspondence,
    ) -> Result<(), Difference> {
        let left = sorted(&a.attachments, |(inst, _)| places.order.0[*inst]);
        let right = sorted(&b.attachments, |(inst, _)| places.order.1[*inst]);
        check(left.len() == right.len(), place, "number of attachments")?;
        for ((at, left), (other_at, right)) in left.into_iter().zip(right) {
            let kinds = |left: &Attachment, right: &Attachment| {
                self.a.text(left.kind) == self.b.text(right.kind)
            };
            let same = at == other_at && kinds(&left.1, &right.1);
            check(same, place, "an attachment differs")?;
            self.md.push_all(place, &[left.1.node], &[right.1.node]);
        }
        Ok(())
    }
}

fn sorted<T>(items: &[T], key: impl Fn(&T) -> u32) -> Vec<(u32, &T)> {
    let mut sorted: Vec<_> = items.iter().map(|item| (key(item), item)).collect();
    sorted.sort_by_key(|item| item.0);
    sorted
}

fn record_nodes(record: &DbgRecord) -> SmallVec<[MdId; 6]> {
    let mut nodes = record.kind.operands();
    nodes.extend(record.loc.expand());
    nodes
}

/// Moves metadata operands to a list: their ids cannot be compared across modules.
fn collect_metadata(kind: &mut InstKind, nodes: &mut Vec<MdId>) {
    kind.for_each_operand_mut(|value| {
        if let Value::Metadata(id) = value {
            nodes.push(*id);
            *id = MdId::new(0);
        }
    });
}

/// Translates an instruction in place; false if the other module lacks a part of it.
fn inst_in(ids: &Translation<'_>, places: &Correspondence, kind: &mut InstKind) -> bool {
    let mut known = true;
    kind.for_each_operand_mut(|value| {
        known &= match value {
            Value::Local(local) => match places.locals[*local] {
                Some(other) => {
                    *local = other;
                    true
                }
                None => false,
            },
            Value::Const(id) => ids.const_in(id),
            Value::Metadata(_) => true,
        };
    });
    // Blocks have the same ids: both functions have them in the order of the text.
    known && types_in(ids, kind)
}

fn types_in(ids: &Translation<'_>, kind: &mut InstKind) -> bool {
    match kind {
        InstKind::Alloca { elem: ty, .. } | InstKind::Gep { source: ty, .. } => ids.type_in(ty),
        InstKind::Load { access, .. }
        | InstKind::Store { access, .. }
        | InstKind::AtomicRmw { access, .. } => scope_in(ids, access),
        InstKind::CmpXchg(exchange) => scope_in(ids, &mut exchange.access),
        InstKind::Call(call) | InstKind::Invoke { call, .. } => call_in(ids, call),
        InstKind::LandingPad { clauses, .. } => clauses.iter_mut().all(|clause| {
            let (Clause::Catch { ty, .. } | Clause::Filter { ty, .. }) = clause;
            ids.type_in(ty)
        }),
        InstKind::Switch { cases, .. } => {
            let mut values = cases.iter_mut().map(|(value, _): &mut (_, BlockId)| value);
            values.all(|value| ids.const_in(value))
        }
        _ => true,
    }
}

fn scope_in(ids: &Translation<'_>, access: &mut Access) -> bool {
    ids.optional(&mut access.scope, |ids, scope| ids.symbol_in(scope))
}

fn call_in(ids: &Translation<'_>, call: &mut Call) -> bool {
    let callee = match &mut call.callee {
        Callee::Value(_) => true,
        Callee::Asm(asm) => ids.symbol_in(&mut asm.text) && ids.symbol_in(&mut asm.constraints),
    };
    let head = ids.type_in(&mut call.fn_ty) && ids.attrs_in(&mut call.ret_attrs);
    let args = call
        .args
        .iter_mut()
        .all(|arg| ids.type_in(&mut arg.ty) && ids.attrs_in(&mut arg.attrs));
    let bundles = call.bundles.iter_mut().all(|bundle| {
        let mut types = bundle.args.iter_mut().map(|(ty, _): &mut (TypeId, _)| ty);
        ids.symbol_in(&mut bundle.tag) && types.all(|ty| ids.type_in(ty))
    });
    callee && head && args && bundles
}
