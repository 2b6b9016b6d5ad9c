//! Finding a function by the name that the user gives.

use quell_compile::{Language, names};
use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, Module};

use crate::error::LookupError;

/// A module and where it came from.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'m> {
    pub module: &'m Module,
    pub info: DebugInfo<'m>,
    pub language: Language,
    pub file: &'m str,
}

/// How many similar names are suggested.
const MAX_SUGGESTIONS: usize = 3;

impl Lookup<'_> {
    /// The function with a name. An exact name has precedence over the end of a path, and a function
    /// of the user over one of a library.
    pub fn find(&self, wanted: &str) -> Result<FuncId, LookupError> {
        let found = self.found(wanted);
        match (&self.all(wanted)[..], found.is_empty()) {
            (&[only], _) => Ok(only),
            (&[], true) => Err(self.unknown(wanted)),
            (&[], false) => Err(LookupError::OnlyDeclared {
                wanted: wanted.to_owned(),
                file: self.file.to_owned(),
            }),
            (several, _) => Err(LookupError::Ambiguous {
                wanted: wanted.to_owned(),
                candidates: several.iter().map(|&id| self.distinct_name(id)).collect(),
            }),
        }
    }

    /// All functions that match: each instance of a generic function counts.
    pub fn all(&self, wanted: &str) -> Vec<FuncId> {
        let mut found = self.found(wanted);
        found.retain(|&id| !self.module.functions[id].is_declaration());
        self.preferred(wanted, found)
    }

    /// The same with those that are only declared.
    fn found(&self, wanted: &str) -> Vec<FuncId> {
        let exact = self.info.functions_named(wanted);
        if !exact.is_empty() {
            return exact;
        }
        let functions = self.module.functions.iter();
        let answering = functions.filter(|(_, function)| {
            let symbol = self.module.text(function.name);
            names::answers_to(symbol, wanted, self.language)
        });
        answering.map(|(id, _)| id).collect()
    }

    fn preferred(&self, wanted: &str, found: Vec<FuncId>) -> Vec<FuncId> {
        let by_symbol = |&&id: &&FuncId| self.module.text(self.module.functions[id].name) == wanted;
        if let Some(&id) = found.iter().find(by_symbol) {
            return vec![id];
        }
        let users = self.info.user_functions();
        let own: Vec<FuncId> = found
            .iter()
            .copied()
            .filter(|id| users.contains(id))
            .collect();
        if own.is_empty() { found } else { own }
    }

    /// The name as the user would write it.
    pub fn name(&self, id: FuncId) -> String {
        let function = &self.module.functions[id];
        match self.info.source_name(function) {
            Some(_) => self.info.qualified_name(function),
            None => names::readable(self.module.text(function.name), self.language),
        }
    }

    /// A name that finds this function and no other.
    fn distinct_name(&self, id: FuncId) -> String {
        let symbol = self.module.text(self.module.functions[id].name);
        format!("{}  (symbol {symbol})", self.name(id))
    }

    /// The names of the functions in the user's files, in order.
    pub fn user_functions(&self) -> Vec<String> {
        let users = self.info.user_functions();
        let mut all: Vec<String> = users.into_iter().map(|id| self.name(id)).collect();
        all.sort();
        all.dedup();
        all
    }

    fn unknown(&self, wanted: &str) -> LookupError {
        let all = self.user_functions();
        LookupError::Unknown {
            wanted: wanted.to_owned(),
            file: self.file.to_owned(),
            nearest: nearest(wanted, &all),
            all,
        }
    }
}

/// The most similar names, if they are similar enough for a misspelling.
fn nearest(wanted: &str, all: &[String]) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    let last = |name: &str| name.rsplit("::").next().unwrap_or(name).to_lowercase();
    let mut scored: Vec<(usize, &String)> = all
        .iter()
        .map(|name| {
            let short = strsim::damerau_levenshtein(&wanted, &last(name));
            let long = strsim::damerau_levenshtein(&wanted, &name.to_lowercase());
            (short.min(long), name)
        })
        .filter(|&(distance, _)| distance <= 1 + wanted.chars().count() / 3)
        .collect();
    scored.sort();
    let names = scored.into_iter().take(MAX_SUGGESTIONS);
    names.map(|(_, name)| format!("`{name}`")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_come_nearest_first() {
        let all = ["shapes::area", "area2", "perimeter"].map(str::to_owned);
        assert_eq!(nearest("aera", &all), ["`shapes::area`", "`area2`"]);
        assert_eq!(nearest("Perimetr", &all), ["`perimeter`"]);
        assert!(nearest("volume", &all).is_empty());
    }
}
