//! Memory that a run never wrote to: two runs of the original find different bits in it.

use quell_values::Observed;

use crate::Runs;
use crate::outcome::RunResult;
use crate::protocol::Fresh;

/// Masks of the bits that the original left unwritten. A write of a mutant there is no difference: no valid use
/// of the original reads them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unwritten {
    /// Of objects, then of globals; empty if all is written.
    memory: Vec<Vec<u8>>,
    /// Of the blocks of the heap, in their order.
    blocks: Vec<Vec<u8>>,
}

impl Unwritten {
    /// From a run as usual, and one with the inverse of every bit in fresh memory.
    pub fn new(usual: &Observed, inverse: &Observed) -> Self {
        let memory = memory(usual).zip(memory(inverse));
        let blocks = usual.blocks.iter().zip(&inverse.blocks);
        Self {
            memory: some(memory.map(|(one, other)| mask(one, other)).collect()),
            blocks: some(
                blocks
                    .map(|(one, other)| mask(&one.bytes, &other.bytes))
                    .collect(),
            ),
        }
    }

    /// Sets the masks of the original's blocks; blocks of others are matched to them by heap isomorphism.
    pub fn mark(&self, original: &mut Observed) {
        for (block, mask) in original.blocks.iter_mut().zip(&self.blocks) {
            block.unset.clone_from(mask);
        }
    }

    /// Puts the original's bits in the place of others that were left unwritten by it, but for blocks.
    pub fn hide(&self, original: &Observed, other: &mut Observed) {
        let others = other.objects.iter_mut().chain(&mut other.globals);
        for (to, (from, mask)) in others.zip(memory(original).zip(&self.memory)) {
            put(to, from, mask);
        }
    }

    /// Does both with runs of mutants.
    pub fn hide_in(&self, runs: &mut Runs) {
        self.mark(&mut runs.original);
        for result in &mut runs.mutants {
            if let RunResult::Differs(observed) = result {
                self.hide(&runs.original, observed);
            }
        }
    }
}

/// The objects and globals that a run left behind.
fn memory(observed: &Observed) -> impl Iterator<Item = &Vec<u8>> {
    observed.objects.iter().chain(&observed.globals)
}

/// No masks where nothing is masked.
fn some(masks: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    match masks.iter().flatten().any(|byte| *byte != 0) {
        true => masks,
        false => Vec::new(),
    }
}

fn put(to: &mut [u8], from: &[u8], mask: &[u8]) {
    for ((to, from), mask) in to.iter_mut().zip(from).zip(mask) {
        *to = (*to & !mask) | (from & mask);
    }
}

/// The bits that are fresh in both.
fn mask(usual: &[u8], inverse: &[u8]) -> Vec<u8> {
    let (one, other) = (Fresh::Usual.byte(), Fresh::Inverse.byte());
    let both = usual.iter().zip(inverse);
    both.map(|(usual, inverse)| !(usual ^ one) & !(inverse ^ other))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_values::Block;

    fn observed(object: [u8; 3], block: Vec<u8>) -> Observed {
        Observed {
            objects: vec![object.to_vec()],
            blocks: vec![Block {
                address: 16,
                bytes: block,
                unset: Vec::new(),
            }],
            ..Observed::default()
        }
    }

    /// The second byte was not written, of the third only the upper half.
    #[test]
    fn only_what_was_written_counts() {
        let usual = observed([7, 0xa5, 0x15], vec![0xa5]);
        let inverse = observed([7, 0x5a, 0x1a], vec![0x5a]);
        let unwritten = Unwritten::new(&usual, &inverse);
        let mut mutant = observed([8, 1, 0x23], vec![9]);
        unwritten.hide(&usual, &mut mutant);
        assert_eq!(mutant, observed([8, 0xa5, 0x25], vec![9]));
        let mut marked = usual;
        unwritten.mark(&mut marked);
        assert_eq!(marked.blocks[0].unset, [0xff]);
    }

    /// A byte that happens to equal the pattern in one run is recognised by the other run.
    #[test]
    fn every_written_byte_is_told() {
        for byte in 0..=255 {
            let run = observed([byte; 3], vec![byte]);
            assert_eq!(Unwritten::new(&run, &run), Unwritten::default());
        }
    }
}
