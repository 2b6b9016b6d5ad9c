//! `DIExpression`: the computation of a variable from the operand of a debug record.

use smallvec::SmallVec;

use super::DebugInfo;
use super::node::Node;
use crate::entity::MdId;
use crate::metadata::MdField;

/// The operations of an expression, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expression<'m> {
    pub operations: Vec<Operation<'m>>,
}

/// `DW_OP_plus_uconst, 8`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation<'m> {
    /// With its prefix: `DW_OP_deref`.
    pub name: &'m str,
    /// The numeric operands; encodings are omitted.
    pub args: SmallVec<[i128; 2]>,
}

/// The part of a variable that a record describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    pub bit_offset: u64,
    pub bits: u64,
}

impl<'m> Expression<'m> {
    /// The part of the variable that is described; `None` for the whole variable.
    pub fn fragment(&self) -> Option<Fragment> {
        let last = self.operations.last()?;
        let [offset, size] = last.args[..] else {
            return None;
        };
        let meant = last.name == "DW_OP_LLVM_fragment";
        meant.then_some(Fragment {
            bit_offset: u64::try_from(offset).ok()?,
            bits: u64::try_from(size).ok()?,
        })
    }

    /// The operations without the fragment.
    pub fn steps(&self) -> &[Operation<'m>] {
        match self.operations.split_last() {
            Some((last, rest)) if last.name == "DW_OP_LLVM_fragment" => rest,
            _ => &self.operations,
        }
    }

    /// Whether there are no operations: the operand is the variable, or its address.
    pub fn is_plain(&self) -> bool {
        self.steps().is_empty()
    }

    /// Whether the only operation is a dereference: the operand points to the variable.
    pub fn is_plain_deref(&self) -> bool {
        matches!(self.steps(), [only] if only.name == "DW_OP_deref")
    }

    /// The distance of a right shift that is the first operation.
    pub fn shifted_right(&self) -> Option<u64> {
        match self.steps() {
            [amount, shift, ..] if amount.name == "DW_OP_constu" && shift.name == "DW_OP_shr" => {
                u64::try_from(*amount.args.first()?).ok()
            }
            _ => None,
        }
    }

    /// The number of dereferences, if all other operations add offsets.
    pub fn derefs(&self) -> Option<usize> {
        let mut count = 0;
        for step in self.steps() {
            match step.name {
                "DW_OP_deref" => count += 1,
                "DW_OP_plus_uconst" | "DW_OP_stack_value" => {}
                _ => return None,
            }
        }
        Some(count)
    }
}

impl<'m> DebugInfo<'m> {
    /// The expression with a metadata id; empty if it is not one.
    pub fn expression(&self, id: MdId) -> Expression<'m> {
        let node = Node::of_kind(self.module, id, "DIExpression");
        let mut expression = Expression::default();
        for (_, field) in node.iter().flat_map(Node::fields) {
            match field {
                MdField::Word(word) => {
                    let name = self.module.text(*word);
                    if name.starts_with("DW_OP_") {
                        let args = SmallVec::new();
                        expression.operations.push(Operation { name, args });
                    }
                }
                MdField::Int(value) => {
                    if let Some(last) = expression.operations.last_mut() {
                        last.args.push(*value);
                    }
                }
                _ => {}
            }
        }
        expression
    }
}
