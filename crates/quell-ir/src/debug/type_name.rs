//! Names of types in the syntax of the source language.

use super::types::{Aggregate, AggregateKind, ArrayType, Bound, DiType, Dimension, WrapperKind};
use super::{DebugInfo, Language, MAX_STEPS, PointerKind};
use crate::entity::MdId;

/// Bounds of the types that one name may mention, and of the nesting of parameter lists: names of
/// malformed metadata could be endless.
const MAX_MENTIONS: usize = 200;
const MAX_NESTING: usize = 8;
const ELIDED: &str = "...";

impl<'m> DebugInfo<'m> {
    /// The name of a type in the syntax of the module's language; `None` is void.
    pub fn type_name(&self, ty: Option<MdId>) -> String {
        Namer::new(*self).name(ty)
    }

    /// The name of a type in C's syntax: `const char *`, `struct point [3]`, `int (*)(int)`.
    pub fn c_name(&self, ty: Option<MdId>) -> String {
        let mut namer = Namer::new(*self);
        namer.language = Language::C;
        namer.name(ty)
    }
}

struct Namer<'m> {
    info: DebugInfo<'m>,
    language: Language,
    mentions: usize,
    nesting: usize,
}

impl<'m> Namer<'m> {
    fn new(info: DebugInfo<'m>) -> Self {
        Self {
            info,
            language: info.language(),
            mentions: MAX_MENTIONS,
            nesting: 0,
        }
    }

    fn name(&mut self, ty: Option<MdId>) -> String {
        if self.nesting > MAX_NESTING {
            return ELIDED.to_owned();
        }
        self.nesting += 1;
        let name = match self.language {
            Language::Rust => self.rust_name(ty),
            Language::Fortran => self.fortran_name(ty),
            _ => self.declarator_name(ty),
        };
        self.nesting -= 1;
        name
    }

    /// The type with an id, if the bound of mentions is not reached.
    fn look(&mut self, ty: MdId) -> Option<DiType<'m>> {
        self.mentions = self.mentions.checked_sub(1)?;
        Some(self.info.ty(ty))
    }

    /// The name in C's declarator syntax: the base type comes first, and pointers, arrays and functions
    /// are wrapped around the declarator from the outside of the type inwards.
    fn declarator_name(&mut self, ty: Option<MdId>) -> String {
        let mut qualifiers: Vec<&str> = Vec::new();
        let mut declarator = String::new();
        let mut current = ty;
        loop {
            let Some(id) = current else {
                return finish("void", &qualifiers, &declarator);
            };
            let Some(ty) = self.look(id) else {
                return finish(ELIDED, &qualifiers, &declarator);
            };
            match ty {
                DiType::Wrapper { kind, of, .. } if kind != WrapperKind::Typedef => {
                    qualifiers.push(qualifier(kind));
                    current = of;
                }
                DiType::Pointer { kind, to, name, .. } if name.is_none() => {
                    declarator = pointed(kind, &std::mem::take(&mut qualifiers), &declarator);
                    current = to;
                }
                DiType::Array(array) if !array.vector => {
                    declarator = grouped(&declarator) + &self.c_dimensions(&array);
                    current = array.of;
                }
                DiType::Subroutine {
                    ret,
                    params,
                    variadic,
                } => {
                    declarator = grouped(&declarator) + &self.c_params(&params, variadic);
                    current = ret;
                }
                other => {
                    let base = self.leaf_name(id, &other);
                    return finish(&base, &qualifiers, &declarator);
                }
            }
        }
    }

    fn c_dimensions(&mut self, array: &ArrayType) -> String {
        let size = |dimension: &Dimension| match (dimension.len(), dimension.count) {
            (Some(len), _) => format!("[{len}]"),
            (None, Bound::Variable(id)) => format!("[{}]", self.info.variable_name(id)),
            _ => "[]".to_owned(),
        };
        array.dimensions.iter().map(size).collect()
    }

    fn c_params(&mut self, params: &[Option<MdId>], variadic: bool) -> String {
        let mut names: Vec<String> = params.iter().map(|&param| self.name(param)).collect();
        if variadic {
            names.push(ELIDED.to_owned());
        }
        if names.is_empty() {
            names.push("void".to_owned());
        }
        format!("({})", names.join(", "))
    }

    /// The name of a type without a declarator.
    fn leaf_name(&mut self, id: MdId, ty: &DiType<'m>) -> String {
        match ty {
            DiType::Basic { name, .. } | DiType::Unspecified { name } => (*name).to_owned(),
            DiType::Aggregate(aggregate) => self.aggregate_name(id, aggregate),
            DiType::Enum { name, .. } => self.tagged("enum", id, *name),
            DiType::Pointer {
                name: Some(name), ..
            } => (*name).to_owned(),
            DiType::Wrapper { name, .. } => self.info.path(id, name.unwrap_or("?")),
            DiType::Array(array) => {
                let lanes = array.dimensions.first().and_then(Dimension::len);
                let lane = self.name(array.of);
                format!("{lane} vector[{}]", lanes.unwrap_or(0))
            }
            DiType::String { .. } => "character".to_owned(),
            _ => "?".to_owned(),
        }
    }

    fn aggregate_name(&mut self, id: MdId, aggregate: &Aggregate<'m>) -> String {
        let tag = match aggregate.kind {
            AggregateKind::Struct => "struct",
            AggregateKind::Union => "union",
            AggregateKind::Class => "class",
        };
        self.tagged(tag, id, aggregate.name)
    }

    /// A name with its tag in C, or with its scopes in other languages.
    fn tagged(&self, tag: &str, id: MdId, name: Option<&str>) -> String {
        match (self.info.language(), name) {
            (Language::C | Language::Other, Some(name)) => format!("{tag} {name}"),
            (_, Some(name)) => self.info.path(id, name),
            (_, None) => format!("{tag} {{...}}"),
        }
    }

    fn rust_name(&mut self, ty: Option<MdId>) -> String {
        let Some(id) = ty else {
            return "()".to_owned();
        };
        match self.look(id) {
            None => ELIDED.to_owned(),
            Some(DiType::Pointer { name: None, to, .. }) => {
                format!("*const {}", self.name(to))
            }
            Some(DiType::Array(array)) => {
                let len = array.dimensions.first().and_then(Dimension::len);
                match (self.name(array.of), len) {
                    (of, Some(len)) => format!("[{of}; {len}]"),
                    (of, None) => format!("[{of}]"),
                }
            }
            Some(DiType::Subroutine { ret, params, .. }) => {
                let params: Vec<String> = params.iter().map(|&param| self.name(param)).collect();
                let params = params.join(", ");
                match ret {
                    Some(_) => format!("fn({params}) -> {}", self.name(ret)),
                    None => format!("fn({params})"),
                }
            }
            Some(ty) => self.leaf_name(id, &ty),
        }
    }

    fn fortran_name(&mut self, ty: Option<MdId>) -> String {
        let Some(id) = ty else {
            return "void".to_owned();
        };
        match self.look(id) {
            None => ELIDED.to_owned(),
            Some(DiType::Basic { name, bits, .. }) => fortran_kind(name, bits),
            Some(DiType::String { bits: Some(bits) }) => format!("character(len={})", bits / 8),
            Some(DiType::String { bits: None }) => "character(len=*)".to_owned(),
            Some(DiType::Pointer { to, .. }) => format!("{}, pointer", self.name(to)),
            Some(DiType::Array(array)) => {
                let bounds: Vec<String> = array.dimensions.iter().map(fortran_bounds).collect();
                format!("{}, dimension({})", self.name(array.of), bounds.join(","))
            }
            Some(DiType::Aggregate(Aggregate {
                name: Some(name), ..
            })) => format!("type({name})"),
            Some(ty) => self.leaf_name(id, &ty),
        }
    }
}

const fn qualifier(kind: WrapperKind) -> &'static str {
    match kind {
        WrapperKind::Const => "const",
        WrapperKind::Volatile => "volatile",
        WrapperKind::Restrict => "restrict",
        WrapperKind::Atomic => "_Atomic",
        WrapperKind::Typedef => "",
    }
}

/// A pointer declarator around an inner one: `*`, `*const *`.
fn pointed(kind: PointerKind, qualifiers: &[&str], inner: &str) -> String {
    let star = match kind {
        PointerKind::Pointer => "*",
        PointerKind::Reference => "&",
        PointerKind::RvalueReference => "&&",
        PointerKind::Member => "::*",
    };
    let gap = if qualifiers.is_empty() || inner.is_empty() {
        ""
    } else {
        " "
    };
    format!("{star}{}{gap}{inner}", qualifiers.join(" "))
}

/// A declarator to which an array or function is applied: these bind tighter than pointers, which need
/// parentheses.
fn grouped(declarator: &str) -> String {
    if declarator.starts_with(['*', '&', ':']) {
        format!("({declarator})")
    } else {
        declarator.to_owned()
    }
}

fn finish(base: &str, qualifiers: &[&str], declarator: &str) -> String {
    let words = qualifiers.iter().copied().chain([base]);
    let words = words.chain(Some(declarator).filter(|declarator| !declarator.is_empty()));
    words.collect::<Vec<_>>().join(" ")
}

/// `integer` and `real(8)`: the kind is given unless it is the default.
fn fortran_kind(name: &str, bits: u64) -> String {
    let usual = if name == "complex" { 64 } else { 32 };
    let bytes = if name == "complex" {
        bits / 16
    } else {
        bits / 8
    };
    if bits == usual || bytes == 0 {
        name.to_owned()
    } else {
        format!("{name}({bytes})")
    }
}

/// `10`, `0:9`, `:`, as in a declaration.
fn fortran_bounds(dimension: &Dimension) -> String {
    let lower = match dimension.lower {
        Bound::Known(lower) => Some(lower),
        _ => None,
    };
    match (lower, dimension.len()) {
        (Some(1) | None, Some(len)) => len.to_string(),
        (Some(lower), Some(len)) => {
            let after = lower.saturating_add(i128::from(len));
            format!("{lower}:{}", after.saturating_sub(1))
        }
        _ if dimension.count == Bound::Absent && dimension.upper == Bound::Absent => "*".to_owned(),
        _ => ":".to_owned(),
    }
}

impl<'m> DebugInfo<'m> {
    /// A name qualified by the namespaces, modules and types that enclose the node.
    pub(super) fn path(&self, id: MdId, name: &str) -> String {
        let around = self.scopes(id).skip(1).take(MAX_STEPS);
        let mut names: Vec<&str> = around
            .filter(|scope| is_named_scope(scope.kind()))
            .filter_map(|scope| scope.text("name"))
            .collect();
        names.reverse();
        names.push(name);
        names.join("::")
    }

    fn variable_name(&self, id: MdId) -> &'m str {
        let node = self.node(id);
        let named = node.filter(|node| !node.has_flag("flags", "DIFlagArtificial"));
        named.and_then(|node| node.text("name")).unwrap_or("")
    }
}

fn is_named_scope(kind: &str) -> bool {
    matches!(
        kind,
        "DINamespace" | "DIModule" | "DICompositeType" | "DISubprogram"
    )
}
