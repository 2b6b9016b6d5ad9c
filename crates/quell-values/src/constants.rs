//! The initial bytes of a global, unless they depend on addresses.

use quell_ir::constant::ConstKind;
use quell_ir::types::Type;
use quell_ir::{ConstId, GlobalId, Module};

use crate::image::MAX_BYTES;

/// The maximal nesting of constants.
const MAX_DEPTH: usize = 16;

/// The bytes of a global's initialiser; `None` if it contains addresses or is very large.
pub fn initial_bytes(module: &Module, global: GlobalId) -> Option<Vec<u8>> {
    let global = &module.globals[global];
    let size = module.layout.alloc_size(&module.types, global.ty).ok()?;
    if size > MAX_BYTES {
        return None;
    }
    let mut bytes = vec![0; usize::try_from(size).ok()?];
    write(module, global.init?, MAX_DEPTH, &mut bytes)?;
    Some(bytes)
}

/// Writes a constant to the front of bytes that are zero.
fn write(module: &Module, constant: ConstId, depth: usize, to: &mut [u8]) -> Option<()> {
    let constant = module.consts.get(constant);
    match &constant.kind {
        ConstKind::Zero | ConstKind::Null | ConstKind::Undef | ConstKind::Poison => {}
        ConstKind::Int(bits) | ConstKind::Float(bits) => put(&bits.to_le_bytes(), to)?,
        ConstKind::Bytes(bytes) => put(bytes, to)?,
        ConstKind::Aggregate(members) if depth > 0 => {
            let layout = module.layout.layout_of(&module.types, constant.ty).ok()?;
            let stride = match module.types.resolve(constant.ty) {
                Type::Array { elem, .. } => {
                    Some(module.layout.alloc_size(&module.types, *elem).ok()?)
                }
                Type::Struct { .. } => None,
                _ => return None,
            };
            for (index, &member) in members.iter().enumerate() {
                let offset = match stride {
                    Some(stride) => stride.checked_mul(index as u64)?,
                    None => *layout.offsets.get(index)?,
                };
                let to = to.get_mut(usize::try_from(offset).ok()?..)?;
                write(module, member, depth - 1, to)?;
            }
        }
        _ => return None,
    }
    Some(())
}

fn put(bytes: &[u8], to: &mut [u8]) -> Option<()> {
    to.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_ir::constant::GlobalRef;

    const GLOBALS: &str = r#"
@number = global i32 258
@record = global { i8, i32, [3 x i8] } { i8 7, i32 1, [3 x i8] c"ab\00" }
@rows = global [2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] zeroinitializer]
@address = global [2 x ptr] [ptr null, ptr @number]
@huge = global [9223372036854775807 x i8] zeroinitializer
@elsewhere = external global i32
"#;

    #[test]
    fn initialisers_as_bytes() {
        let module = quell_ir::parse_module(GLOBALS, "globals.ll").unwrap();
        let bytes = |name: &str| match module.find(name) {
            Some(GlobalRef::Var(id)) => initial_bytes(&module, id),
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(bytes("number"), Some(vec![2, 1, 0, 0]));
        let record = [7, 0, 0, 0, 1, 0, 0, 0, b'a', b'b', 0, 0];
        assert_eq!(bytes("record"), Some(record.to_vec()));
        assert_eq!(bytes("rows"), Some(vec![1, 0, 2, 0, 0, 0, 0, 0]));
        for name in ["address", "huge", "elsewhere"] {
            assert_eq!(bytes(name), None, "{name}");
        }
    }
}
