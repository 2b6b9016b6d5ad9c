//! Types.

use quell_bits::FloatFormat;

use super::text::is_number;
use super::{Writer, put};
use crate::entity::TypeId;
use crate::types::Type;

const fn float_name(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Half => "half",
        FloatFormat::BFloat => "bfloat",
        FloatFormat::Single => "float",
        FloatFormat::Double => "double",
        FloatFormat::X87 => "x86_fp80",
        FloatFormat::Quad => "fp128",
    }
}

impl Writer<'_> {
    pub(super) fn ty(&mut self, ty: TypeId) {
        let module = self.module;
        match module.types.get(ty) {
            Type::Void => self.text("void"),
            Type::Int(width) => put!(self, "i{width}"),
            Type::Float(format) => self.text(float_name(*format)),
            Type::Ptr(0) => self.text("ptr"),
            Type::Ptr(space) => put!(self, "ptr addrspace({space})"),
            Type::Label => self.text("label"),
            Type::Metadata => self.text("metadata"),
            Type::Token => self.text("token"),
            Type::X86Amx => self.text("x86_amx"),
            Type::Named(named) => self.type_name(module.text(module.types.named_type(*named).name)),
            Type::Func { .. } => self.function_type(ty),
            other => self.composed_type(other),
        }
    }

    fn composed_type(&mut self, ty: &Type) {
        match ty {
            Type::Array { elem, len } => {
                put!(self, "[{len} x ");
                self.ty(*elem);
                self.text("]");
            }
            Type::Vector {
                elem,
                len,
                scalable,
            } => {
                let vscale = if *scalable { "vscale x " } else { "" };
                put!(self, "<{vscale}{len} x ");
                self.ty(*elem);
                self.text(">");
            }
            Type::Struct { fields, packed } => self.struct_type(fields, *packed),
            Type::TargetExt { name, types, ints } => {
                self.text("target(");
                self.quoted_symbol(*name);
                for &ty in types {
                    self.text(", ");
                    self.ty(ty);
                }
                for int in ints {
                    put!(self, ", {int}");
                }
                self.text(")");
            }
            _ => {}
        }
    }

    fn struct_type(&mut self, fields: &[TypeId], packed: bool) {
        let (open, close) = match (packed, fields.is_empty()) {
            (false, true) => ("{", "}"),
            (true, true) => ("<{", "}>"),
            (false, false) => ("{ ", " }"),
            (true, false) => ("<{ ", " }>"),
        };
        self.text(open);
        self.list(fields, |w, &field| w.ty(field));
        self.text(close);
    }

    fn function_type(&mut self, ty: TypeId) {
        let module = self.module;
        let Type::Func {
            ret,
            params,
            varargs,
        } = module.types.get(ty)
        else {
            return self.ty(ty);
        };
        self.ty(*ret);
        self.text(" (");
        self.list(params, |w, &param| w.ty(param));
        self.text(match (varargs, params.is_empty()) {
            (true, true) => "...",
            (true, false) => ", ...",
            (false, _) => "",
        });
        self.text(")");
    }

    /// The name of a struct, or the number of an unnamed one.
    pub(super) fn type_name(&mut self, name: &str) {
        if is_number(name) {
            put!(self, "%{name}");
        } else {
            self.name('%', name);
        }
    }

    /// `%name = type { ... }` for every named struct, sorted, since the order of the table depends on
    /// their first mentions.
    pub(super) fn type_definitions(&mut self) {
        let module = self.module;
        let named = module.types.named_types();
        let mut sorted: Vec<_> = named.map(|(_, ty)| (module.text(ty.name), ty)).collect();
        sorted.sort_by_key(|entry| entry.0);
        for (name, named) in sorted {
            self.type_name(name);
            self.text(" = type ");
            match named.body {
                Some(body) => self.ty(body),
                None => self.text("opaque"),
            }
            self.text("\n");
        }
    }
}
