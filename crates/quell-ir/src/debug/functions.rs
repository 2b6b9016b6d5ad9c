//! Functions as the source sees them: names, and whose they are.

use super::node::Node;
use super::place::file_of;
use super::{DebugInfo, Language};
use crate::entity::FuncId;
use crate::function::Function;
use crate::module::Module;

/// Where a function's text comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The file that was compiled, or another one of the same Rust crate or program.
    Main,
    /// A header that is not part of the system.
    Header,
    /// The system's headers, the Rust standard library, a crate from a registry.
    Library,
    /// Made by the compiler.
    Generated,
    /// Defined elsewhere.
    External,
    /// The module does not say.
    Unknown,
}

/// What the paths of files have in common that are not the user's.
const LIBRARY_PREFIXES: &[&str] = &[
    "/usr/include/",
    "/usr/lib/",
    "/usr/local/include/",
    "/lib/",
    "/rustc/",
    // Crates that the standard library is built from.
    "/rust/deps/",
];
const LIBRARY_PARTS: &[&str] = &[
    "/.cargo/registry/",
    "/.cargo/git/",
    "/cargo/registry/",
    "/rustlib/src/",
    "/lib/clang/",
    "/lib/gcc/",
];
const HEADER_ENDINGS: &[&str] = &[".h", ".hh", ".hpp", ".hxx", ".inc", ".fi"];

impl<'m> DebugInfo<'m> {
    fn subprogram(&self, function: &Function) -> Option<Node<'m>> {
        let id = function.subprogram.expand()?;
        Node::of_kind(self.module, id, "DISubprogram")
    }

    /// The name in the source, without scopes.
    pub fn source_name(&self, function: &Function) -> Option<&'m str> {
        self.subprogram(function)?.text("name")
    }

    /// The name in the source with namespaces, modules and types before it, or else what the
    /// symbol's mangling tells.
    pub fn qualified_name(&self, function: &Function) -> String {
        let named = self.subprogram(function);
        if let Some((node, name)) = named.and_then(|node| Some((node, node.text("name")?))) {
            return self.path(node.id, name);
        }
        let symbol = self.module.text(function.name);
        fortran_name(symbol).unwrap_or_else(|| symbol.to_owned())
    }

    /// File, directory and line of a function's beginning.
    pub fn function_place(&self, function: &Function) -> Option<(&'m str, &'m str, u32)> {
        let node = self.subprogram(function)?;
        let (file, directory) = file_of(&node)?;
        Some((file, directory, node.u32("line").unwrap_or(0)))
    }

    /// Where the text of a function comes from.
    pub fn origin(&self, function: &Function) -> Origin {
        if function.is_declaration() {
            return Origin::External;
        }
        let Some(node) = self.subprogram(function) else {
            return if self.is_present() {
                Origin::Generated
            } else {
                Origin::Unknown
            };
        };
        if node.has_flag("flags", "DIFlagArtificial") {
            return Origin::Generated;
        }
        match file_of(&node) {
            None => Origin::Unknown,
            Some((file, directory)) => self.origin_of_file(&node, file, directory),
        }
    }

    fn origin_of_file(&self, node: &Node<'m>, file: &str, directory: &str) -> Origin {
        if file.starts_with('<') {
            return Origin::Generated;
        }
        let main = node.node("unit").and_then(|unit| file_of(&unit));
        if main.is_some_and(|main| same_file(main, (file, directory))) {
            return Origin::Main;
        }
        if is_library_path(&full_path(file, directory)) {
            return Origin::Library;
        }
        match HEADER_ENDINGS.iter().any(|ending| file.ends_with(ending)) {
            true => Origin::Header,
            false => Origin::Main,
        }
    }

    /// The functions whose text is the user's, headers included. Of a module without debug
    /// information, all that are defined.
    pub fn user_functions(&self) -> Vec<FuncId> {
        let wanted = |origin| match origin {
            Origin::Main | Origin::Header => true,
            Origin::Unknown => !self.is_present(),
            _ => false,
        };
        let functions = self.module.functions.iter();
        let users = functions.filter(|(_, function)| wanted(self.origin(function)));
        users.map(|(id, _)| id).collect()
    }

    /// The functions that go by a name: the symbol's, the source's, or that with its scopes.
    /// Definitions come before declarations.
    pub fn functions_named(&self, name: &str) -> Vec<FuncId> {
        let module = self.module;
        let answers = |function: &Function| {
            module.text(function.name) == name
                || self.source_name(function) == Some(name)
                || self.qualified_name(function) == name
                || self.language() == Language::Fortran
                    && self.qualified_name(function).eq_ignore_ascii_case(name)
        };
        let functions = module.functions.iter();
        let matching = functions.filter(|(_, function)| answers(function));
        let mut found: Vec<FuncId> = matching.map(|(id, _)| id).collect();
        found.sort_by_key(|&id| sort_key(module, id));
        found
    }
}

fn sort_key(module: &Module, id: FuncId) -> (bool, FuncId) {
    let declared = module
        .functions
        .get(id)
        .is_none_or(Function::is_declaration);
    (declared, id)
}

fn full_path(file: &str, directory: &str) -> String {
    if file.starts_with('/') || directory.is_empty() {
        file.to_owned()
    } else {
        format!("{directory}/{file}")
    }
}

/// Whether two names with their directories are one file. Rust adds the codegen unit to the name
/// of a unit's file: `src/lib.rs/@/crate.hash-cgu.0`.
fn same_file(unit: (&str, &str), other: (&str, &str)) -> bool {
    let unit_file = unit.0.split("/@/").next().unwrap_or(unit.0);
    full_path(unit_file, unit.1) == full_path(other.0, other.1)
}

fn is_library_path(path: &str) -> bool {
    LIBRARY_PREFIXES
        .iter()
        .any(|prefix| path.starts_with(prefix))
        || LIBRARY_PARTS.iter().any(|part| path.contains(part))
}

/// The name behind flang's mangling: `_QPtriangle`, `_QMmPshift` (module `m`), `_QQmain`. The
/// upper-case letters say what the name after them is; names themselves are lower case.
fn fortran_name(symbol: &str) -> Option<String> {
    let rest = symbol.strip_prefix("_Q")?;
    if rest == "Qmain" {
        return Some("main".to_owned());
    }
    let mut names = rest.split(|c: char| c.is_ascii_uppercase());
    let named = names.next()?.is_empty() && rest.contains(['P', 'F']);
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    (named && !names.is_empty()).then(|| names.join("::"))
}
