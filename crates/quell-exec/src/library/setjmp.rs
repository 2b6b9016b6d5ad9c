//! `setjmp.h`. A buffer contains the whole jump point, so it may be copied and filled again.

use super::call::{Call, Outcome, misuse, models};
use crate::domain::Domain;
use crate::machine::{JumpPoint, Machine};
use crate::stop::Stop;
use crate::value::Val;

models! {
    "setjmp" => setjmp,
    "_setjmp" => setjmp,
    "sigsetjmp" => setjmp,
    "__sigsetjmp" => setjmp,
    "longjmp" => longjmp,
    "_longjmp" => longjmp,
    "siglongjmp" => longjmp,
    "__longjmp_chk" => longjmp,
}

/// Identifies a buffer that `setjmp` filled.
const MARK: u64 = 0x7175_656c_6c6a_6d70;

fn setjmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let buffer = c.ptr(0)?;
    let point = c.machine.jump_point(c.site.dst);
    let point = point.ok_or_else(|| misuse("setjmp", "it was not called by a function"))?;
    fill(c.machine, &buffer, point)?;
    c.give_int(0)
}

/// The words of a buffer: the mark, the frame, its depth, the operation, and the register of the result plus
/// 1.
fn fill<D: Domain>(
    machine: &mut Machine<D>,
    buffer: &D::Ptr,
    point: JumpPoint,
) -> Result<(), Stop> {
    let dst = point.dst.map_or(0, |dst| u64::from(dst) + 1);
    let words = [
        MARK,
        point.frame,
        point.depth as u64,
        u64::from(point.pc),
        dst,
    ];
    machine.put_bytes(buffer, words.map(u64::to_le_bytes).as_flattened())
}

/// The jump point that [`fill`] stored in a buffer.
fn point_in<D: Domain>(machine: &mut Machine<D>, buffer: &D::Ptr) -> Result<JumpPoint, Stop> {
    if machine.get_number(buffer, 8)? != MARK {
        return Err(misuse("longjmp", "the buffer was not filled by setjmp"));
    }
    let mut words = [0; 5];
    for (word, offset) in words.iter_mut().zip((0..).step_by(8)) {
        let at = machine.at(buffer, offset);
        *word = machine.get_number(&at, 8)?;
    }
    let [_, frame, depth, pc, dst] = words;
    Ok(JumpPoint {
        frame,
        depth: depth as usize,
        pc: pc as u32,
        dst: dst.checked_sub(1).map(|dst| dst as u32),
    })
}

fn longjmp<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (buffer, value) = (c.ptr(0)?, c.int(1)?);
    let point = point_in(c.machine, &buffer)?;
    // The value 0 is replaced by 1, because 0 means the first return of `setjmp`.
    let value = if value == 0 { 1 } else { value };
    let value = c.machine.domain.word(32, u64::from(value as u32));
    Err(c.machine.jump_to(point, Val::Word(value))?)
}
