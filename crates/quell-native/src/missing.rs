//! Undefined symbols without a stub: the program is linked nevertheless, and a run that reaches one of them ends there.
//!
//! An undefined function gets a body that tells its number to the harness. A variable gets an address at which there is no memory,
//! so that an access raises SIGSEGV; the harness knows whose address it is. The address of a thread-local variable depends on where
//! the linker puts the others, so the program is asked for it.
//!
//! - **Reaching an undefined symbol ends a run.** For a mutant that is an end like others. If the original reaches one, there is
//!   no behaviour to compare with, so the test is refused.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use quell_ir::layout::Layouts;
use quell_ir::{GlobalRef, Module};

/// The replacements of undefined symbols in one program. Their numbers are those of the functions, then those of the variables.
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
    thread_local: bool,
}

/// Addresses that nothing is mapped to, and that fit into the 32 bits that code has for them.
const ADDRESSES: Range<u64> = 0x6000_0000..0x6f00_0000;
/// Those of thread-local variables, whose offsets depend on the data before the program's own.
const THREAD_LOCAL_ADDRESSES: Range<u64> = 0x7000_0000..0x7e00_0000;
const PAGE: u64 = 4096;

impl Missing {
    /// Adds symbols that the linker did not find. False if one of them cannot be replaced: it is unknown to the
    /// module, was added before, or is too large.
    pub fn add(&mut self, module: &Module, symbols: &BTreeSet<String>) -> bool {
        let layouts = Layouts::new(&module.layout, &module.types);
        symbols.iter().all(|symbol| match module.find(symbol) {
            _ if self.names().any(|name| name == symbol) => false,
            Some(GlobalRef::Func(_)) => {
                self.functions.push(symbol.clone());
                true
            }
            Some(GlobalRef::Var(id)) => {
                let global = &module.globals[id];
                // Of a type that is not known, such as an opaque structure, only the address is used.
                let size = layouts.size(global.ty).unwrap_or(0);
                self.add_variable(symbol, size, global.thread_local)
            }
            _ => false,
        })
    }

    fn add_variable(&mut self, symbol: &str, size: u64, thread_local: bool) -> bool {
        let room = match thread_local {
            true => THREAD_LOCAL_ADDRESSES,
            false => ADDRESSES,
        };
        let mut others = self.variables.iter().rev();
        let last = others.find(|variable| variable.thread_local == thread_local);
        let start = last.map_or(room.start, |variable| variable.end);
        // Some room behind it, for uses a little beyond its end.
        let end = size
            .checked_next_multiple_of(PAGE)
            .and_then(|size| start.checked_add(size)?.checked_add(PAGE));
        match end.filter(|end| *end <= room.end) {
            Some(end) => {
                self.variables.push(Variable {
                    symbol: symbol.to_owned(),
                    start,
                    end,
                    thread_local,
                });
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
        let (mut table, mut found) = (String::new(), String::new());
        for (index, variable) in self.variables.iter().enumerate() {
            let number = self.functions.len() + index;
            text += &variable.definition();
            let Variable { start, end, .. } = variable;
            let _ = write!(table, "{start}, {end}, {number}, ");
            if variable.thread_local {
                let (symbol, row) = (quoted(&variable.symbol), 3 * index);
                let _ = writeln!(
                    text,
                    "extern __thread char quell_missing_{number}[] __asm__(\"{symbol}\");"
                );
                let _ = writeln!(
                    found,
                    "    quell_place_missing({row}, quell_missing_{number});"
                );
            }
        }
        text + &format!(
            "unsigned long quell_missing_variables[] = {{{table}0, 0, 0}};\n\
             static inline void quell_place_missing(unsigned row, char *start) {{\n    \
             quell_missing_variables[row + 1] += (unsigned long)start - quell_missing_variables[row];\n    \
             quell_missing_variables[row] = (unsigned long)start;\n}}\n\
             void quell_find_missing(void) {{\n{found}}}\n"
        )
    }
}

impl Variable {
    fn definition(&self) -> String {
        let (symbol, start) = (quoted(&self.symbol), self.start);
        let kind = match self.thread_local {
            true => format!(".type \\\"{symbol}\\\", @tls_object\\n"),
            false => String::new(),
        };
        format!("__asm__(\".globl \\\"{symbol}\\\"\\n{kind}.set \\\"{symbol}\\\", {start}\");\n")
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
    fn thread_local_variables_stand_apart_and_are_found_at_run_time() {
        let (all, missing) = add(&["t", "v"]);
        assert!(all);
        let [t, v] = &missing.variables[..] else {
            panic!("two variables");
        };
        assert!(t.thread_local && !v.thread_local && v.end <= t.start);
        let source = missing.source();
        assert!(source.contains("@tls_object"), "{source}");
        assert!(
            source.contains("quell_place_missing(0, quell_missing_0)"),
            "{source}"
        );
    }

    #[test]
    fn what_has_no_stand_in_is_told() {
        for symbol in ["huge", "nobody"] {
            assert!(!add(&[symbol]).0, "{symbol}");
        }
        let module = quell_ir::parse_module(MODULE, "m.ll").unwrap();
        let (_, mut missing) = add(&["f"]);
        assert!(!missing.add(&module, &BTreeSet::from(["f".to_owned()])));
    }
}
