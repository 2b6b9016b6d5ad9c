//! Options and tables as layers: settings that an upper layer lacks come from lower ones.

use std::collections::BTreeMap;

use quell_engine::FunctionSettings;
use quell_exec::UbMode;
use quell_values::inputs::{InputSettings, Restriction, Which};
use toml::Spanned;

use super::file::{Depth, Elements, Table, Times};
use crate::args;

#[derive(Clone, Debug, Default)]
pub struct Layer {
    unroll: Option<u32>,
    capacity: Option<u64>,
    depth: Option<u32>,
    calls: Option<u32>,
    null: Option<Which>,
    text: Option<Which>,
    free_globals: Option<Which>,
    ub: Option<UbMode>,
    capacities: BTreeMap<String, u64>,
    values: BTreeMap<String, Restriction>,
}

impl Layer {
    /// This layer upon another one.
    pub fn over(&self, lower: &Self) -> Self {
        let which = |own: &Option<Which>, other: &Option<Which>| own.clone().or(other.clone());
        Self {
            unroll: self.unroll.or(lower.unroll),
            capacity: self.capacity.or(lower.capacity),
            depth: self.depth.or(lower.depth),
            calls: self.calls.or(lower.calls),
            null: which(&self.null, &lower.null),
            text: which(&self.text, &lower.text),
            free_globals: which(&self.free_globals, &lower.free_globals),
            ub: self.ub.or(lower.ub),
            capacities: by_name(&self.capacities, &lower.capacities),
            values: by_name(&self.values, &lower.values),
        }
    }

    /// With defaults for settings that all layers lack.
    pub fn settings(&self) -> FunctionSettings {
        let usual = InputSettings::default();
        let which = |wanted: &Option<Which>| wanted.clone().unwrap_or_default();
        FunctionSettings {
            unroll: self.unroll,
            ub: self.ub.unwrap_or_default(),
            inputs: InputSettings {
                capacity: self.capacity.unwrap_or(usual.capacity),
                depth: self.depth.unwrap_or(usual.depth),
                calls: self.calls.unwrap_or(usual.calls),
                null: self.null.clone(),
                text: which(&self.text),
                free_globals: which(&self.free_globals),
                capacities: self.capacities.clone(),
                values: self.values.clone(),
                ..usual
            },
        }
    }
}

fn by_name<T: Clone>(
    own: &BTreeMap<String, T>,
    lower: &BTreeMap<String, T>,
) -> BTreeMap<String, T> {
    let mut all = lower.clone();
    all.extend(own.clone());
    all
}

impl From<&args::Inputs> for Layer {
    fn from(args: &args::Inputs) -> Self {
        let all = |wanted: bool| wanted.then_some(Which::All);
        let mut layer = Self {
            unroll: args.unroll,
            depth: args.depth,
            calls: args.calls,
            null: all(args.null),
            text: all(args.text),
            free_globals: args.globals.map(|globals| match globals {
                args::Globals::Initial => Which::None,
                args::Globals::Any => Which::All,
            }),
            ub: args.ub.map(Into::into),
            ..Self::default()
        };
        for args::Capacity { of, elements } in &args.capacity {
            match of {
                Some(name) => _ = layer.capacities.insert(name.clone(), *elements),
                None => layer.capacity = Some(*elements),
            }
        }
        layer
    }
}

impl From<&Table> for Layer {
    fn from(table: &Table) -> Self {
        let elements = |Elements::Are(count): Elements| count.get();
        let times = |Times::Are(count): Times| count.get();
        Self {
            unroll: table.unroll.map(times),
            capacity: table.capacity.map(elements),
            depth: table.depth.map(|Depth::Is(depth)| depth),
            calls: table.calls.map(times),
            null: table.null.as_ref().map(|switch| (&switch.0).into()),
            text: table.text.as_ref().map(|switch| (&switch.0).into()),
            free_globals: table.globals.as_ref().map(|globals| (&globals.0).into()),
            ub: table.ub.map(Into::into),
            capacities: named(&table.capacities, |count| elements(*count)),
            values: named(&table.values, |values| values.0.clone()),
        }
    }
}

fn named<T, U>(
    table: &BTreeMap<Spanned<String>, T>,
    value: impl Fn(&T) -> U,
) -> BTreeMap<String, U> {
    let entries = table.iter();
    entries
        .map(|(name, of)| (name.get_ref().clone(), value(of)))
        .collect()
}
