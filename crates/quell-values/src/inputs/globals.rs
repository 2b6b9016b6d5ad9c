//! Mutable globals as inputs.

use super::build::{Builder, Built};
use super::plan::Plan;
use super::reached::Reached;
use super::settings::GlobalInputs;
use crate::globals::{GlobalPart, GlobalShape};

impl Builder<'_, '_> {
    /// What the globals hold that the function can come to use, by their names.
    pub fn globals(&mut self, reached: &Reached) -> Built<Vec<(String, Plan)>> {
        let mut plans = Vec::new();
        let callee = self.callee;
        let used = callee.globals.iter();
        for shape in used.filter(|shape| reached.globals.contains(&shape.id)) {
            for part in &shape.parts {
                if self.settings.globals == GlobalInputs::Initial {
                    self.bound(format!(
                        "global `{}` starts from its initialiser",
                        part.name
                    ));
                    continue;
                }
                self.place = format!("global {} ({})", part.name, self.types.name(part.ty));
                let name = distinct_name(&callee.globals, shape, part);
                let at = self.root(name.clone());
                plans.push((name, self.whole(part.ty, &at)?));
            }
        }
        Ok(plans)
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
