//! Compares two runs of one call that differ in the addresses of objects.

use quell_ir::Type;

use super::carry::FinishedRun;
use super::memory::ConcreteMemory;
use super::space::{NO_OBJECT, ObjectName};

const POINTER: usize = 8;

/// Bytes observed after a run, and the memory that addresses in them refer to.
#[derive(Clone, Copy)]
struct ObservedBytes<'r> {
    bytes: &'r [u8],
    memory: &'r ConcreteMemory,
}

/// Whether both runs took the same path through the user's code and have the same observations. Addresses are
/// equal if they have the same offset in the same object; objects are identified by the order of their
/// allocation.
pub(super) fn same(first: &FinishedRun, second: &FinishedRun) -> bool {
    let (a, b) = (&first.watched.observed, &second.watched.observed);
    let numbers_differ = returns_number(first) && a.result != b.result;
    let known = !numbers_differ
        && first.carried.machine.trail() == second.carried.machine.trail()
        && first.watched.undefined == second.watched.undefined
        && (&a.end, &a.stdout, &a.stderr) == (&b.end, &b.stdout, &b.stderr);
    known && {
        let (ours, theirs) = (parts(first), parts(second));
        let pairs = ours.iter().zip(&theirs);
        ours.len() == theirs.len() && pairs.into_iter().all(|(a, b)| same_bytes(*a, *b))
    }
}

/// Whether the result is a number: a test would expect that number, and so must not contain an address.
fn returns_number(ran: &FinishedRun) -> bool {
    let module = &ran.carried.machine.program.module;
    let ty = module.functions[ran.carried.placed.function].ret;
    matches!(module.types.get(ty), Type::Int(_) | Type::Float(_))
}

/// Everything that was observed as bytes.
fn parts(ran: &FinishedRun) -> Vec<ObservedBytes<'_>> {
    let (observed, memory) = (&ran.watched.observed, &ran.carried.machine.memory);
    let events = observed.events.iter();
    let calls = events.flat_map(|event| {
        let arguments = event.arguments.iter().map(Vec::as_slice);
        std::iter::once(event.function.as_bytes()).chain(arguments)
    });
    let blocks = observed.blocks.iter().map(|block| block.bytes.as_slice());
    let objects = observed.objects.iter().chain(&observed.globals);
    std::iter::once(observed.result.as_slice())
        .chain(objects.map(Vec::as_slice))
        .chain(blocks)
        .chain(calls)
        .map(|bytes| ObservedBytes { bytes, memory })
        .collect()
}

fn same_bytes(a: ObservedBytes<'_>, b: ObservedBytes<'_>) -> bool {
    if a.bytes.len() != b.bytes.len() {
        return false;
    }
    let mut at = 0;
    while at < a.bytes.len() {
        if a.bytes[at] == b.bytes[at] {
            at += 1;
            continue;
        }
        // The byte may be at any position of an address.
        let mut starts = at.saturating_sub(POINTER - 1)..=at;
        let address = starts.find(|&start| {
            let (ours, theirs) = (a.object_at(start), b.object_at(start));
            ours.is_some() && ours == theirs
        });
        match address {
            Some(start) => at = start + POINTER,
            None => return false,
        }
    }
    true
}

impl ObservedBytes<'_> {
    /// The object and offset of the address that is stored at an offset of the bytes. Of a dead object only
    /// the name is known.
    fn object_at(self, offset: usize) -> Option<(ObjectName, Option<u64>)> {
        let word = self.bytes.get(offset..offset + POINTER)?;
        let address = u64::from_le_bytes(word.try_into().ok()?);
        let name = self.memory.space.owner(address);
        if name == NO_OBJECT {
            return None;
        }
        let index = self.memory.space.index(name);
        let object = index.and_then(|index| self.memory.objects.get(index));
        Some((name, object.map(|object| address.wrapping_sub(object.base))))
    }
}
