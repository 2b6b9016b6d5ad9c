//! The part of a variable that each value of an initialiser list belongs to, by the rules of C.

use quell_ir::MdId;
use quell_ir::debug::{AggregateKind, ArrayType, DiType, Field};
use quell_source::{Kind, NodeId, Span};

use super::{Aligner, literal};

/// The maximal nesting of lists that get mutants.
const MAX_DEPTH: u32 = 16;

/// A number in a list.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub node: NodeId,
    /// In bytes, from the start of the variable.
    pub offset: u64,
    pub ty: MdId,
}

/// What is written before a value: nothing, `[2] =` or `.x =`.
enum Designator<'t> {
    None,
    Index(u64),
    Member(&'t str),
}

/// A value of a list and its destination.
struct Placed {
    node: NodeId,
    ty: MdId,
    /// For an array, the number of dimensions passed.
    level: usize,
    /// From the beginning of the variable.
    bits: u64,
}

impl Aligner<'_> {
    /// The numbers of a list for a variable of a type. None if the list does not name its parts one by one: braces may
    /// be left out in C.
    pub(super) fn items(&self, ty: MdId, list: NodeId) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        let whole = Placed {
            node: list,
            ty,
            level: 0,
            bits: 0,
        };
        let mut open: Vec<(Placed, u32)> = vec![(whole, MAX_DEPTH)];
        while let Some((placed, depth)) = open.pop() {
            let depth = depth.checked_sub(1)?;
            let bare = self.info.unwrapped(Some(placed.ty))?;
            let parts = match (self.info.ty(bare), self.tree.kind(placed.node)) {
                (DiType::Array(_), Kind::Text) => continue,
                (DiType::Array(array), Kind::Aggregate) => self.elements_of(&placed, &array)?,
                (DiType::Aggregate(of), Kind::Aggregate) => {
                    let union = of.kind == AggregateKind::Union;
                    self.members_of(&placed, &of.fields, union)?
                }
                (DiType::Array(_) | DiType::Aggregate(_), _) | (_, Kind::Aggregate) => return None,
                _ => {
                    items.push(Item {
                        node: placed.node,
                        offset: placed.bits / 8,
                        ty: placed.ty,
                    });
                    continue;
                }
            };
            open.extend(parts.into_iter().map(|part| (part, depth)));
        }
        Some(items)
    }

    /// The elements of an array, or the rows of one of several dimensions.
    fn elements_of(&self, placed: &Placed, array: &ArrayType) -> Option<Vec<Placed>> {
        let inner = array.dimensions.get(placed.level + 1..)?;
        let mut size = self.info.bits_of(array.of).filter(|_| !array.vector)?;
        for dimension in inner {
            size = size.checked_mul(dimension.len()?)?;
        }
        let (ty, level) = match inner.is_empty() {
            true => (array.of?, 0),
            false => (placed.ty, placed.level + 1),
        };
        let mut next = 0u64;
        let mut parts = Vec::new();
        for (node, designator) in self.designated(placed.node)? {
            next = match designator {
                Designator::None => next,
                Designator::Index(index) => index,
                Designator::Member(_) => return None,
            };
            let bits = placed.bits.checked_add(next.checked_mul(size)?)?;
            parts.push(Placed {
                node,
                ty,
                level,
                bits,
            });
            next = next.checked_add(1)?;
        }
        Some(parts)
    }

    fn members_of(
        &self,
        placed: &Placed,
        fields: &[Field<'_>],
        union: bool,
    ) -> Option<Vec<Placed>> {
        let mut next = 0;
        let mut parts = Vec::new();
        for (node, designator) in self.designated(placed.node)? {
            next = match designator {
                Designator::None => next,
                Designator::Index(_) => return None,
                Designator::Member(name) => {
                    fields.iter().position(|field| field.name == Some(name))?
                }
            };
            if union && !parts.is_empty() {
                return None;
            }
            let field = fields.get(next)?;
            // A bit-field has no address.
            if !field.bit_field {
                parts.push(Placed {
                    node,
                    ty: field.ty?,
                    level: 0,
                    bits: placed.bits.checked_add(field.bit_offset)?,
                });
            }
            next += 1;
        }
        Some(parts)
    }

    /// The values of a list, each with what is written before it.
    fn designated(&self, list: NodeId) -> Option<Vec<(NodeId, Designator<'_>)>> {
        let node = self.tree.node(list);
        let mut end = node.span.start;
        let mut found = Vec::new();
        for &child in &node.children {
            let span = self.tree.node(child).span;
            let before = Span {
                start: end,
                end: span.start,
            };
            found.push((child, designator(self.tree.text(before))?));
            end = span.end;
        }
        Some(found)
    }
}

/// None if it is something else, a comment for instance.
fn designator(before: &str) -> Option<Designator<'_>> {
    let text = before.trim_matches(|c: char| c.is_whitespace() || c == '{' || c == ',');
    if text.is_empty() {
        return Some(Designator::None);
    }
    let text = text.strip_suffix('=')?.trim_end();
    if let Some(index) = text.strip_prefix('[') {
        let index = literal::integer(index.strip_suffix(']')?.trim())?;
        return Some(Designator::Index(u64::try_from(index).ok()?));
    }
    let name = text.strip_prefix('.')?.trim();
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then_some(Designator::Member(name))
}
