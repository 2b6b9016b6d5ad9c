//! Writing modules as LLVM IR text.
//!
//! The text is a conservative dialect: opaque pointers, only the attributes of the data model, and
//! (except in [`Dialect::Newest`]) nothing that LLVM 15 to 19 cannot read. Newer constructs are either
//! expressed with older ones or, if they only enable optimisations, omitted.

mod attrs;
mod call;
mod consts;
mod dialect;
mod function;
mod globals;
mod inst;
mod lower;
mod metadata;
mod names;
mod text;
mod types;

use std::fmt;

use rustc_hash::FxHashMap;

use crate::entity::{ConstId, FuncId, InstId, TypeId};
use crate::function::Function;
use crate::inst::Value;
use crate::module::Module;

use function::FunctionWriter;
use lower::Unreadable;
use metadata::MdNumbers;
pub use names::LocalNames;

/// The LLVM versions that can read the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Dialect {
    /// LLVM 15 and everything since.
    #[default]
    V15,
    /// LLVM 19 and everything since.
    V19,
    /// The newest LLVM: nothing of the module is omitted.
    Newest,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    pub dialect: Dialect,
}

/// The module as text in the default dialect.
pub fn print_module(module: &Module) -> String {
    print_module_with(module, PrintOptions::default())
}

pub fn print_module_with(module: &Module, options: PrintOptions) -> String {
    let lowered = match options.dialect {
        Dialect::Newest => None,
        Dialect::V15 | Dialect::V19 => lower::without_unreadable(module),
    };
    let mut writer = Writer::new(lowered.as_ref().unwrap_or(module), options);
    if lowered.is_some() {
        writer.unreadable = Unreadable::of(writer.module);
    }
    writer.module();
    writer.out
}

/// Builds the text. Writing to a `String` cannot fail, so nothing here returns a result.
struct Writer<'m> {
    module: &'m Module,
    dialect: Dialect,
    md: MdNumbers,
    /// Names of the blocks of functions whose blocks have their address taken.
    block_names: FxHashMap<FuncId, LocalNames>,
    /// Constants that cannot be written in the dialect.
    unreadable: Unreadable,
    /// Whether unnamed globals are numbered in the order of the text, once computed.
    numbers_in_order: Option<bool>,
    out: String,
}

/// Formats text to the writer.
macro_rules! put {
    ($writer:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        // Writing to a `String` does not fail.
        let _ = write!($writer.out, $($arg)*);
    }};
}
use put;

impl<'m> Writer<'m> {
    fn new(module: &'m Module, options: PrintOptions) -> Self {
        Self {
            module,
            dialect: options.dialect,
            md: MdNumbers::default(),
            block_names: FxHashMap::default(),
            unreadable: Unreadable::default(),
            numbers_in_order: None,
            out: String::new(),
        }
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// `item, item, item`.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        for (index, element) in items.into_iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            item(self, element);
        }
    }
}

/// A function that returns text, as a [`fmt::Display`].
pub struct DisplayFn<F>(F);

impl<F> fmt::Debug for DisplayFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DisplayFn")
    }
}

impl<F: Fn() -> String> fmt::Display for DisplayFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&(self.0)())
    }
}

/// A part of a module in the newest dialect, for messages.
fn display<'m>(
    module: &'m Module,
    write: impl Fn(&mut Writer<'m>),
) -> DisplayFn<impl Fn() -> String> {
    DisplayFn(move || {
        let dialect = Dialect::Newest;
        let mut writer = Writer::new(module, PrintOptions { dialect });
        write(&mut writer);
        writer.out
    })
}

impl Module {
    /// The whole module in a dialect.
    pub fn display(&self, options: PrintOptions) -> impl fmt::Display {
        DisplayFn(move || print_module_with(self, options))
    }

    /// A type as in operands.
    pub fn display_type(&self, ty: TypeId) -> impl fmt::Display {
        display(self, move |writer| writer.ty(ty))
    }

    /// A constant with its type.
    pub fn display_const(&self, id: ConstId) -> impl fmt::Display {
        display(self, move |writer| writer.typed_const(id))
    }

    /// A function's head and body.
    pub fn display_function(&self, id: FuncId) -> impl fmt::Display {
        display(self, move |writer| writer.function(id))
    }

    /// An operand without its type.
    pub fn display_value<'m>(
        &'m self,
        function: &'m Function,
        names: &'m LocalNames,
        value: Value,
    ) -> impl fmt::Display + 'm {
        display(self, move |writer| {
            FunctionWriter::new(writer, function, names).value(value);
        })
    }

    /// One instruction without its attachments.
    pub fn display_inst<'m>(
        &'m self,
        function: &'m Function,
        names: &'m LocalNames,
        inst: InstId,
    ) -> impl fmt::Display + 'm {
        display(self, move |writer| {
            FunctionWriter::new(writer, function, names).bare_inst(inst);
        })
    }
}
