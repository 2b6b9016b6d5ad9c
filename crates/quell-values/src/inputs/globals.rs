//! Mutable globals as inputs.

use super::build::{Builder, Built};
use super::plan::Plan;
use super::reached::Reached;
use crate::globals::{GlobalPart, GlobalShape};
use crate::scope::Assumption;

impl Builder<'_, '_> {
    /// The plans of the globals that the function may use, by their names.
    pub fn globals(&mut self, reached: &Reached) -> Built<Vec<(String, Plan)>> {
        let mut plans = Vec::new();
        let callee = self.callee;
        let further = &self.settings.further_globals;
        let is_used = |shape: &&GlobalShape| {
            reached.globals.contains(&shape.id) || further.contains(&shape.symbol)
        };
        for shape in callee.globals.iter().filter(is_used) {
            for part in &shape.parts {
                let name = distinct_name(&callee.globals, shape, part);
                let names = [part.name.clone(), name.clone()];
                let is_free = names
                    .iter()
                    .any(|name| self.settings.free_globals.has(name));
                self.found.names.globals.extend(names);
                if !is_free {
                    let global = part.name.clone();
                    self.assume(Assumption::InitialGlobal { global });
                    continue;
                }
                self.place = format!("global {} ({})", part.name, self.types.name(part.ty));
                let at = self.root(name.clone());
                plans.push((name, self.whole(part.ty, &at)?));
            }
        }
        self.assume_hidden_globals(reached);
        Ok(plans)
    }

    /// Mutable globals that cannot be set: those of a thread, of another file, or very large ones.
    fn assume_hidden_globals(&mut self, reached: &Reached) {
        let module = self.types.module;
        let is_known = |id| self.callee.globals.iter().any(|shape| shape.id == id);
        let mut hidden = Vec::new();
        for (id, global) in &module.globals {
            let symbol = module.text(global.name);
            let further = self.settings.further_globals.contains(symbol);
            let is_used = further || reached.globals.contains(&id);
            if is_used && !global.constant && !is_known(id) {
                hidden.push((symbol.to_owned(), global.init.is_some()));
            }
        }
        for (global, is_initialised) in hidden {
            self.assume(if is_initialised {
                Assumption::InitialGlobal { global }
            } else {
                Assumption::UnchangedGlobal { global }
            });
        }
    }
}

/// The symbol where several globals have the same name.
fn distinct_name(all: &[GlobalShape], shape: &GlobalShape, part: &GlobalPart) -> String {
    let parts = all.iter().flat_map(|shape| &shape.parts);
    let is_single = parts.filter(|other| other.name == part.name).count() == 1;
    match is_single || shape.parts.len() > 1 {
        true => part.name.clone(),
        false => shape.symbol.clone(),
    }
}
