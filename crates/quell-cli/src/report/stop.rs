//! The message of a run that stopped: what happened, where, and how it got there.

use super::{DIM, ERROR};
use crate::outcome::Stopped;
use quell_exec::frames::{KEPT, StackFrame};

pub fn stop_message(stopped: &Stopped) -> String {
    let mut text = format!("quell: {ERROR}{}{ERROR:#}\n", stopped.message);
    for (index, frame) in stopped.stack.frames.iter().enumerate() {
        if index == KEPT && stopped.stack.left_out > 0 {
            text += &format!("  ... {} more calls ...\n", stopped.stack.left_out);
        }
        text += &frame_line(index, frame, &stopped.stack.frames);
        if index == 0 {
            text += &excerpt(frame);
        }
    }
    if let Some(advice) = &stopped.advice {
        text += &format!("  {advice}\n");
    }
    text
}

fn frame_line(index: usize, frame: &StackFrame, frames: &[StackFrame]) -> String {
    let how = match index.checked_sub(1).and_then(|before| frames.get(before)) {
        None => "at",
        Some(callee) if callee.inlined => "inlined at",
        Some(_) => "called from",
    };
    match position(frame) {
        Some(position) => format!("  {how} {position} in {}\n", frame.function),
        None => format!("  {how} an unknown place in {}\n", frame.function),
    }
}

/// `file:line:column`, as far as it is known.
pub fn position(frame: &StackFrame) -> Option<String> {
    let file = frame.file.as_ref()?;
    Some(match (frame.line, frame.column) {
        (0, _) => file.clone(),
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    })
}

/// The source line with a caret under the column.
fn excerpt(frame: &StackFrame) -> String {
    let Some(source) = &frame.source_line else {
        return String::new();
    };
    let number = frame.line.to_string();
    let margin = " ".repeat(number.len());
    let mut text = format!("   {DIM}{number} |{DIM:#} {source}\n");
    // Compilers count bytes; the caret counts characters.
    let column = (frame.column as usize).checked_sub(1);
    if let Some(before) = column.and_then(|column| source.get(..column)) {
        let indent = " ".repeat(before.chars().count());
        text += &format!("   {DIM}{margin} |{DIM:#} {indent}{ERROR}^{ERROR:#}\n");
    }
    text
}
