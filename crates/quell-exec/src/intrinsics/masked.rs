//! Accesses to the lanes of a vector in memory that a mask selects.
//!
//! The alignment is an operand up to LLVM 21 and an attribute of the pointer afterwards.

use quell_ir::TypeId;
use quell_values::unsupported::Unsupported;

use super::call::{Call, Outcome, intrinsics};
use crate::domain::Domain;
use crate::program::shape::ShapeKind;
use crate::semantics::memory::{load, store};
use crate::stop::Stop;
use crate::value::{Val, mismatch};

intrinsics! {
    "masked.load" => load_lanes(Layout::InPlace),
    "masked.gather" => load_lanes(Layout::Scattered),
    "masked.expandload" => load_lanes(Layout::Packed),
    "masked.store" => store_lanes(Layout::InPlace),
    "masked.scatter" => store_lanes(Layout::Scattered),
    "masked.compressstore" => store_lanes(Layout::Packed),
}

/// The location of the lanes in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// One pointer; each lane has its place, whether it is selected or not.
    InPlace,
    /// One pointer per lane.
    Scattered,
    /// One pointer; the selected lanes are contiguous.
    Packed,
}

struct Access<D: Domain> {
    elem: TypeId,
    /// The distance between lanes in bytes.
    step: u64,
    align: u64,
    mask: Vec<bool>,
    pointers: Val<D>,
    layout: Layout,
    /// The index of the operand after the mask.
    after_mask: usize,
}

/// Reads the operands from the pointer on.
fn access<D: Domain>(
    c: &mut Call<D>,
    vector: TypeId,
    at: usize,
    layout: Layout,
) -> Result<Access<D>, Stop> {
    let aligned = matches!(c.lane_kind(at + 1)?, ShapeKind::Int(2..)) && !is_vector(c, at + 1)?;
    let align = if aligned {
        c.number(at + 1, "an alignment")?.max(1)
    } else {
        1
    };
    let mask_at = at + 1 + usize::from(aligned);
    let mut mask = Vec::new();
    for bit in c.arg(mask_at)?.members()?.iter() {
        mask.push(c.machine.domain.known(bit.word()?, "a mask")?);
    }
    let elem = c.machine.program.module.types.lane(vector);
    let shape = c.machine.program.shapes.get(elem)?;
    if shape.width().is_some_and(|width| width % 8 != 0) {
        return Err(Unsupported::MaskedBits.into());
    }
    Ok(Access {
        elem,
        step: shape.size,
        align,
        mask,
        pointers: c.arg(at)?.clone(),
        layout,
        after_mask: mask_at + 1,
    })
}

fn is_vector<D: Domain>(c: &Call<D>, index: usize) -> Result<bool, Stop> {
    let types = &c.machine.program.module.types;
    Ok(types.lanes(c.ty(index)?).is_some())
}

impl<D: Domain> Access<D> {
    /// The selected lanes, with their addresses and known alignments.
    fn selected(&self, d: &mut D) -> Result<Vec<(usize, D::Ptr, u64)>, Stop> {
        let mut selected = Vec::new();
        for lane in (0..self.mask.len()).filter(|&lane| self.mask[lane]) {
            let (ptr, align) = match self.layout {
                Layout::Scattered => {
                    let pointer = self.pointers.at(&[lane as u32])?;
                    (pointer.ptr()?.clone(), self.align)
                }
                Layout::InPlace => self.beside(d, lane)?,
                Layout::Packed => self.beside(d, selected.len())?,
            };
            selected.push((lane, ptr, align));
        }
        Ok(selected)
    }

    fn beside(&self, d: &mut D, index: usize) -> Result<(D::Ptr, u64), Stop> {
        let offset = index as u64 * self.step;
        let align = 1 << (self.align | offset).trailing_zeros().min(12);
        let align = if offset == 0 { self.align } else { align };
        Ok((d.ptr_offset(self.pointers.ptr()?, offset as i64), align))
    }
}

fn load_lanes<D: Domain>(c: &mut Call<D>, layout: Layout) -> Outcome<D> {
    let access = access(c, c.site.ret, 0, layout)?;
    let mut lanes = c.arg(access.after_mask)?.members()?.to_vec();
    let program = c.machine.program.clone();
    let (d, memory) = (&mut c.machine.domain, &mut c.machine.memory);
    for (lane, ptr, align) in access.selected(d)? {
        let slot = lanes.get_mut(lane).ok_or_else(|| mismatch("a lane"))?;
        *slot = load(d, memory, &program, access.elem, &ptr, align)?;
    }
    Ok(Some(Val::agg(lanes)))
}

fn store_lanes<D: Domain>(c: &mut Call<D>, layout: Layout) -> Outcome<D> {
    let access = access(c, c.ty(0)?, 1, layout)?;
    let values = c.arg(0)?;
    let program = c.machine.program.clone();
    let (d, memory) = (&mut c.machine.domain, &mut c.machine.memory);
    for (lane, ptr, align) in access.selected(d)? {
        let value = values.at(&[lane as u32])?;
        store(d, memory, &program, access.elem, (&ptr, align), value)?;
    }
    Ok(None)
}
