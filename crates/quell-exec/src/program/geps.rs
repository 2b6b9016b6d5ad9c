//! `getelementptr` as arithmetic: a constant offset plus scaled indices.

use quell_ir::{ConstId, ConstKind, InstId, Module, Type, TypeId, Value};

use super::lower::Lowering;
use super::op::{GepArgs, Inbounds, Op};
use super::shape::ShapeKind;
use crate::stop::{Stop, StopKind};

/// The sum that a `getelementptr` adds to its base.
#[derive(Debug, Default)]
pub struct Sum<V> {
    pub offset: i64,
    /// Whether the constant offset did not fit in 64 bits and is truncated.
    pub overflows: bool,
    /// Index, width of its type, scale.
    pub terms: Vec<(V, u32, i64)>,
}

impl<V> Sum<V> {
    fn add(&mut self, index: i64, scale: i64) {
        let whole = i128::from(self.offset) + i128::from(index) * i128::from(scale);
        self.overflows |= i64::try_from(whole).is_err();
        self.offset = whole as i64;
    }
}

/// The properties of an index that [`sum`] needs.
pub trait IndexInfo<V: Copy> {
    /// Its value, if it is a constant number or a vector of equal ones.
    fn constant(&self, index: V) -> Option<i64>;
    fn width(&self, index: V) -> Result<u32, Stop>;
}

/// Computes the sum by following the indices through the source type.
pub fn sum<V: Copy>(
    program: &super::Program,
    source: TypeId,
    indices: &[V],
    info: &impl IndexInfo<V>,
) -> Result<Sum<V>, Stop> {
    let mut sum = Sum {
        offset: 0,
        overflows: false,
        terms: Vec::new(),
    };
    let mut ty = source;
    for (depth, &index) in indices.iter().enumerate() {
        let scale = if depth == 0 {
            program.shapes.get(ty)?.stride
        } else {
            match &program.shapes.get(ty)?.kind {
                ShapeKind::Struct(fields) => {
                    let field = info
                        .constant(index)
                        .and_then(|i| fields.get(usize::try_from(i).ok()?));
                    let (offset, field_ty) = *field.ok_or_else(|| bad("a field"))?;
                    sum.offset = sum.offset.wrapping_add(offset as i64);
                    ty = field_ty;
                    continue;
                }
                ShapeKind::Array { elem, stride, .. } => {
                    ty = *elem;
                    *stride
                }
                ShapeKind::Vector { elem, .. } => {
                    ty = *elem;
                    program.shapes.get(ty)?.stride
                }
                _ => return Err(bad("an index")),
            }
        };
        match info.constant(index) {
            Some(value) => sum.add(value, scale as i64),
            None => sum.terms.push((index, info.width(index)?, scale as i64)),
        }
    }
    Ok(sum)
}

fn bad(what: &str) -> Stop {
    StopKind::broken(format!(
        "{what} of a getelementptr that its type does not have"
    ))
    .into()
}

/// The value of a constant number, or of a vector of equal ones.
pub fn number(module: &Module, mut id: ConstId) -> Option<i64> {
    loop {
        match &module.consts.get(id).kind {
            ConstKind::Int(bits) => return bits.to_i64(),
            ConstKind::Zero => return Some(0),
            ConstKind::Splat(elem) => id = *elem,
            ConstKind::Aggregate(lanes) if lanes.iter().all(|lane| *lane == lanes[0]) => {
                id = *lanes.first()?
            }
            _ => return None,
        }
    }
}

impl IndexInfo<Value> for Lowering<'_> {
    fn constant(&self, index: Value) -> Option<i64> {
        let Value::Const(id) = index else { return None };
        number(self.module, id)
    }

    fn width(&self, index: Value) -> Result<u32, Stop> {
        self.int_width(self.module.types.lane(self.type_of(index)?))
    }
}

/// A `getelementptr` and its position in its block.
#[derive(Clone, Copy)]
pub(super) struct GepSite<'a> {
    pub inst: InstId,
    pub position: u32,
    pub source: TypeId,
    pub base: Value,
    pub indices: &'a [Value],
    pub inbounds: bool,
}

impl Lowering<'_> {
    pub(super) fn gep(&mut self, site: GepSite<'_>) -> Result<(), Stop> {
        let GepSite { inst, .. } = site;
        let sum = sum(self.program, site.source, site.indices, self)?;
        let lanes = match self.module.types.get(self.function.insts[inst].ty) {
            Type::Vector { len, .. } => Some(*len),
            _ => None,
        };
        if lanes.is_none() {
            self.array_rules(site)?;
            self.index_rules(inst)?;
        }
        let inbounds = if site.inbounds {
            self.required_bounds(inst, site.position)
        } else {
            Inbounds::Nothing
        };
        let (dst, base) = (self.dst(inst)?, self.src(site.base)?);
        let op = match (&sum.terms[..], lanes) {
            ([], None) => Op::PtrOffset {
                dst,
                base,
                // An offset that no object has, so that the check for `inbounds` fails.
                offset: if sum.overflows && site.inbounds {
                    i64::MIN
                } else {
                    sum.offset
                },
                inbounds,
            },
            ([(index, width, scale)], None)
                if i32::try_from(*scale).is_ok() && i32::try_from(sum.offset).is_ok() =>
            {
                Op::PtrIndex {
                    dst,
                    base,
                    index: self.src(*index)?,
                    width: *width,
                    scale: *scale as i32,
                    offset: sum.offset as i32,
                    inbounds,
                }
            }
            (terms, _) => {
                let terms: Result<Box<[_]>, Stop> = terms
                    .iter()
                    .map(|(index, width, scale)| Ok((self.src(*index)?, *width, *scale)))
                    .collect();
                Op::Gep(Box::new(GepArgs {
                    dst,
                    base,
                    offset: sum.offset,
                    terms: terms?,
                    lanes,
                    inbounds,
                }))
            }
        };
        self.emit(inst, op);
        Ok(())
    }
}
