//! The observables after a call, as raw bytes; [`compare`](mod@crate::compare) compares them by type.

/// The end of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum End {
    #[default]
    Returned,
    /// `exit(code)` or the like.
    Exited(i32),
    /// `abort`, a failed assertion, a panic.
    Aborted,
    /// A trap: division by zero, memory error, `llvm.trap`. The name of its signal, such as `SIGFPE`.
    Trapped(String),
    /// More work than the limit allows.
    OutOfWork,
    /// A limit of memory, output or the like; which one.
    OverLimit(String),
    /// It reached this undefined symbol.
    Missing(String),
}

/// A call to a function outside the module whose arguments can be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub function: String,
    /// One for each argument, as stored bytes.
    pub arguments: Vec<Vec<u8>>,
}

/// Memory that the call image does not know, such as a block of the heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub address: u64,
    pub bytes: Vec<u8>,
    /// Ones for uninitialised bits, which are not compared; empty if all bits are initialised.
    pub unset: Vec<u8>,
}

/// A file that a run left in its directory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LeftFile {
    pub path: String,
    pub content: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observed {
    pub end: End,
    /// The result as a store of its type would leave it in memory; empty unless the call returned one.
    pub result: Vec<u8>,
    /// The bytes of each object and each global of the call image afterwards. Empty if not returned.
    pub objects: Vec<Vec<u8>>,
    pub globals: Vec<Vec<u8>>,
    /// The addresses of the objects and globals, to interpret pointers in the bytes.
    pub object_addresses: Vec<u64>,
    pub global_addresses: Vec<u64>,
    /// The same for the symbols of the call image. Empty if unknown: then pointers to them are
    /// compared by address, so the addresses must be the same in all runs.
    pub symbol_addresses: Vec<u64>,
    /// The known heap blocks that are live at the end, in any order. A pointer to none of the
    /// objects, globals, symbols and blocks is not followed.
    pub blocks: Vec<Block>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// In the order of their paths.
    pub files: Vec<LeftFile>,
    pub events: Vec<Event>,
    /// Loop iterations and calls, counted the same way in original and mutants.
    pub work: u64,
}

impl Observed {
    /// Standard error without parts that differ in every run: Rust prints the number of the thread that
    /// panicked, as in `thread 'main' (4711) panicked at`.
    pub fn steady_stderr(&self) -> Vec<u8> {
        const BEFORE: &[u8] = b"' (";
        const AFTER: &[u8] = b") panicked at";
        let mut steady = Vec::with_capacity(self.stderr.len());
        let mut rest = &self.stderr[..];
        while let Some((&first, tail)) = rest.split_first() {
            if let Some(behind) = rest.strip_prefix(BEFORE) {
                let digits = behind.iter().take_while(|byte| byte.is_ascii_digit());
                let behind = &behind[digits.count()..];
                if behind.starts_with(AFTER) {
                    steady.extend_from_slice(BEFORE);
                    rest = behind;
                    continue;
                }
            }
            steady.push(first);
            rest = tail;
        }
        steady
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_are_dropped() {
        let steady = |text: &str| {
            let observed = Observed {
                stderr: text.as_bytes().to_vec(),
                ..Observed::default()
            };
            String::from_utf8(observed.steady_stderr()).unwrap()
        };
        let message = "\nthread '<unnamed>' (3537) panicked at a.rs:3:5:\nout of range (3)\n";
        assert_eq!(
            steady(message),
            "\nthread '<unnamed>' () panicked at a.rs:3:5:\nout of range (3)\n"
        );
        for other in ["", "' (12", "f' (12) failed", "' () panicked at"] {
            assert_eq!(steady(other), other);
        }
    }
}
