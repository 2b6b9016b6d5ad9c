//! The names of a function of Rust: their types, and the values of those that never change.

use quell_ir::MdId;
use quell_ir::debug::DiType;
use quell_source::{Kind, NodeId, SourceFile, Span};

use super::types::RustType;
use crate::align::shapes::callee_name;
use crate::align::{Address, Aligner, Class, literal};
use crate::tree::Tree;

/// The known names of a function.
pub(super) struct Scope<'a> {
    pub aligner: &'a Aligner<'a>,
    /// Where in the tree the names are used.
    node: NodeId,
    /// The function around that.
    function: Option<NodeId>,
}

impl<'a> Scope<'a> {
    pub fn new(aligner: &'a Aligner<'a>, node: NodeId) -> Self {
        let function = aligner.tree.nearest(node, |kind| kind == Kind::Function);
        Self {
            aligner,
            node,
            function,
        }
    }

    pub fn tree(&self) -> &'a Tree {
        self.aligner.tree
    }

    pub fn function(&self) -> Option<NodeId> {
        self.function
    }

    /// The type of all variables of a name, if it is one.
    fn declared(&self, name: &str) -> Option<MdId> {
        let info = &self.aligner.info;
        let variables = info.variables(self.aligner.function).into_iter();
        let mut types = variables
            .filter(|known| known.name == Some(name))
            .map(|known| known.ty);
        let first = types.next()??;
        types.all(|ty| ty == Some(first)).then_some(first)
    }

    /// The type of a variable of this name, be it static.
    pub fn variable(&self, name: &str) -> Option<MdId> {
        let statics = || {
            let all = self.aligner.names.addresses().into_iter();
            let mut types = all
                .filter(|(at, named)| matches!(at, Address::Static(_)) && named.name == name)
                .map(|(_, named)| named.ty);
            let first = types.next()??;
            types.all(|ty| ty == Some(first)).then_some(first)
        };
        self.declared(name).or_else(statics)
    }

    pub fn type_of(&self, name: &str) -> RustType {
        let plain = plain_name(self.aligner, self.variable(name));
        plain.map_or_else(|| self.constant_type(name), RustType::Known)
    }

    /// The declaration of a `const` of this name, if there is only one in the file.
    fn constant(&self, name: &str) -> Option<NodeId> {
        // No variable is called so.
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return None;
        }
        let file = self.tree().file();
        let is_own = |id: &NodeId| {
            let first = file.node(*id).children.first();
            file.kind(*id) == Kind::Declared
                && first.is_some_and(|&id| file.text(file.node(id).span) == name)
        };
        let mut own = file.descend(file.root()).filter(is_own);
        own.next().filter(|_| own.next().is_none())
    }

    fn constant_type(&self, name: &str) -> RustType {
        let Some(declared) = self.constant(name) else {
            return RustType::Unknown;
        };
        let file = self.tree().file();
        let parts = file.node(declared).children.iter();
        let mut spans = parts.map(|&id| file.node(id).span);
        let between = match (spans.next(), spans.next()) {
            (Some(name), Some(value)) if name.end <= value.start => file.text(Span {
                start: name.end,
                end: value.start,
            }),
            _ => "",
        };
        let ty = between.trim().trim_start_matches(':').trim_end_matches('=');
        match literal::RUST_TYPES.contains(&ty.trim()) {
            true => RustType::known(ty.trim()),
            false => RustType::Unknown,
        }
    }

    /// What a place is behind all references.
    fn behind(&self, mut ty: MdId) -> MdId {
        for _ in 0..4 {
            match self.aligner.info.ty(ty) {
                DiType::Pointer { to: Some(to), .. } => ty = to,
                _ => break,
            }
        }
        ty
    }

    /// The type of a field of a struct or tuple, also behind a reference.
    pub fn field(&self, of: MdId, name: &str) -> Option<MdId> {
        let DiType::Aggregate(aggregate) = self.aligner.info.ty(self.behind(of)) else {
            return None;
        };
        // The fields of tuples are numbered.
        let is_own = |known: &str| known == name || known.strip_prefix("__") == Some(name);
        let mut fields = aggregate.fields.iter();
        fields.find(|field| field.name.is_some_and(is_own))?.ty
    }

    /// The type of the elements of an array or slice, also behind a reference.
    pub fn element(&self, of: MdId) -> Option<MdId> {
        let info = &self.aligner.info;
        let of = self.behind(of);
        match info.ty(of) {
            DiType::Array(array) => array.of,
            DiType::Aggregate(aggregate) => {
                let name = aggregate.name?.trim_start_matches('&');
                name.trim_start_matches("mut ")
                    .starts_with('[')
                    .then_some(())?;
                self.pointee(self.field(of, "data_ptr")?)
            }
            _ => None,
        }
    }

    /// The target of a pointer or reference.
    pub fn pointee(&self, of: MdId) -> Option<MdId> {
        match self.aligner.info.ty(of) {
            DiType::Pointer { to, .. } => to,
            _ => None,
        }
    }

    pub fn plain(&self, ty: Option<MdId>) -> RustType {
        plain_name(self.aligner, ty).map_or(RustType::Unknown, RustType::Known)
    }

    /// The types of the parameters of the functions of a name that the function calls, `self` included, then that of
    /// their results; unknown where they differ. Nothing where there is none with so many parameters.
    pub fn signature(&self, name: &str, count: usize) -> Option<(Vec<RustType>, RustType)> {
        let aligner = self.aligner;
        let (module, info) = (aligner.module, &aligner.info);
        let calls = aligner.found.insts.iter();
        let calls = calls.filter(|((_, class), _)| *class == Class::Call);
        let mut found: Option<Vec<RustType>> = None;
        for (_, &inst) in calls {
            let called = aligner.kind_of(inst).as_call();
            let called = called.and_then(|call| module.find_function(callee_name(module, call)?));
            let Some(callee) = called.map(|id| &module.functions[id]) else {
                continue;
            };
            let own = info.source_name(callee).unwrap_or_default();
            // Of a generic function the name has the types behind it.
            if own.split('<').next() != Some(name) {
                continue;
            }
            let Some(signature) = info.signature(callee) else {
                continue;
            };
            let params = signature.params.iter().map(|param| param.ty);
            let types = params.chain([signature.ret]).map(|ty| self.plain(ty));
            let types: Vec<RustType> = types.collect();
            if types.len() != count + 1 {
                continue;
            }
            let agree = |(a, b): (RustType, RustType)| if a == b { a } else { RustType::Unknown };
            found = Some(match found {
                None => types,
                Some(known) => known.into_iter().zip(types).map(agree).collect(),
            });
        }
        let mut types = found?;
        let result = types.pop()?;
        Some((types, result))
    }

    /// Elements of an array or slice, or of a reference to one, and how many there are.
    pub fn elements(&self, name: &str) -> Option<(String, Option<u64>)> {
        let info = &self.aligner.info;
        let mut ty = self.declared(name)?;
        if let DiType::Pointer { to, .. } = info.ty(ty) {
            ty = to?;
        }
        match info.ty(ty) {
            DiType::Array(array) => {
                let length = array.dimensions.first().and_then(|of| of.len());
                Some((plain_name(self.aligner, array.of)?, length))
            }
            DiType::Aggregate(aggregate) => {
                let name = aggregate.name?;
                let inner = name.trim_start_matches("&mut ").trim_start_matches('&');
                let element = inner.strip_prefix('[')?.strip_suffix(']')?;
                (!element.contains(';')).then(|| (element.to_owned(), None))
            }
            _ => None,
        }
    }

    /// What the value of a variable is computed from where a text uses it, if rustc knows: in the text or else in the
    /// function around it.
    pub fn value(
        &self,
        text: &'a SourceFile,
        at: NodeId,
        name: &str,
    ) -> Option<(&'a SourceFile, NodeId)> {
        let known = only_value(text, text.root(), name);
        if let Some(value) = known.or_else(|| last_value(text, at, name)) {
            return Some((text, value));
        }
        let file = self.tree().file();
        let value = only_value(file, self.function?, name);
        let value = value.or_else(|| last_value(file, self.node, name));
        let constant = || file.node(self.constant(name)?).children.get(1).copied();
        Some((file, value.or_else(constant)?))
    }
}

/// The name of a plain type: of a number, `bool` or `char`.
pub(super) fn plain_name(aligner: &Aligner<'_>, ty: Option<MdId>) -> Option<String> {
    match aligner.info.ty(ty?) {
        DiType::Basic { name, .. } => Some(name.to_owned()),
        _ => None,
    }
}

/// The value that a variable is declared with, if it is declared once and never assigned to or borrowed.
pub(super) fn only_value(file: &SourceFile, within: NodeId, name: &str) -> Option<NodeId> {
    let is_name = |id: NodeId| {
        let text = file.text(file.node(id).span);
        text.strip_prefix("mut ").unwrap_or(text).trim() == name
    };
    let mut value = None;
    for id in file.descend(within) {
        let node = file.node(id);
        let Some(&first) = node.children.first() else {
            continue;
        };
        match node.kind {
            Kind::Declared if is_name(first) && value.is_none() => {
                value = Some(*node.children.get(1)?);
            }
            Kind::Declared | Kind::Assign(_) | Kind::CountedLoop if is_name(first) => return None,
            Kind::Unary(quell_source::UnaryOp::AddressOf) if is_name(first) => return None,
            Kind::Function if id != within && node.children.iter().any(|&id| is_name(id)) => {
                return None;
            }
            _ => {}
        }
    }
    value
}

/// What a statement does to a variable.
enum Effect {
    Sets(NodeId),
    Keeps,
    Unknown,
}

/// The value that a variable gets in the statements before a use, without branches between them.
fn last_value(file: &SourceFile, node: NodeId, name: &str) -> Option<NodeId> {
    let mut at = node;
    while let Some(parent) = file.node(at).parent {
        let children = &file.node(parent).children;
        match file.kind(parent) {
            Kind::Block => {
                let before = children.iter().take_while(|&&child| child != at);
                let before: Vec<NodeId> = before.copied().collect();
                for &statement in before.iter().rev() {
                    match effect_of(file, statement, name) {
                        Effect::Sets(value) => return Some(value),
                        Effect::Keeps => {}
                        Effect::Unknown => return None,
                    }
                }
                let holder = file.node(parent).parent.map(|id| file.kind(id));
                if holder.is_none_or(|kind| kind.is_statement() || kind == Kind::Function) {
                    return None;
                }
            }
            Kind::If | Kind::Switch if children.first() != Some(&at) => return None,
            Kind::While | Kind::Loop | Kind::CountedLoop | Kind::Conditional => return None,
            _ => {}
        }
        at = parent;
    }
    None
}

fn effect_of(file: &SourceFile, statement: NodeId, name: &str) -> Effect {
    let children = &file.node(statement).children;
    let (Kind::Declaration | Kind::Expression, Some(&inner)) =
        (file.kind(statement), children.first())
    else {
        return Effect::Unknown;
    };
    let parts = &file.node(inner).children;
    let text = parts.first().map(|&id| file.text(file.node(id).span));
    let own = text.is_some_and(|text| text.strip_prefix("mut ").unwrap_or(text).trim() == name);
    match (file.kind(inner), parts.get(1)) {
        (Kind::Declared | Kind::Assign(None), Some(&value)) if own => Effect::Sets(value),
        (Kind::Assign(_), _) if own => Effect::Unknown,
        _ => Effect::Keeps,
    }
}
