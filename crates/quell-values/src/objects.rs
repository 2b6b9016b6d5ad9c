//! Objects that literals ask for, collected before any of them has an address.

use quell_ir::debug::DebugInfo;

use crate::call::{SymbolImage, Target};
use crate::encode::NewBuffer;

/// What the objects of a call are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Something that a pointer of the caller's points to.
    Buffer,
    /// An argument that is passed by its address: the function's own copy.
    Argument,
    /// Where the result goes.
    Result,
}

/// An object of a call before it is placed.
#[derive(Clone, Debug)]
pub struct Object {
    pub role: Role,
    pub buffer: NewBuffer,
}

#[derive(Clone, Debug)]
pub struct Objects<'m> {
    pub info: DebugInfo<'m>,
    /// What pointers can point to besides the objects.
    pub symbols: &'m [SymbolImage],
    pub all: Vec<Object>,
}

impl<'m> Objects<'m> {
    pub fn new(info: DebugInfo<'m>, symbols: &'m [SymbolImage]) -> Self {
        Self {
            info,
            symbols,
            all: Vec::new(),
        }
    }

    pub fn add(&mut self, buffer: NewBuffer) -> Target {
        self.add_as(Role::Buffer, buffer)
    }

    pub fn add_as(&mut self, role: Role, buffer: NewBuffer) -> Target {
        self.all.push(Object { role, buffer });
        Target::Object((self.all.len() - 1) as u32)
    }

    /// A function of the module by any of its names, or why there is none.
    pub fn function(&self, name: &str) -> Result<Target, String> {
        let module = self.info.module();
        let Some(&found) = self.info.functions_named(name).first() else {
            return Err(format!("there is no function `{name}`"));
        };
        let symbol = module.text(module.functions[found].name);
        let mut symbols = self.symbols.iter();
        let place = symbols.position(|known| known.symbol == symbol);
        let index = place.and_then(|place| u32::try_from(place).ok());
        index
            .map(Target::Symbol)
            .ok_or_else(|| format!("`{name}` is not defined in this file"))
    }
}
