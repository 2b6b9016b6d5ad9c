//! Symbols that nobody defines: the program is linked all the same, and a run that comes to one of them ends there.
//!
//! A function that nobody defines gets a body that tells its number to the harness. A variable gets an address at
//! which there is no memory, so that its use faults; the harness knows whose address it is.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use quell_ir::layout::Layouts;
use quell_ir::{GlobalRef, Module};

/// The stand-ins of one program. Their numbers are those of the functions, then those of the variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Missing {
    functions: Vec<String>,
    variables: Vec<Variable>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Variable {
    symbol: String,
    start: u64,
    end: u64,
}

/// Addresses that nothing is mapped to, and that fit into the 32 bits that code has for them.
const FIRST_ADDRESS: u64 = 0x6000_0000;
const LAST_ADDRESS: u64 = 0x7f00_0000;
const PAGE: u64 = 4096;

impl Missing {
    /// Adds what the linker did not find. False if something of it cannot be stood in for: it is unknown to the
    /// module, there before, of another place in each thread, or too large.
    pub fn add(&mut self, module: &Module, symbols: &BTreeSet<String>) -> bool {
        let layouts = Layouts::new(&module.layout, &module.types);
        symbols.iter().all(|symbol| match module.find(symbol) {
            _ if self.names().any(|name| name == symbol) => false,
            Some(GlobalRef::Func(_)) => {
                self.functions.push(symbol.clone());
                true
            }
            Some(GlobalRef::Var(id)) if !module.globals[id].thread_local => {
                // Of a type that is not known, such as an opaque structure, only the address is used.
                let size = layouts.size(module.globals[id].ty).unwrap_or(0);
                self.add_variable(symbol, size)
            }
            _ => false,
        })
    }

    fn add_variable(&mut self, symbol: &str, size: u64) -> bool {
        let last = self.variables.last();
        let start = last.map_or(FIRST_ADDRESS, |variable| variable.end);
        // Some room behind it, for uses a little beyond its end.
        let end = size
            .checked_next_multiple_of(PAGE)
            .and_then(|size| start.checked_add(size)?.checked_add(PAGE));
        match end.filter(|end| *end <= LAST_ADDRESS) {
            Some(end) => {
                let symbol = symbol.to_owned();
                self.variables.push(Variable { symbol, start, end });
                true
            }
            None => false,
        }
    }

    /// By their numbers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let functions = self.functions.iter().map(String::as_str);
        functions.chain(self.variables.iter().map(|of| of.symbol.as_str()))
    }

    /// All of them as a file in C; `runtime/harness.h` declares what it shares with the harness.
    pub fn source(&self) -> String {
        let mut text = String::from("void quell_missing(unsigned) __attribute__((noreturn));\n");
        for (number, symbol) in self.functions.iter().enumerate() {
            let symbol = quoted(symbol);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "void quell_missing_{number}(void) __asm__(\"{symbol}\");\n\
                 void quell_missing_{number}(void) {{ quell_missing({number}); }}"
            );
        }
        let mut table = String::new();
        for (index, Variable { symbol, start, end }) in self.variables.iter().enumerate() {
            let (symbol, number) = (quoted(symbol), self.functions.len() + index);
            let _ = writeln!(
                text,
                "__asm__(\".globl \\\"{symbol}\\\"\\n.set \\\"{symbol}\\\", {start}\");"
            );
            let _ = write!(table, "{start}, {end}, {number}, ");
        }
        text + &format!("const unsigned long quell_missing_variables[] = {{{table}0, 0, 0}};\n")
    }
}

/// Any name between quotes of C, and once more between those of the assembler.
fn quoted(symbol: &str) -> String {
    let mut text = String::new();
    for byte in symbol.bytes() {
        match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'$' => {
                text.push(char::from(byte));
            }
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "declare void @f()\n@v = external global [5000 x i8]\n\
                          @t = external thread_local global i32\n@w = external global i32\n\
                          @huge = external global [4294967296 x i8]\n";

    fn add(symbols: &[&str]) -> (bool, Missing) {
        let module = quell_ir::parse_module(MODULE, "m.ll").unwrap();
        let mut missing = Missing::default();
        let symbols = symbols.iter().map(ToString::to_string).collect();
        let all = missing.add(&module, &symbols);
        (all, missing)
    }

    #[test]
    fn functions_and_variables_are_numbered_and_do_not_overlap() {
        let (all, missing) = add(&["w", "v", "f"]);
        assert!(all);
        let names: Vec<_> = missing.names().collect();
        assert_eq!(names, ["f", "v", "w"]);
        let [v, w] = &missing.variables[..] else {
            panic!("two variables");
        };
        assert!(v.end - v.start >= 5000 && v.end <= w.start && w.start % PAGE == 0);
        let table = format!("{}, {}, 1, {}, {}, 2, 0", v.start, v.end, w.start, w.end);
        assert!(missing.source().contains(&table), "{}", missing.source());
    }

    #[test]
    fn what_has_no_stand_in_is_told() {
        for symbol in ["t", "huge", "nobody"] {
            assert!(!add(&[symbol]).0, "{symbol}");
        }
        let module = quell_ir::parse_module(MODULE, "m.ll").unwrap();
        let (_, mut missing) = add(&["f"]);
        assert!(!missing.add(&module, &BTreeSet::from(["f".to_owned()])));
    }
}
