//! Names in settings must exist: `--capacity list.next=3` needs a pointer of that name, and the names in the table of a
//! function must be names that this function has.

use std::collections::{BTreeMap, BTreeSet};

use quell_engine::Subject;
use quell_exec::{Concrete, library};
use quell_ir::{FuncId, Module};
use quell_objectives::Objective;
use quell_values::inputs::{InputError, InputSpace, Names, in_general, is_known};
use quell_values::outside::obstacle;
use quell_values::{Callee, Types};
use toml::Spanned;

use super::file::{Choice, Table, head};
use super::{Chosen, Config, ConfigError};
use crate::args;
use crate::error::CliError;

/// Names beyond these are counted.
const SHOWN: usize = 10;

/// A kind of thing that settings name: its name in messages, and what a message says that a function lacks.
struct Nameable {
    key: &'static str,
    one: &'static str,
    lacking: &'static str,
    known: fn(&Names) -> &BTreeSet<String>,
    named: fn(&Table) -> Vec<&Spanned<String>>,
}

const NAMEABLE: [Nameable; 5] = [
    Nameable {
        key: "capacities",
        one: "pointer",
        lacking: "no pointer whose elements could be counted",
        known: |names| &names.sized,
        named: |table| table.capacities.keys().collect(),
    },
    Nameable {
        key: "null",
        one: "pointer",
        lacking: "no pointer that could be null",
        known: |names| &names.pointers,
        named: |table| listed(table.null.as_ref().map(|of| &of.0)),
    },
    Nameable {
        key: "text",
        one: "text",
        lacking: "no pointer to characters",
        known: |names| &names.texts,
        named: |table| listed(table.text.as_ref().map(|of| &of.0)),
    },
    Nameable {
        key: "globals",
        one: "global variable",
        lacking: "no global variable that it could use",
        known: |names| &names.globals,
        named: |table| listed(table.globals.as_ref().map(|of| &of.0)),
    },
    Nameable {
        key: "values",
        one: "number",
        lacking: "no number among its inputs",
        known: |names| &names.values,
        named: |table| table.values.keys().collect(),
    },
];

fn listed(choice: Option<&Choice>) -> Vec<&Spanned<String>> {
    choice.map_or(Vec::new(), |choice| choice.names().iter().collect())
}

/// What the inputs of functions have that can be named.
#[derive(Debug)]
pub struct Inputs<'i> {
    subject: &'i Subject<'i>,
    /// The function that all tests call, if it is not the one with the objective.
    entry: Option<FuncId>,
    /// By function; `None` if unknown, which the function's own message explains.
    names: BTreeMap<FuncId, Option<Names>>,
}

impl<'i> Inputs<'i> {
    pub fn new(subject: &'i Subject<'i>, entry: Option<FuncId>) -> Self {
        Self {
            subject,
            entry,
            names: BTreeMap::new(),
        }
    }

    /// Refuses values that numbers of the functions with objectives do not have, and names of nothing: in tables, and on the
    /// command line, if that is given.
    pub fn check(
        mut self,
        args: Option<&args::Inputs>,
        config: Option<&Config>,
        chosen: &Chosen<'_>,
    ) -> Result<(), CliError> {
        for function in self.with_names(args, chosen) {
            let names = self.names_of(function, chosen);
            if let (Err(InputError::Values { name, reason }), Some(config)) = (&names, config) {
                let table = chosen.tables.get(&function).map(|of| of.1);
                let at = config.place_of_values(table, name);
                let function = self.subject.lookup.name(function);
                let message = format!("the values of `{name}` in `{function}`: {reason}");
                return Err(config.wrong(at, message).into());
            }
            self.names.insert(function, names.ok());
        }
        if let Some(config) = config {
            self.check_tables(config, chosen)?;
        }
        args.map_or(Ok(()), |args| self.check_capacities(args))
    }

    /// The functions with objectives for which the settings name something.
    fn with_names(&self, args: Option<&args::Inputs>, chosen: &Chosen<'_>) -> BTreeSet<FuncId> {
        let is_in_all = args.is_some_and(|args| args.capacity.iter().any(|of| of.of.is_some()));
        let mutants = self.subject.objectives.iter();
        let functions = mutants.map(|mutant| self.called_for(mutant));
        functions
            .filter(|function| {
                let has_values = !chosen.of(*function).inputs.values.is_empty();
                is_in_all || has_values || chosen.tables.contains_key(function)
            })
            .collect()
    }

    fn called_for(&self, objective: &Objective) -> FuncId {
        self.entry.unwrap_or(objective.site.function)
    }

    fn names_of(&self, function: FuncId, chosen: &Chosen<'_>) -> Result<Names, InputError> {
        let lookup = &self.subject.lookup;
        let module = lookup.module;
        let inputs = &chosen.of(function).inputs;
        let mutants = self.subject.objectives.iter();
        let own = mutants.filter(|mutant| self.called_for(mutant) == function);
        let inputs = quell_engine::inputs(inputs, module, own);
        let callee = Callee {
            outside: outside(module),
            ..Callee::new(lookup, Types::new(module), function)
        };
        let mut names = Names::default();
        for space in InputSpace::all(&callee, &inputs)? {
            names.extend(space.names);
        }
        Ok(names)
    }

    fn check_tables(&self, config: &Config, chosen: &Chosen<'_>) -> Result<(), ConfigError> {
        for (function, names) in &self.names {
            let (Some((title, table)), Some(names)) = (chosen.tables.get(function), names) else {
                continue;
            };
            for of in &NAMEABLE {
                let known = (of.known)(names);
                let named = (of.named)(table);
                if let Some(name) = named.into_iter().find(|of| !is_known(known, of.get_ref())) {
                    let function = self.subject.lookup.name(*function);
                    let message = of.unknown_in(&function, name.get_ref(), names);
                    let message = format!("{} of {}: {message}", of.key, head(title));
                    return Err(config.wrong(name.span().start, message));
                }
            }
        }
        Ok(())
    }

    /// A name on the command line is one of any function.
    fn check_capacities(&self, args: &args::Inputs) -> Result<(), CliError> {
        let mut known = BTreeSet::new();
        for names in self.names.values() {
            match names {
                Some(names) => known.extend(names.sized.iter().cloned()),
                None => return Ok(()),
            }
        }
        let mut wanted = args.capacity.iter().filter_map(|of| of.of.as_ref());
        let Some(name) = wanted.find(|name| !is_known(&known, name)) else {
            return Ok(());
        };
        let message = match NAMEABLE[0].others(&known) {
            None => format!("the functions have {}", NAMEABLE[0].lacking),
            Some(others) => format!("no function has a pointer `{name}`; {others}"),
        };
        Err(CliError::Usage(format!("--capacity {name}=...: {message}")))
    }
}

/// Functions that may be external. Which ones libraries define is known only when the program is linked; libraries define
/// those that have models.
pub fn outside(module: &Module) -> Vec<String> {
    let declared = module.functions.keys();
    let declared = declared.filter(|id| obstacle(module, *id).is_none());
    let symbols = declared.map(|id| module.text(module.functions[id].name));
    symbols
        .filter(|symbol| library::find::<Concrete>(symbol).is_none())
        .map(str::to_owned)
        .collect()
}

impl Nameable {
    fn unknown_in(&self, function: &str, name: &str, names: &Names) -> String {
        let root = name.split(['.', '[', '(']).next().unwrap_or(name);
        if self.key == "values" && names.globals.contains(root) {
            return format!(
                "the global variable `{root}` starts from its initialiser; name it in `globals` too"
            );
        }
        match self.others((self.known)(names)) {
            None => format!("`{function}` has {}", self.lacking),
            Some(others) => format!("`{function}` has no {} `{name}`; {others}", self.one),
        }
    }

    /// What there is instead.
    fn others(&self, known: &BTreeSet<String>) -> Option<String> {
        let known = in_general(known);
        let first: Vec<&str> = known.iter().take(SHOWN).map(String::as_str).collect();
        let more = match known.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let others = format!("the {}s are {}{more}", self.one, first.join(", "));
        (!first.is_empty()).then_some(others)
    }
}

impl Config {
    /// The table with the values of a name: that of a function, or that of all functions.
    fn place_of_values(&self, own: Option<&Table>, name: &str) -> usize {
        let tables = own.into_iter().chain([&self.file.inputs]);
        let mut names = tables.flat_map(|table| table.values.keys());
        let found = names.find(|known| known.get_ref() == name);
        found.map_or(0, |name| name.span().start)
    }
}
