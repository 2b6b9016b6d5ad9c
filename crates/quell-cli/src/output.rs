//! Files that the user asks for. Quell replaces no file that it did not write, and leaves none half written.
//!
//! What Quell wrote is recognised by its content: reports begin with the name of their schema, IR and queries with a
//! comment, and files for LTest with a comment or a mark. A suite of tests has the same schema whether Quell or a person wrote it, so Quell's carry a digest of the rest
//! of the file; a suite that was edited afterwards no longer matches it.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use quell_compile::is_of_system;
use quell_results::ltest;
use rustix::fs::{Mode, OFlags};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use crate::error::CliError;

/// Whether a path stands for standard output; `./-` is a file of this name.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a text to standard output as it is.
pub fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Refuses standard output where what is written is not one text.
pub fn refuse_stdout(option: &str, path: &Path, what: &str) -> Result<(), CliError> {
    match is_stdout(path) {
        true => Err(CliError::Usage(format!(
            "{option} cannot write to standard output (`-`): it needs {what}; `./-` is one of this name"
        ))),
        false => Ok(()),
    }
}

/// What is written, and so what may be replaced by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    Run,
    Score,
    Journal,
    Tests,
    Module,
    Query,
    /// Labels for tools of LTest.
    Labels,
    HyperLabels,
}

/// One file that the user asks for.
#[derive(Clone, Debug)]
pub struct Output {
    pub option: &'static str,
    pub path: PathBuf,
    pub kind: OutputKind,
    /// Whether to replace any file.
    pub force: bool,
}

/// The first line of IR that Quell writes.
pub const MODULE_HEADER: &str = "; written by quell mutants";

const GENERATOR: &str = "  \"generator\": \"quell ";

/// Enough for the name of any schema.
const HEAD: u64 = 256;

impl OutputKind {
    /// Whether Quell wrote a file of this kind. An empty file holds nothing that could be lost.
    fn wrote(self, path: &Path) -> io::Result<bool> {
        let mut file = File::open(path)?;
        let mut head = Vec::new();
        (&file).take(HEAD).read_to_end(&mut head)?;
        if head.is_empty() {
            return Ok(true);
        }
        let compact: Vec<u8> = head
            .iter()
            .copied()
            .filter(|c| !c.is_ascii_whitespace())
            .collect();
        let has_schema =
            |name: &str| compact.starts_with(format!("{{\"schema\":\"{name}").as_bytes());
        Ok(match self {
            Self::Run => has_schema("quell-run-") || has_schema("quell-project-"),
            Self::Score => has_schema("quell-score-"),
            Self::Journal => has_schema("quell-journal"),
            Self::Module => head.starts_with(MODULE_HEADER.as_bytes()),
            Self::Query => head.starts_with(quell_engine::QUERY_HEADER.as_bytes()),
            Self::Labels => head.starts_with(ltest::LABELS_HEADER.as_bytes()),
            Self::HyperLabels => {
                let lines = head.split(|byte| *byte == b'\n');
                let mut marks = lines.take(1).map(|line| {
                    let mark = format!("[{}]", ltest::HYPER_LABELS_NOTE);
                    let mark = mark.as_bytes();
                    line.windows(mark.len()).any(|part| part == mark)
                });
                marks.next().unwrap_or(false)
            }
            Self::Tests => {
                file.read_to_end(&mut head)?;
                is_unchanged(&head)
            }
        })
    }
}

/// A suite with the line that marks it as written by Quell.
pub fn with_generator(text: &str) -> String {
    let Some(rest) = text.strip_prefix("{\n") else {
        return text.to_owned();
    };
    let (version, digest) = (env!("CARGO_PKG_VERSION"), digest(rest.as_bytes()));
    format!("{{\n{GENERATOR}{version} {digest}\",\n{rest}")
}

fn is_unchanged(text: &[u8]) -> bool {
    let Some(text) = text.strip_prefix(format!("{{\n{GENERATOR}").as_bytes()) else {
        return false;
    };
    let Some(end) = text.iter().position(|&byte| byte == b'\n') else {
        return false;
    };
    let (line, rest) = (&text[..end], &text[end + 1..]);
    line.ends_with(format!(" {}\",", digest(rest)).as_bytes())
}

fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// How a path is written to.
enum Way {
    /// By a new file that takes the name of this one.
    Replace(PathBuf),
    /// Into a device or pipe.
    Stream,
}

impl Output {
    /// Whether the file can be written and may be: asked before long work, too.
    pub fn check(&self) -> Result<(), CliError> {
        match self.way()? {
            Way::Replace(path) => self.check_file(&path),
            Way::Stream => self.stream().map(drop),
        }
    }

    /// As [`Output::check`]. A device or pipe is open as long as what this gives: the reader of a pipe would see its end
    /// before anything is written.
    pub fn hold(&self) -> Result<Option<File>, CliError> {
        match self.way()? {
            Way::Replace(path) => self.check_file(&path).map(|()| None),
            Way::Stream => self.stream().map(Some),
        }
    }

    fn check_file(&self, path: &Path) -> Result<(), CliError> {
        let directory = parent(path);
        if !directory.is_dir() {
            return Err(CliError::Usage(format!(
                "{} cannot write {}: there is no directory {}",
                self.option,
                self.path.display(),
                directory.display()
            )));
        }
        if path.exists() {
            if !self.force && !self.kind.wrote(path).map_err(|error| self.failed(error))? {
                return Err(self.foreign());
            }
            // A file that must not be changed is not replaced either.
            let writable = File::options().append(true).open(path);
            writable.map_err(|error| self.failed(error))?;
        }
        NamedTempFile::new_in(directory)
            .map(drop)
            .map_err(|error| self.failed(error))
    }

    /// As [`Output::check`], for a file that is replaced many times: that cannot be a device or pipe. Where symbolic links
    /// lead, so that the link stays.
    pub fn check_regular(&self) -> Result<PathBuf, CliError> {
        match self.way()? {
            Way::Stream => Err(self.not_writable("no regular file")),
            Way::Replace(path) => self.check().map(|()| path),
        }
    }

    /// Writes all of the file or nothing. If another program created the file since the check, the text goes to a new file
    /// beside it, as the work of hours must not be lost.
    pub fn write(&self, text: &str) -> Result<(), CliError> {
        let Way::Replace(path) = self.way()? else {
            let mut stream = self.stream()?;
            return stream
                .write_all(text.as_bytes())
                .map_err(|error| self.failed(error));
        };
        match self.check() {
            Err(CliError::Foreign { .. }) => self.write_beside(&path, text),
            Err(error) => Err(error),
            Ok(())
                if self
                    .replace(&path, text)
                    .map_err(|error| self.failed(error))? =>
            {
                Ok(())
            }
            Ok(()) => self.write_beside(&path, text),
        }
    }

    /// Puts a whole new file in the place of an older one, or of none; not if another program created the file since the
    /// check.
    fn replace(&self, path: &Path, text: &str) -> io::Result<bool> {
        let file = new_file(path, text)?;
        let Ok(metadata) = fs::metadata(path) else {
            return match file.persist_noclobber(path) {
                Ok(_) => Ok(true),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                Err(error) => Err(error.error),
            };
        };
        file.as_file().set_permissions(metadata.permissions())?;
        if exchange(file.path(), path).is_err() {
            // Not all file systems can.
            return file
                .persist(path)
                .map(|_| true)
                .map_err(|error| error.error);
        }
        let is_own = self.force || self.kind.wrote(file.path()).unwrap_or(false);
        if !is_own {
            exchange(file.path(), path)?;
        }
        Ok(is_own)
    }

    fn write_beside(&self, path: &Path, text: &str) -> Result<(), CliError> {
        for number in 1_u32.. {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{number}"));
            let beside = PathBuf::from(name);
            let file = new_file(path, text).map_err(|error| self.failed(error))?;
            match file.persist_noclobber(&beside) {
                Ok(_) => {
                    return Err(CliError::Beside {
                        path: self.path.clone(),
                        beside,
                    });
                }
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(self.failed(error.error)),
            }
        }
        Err(self.foreign())
    }

    fn way(&self) -> Result<Way, CliError> {
        let Ok(metadata) = fs::metadata(&self.path) else {
            return Ok(Way::Replace(followed(&self.path)));
        };
        if metadata.is_file() && !is_of_system(&self.path) {
            return Ok(Way::Replace(followed(&self.path)));
        }
        match not_writable(&metadata) {
            Some(what) => Err(self.not_writable(what)),
            None => Ok(Way::Stream),
        }
    }

    fn not_writable(&self, what: &str) -> CliError {
        CliError::Usage(format!(
            "{} cannot write {}: it is {what}",
            self.option,
            self.path.display()
        ))
    }

    /// A pipe without a reader is an error: waiting for one could take forever.
    fn stream(&self) -> Result<File, CliError> {
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::APPEND;
        let open = || {
            let fd = rustix::fs::open(&self.path, flags, Mode::empty())?;
            rustix::fs::fcntl_setfl(&fd, OFlags::APPEND)?;
            Ok(File::from(fd))
        };
        open().map_err(|error: rustix::io::Errno| match error {
            rustix::io::Errno::NXIO if is_pipe(&self.path) => CliError::NoReader {
                option: self.option,
                path: self.path.clone(),
            },
            error => self.failed(error.into()),
        })
    }

    fn foreign(&self) -> CliError {
        CliError::Foreign {
            option: self.option,
            path: self.path.clone(),
        }
    }

    fn failed(&self, source: io::Error) -> CliError {
        CliError::Emit {
            path: self.path.clone(),
            source,
        }
    }
}

fn is_pipe(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

fn not_writable(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    match () {
        () if kind.is_dir() => Some("a directory"),
        () if kind.is_block_device() => Some("a block device"),
        () if kind.is_socket() => Some("a socket"),
        () => None,
    }
}

/// Where symbolic links lead, also if there is no file.
fn followed(path: &Path) -> PathBuf {
    /// As the kernel has it.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = parent(&path).join(link),
            Err(_) => break,
        }
    }
    path
}

fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|of| !of.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Two files change places.
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// In the same directory, so that it can be renamed; with the mode that new files have.
fn new_file(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::Permissions::from_mode(0o666);
    let mut builder = tempfile::Builder::new();
    let mut file = builder
        .prefix(".quell-")
        .permissions(mode)
        .tempfile_in(parent(path))?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// Files of one kind below a directory that Quell is about to fill: the first one that Quell did not write.
pub fn check_directory(output: &Output, ending: &str) -> Result<(), CliError> {
    if output.force {
        return Ok(());
    }
    let mut directories = vec![output.path.clone()];
    while let Some(directory) = directories.pop() {
        // It is made later on if it is not there.
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(metadata) = fs::metadata(&path) else {
                continue;
            };
            let is_link = fs::symlink_metadata(&path).is_ok_and(|link| link.is_symlink());
            if metadata.is_dir() && !is_link {
                directories.push(path);
            } else if path.extension().is_some_and(|own| own == ending) {
                Output {
                    path,
                    ..output.clone()
                }
                .check_content(&metadata)?;
            }
        }
    }
    match output.path.exists() && !output.path.is_dir() {
        true => Err(output.foreign()),
        false => Ok(()),
    }
}

impl Output {
    fn check_content(&self, metadata: &Metadata) -> Result<(), CliError> {
        let is_own = metadata.is_file() && self.kind.wrote(&self.path).unwrap_or(false);
        match is_own {
            true => Ok(()),
            false => Err(self.foreign()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(path: PathBuf, kind: OutputKind) -> Output {
        Output {
            option: "--out",
            path,
            kind,
            force: false,
        }
    }

    #[test]
    fn only_files_that_quell_wrote_are_replaced() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        let tests = output(path.clone(), OutputKind::Tests);
        let generated = with_generator("{\n  \"tests\": []\n}\n");
        tests.write(&generated).unwrap();
        tests.check().unwrap();
        for text in [
            "{\n  \"schema\": \"quell-tests-1\"\n}\n".to_owned(),
            generated.replace("[]", "[1]"),
            "#define X".to_owned(),
            "\n".to_owned(),
        ] {
            fs::write(&path, &text).unwrap();
            assert!(
                matches!(tests.check(), Err(CliError::Foreign { .. })),
                "{text}"
            );
        }
        let run = output(path.clone(), OutputKind::Run);
        for (text, is_own) in [
            ("{\"schema\": \"quell-run-4\", ", true),
            ("{\n  \"schema\": \"quell-run-7\"", true),
            ("{\n  \"schema\": \"quell-score-4\"", false),
            ("", true),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(run.check().is_ok(), is_own, "{text}");
        }
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_kept_and_so_is_the_result() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        let run = output(path.clone(), OutputKind::Run);
        run.check().unwrap();
        fs::write(&path, "mine").unwrap();
        let error = run.write("result").unwrap_err().to_string();
        assert!(error.contains("file.1"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        let beside = scratch.path().join("file.1");
        assert_eq!(fs::read_to_string(beside).unwrap(), "result");
    }

    #[test]
    fn a_file_that_appears_after_the_check_is_kept() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        let run = output(path.clone(), OutputKind::Run);
        fs::write(&path, "mine").unwrap();
        assert!(!run.replace(&path, "result").unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        fs::write(&path, "{\"schema\":\"quell-run-1\"").unwrap();
        assert!(run.replace(&path, "result").unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "result");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[test]
    fn links_stay_links_and_modes_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let scratch = tempfile::tempdir().unwrap();
        let (path, link) = (scratch.path().join("file"), scratch.path().join("link"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        let run = output(link.clone(), OutputKind::Run);
        run.write("{\"schema\":\"quell-run-4\"").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        run.write("{\"schema\":\"quell-run-4\",").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 2);
    }

    #[test]
    fn directories_and_pipes_without_readers_are_refused_at_once() {
        let scratch = tempfile::tempdir().unwrap();
        let pipe = scratch.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        for path in [scratch.path().to_owned(), pipe] {
            output(path, OutputKind::Run).check().unwrap_err();
        }
        output("/dev/null".into(), OutputKind::Run).check().unwrap();
    }
}
