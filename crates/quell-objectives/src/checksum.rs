//! Whether a source is the one that was compiled: compilers write down a checksum of what they read.
//!
//! - **A source describes a program only if it is the one that was compiled**, by the checksum in the debug information.

use md5::{Digest, Md5};
use quell_ir::metadata::{MdField, MdNode, Metadata};
use quell_ir::{Function, MdId, Module};

/// The kind of checksum that clang and rustc write.
const KIND: &str = "CSK_MD5";

/// The checksum of the file that a function comes from, as the debug information has it.
pub fn of_source<'m>(module: &'m Module, function: &Function) -> Option<&'m str> {
    let subprogram = node(module, function.subprogram.expand()?)?;
    let MdField::Ref(file) = *field(module, subprogram, "file")? else {
        return None;
    };
    let file = node(module, file)?;
    match *field(module, file, "checksumkind")? {
        MdField::Word(kind) if module.text(kind) == KIND => {}
        _ => return None,
    }
    match *field(module, file, "checksum")? {
        MdField::String(sum) => Some(module.text(sum)),
        _ => None,
    }
}

/// The checksum of a file's contents.
pub fn of_bytes(bytes: &[u8]) -> String {
    let sum = Md5::digest(bytes);
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn node(module: &Module, id: MdId) -> Option<&MdNode> {
    match module.metadata.get(id)? {
        Metadata::Node(node) => Some(node),
        _ => None,
    }
}

fn field<'m>(module: &'m Module, node: &'m MdNode, name: &str) -> Option<&'m MdField> {
    let mut fields = node.fields.iter();
    let found = fields.find(|field| field.0.is_some_and(|symbol| module.text(symbol) == name));
    found.map(|field| &field.1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_known_sum() {
        assert_eq!(super::of_bytes(b"abc"), "900150983cd24fb0d6963f7d28e17f72");
    }
}
