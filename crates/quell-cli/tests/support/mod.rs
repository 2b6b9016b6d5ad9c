//! Properties of the machine on which the tests run.

use std::sync::OnceLock;

use quell_native::sandbox::{Confinement, ProcessLimit};
use quell_native::{Launcher, Sandbox};

/// `--unprotected` where root has no control groups. These only limit the number of processes: all else is
/// checked there too.
pub fn unprotected() -> &'static [&'static str] {
    static CANNOT_LIMIT: OnceLock<bool> = OnceLock::new();
    match CANNOT_LIMIT.get_or_init(cannot_limit_processes) {
        true => &["--unprotected"],
        false => &[],
    }
}

fn cannot_limit_processes() -> bool {
    let launcher = Launcher {
        program: env!("CARGO_BIN_EXE_quell").into(),
        args: vec!["sandbox".into()],
    };
    let confinement = Confinement {
        processes: Some(100),
        ..Confinement::default()
    };
    let there = Sandbox::WhatThereIs(launcher).protection(&confinement);
    let cannot = there.is_ok_and(|there| there.processes == ProcessLimit::None);
    if cannot {
        eprintln!("not checked: the number of processes, which cannot be limited here");
    }
    cannot
}
