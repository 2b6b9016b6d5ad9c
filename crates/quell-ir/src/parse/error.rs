//! Errors in a text with their positions.

use std::fmt;

use thiserror::Error;

/// Why a text is not a module that Quell can read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ErrorKind {
    #[error("expected {0}")]
    Expected(&'static str),
    #[error("unknown instruction `{0}`")]
    UnknownInstruction(String),
    #[error("unknown type `{0}`")]
    UnknownType(String),
    #[error("undefined {what} `{name}`")]
    Undefined { what: Entity, name: String },
    #[error("{what} `{name}` is defined twice")]
    Redefinition { what: Entity, name: String },
    #[error("number {found} is out of order: expected at least {least}")]
    NumberOutOfOrder { found: u32, least: u32 },
    #[error("type mismatch: expected `{expected}`, found `{found}`")]
    TypeMismatch { expected: String, found: String },
    #[error("a {0} is not allowed here")]
    InvalidType(&'static str),
    #[error("literal out of range for {0}")]
    LiteralOutOfRange(String),
    #[error("malformed {0}")]
    Malformed(&'static str),
    #[error("unterminated string")]
    UnterminatedString,
    #[error("unknown character")]
    UnknownCharacter,
    #[error("nested more than {0} levels deep")]
    TooDeep(u32),
    #[error("type `{0}` contains itself")]
    RecursiveType(String),
    #[error("alias `{0}` refers to itself")]
    AliasCycle(String),
    #[error("{0} needs too much memory for the size of the text")]
    TooLarge(&'static str),
    #[error("{0} is not supported")]
    Unsupported(String),
}

/// The kinds of named entities, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    Global,
    Local,
    Block,
    Comdat,
    Type,
    Metadata,
    AttributeGroup,
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Global => "global",
            Self::Local => "value",
            Self::Block => "block",
            Self::Comdat => "comdat",
            Self::Type => "type",
            Self::Metadata => "metadata",
            Self::AttributeGroup => "attribute group",
        })
    }
}

/// An error with its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub kind: ErrorKind,
    pub file: Box<str>,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// The offending token, truncated if it is long; empty at the end of the text.
    pub token: Box<str>,
    /// The line of the token, truncated to a window around it if it is long.
    pub source_line: Box<str>,
    /// The position of the token in `source_line`, in characters.
    caret: usize,
}

impl std::error::Error for ParseError {}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        match &self.kind {
            ErrorKind::Expected(_) if self.token.is_empty() => {
                write!(f, ", found the end of the text")?
            }
            ErrorKind::Expected(_) => write!(f, ", found `{}`", self.token)?,
            _ => {}
        }
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let indent = " ".repeat(self.caret);
        let width = self.source_line.chars().count();
        let length = self.token.chars().count().max(1);
        let carets = "^".repeat(length.min(width.saturating_sub(self.caret).max(1)));
        writeln!(f)?;
        writeln!(f, "{margin}--> {}:{}:{}", self.file, self.line, self.column)?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{number} | {}", self.source_line)?;
        write!(f, "{margin} | {indent}{carets}")
    }
}

/// A range of bytes of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
}

/// An error inside the parser: its kind and a range of bytes. Boxed, since it is rare.
#[derive(Debug)]
pub(super) struct Failure {
    pub kind: ErrorKind,
    pub span: Span,
}

pub(super) type Res<T> = Result<T, Box<Failure>>;

/// How much of a long line is shown on each side of the token.
const WINDOW: usize = 120;
/// How much of a long token is shown.
const TOKEN_LIMIT: usize = 60;

impl Failure {
    pub fn new(kind: ErrorKind, span: Span) -> Box<Self> {
        Box::new(Self { kind, span })
    }

    /// Computes line and column, which the parser does not track.
    pub fn locate(self, text: &[u8], file: &str) -> ParseError {
        let start = self.span.start.min(text.len());
        let before = &text[..start];
        let line_start = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let line_end = text[start..]
            .iter()
            .position(|&b| b == b'\n')
            .map_or(text.len(), |at| start + at);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        let token_end = self.span.end.clamp(start, line_end.max(start));
        let from = line_start.max(start.saturating_sub(WINDOW));
        let to = line_end.min(start.saturating_add(WINDOW));
        ParseError {
            kind: self.kind,
            file: file.into(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(1 + printable(&text[line_start..start]).chars().count())
                .unwrap_or(u32::MAX),
            token: shortened(&text[start..token_end]).into(),
            source_line: printable(&text[from..to]).trim_end().into(),
            caret: printable(&text[from..start]).chars().count(),
        }
    }
}

/// The bytes as text, with control characters replaced by blanks.
fn printable(bytes: &[u8]) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    String::from_utf8_lossy(bytes).chars().map(blank).collect()
}

/// The bytes as text of bounded length.
pub(super) fn shortened(bytes: &[u8]) -> String {
    let shown = printable(&bytes[..bytes.len().min(TOKEN_LIMIT)]);
    if bytes.len() > TOKEN_LIMIT {
        shown + "..."
    } else {
        shown
    }
}
