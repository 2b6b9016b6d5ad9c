//! The files that a command works on.

use std::path::{Path, PathBuf};

use clap::Args;

/// Files, directories, or the files of a build.
#[derive(Debug, Default, Args)]
pub struct Sources {
    /// Files (.c, .rs, .f, .f90, or LLVM IR as .ll, .bc), or directories of them
    #[arg(value_name = "FILE", required_unless_present = "build")]
    pub files: Vec<PathBuf>,

    /// The files of a build, by the compile_commands.json in a directory
    ///
    /// Flags, directory and compiler of each file come from there. With files or directories, only these of the build.
    #[arg(short = 'p', long, value_name = "DIR", help_heading = "Files")]
    pub build: Option<PathBuf>,

    /// Only files whose paths match: `src/*.c`, `parse*`; may be repeated
    #[arg(
        hide_short_help = true,
        long = "file",
        value_name = "GLOB",
        help_heading = "Files"
    )]
    pub only: Vec<String>,

    /// No files whose paths match; may be repeated
    #[arg(
        hide_short_help = true,
        long,
        value_name = "GLOB",
        help_heading = "Files"
    )]
    pub exclude: Vec<String>,

    /// Only functions that have changed since a revision of git
    ///
    /// The result is that of several files, even if there is one.
    #[arg(
        hide_short_help = true,
        long,
        value_name = "REV",
        help_heading = "Files"
    )]
    pub diff: Option<String>,
}

impl Sources {
    /// One file.
    pub fn of_file(file: &Path) -> Self {
        Self {
            files: vec![file.to_owned()],
            ..Self::default()
        }
    }

    /// Whether the result is that of several files, even if only one is left.
    pub fn is_project(&self) -> bool {
        let is_one = self.files.len() == 1 && !self.files[0].is_dir();
        self.build.is_some() || self.diff.is_some() || !is_one
    }
}
