//! `DIExpression`: how to get from the operand of a debug record to a variable.

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
    /// Numbers only: encodings among the operands are left out.
    pub args: SmallVec<[i128; 2]>,
}

/// The part of a variable that a record speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    pub bit_offset: u64,
    pub bits: u64,
}

impl<'m> Expression<'m> {
    /// The part of the variable meant; `None` for all of it.
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

    /// The operations that compute something, without the fragment.
    pub fn steps(&self) -> &[Operation<'m>] {
        match self.operations.split_last() {
            Some((last, rest)) if last.name == "DW_OP_LLVM_fragment" => rest,
            _ => &self.operations,
        }
    }

    /// Whether the operand is the variable, or its address, as it is.
    pub fn is_plain(&self) -> bool {
        self.steps().is_empty()
    }

    /// Whether the variable is what the operand points to, and nothing more is done.
    pub fn is_plain_deref(&self) -> bool {
        matches!(self.steps(), [only] if only.name == "DW_OP_deref")
    }

    /// The bits that are shifted out on the right before anything else is done.
    pub fn shifted_right(&self) -> Option<u64> {
        match self.steps() {
            [amount, shift, ..] if amount.name == "DW_OP_constu" && shift.name == "DW_OP_shr" => {
                u64::try_from(*amount.args.first()?).ok()
            }
            _ => None,
        }
    }

    /// How often the operand is followed as a pointer, if that and adding offsets is all.
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
    /// The expression behind a metadata id; empty when there is none.
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
