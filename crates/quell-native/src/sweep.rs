//! Many inputs of one shape, run in one process: a fork for each run would take far longer than the run.
//!
//! - **A sweep yields candidates, no verdicts.** The runs share the state of libraries, and inputs on which the original has
//!   undefined behaviour are among them. An input that shows a difference, or ends the process, is run again like any test.

use quell_values::{Bytes, CallImage, GlobalImage};

use crate::NativeError;
use crate::protocol::{Fresh, Job, Kind, parameter_block, results_of};
use crate::session::Session;
use crate::stub::Stub;
use crate::thunk::Signature;

/// Inputs that differ from one another in the bytes of parameters, objects and globals alone.
#[derive(Debug)]
pub struct Batch<'s> {
    signature: &'s Signature,
    stubs: &'s [Stub],
    template: CallImage,
    bytes: Vec<u8>,
    count: usize,
}

impl Batch<'_> {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds an input, unless it has another shape.
    pub fn push(&mut self, image: &CallImage) -> bool {
        if !has_shape(&self.template, image) {
            return false;
        }
        self.bytes
            .extend(parameter_block(image, self.signature, Fresh::Usual));
        let objects = image.objects.iter().map(|object| &object.content);
        let globals = image.globals.iter();
        let globals = globals.filter_map(|global| global.content.as_ref());
        for content in objects.chain(globals) {
            self.bytes.extend(Fresh::Usual.filled(content));
        }
        for stub in self.stubs {
            let mut outside = image.outside.iter();
            let outside = outside.find(|of| of.symbol == stub.symbol);
            self.bytes.extend(results_of(outside));
        }
        self.count += 1;
        true
    }

    /// A sweep over them.
    pub(crate) fn job<'a>(&'a self, mutants: &'a [u32]) -> Job<'a> {
        Job {
            image: &self.template,
            mutants,
            kind: Kind::Sweep,
            fresh: Fresh::Usual,
            work: None,
            until: None,
        }
    }

    /// The next inputs, with room for them already there.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.count = 0;
    }
}

/// Whether only bytes differ.
fn has_shape(template: &CallImage, image: &CallImage) -> bool {
    let alike = |a: &Bytes, b: &Bytes| a.bytes.len() == b.bytes.len() && a.pointers == b.pointers;
    let params = template.params.iter().zip(&image.params);
    let objects = template.objects.iter().zip(&image.objects);
    let results = |of: &CallImage| -> Vec<(String, u64)> {
        let outside = of.outside.iter();
        outside.map(|of| (of.symbol.clone(), of.count())).collect()
    };
    // The template has further ones, which keep what they hold.
    let globals = template.globals.iter().zip(&image.globals);
    template.function == image.function
        && template.params.len() == image.params.len()
        && template.objects.len() == image.objects.len()
        && template.symbols == image.symbols
        && template.stdin == image.stdin
        && template.guard == image.guard
        && results(template) == results(image)
        && params.into_iter().all(|(a, b)| alike(a, b))
        && objects
            .into_iter()
            .all(|(a, b)| a.align == b.align && alike(&a.content, &b.content))
        && globals
            .into_iter()
            .all(|(a, b)| match (&a.content, &b.content) {
                (Some(a_content), Some(b_content)) => {
                    a.symbol == b.symbol && alike(a_content, b_content)
                }
                (None, None) => a.symbol == b.symbol,
                _ => false,
            })
}

/// The result of a sweep.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// Places of inputs in the batch and of mutants in their list, where something differed.
    pub differing: Vec<(usize, usize)>,
    /// The number of inputs on which the original shows undefined behaviour.
    pub left_out: u64,
    /// Places of inputs in the batch on which the original reached its limit of work: nothing was compared there.
    pub unfinished: Vec<usize>,
}

impl Session {
    /// An empty batch for inputs of the shape of this one.
    pub fn batch(&self, image: &CallImage) -> Result<Batch<'_>, NativeError> {
        let name = &image.function;
        let signature = self.signature(name)?;
        let mut template = image.clone();
        // A run must not find what the run before it left.
        for (symbol, size) in self.globals() {
            let is_there = |global: &GlobalImage| global.symbol == symbol;
            if !image.globals.iter().any(is_there) {
                template.globals.push(GlobalImage {
                    symbol: symbol.to_owned(),
                    size,
                    content: None,
                });
            }
        }
        Ok(Batch {
            signature,
            stubs: self.stubs(),
            template,
            bytes: Vec::new(),
            count: 0,
        })
    }

    /// Runs the original and mutants on all inputs of a batch, the original for a short time.
    pub fn sweep(&self, batch: &Batch<'_>, mutants: &[u32]) -> Result<Swept, NativeError> {
        self.sweep_with(batch, batch.job(mutants))
    }

    pub(crate) fn sweep_with(&self, batch: &Batch<'_>, job: Job<'_>) -> Result<Swept, NativeError> {
        let mutants = job.mutants;
        let (bits, inputs) = (batch.count * mutants.len(), batch.count);
        let size = bits.div_ceil(8) + inputs.div_ceil(8);
        let (left_out, found) = self.sweep_on_worker(job, (inputs, &batch.bytes), size)?;
        let (differs, unfinished) = found.split_at(bits.div_ceil(8));
        Ok(Swept {
            differing: set_bits(differs, bits)
                .map(|bit| (bit / mutants.len(), bit % mutants.len()))
                .collect(),
            left_out,
            unfinished: set_bits(unfinished, inputs).collect(),
        })
    }
}

/// The indices of the set bits, up to a number of bits.
fn set_bits(bytes: &[u8], count: usize) -> impl Iterator<Item = usize> {
    (0..count).filter(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1)
}
