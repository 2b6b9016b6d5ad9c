//! The inputs of tests by the names of their parts, so that they can be inputs of a space of another size.

use std::collections::BTreeMap;

use quell_bits::Bits;
use quell_values::inputs::InputSpace;

use super::Ledger;

/// An input of some input space.
#[derive(Clone, Debug)]
pub struct NamedInput(BTreeMap<String, Bits>);

impl NamedInput {
    pub fn new(space: &InputSpace, values: &[Bits]) -> Self {
        let leaves = space.leaves.iter().map(|leaf| leaf.name.clone());
        Self(leaves.zip(values.iter().cloned()).collect())
    }

    /// The same input in a space; what it does not have gets its least value. Nothing if the space does not admit it.
    pub fn of(&self, space: &InputSpace) -> Option<Vec<Bits>> {
        let values = space
            .leaves
            .iter()
            .map(|leaf| match self.0.get(&leaf.name) {
                Some(value) if value.width() == leaf.width => value.clone(),
                _ => leaf.least(),
            });
        let values: Vec<Bits> = values.collect();
        space.admits(&values).then_some(values)
    }
}

impl Ledger {
    /// Inputs of the user's tests. They come before all others.
    pub fn add_seed(&mut self, seed: NamedInput) {
        self.inputs.push(seed.clone());
        self.seeds.push(seed);
    }

    /// The inputs of tests that were found so far, as values of an input space, each once.
    pub fn inputs_of(&self, space: &InputSpace) -> Vec<Vec<Bits>> {
        distinct(&self.inputs, space)
    }

    /// The same of the tests that the user gave.
    pub fn seeds_of(&self, space: &InputSpace) -> Vec<Vec<Bits>> {
        distinct(&self.seeds, space)
    }
}

fn distinct(inputs: &[NamedInput], space: &InputSpace) -> Vec<Vec<Bits>> {
    let mut all: Vec<Vec<Bits>> = Vec::new();
    for values in inputs.iter().filter_map(|input| input.of(space)) {
        if !all.contains(&values) {
            all.push(values);
        }
    }
    all
}
