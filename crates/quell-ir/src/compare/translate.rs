//! Translation of ids of one module to ids of equal entities of another.
//!
//! Types and constants are interned after their parts, so in the order of the tables every part is
//! translated before the whole, however deep the nesting.

use rustc_hash::FxHashMap;

use crate::constant::{Const, ConstExpr, ConstKind, GlobalRef};
use crate::entity::{ConstId, EntityRef, NamedTypeId, TypeId};
use crate::function::ParamAttrs;
use crate::module::Module;
use crate::symbol::Symbol;
use crate::types::Type;

#[derive(Debug)]
pub(super) struct Translation<'m> {
    a: &'m Module,
    b: &'m Module,
    named: Vec<Option<NamedTypeId>>,
    types: Vec<Option<TypeId>>,
    consts: Vec<Option<ConstId>>,
}

impl<'m> Translation<'m> {
    pub(super) fn new(a: &'m Module, b: &'m Module) -> Self {
        let mut ids = Self {
            a,
            b,
            named: Vec::new(),
            types: Vec::new(),
            consts: Vec::new(),
        };
        ids.fill_named();
        for (_, ty) in a.types.iter() {
            let other = ids.type_kind(ty).and_then(|ty| b.types.lookup(&ty));
            ids.types.push(other);
        }
        ids.fill_consts();
        ids
    }

    fn fill_named(&mut self) {
        let b = self.b;
        let named = b.types.named_types();
        let by_name: FxHashMap<&str, NamedTypeId> =
            named.map(|(id, named)| (b.text(named.name), id)).collect();
        for (_, named) in self.a.types.named_types() {
            self.named
                .push(by_name.get(self.a.text(named.name)).copied());
        }
    }

    fn fill_consts(&mut self) {
        let consts = self.b.consts.iter();
        let by_value: FxHashMap<&Const, ConstId> = consts.map(|(id, c)| (c, id)).collect();
        for (_, constant) in self.a.consts.iter() {
            let other = self.constant(constant);
            let other = other.and_then(|other| by_value.get(&other).copied());
            self.consts.push(other);
        }
    }

    pub(super) fn named_type(&self, id: NamedTypeId) -> Option<NamedTypeId> {
        self.named.get(id.index()).copied().flatten()
    }

    pub(super) fn ty(&self, id: TypeId) -> Option<TypeId> {
        self.types.get(id.index()).copied().flatten()
    }

    pub(super) fn konst(&self, id: ConstId) -> Option<ConstId> {
        self.consts.get(id.index()).copied().flatten()
    }

    pub(super) fn symbol(&self, symbol: Symbol) -> Option<Symbol> {
        self.b.symbols.lookup(self.a.text(symbol))
    }

    // Translations in place; false if the second module lacks the entity.

    pub(super) fn type_in(&self, id: &mut TypeId) -> bool {
        replace(id, self.ty(*id))
    }

    pub(super) fn const_in(&self, id: &mut ConstId) -> bool {
        replace(id, self.konst(*id))
    }

    pub(super) fn symbol_in(&self, symbol: &mut Symbol) -> bool {
        replace(symbol, self.symbol(*symbol))
    }

    pub(super) fn optional<T>(
        &self,
        place: &mut Option<T>,
        translate: impl Fn(&Self, &mut T) -> bool,
    ) -> bool {
        place.as_mut().is_none_or(|inner| translate(self, inner))
    }

    pub(super) fn attrs_in(&self, attrs: &mut ParamAttrs) -> bool {
        let types = [
            &mut attrs.byval,
            &mut attrs.sret,
            &mut attrs.byref,
            &mut attrs.inalloca,
            &mut attrs.preallocated,
            &mut attrs.elementtype,
        ];
        types.into_iter().flatten().all(|ty| self.type_in(ty))
    }

    fn types_of(&self, types: &[TypeId]) -> Option<Box<[TypeId]>> {
        types.iter().map(|&ty| self.ty(ty)).collect()
    }

    fn type_kind(&self, ty: &Type) -> Option<Type> {
        Some(match ty {
            Type::Array { elem, len } => Type::Array {
                elem: self.ty(*elem)?,
                len: *len,
            },
            Type::Vector {
                elem,
                len,
                scalable,
            } => Type::Vector {
                elem: self.ty(*elem)?,
                len: *len,
                scalable: *scalable,
            },
            Type::Struct { fields, packed } => Type::Struct {
                fields: self.types_of(fields)?,
                packed: *packed,
            },
            Type::Named(id) => Type::Named(self.named_type(*id)?),
            Type::Func {
                ret,
                params,
                varargs,
            } => Type::Func {
                ret: self.ty(*ret)?,
                params: self.types_of(params)?,
                varargs: *varargs,
            },
            Type::TargetExt { name, types, ints } => Type::TargetExt {
                name: self.symbol(*name)?,
                types: self.types_of(types)?,
                ints: ints.clone(),
            },
            simple => simple.clone(),
        })
    }

    fn constant(&self, constant: &Const) -> Option<Const> {
        let kind = match &constant.kind {
            ConstKind::Aggregate(members) => ConstKind::Aggregate(self.consts_of(members)?),
            ConstKind::Splat(lane) => ConstKind::Splat(self.konst(*lane)?),
            ConstKind::Global(thing) => ConstKind::Global(self.global(*thing)?),
            ConstKind::BlockAddress(function, block) => {
                let GlobalRef::Func(function) = self.global(GlobalRef::Func(*function))? else {
                    return None;
                };
                // Blocks are numbered in the order of the text in both.
                ConstKind::BlockAddress(function, *block)
            }
            ConstKind::Expr(expr) => {
                let mut expr = expr.clone();
                self.expr_in(&mut expr).then_some(ConstKind::Expr(expr))?
            }
            simple => simple.clone(),
        };
        let ty = self.ty(constant.ty)?;
        Some(Const { ty, kind })
    }

    fn global(&self, thing: GlobalRef) -> Option<GlobalRef> {
        self.b.find(self.a.name_of(thing))
    }

    fn consts_of(&self, consts: &[ConstId]) -> Option<Box<[ConstId]>> {
        consts.iter().map(|&id| self.konst(id)).collect()
    }

    fn all_in(&self, consts: &mut [&mut ConstId]) -> bool {
        consts.iter_mut().all(|id| self.const_in(id))
    }

    fn expr_in(&self, expr: &mut ConstExpr) -> bool {
        match expr {
            ConstExpr::Binary { lhs, rhs, .. }
            | ConstExpr::ICmp { lhs, rhs, .. }
            | ConstExpr::FCmp { lhs, rhs, .. } => self.all_in(&mut [lhs, rhs]),
            ConstExpr::Cast { arg, .. } | ConstExpr::FNeg { arg } => self.const_in(arg),
            ConstExpr::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let known = self.type_in(source) && self.const_in(base);
                known && indices.iter_mut().all(|index| self.const_in(index))
            }
            ConstExpr::Select {
                cond,
                then,
                otherwise,
            } => self.all_in(&mut [cond, then, otherwise]),
            ConstExpr::ExtractElement { vector, index } => self.all_in(&mut [vector, index]),
            ConstExpr::InsertElement {
                vector,
                value,
                index,
            } => self.all_in(&mut [vector, value, index]),
            ConstExpr::ShuffleVector { a, b, .. } => self.all_in(&mut [a, b]),
            ConstExpr::ExtractValue { agg, .. } => self.const_in(agg),
            ConstExpr::InsertValue { agg, value, .. } => self.all_in(&mut [agg, value]),
            ConstExpr::Equivalent { of, .. } => self.const_in(of),
        }
    }
}

fn replace<T>(place: &mut T, with: Option<T>) -> bool {
    match with {
        Some(with) => {
            *place = with;
            true
        }
        None => false,
    }
}
