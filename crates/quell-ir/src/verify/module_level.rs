//! Rules for types, global variables, aliases and the heads of functions.

use super::Verifier;
use super::error::Violation;
use super::rules::{Checked, Rules};
use crate::analysis::graph::Graph;
use crate::constant::{ConstKind, GlobalRef};
use crate::entity::{AliasId, ConstId, TypeId};
use crate::function::{Function, LocalDef, ParamAttrs};
use crate::layout::LayoutError;
use crate::module::Global;
use crate::opcode::Linkage;
use crate::types::Type;

/// The widest integer of LLVM.
const MAX_INT_WIDTH: u32 = 1 << 23;

impl Verifier<'_> {
    pub(super) fn types(&mut self) {
        let module = self.rules.module;
        for (id, ty) in module.types.iter() {
            self.check(0, self.rules.well_formed(id, ty));
        }
    }

    pub(super) fn globals(&mut self) {
        let module = self.rules.module;
        for global in module.globals.values() {
            self.check(global.text_line, self.rules.global(global));
        }
    }

    pub(super) fn aliases(&mut self) {
        let module = self.rules.module;
        let mut edges = Vec::new();
        for (id, alias) in &module.aliases {
            edges.extend(self.rules.aliases_in(alias.target).map(|to| (id, to)));
        }
        let graph = Graph::from_edges(module.aliases.len(), &edges);
        let components = graph.sccs();
        for (id, alias) in &module.aliases {
            if components.on_cycle(&graph, id) {
                let name = module.text(alias.name).to_owned();
                self.report(alias.text_line, Violation::CyclicAlias(name));
            }
        }
    }

    pub(super) fn function_head(&mut self, function: &Function) {
        let line = function.text_line;
        self.check(line, self.rules.function_type(function));
        self.check(line, self.rules.function_linkage(function));
        self.check(line, self.rules.function_attrs(function));
        self.check(line, self.rules.function_params(function));
    }
}

impl Rules<'_> {
    fn well_formed(&self, id: TypeId, ty: &Type) -> Checked {
        match ty {
            Type::Int(width) if *width == 0 || *width > MAX_INT_WIDTH => {
                Err(Violation::WideInteger(self.name(id)))
            }
            Type::Vector { elem, len, .. } => {
                let kind = self.kind(*elem);
                let scalar = matches!(kind, Type::Int(_) | Type::Float(_) | Type::Ptr(_));
                self.part_if(scalar, id, *elem)?;
                match len {
                    0 => Err(Violation::EmptyVector(self.name(id))),
                    _ => Ok(()),
                }
            }
            Type::Array { elem, .. } => self.part_if(self.is_element(*elem), id, *elem),
            Type::Struct { fields, .. } => fields
                .iter()
                .try_for_each(|&field| self.part_if(self.is_element(field), id, field)),
            Type::Func { ret, params, .. } => {
                let bad_result = matches!(self.kind(*ret), Type::Func { .. } | Type::Label);
                self.part_if(!bad_result, id, *ret)?;
                let is_param =
                    |ty: TypeId| !matches!(self.kind(ty), Type::Void | Type::Func { .. });
                params
                    .iter()
                    .try_for_each(|&param| self.part_if(is_param(param), id, param))
            }
            Type::Named(_) => match self.layouts.get(id) {
                Err(LayoutError::Recursive) => Err(Violation::RecursiveType(self.name(id))),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn is_element(&self, ty: TypeId) -> bool {
        !matches!(
            self.kind(ty),
            Type::Void | Type::Func { .. } | Type::Label | Type::Metadata | Type::Token
        )
    }

    fn part_if(&self, allowed: bool, whole: TypeId, part: TypeId) -> Checked {
        if allowed {
            Ok(())
        } else {
            Err(Violation::BadTypePart {
                whole: self.name(whole),
                part: self.name(part),
            })
        }
    }

    fn global(&self, global: &Global) -> Checked {
        let name = || self.module.text(global.name).to_owned();
        let for_declarations = matches!(global.linkage, Linkage::External | Linkage::ExternWeak);
        let Some(init) = global.init else {
            return if for_declarations {
                Ok(())
            } else {
                Err(Violation::DeclaredLinkage(name()))
            };
        };
        if global.linkage == Linkage::ExternWeak {
            return Err(Violation::DefinedLinkage(name()));
        }
        self.alignment(global.align)?;
        self.same(
            "the initialiser",
            self.module.consts.get(init).ty,
            global.ty,
        )?;
        self.sized("the variable", global.ty)
    }

    pub(super) fn alignment(&self, align: Option<u64>) -> Checked {
        match align {
            Some(align) if !align.is_power_of_two() => Err(Violation::BadAlignment(align)),
            _ => Ok(()),
        }
    }

    /// The aliases to whose addresses a constant refers.
    fn aliases_in(&self, constant: ConstId) -> impl Iterator<Item = AliasId> + use<> {
        let mut found = Vec::new();
        let mut pending = vec![constant];
        while let Some(id) = pending.pop() {
            let kind = &self.module.consts.get(id).kind;
            if let ConstKind::Global(GlobalRef::Alias(alias)) = kind {
                found.push(*alias);
            }
            kind.for_each_member(|member| pending.push(member));
        }
        found.into_iter()
    }

    fn function_type(&self, function: &Function) -> Checked {
        let params: Vec<TypeId> = function.params.iter().map(|param| param.ty).collect();
        let same = match self.kind(function.ty) {
            Type::Func {
                ret,
                params: wanted,
                varargs,
            } => *ret == function.ret && **wanted == *params && *varargs == function.varargs,
            _ => false,
        };
        let name = self.module.text(function.name);
        if same {
            Ok(())
        } else {
            Err(Violation::FunctionType(name.to_owned()))
        }
    }

    fn function_linkage(&self, function: &Function) -> Checked {
        let declared = function.is_declaration();
        let name = self.module.text(function.name).to_owned();
        match function.linkage {
            Linkage::External => Ok(()),
            Linkage::ExternWeak if declared => Ok(()),
            Linkage::ExternWeak => Err(Violation::DefinedLinkage(name)),
            _ if declared => Err(Violation::DeclaredLinkage(name)),
            _ => Ok(()),
        }
    }

    fn function_attrs(&self, function: &Function) -> Checked {
        let attrs = function.attrs;
        let what = match () {
            () if attrs.optnone && !attrs.noinline => "`optnone` without `noinline`",
            () if attrs.noinline && attrs.alwaysinline => "`noinline` and `alwaysinline`",
            () => return Ok(()),
        };
        let function = self.module.text(function.name).to_owned();
        Err(Violation::AttributeConflict { function, what })
    }

    fn function_params(&self, function: &Function) -> Checked {
        let intrinsic = self.module.text(function.name).starts_with("llvm.");
        for (index, param) in function.params.iter().enumerate() {
            if *self.kind(param.ty) == Type::Metadata && !intrinsic {
                return Err(Violation::MetadataOperand);
            }
            self.attrs(param.ty, &param.attrs)?;
            if function.is_declaration() {
                continue;
            }
            let local = function.locals.get(function.param_local(index));
            let local = local.ok_or(Violation::Undefined)?;
            if local.def != LocalDef::Param(index as u32) {
                return Err(Violation::Undefined);
            }
            self.same("a parameter's local", local.ty, param.ty)?;
        }
        self.attrs(function.ret, &function.ret_attrs)
    }

    /// Attributes of memory are allowed on pointers only.
    pub(super) fn attrs(&self, ty: TypeId, attrs: &ParamAttrs) -> Checked {
        let typed = [
            attrs.byval,
            attrs.sret,
            attrs.byref,
            attrs.inalloca,
            attrs.preallocated,
            attrs.elementtype,
        ];
        let for_pointers = typed.iter().any(Option::is_some) || attrs.nest;
        if for_pointers && !matches!(self.kind(ty), Type::Ptr(_)) {
            return Err(Violation::PointerAttribute(self.name(ty)));
        }
        self.alignment(attrs.align)?;
        let in_memory = [attrs.byval, attrs.sret, attrs.byref];
        in_memory
            .into_iter()
            .flatten()
            .try_for_each(|ty| self.sized("the pointee of a parameter", ty))
    }
}
