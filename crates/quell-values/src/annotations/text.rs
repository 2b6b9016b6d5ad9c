//! The name that an annotation is given as a string.

use quell_ir::{ConstKind, GlobalRef, Module, Value};

/// Longer names are cut off.
const LONGEST: usize = 64;

/// The string that a constant points to, without characters that tools could misinterpret; `None` if it is not constant or
/// is empty.
pub fn name_in(module: &Module, value: Value) -> Option<String> {
    let Value::Const(id) = value else {
        return None;
    };
    let ConstKind::Global(GlobalRef::Var(global)) = module.consts.get(id).kind else {
        return None;
    };
    let init = module.globals[global].init?;
    let ConstKind::Bytes(bytes) = &module.consts.get(init).kind else {
        return None;
    };
    let text = bytes.iter().take_while(|byte| **byte != 0).take(LONGEST);
    let name: String = text.map(|byte| plain(*byte)).collect();
    (!name.is_empty()).then_some(name)
}

fn plain(byte: u8) -> char {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'[' | b']' => char::from(byte),
        _ => '_',
    }
}
