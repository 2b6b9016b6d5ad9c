//! `quell.toml`: settings of all functions and of single ones.
//!
//! * [`find`]: finds the file. [`file`](mod@file): its contents. [`layer`]: options and tables as layers, of which the upper ones
//!   have precedence. [`check`]: checks that names in it exist.

pub mod check;
pub mod file;
pub mod find;
pub mod layer;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use quell_compile::check_regular;
use quell_engine::FunctionSettings;
use quell_ir::FuncId;
use quell_values::lookup::Lookup;
use thiserror::Error;

use crate::args;
use file::{File, Table, head};
use find::Place;
use layer::Layer;

/// A configuration that was read.
#[derive(Debug)]
pub struct Config {
    /// As it was given or found.
    pub path: PathBuf,
    text: String,
    file: File,
}

#[derive(Debug, Error)]
pub enum ConfigError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}:{line}: {message}", path.display())]
    Wrong {
        path: PathBuf,
        line: usize,
        message: String,
    },
}

/// The settings of all functions and of single ones, with the tables that these have.
#[derive(Debug, Default)]
pub struct Chosen<'c> {
    pub usual: FunctionSettings,
    pub functions: BTreeMap<FuncId, FunctionSettings>,
    pub tables: BTreeMap<FuncId, (&'c str, &'c Table)>,
    /// Tables whose names are nearly those of functions.
    pub warnings: Vec<String>,
}

impl Config {
    /// The file that the user names, or the nearest one above the source file.
    pub fn of(args: &args::Configured, file: &Path) -> Result<Option<Self>, ConfigError> {
        let path = match (&args.config, args.no_config) {
            (Some(path), _) => Some(path.clone()),
            (None, true) => None,
            (None, false) => Place::of(file).and_then(|place| place.nearest()),
        };
        path.map(Self::read).transpose()
    }

    fn read(path: PathBuf) -> Result<Self, ConfigError> {
        let text = check_regular(&path).and_then(|()| fs::read_to_string(&path));
        let text = match text {
            Ok(text) => text,
            Err(source) => return Err(ConfigError::Read { path, source }),
        };
        match File::parse(&text) {
            Ok(file) => Ok(Self { path, text, file }),
            Err(wrong) => Err(ConfigError::Wrong {
                path,
                line: line_at(&text, wrong.at),
                message: wrong.message,
            }),
        }
    }

    /// Partitions of inputs, by the names of functions.
    pub fn partitions(&self) -> BTreeMap<String, Vec<String>> {
        let with = self.file.functions.iter();
        let with = with.filter(|(_, table)| !table.partitions.is_empty());
        let named = with.map(|(name, table)| {
            let partitions = table.partitions.iter();
            let partitions = partitions.map(|text| text.get_ref().clone()).collect();
            (name.get_ref().clone(), partitions)
        });
        named.collect()
    }

    /// The error that a partition of a function is wrong, where it stands.
    pub fn wrong_partition(&self, function: &str, text: &str, message: String) -> ConfigError {
        let tables = self.file.functions.iter();
        let mut own = tables.filter(|(name, _)| name.get_ref() == function);
        let partitions = own.next().map(|(_, table)| table.partitions.iter());
        let here = partitions.and_then(|mut all| all.find(|of| of.get_ref() == text));
        self.wrong(here.map_or(0, |of| of.span().start), message)
    }

    /// An error at a place in the file.
    fn wrong(&self, at: usize, message: String) -> ConfigError {
        ConfigError::Wrong {
            path: self.path.clone(),
            line: line_at(&self.text, at),
            message,
        }
    }

    /// The tables of the functions that a file has.
    fn tables<'c>(
        &'c self,
        lookup: &Lookup<'_>,
        chosen: &mut Chosen<'c>,
    ) -> Result<(), ConfigError> {
        for (name, table) in &self.file.functions {
            let (at, name) = (name.span().start, name.get_ref().as_str());
            let functions = lookup.all(name);
            if functions.is_empty() {
                let near = self.misspelled(name, lookup);
                chosen.warnings.extend(near.map(|near| {
                    let place = self.wrong(at, head(name));
                    format!("{place}: there is no such function; did you mean `{near}`?")
                }));
            }
            for function in functions {
                let known = chosen.tables.insert(function, (name, table));
                if let Some((other, _)) = known {
                    let function = lookup.name(function);
                    let message = format!(
                        "{} and {} are both about `{function}`; make one table of them",
                        head(name),
                        head(other)
                    );
                    return Err(self.wrong(at, message));
                }
            }
        }
        Ok(())
    }

    /// The function that a table with an unknown name was probably meant for. One file may serve many programs, so most unknown
    /// names are no mistakes: only a name that nearly matches a function without a table of its own is reported.
    fn misspelled(&self, name: &str, lookup: &Lookup<'_>) -> Option<String> {
        let allowed = match name.chars().count() {
            0..=3 => 0,
            4..=7 => 1,
            _ => 2,
        };
        let tables = self.file.functions.keys();
        let tables: Vec<&str> = tables.map(|name| name.get_ref().as_str()).collect();
        let mut near = lookup.user_functions().into_iter().filter(|function| {
            let last = function.rsplit("::").next().unwrap_or(function);
            let distances =
                [function.as_str(), last].map(|of| strsim::damerau_levenshtein(name, of));
            let is_near = distances.into_iter().any(|distance| distance <= allowed);
            is_near && !tables.contains(&function.as_str()) && !tables.contains(&last)
        });
        let is_declared = lookup.module.find_function(name).is_some();
        near.next().filter(|_| !is_declared)
    }
}

impl<'c> Chosen<'c> {
    /// The command line has precedence over a function's table, and that over the table of all functions.
    pub fn new(
        args: &args::Inputs,
        config: Option<&'c Config>,
        lookup: &Lookup<'_>,
    ) -> Result<Self, ConfigError> {
        let command = Layer::from(args);
        let Some(config) = config else {
            return Ok(Self {
                usual: command.settings(),
                ..Self::default()
            });
        };
        let all = Layer::from(&config.file.inputs);
        let mut chosen = Self {
            usual: command.over(&all).settings(),
            ..Self::default()
        };
        config.tables(lookup, &mut chosen)?;
        let own = chosen.tables.iter().map(|(function, (_, table))| {
            let own = Layer::from(*table).over(&all);
            (*function, command.over(&own).settings())
        });
        chosen.functions = own.collect();
        Ok(chosen)
    }

    /// The settings of a function.
    pub fn of(&self, function: FuncId) -> &FunctionSettings {
        self.functions.get(&function).unwrap_or(&self.usual)
    }
}

/// Lines count from 1.
fn line_at(text: &str, at: usize) -> usize {
    let before = text.as_bytes().iter().take(at);
    1 + before.filter(|byte| **byte == b'\n').count()
}
