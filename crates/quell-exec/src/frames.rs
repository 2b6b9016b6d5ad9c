//! The call stack where a run stopped, with places in the source.

use std::fs;
use std::path::Path;

use quell_ir::FuncId;
use quell_ir::debug::{DebugInfo, Place};
use quell_values::lookup::Lookup;

use crate::machine::Place as IrPlace;

/// A place in the source or, without debug information, in the IR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    pub function: String,
    pub file: Option<String>,
    /// 0 if unknown.
    pub line: u32,
    /// 0 if unknown.
    pub column: u32,
    /// Whether the compiler inlined the call of this function.
    pub inlined: bool,
    /// The text of the line, if the file can be read.
    pub source_line: Option<String>,
}

/// The number of frames that are kept at each end of a deep stack.
pub const KEPT: usize = 8;

/// The call stack, innermost frame first, and how many frames were left out after the first [`KEPT`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CallStack {
    pub frames: Vec<StackFrame>,
    pub left_out: usize,
}

impl CallStack {
    pub fn new(lookup: &Lookup<'_>, places: &[IrPlace]) -> Self {
        let left_out = places.len().saturating_sub(2 * KEPT);
        let (inner, outer) = match left_out {
            0 => (places, &[][..]),
            _ => (&places[..KEPT], &places[places.len() - KEPT..]),
        };
        let frames = inner.iter().chain(outer);
        Self {
            frames: frames.flat_map(|place| frames_of(lookup, place)).collect(),
            left_out,
        }
    }

    /// The first line of a function, where no more precise place is known.
    pub fn of_function(lookup: &Lookup<'_>, id: FuncId) -> Self {
        let place = lookup.info.function_place(&lookup.module.functions[id]);
        let (file, directory, line) = place.unwrap_or(("", "", 0));
        let path = Path::new(directory).join(file);
        let frame = StackFrame {
            function: lookup.name(id),
            file: place.map(|_| shown_path(file, directory)),
            line,
            column: 0,
            inlined: false,
            source_line: line_of(&path, line),
        };
        Self {
            frames: vec![frame],
            left_out: 0,
        }
    }
}

/// The frames of one activation: those of inlined calls, and then that of the function.
fn frames_of(lookup: &Lookup<'_>, place: &IrPlace) -> Vec<StackFrame> {
    let function = &lookup.module.functions[place.function];
    let name = lookup.name(place.function);
    let Some(source) = lookup.info.span_of(function, place.inst) else {
        return match lookup.info.function_place(function) {
            // Some instructions have no line, such as the allocas of variables: the function's own line
            // stands for them.
            Some(_) if lookup.language != quell_compile::Language::LlvmText => {
                CallStack::of_function(lookup, place.function).frames
            }
            _ => vec![in_ir(lookup, place, name)],
        };
    };
    let last = source.inlined_at.len();
    let places = std::iter::once(&source.place).chain(&source.inlined_at);
    places
        .enumerate()
        .map(|(index, place)| StackFrame {
            function: if index == last {
                name.clone()
            } else {
                inlined_name(lookup.info, place)
            },
            file: Some(shown_path(place.file, place.directory)),
            line: place.line,
            column: place.column,
            inlined: index < last,
            source_line: source_line(place),
        })
        .collect()
}

fn inlined_name(info: DebugInfo<'_>, place: &Place<'_>) -> String {
    let name = place.function.or_else(|| info.subprogram_name(place.scope));
    name.unwrap_or("an inlined function").to_owned()
}

/// A frame without debug information: the line of the IR, if the user gave Quell IR.
fn in_ir(lookup: &Lookup<'_>, place: &IrPlace, function: String) -> StackFrame {
    let inst = lookup.module.functions[place.function]
        .insts
        .get(place.inst);
    let line = inst.map_or(0, |inst| inst.text_line);
    let is_text = lookup.language == quell_compile::Language::LlvmText;
    let file = (is_text && line > 0).then(|| lookup.file.to_owned());
    StackFrame {
        function,
        source_line: file
            .as_ref()
            .and_then(|file| line_of(Path::new(file), line)),
        line: if file.is_some() { line } else { 0 },
        file,
        column: 0,
        inlined: false,
    }
}

/// The path relative to the current directory, if the file is below it. Compilers differ in whether they
/// record relative paths.
fn shown_path(file: &str, directory: &str) -> String {
    let full = Path::new(directory).join(file);
    let here = std::env::current_dir().ok();
    let from_here = here.as_ref().and_then(|here| full.strip_prefix(here).ok());
    match from_here {
        Some(path) => path.display().to_string(),
        None => file.to_owned(),
    }
}

fn source_line(place: &Place<'_>) -> Option<String> {
    line_of(&Path::new(place.directory).join(place.file), place.line)
}

/// Larger files are taken for generated ones, and not read.
const MAX_SOURCE: u64 = 16 << 20;
const MAX_LINE: usize = 200;

fn line_of(path: &Path, line: u32) -> Option<String> {
    // Opening a named pipe may block forever, so only regular files are read.
    let metadata = fs::metadata(path).ok().filter(|of| of.is_file())?;
    let size = metadata.len();
    let wanted = usize::try_from(line).ok()?.checked_sub(1)?;
    let text = (size <= MAX_SOURCE).then(|| fs::read(path).ok())??;
    let line = text.split(|&byte| byte == b'\n').nth(wanted)?;
    let line = String::from_utf8_lossy(line);
    let line = line.trim_end().replace('\t', " ");
    Some(line.chars().take(MAX_LINE).collect())
}
