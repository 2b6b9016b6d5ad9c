//! The exit codes of Quell: one table, shown by `quell help exit-codes` and in the book.

/// Why the process `quell` ends with the status it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Success,
    Interrupted,
    Trapped,
    Aborted,
    Usage,
    Unreadable,
    NoCompiler,
    DoesNotCompile,
    BadIr,
    UnknownFunction,
    BadArguments,
    UndefinedBehaviour,
    Limit,
    Unmodelled,
    Unsupported,
    Unwritable,
    BadTests,
    CannotLink,
    Unprotected,
    Internal,
}

use Exit::{
    Aborted, BadArguments, BadIr, BadTests, CannotLink, DoesNotCompile, Internal, Interrupted,
    Limit, NoCompiler, Success, Trapped, UndefinedBehaviour, UnknownFunction, Unmodelled,
    Unprotected, Unreadable, Unsupported, Unwritable, Usage,
};

/// Code and meaning of each. Codes of Quell's own are high, where programs seldom have theirs;
/// those of traps and aborts are what a shell shows for the signal of the native program.
pub const TABLE: &[(Exit, u8, &str)] = &[
    (
        Success,
        0,
        "the program ended with status 0, or the function returned or called `exit`",
    ),
    (
        Interrupted,
        130,
        "`quell score`, `quell run` or `quell cc` was interrupted; scores and runs tell what they had found",
    ),
    (
        Trapped,
        132,
        "the program trapped: `__builtin_trap`, or with `--function` a Rust panic or a Fortran `ERROR STOP`",
    ),
    (
        Aborted,
        134,
        "the program aborted: `abort`, a failed `assert`",
    ),
    (Usage, 240, "invalid command line or configuration"),
    (
        Unreadable,
        241,
        "the file cannot be read, or its extension is not known",
    ),
    (
        NoCompiler,
        242,
        "there is no compiler for the file, or it is too old",
    ),
    (DoesNotCompile, 243, "the file does not compile"),
    (
        BadIr,
        244,
        "the IR has an error, or a construct that Quell does not know",
    ),
    (UnknownFunction, 245, "the file has no such function"),
    (
        BadArguments,
        246,
        "wrong number of arguments, an argument that does not fit its parameter",
    ),
    (UndefinedBehaviour, 247, "undefined behaviour"),
    (
        Limit,
        248,
        "a limit was reached: `--steps`, `--depth`, `--memory`; or `--timeout`, while the program was still being compiled",
    ),
    (
        Unmodelled,
        249,
        "a function or variable was used that is neither defined nor modelled",
    ),
    (
        Unsupported,
        250,
        "the run needs something that Quell does not support",
    ),
    (
        Unwritable,
        251,
        "a result or a temporary file cannot be written: the disk is full, or TMPDIR is missing",
    ),
    (
        BadTests,
        252,
        "the tests cannot be read or used, or the original fails them",
    ),
    (
        CannotLink,
        253,
        "the program cannot be linked or called natively",
    ),
    (
        Unprotected,
        254,
        "the system cannot confine programs, and --unprotected is not given",
    ),
    (Internal, 255, "an error in Quell itself; please report it"),
];

impl Exit {
    /// The status of the process.
    pub fn code(self) -> u8 {
        let row = TABLE.iter().find(|row| row.0 == self);
        row.map_or(u8::MAX, |row| row.1)
    }
}

/// The table as text, for `--help`.
pub fn help() -> String {
    let mut text = String::from(
        "Exit codes:\nWithout --function, `quell exec` ends with the status of the program, 101 after a Rust panic and n \
         after `ERROR STOP n`. Quell's own codes are:\n",
    );
    for (_, code, meaning) in TABLE {
        text += &format!("  {code:>3}  {meaning}\n");
    }
    text + "A program can end with one of these by itself: then there is no message that begins with `quell:`, and the \
            `status` of --json is `exited`."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exit_has_one_row_and_its_own_code() {
        for (index, (exit, code, _)) in TABLE.iter().enumerate() {
            assert_eq!(exit.code(), *code, "{exit:?} stands twice");
            assert_eq!(*exit as usize, index, "{exit:?} is missing or out of order");
            let twice = TABLE[..index].iter().any(|row| row.1 >= *code);
            assert!(!twice, "{code} is not in order");
        }
        assert_eq!(Internal as usize + 1, TABLE.len());
    }
}
