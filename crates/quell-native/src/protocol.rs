//! Jobs and answers as bytes; `runtime/harness.h` is the other end.

use std::io::{self, Read};
use std::time::Instant;

use quell_values::{
    Block, Bytes, CallImage, End, Event, Guard, LeftFile, Observed, OutsideImage, Target,
};

use crate::fit::{Fit, Places};
use crate::outcome::{self, Recording, RunResult, Runs};
use crate::prepare::{Prepared, Slots};
use crate::stub::Stub;
use crate::thunk::Signature;
use crate::{NativeError, WorkLimits};

pub const HELLO: u64 = 0x5155_4c31;

/// A test and the mutants to run on it.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    pub image: &'a CallImage,
    pub mutants: &'a [u32],
    pub kind: Kind,
    pub fresh: Fresh,
    /// Other limits than those of the session.
    pub work: Option<WorkLimits>,
    /// The deadline.
    pub until: Option<Instant>,
}

/// The kind of the job, as the harness numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Run,
    Record,
    /// Inputs follow the job.
    Sweep,
}

/// The contents of uninitialised memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fresh {
    #[default]
    Usual,
    /// The inverse bits: a run that depends on them reads memory that was never written.
    Inverse,
}

impl Fresh {
    pub fn byte(self) -> u8 {
        match self {
            Self::Usual => 0xa5,
            Self::Inverse => !Self::Usual.byte(),
        }
    }

    /// The bytes, with this pattern in undefined bits.
    pub fn filled(self, bytes: &Bytes) -> Vec<u8> {
        let mut filled = bytes.bytes.clone();
        for (byte, mask) in filled.iter_mut().zip(&bytes.undef) {
            *byte = (*byte & !mask) | (self.byte() & mask);
        }
        filled
    }
}

/// A job ready to send, with what is needed to read the answer.
#[derive(Debug)]
pub struct Request {
    pub message: Vec<u8>,
    result_size: u64,
    objects: Vec<u64>,
    globals: Vec<u64>,
    symbols: usize,
    mutants: usize,
    slots: Slots,
    arguments: Vec<(String, Vec<u64>)>,
    /// Undefined symbols, by number.
    undefined: Vec<String>,
}

impl Request {
    /// Knows the names of undefined symbols.
    pub fn naming(mut self, undefined: impl Iterator<Item = String>) -> Self {
        self.undefined = undefined.collect();
        self
    }
}

/// Bytes in parts that begin at multiples of eight.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn words(&mut self, words: &[u64]) {
        for word in words {
            self.0.extend(word.to_le_bytes());
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
        self.0.resize(self.0.len().next_multiple_of(8), 0);
    }
}

/// The job as bytes, if it fits the module.
pub fn encode(
    job: &Job<'_>,
    prepared: &Prepared,
    limits: &WorkLimits,
) -> Result<Request, NativeError> {
    let image = job.image;
    let found = prepared.functions.get_full(&image.function);
    let (function, _, signature) =
        found.ok_or_else(|| NativeError::NoSuchFunction(image.function.clone()))?;
    let places = Fit {
        image,
        prepared,
        signature,
    }
    .places()?;
    let mut message = Message::default();
    message.words(&[0]);
    head(&mut message, job, (function, signature), limits, prepared);
    body(&mut message, job, signature, &places);
    let size = message.0.len() as u64 - 8;
    message.0[..8].copy_from_slice(&size.to_le_bytes());
    let argument = |stub: &Stub| (stub.symbol.clone(), stub.arguments.clone());
    Ok(Request {
        message: message.0,
        result_size: signature.result_size,
        objects: sizes(image.objects.iter().map(|object| &object.content)),
        globals: image.globals.iter().map(|global| global.size).collect(),
        symbols: image.symbols.len(),
        mutants: job.mutants.len(),
        slots: prepared.slots,
        arguments: prepared.stubs.iter().map(argument).collect(),
        undefined: Vec::new(),
    })
}

impl Request {
    /// Adds the inputs of a sweep.
    pub fn append(&mut self, count: usize, bytes: &[u8]) {
        let mut message = Message(std::mem::take(&mut self.message));
        message.words(&[count as u64]);
        message.bytes(bytes);
        self.message = message.0;
        let size = self.message.len() as u64 - 8;
        self.message[..8].copy_from_slice(&size.to_le_bytes());
    }
}

fn sizes<'a>(contents: impl Iterator<Item = &'a Bytes>) -> Vec<u64> {
    contents.map(|content| content.bytes.len() as u64).collect()
}

/// `struct job_head`.
fn head(
    message: &mut Message,
    job: &Job<'_>,
    (function, signature): (usize, &Signature),
    limits: &WorkLimits,
    prepared: &Prepared,
) {
    let (image, slots) = (job.image, &prepared.slots);
    message.words(&[
        job.kind as u64,
        function as u64,
        signature.params_size,
        signature.result_size,
        image.objects.len() as u64,
        image.globals.len() as u64,
        image.symbols.len() as u64,
        relocations(image, signature).len() as u64,
        image.stdin.len() as u64,
        job.mutants.len() as u64,
        limits.original,
        limits.factor,
        limits.constant,
        slots.mutants,
        slots.blocks,
        slots.branches,
        u64::from(job.fresh.byte()),
        u64::from(image.guard == Guard::Before),
        prepared.stubs.len() as u64,
    ]);
}

fn body(message: &mut Message, job: &Job<'_>, signature: &Signature, places: &Places<'_>) {
    let image = job.image;
    for object in &image.objects {
        message.words(&[object.content.bytes.len() as u64, object.align]);
        message.bytes(&job.fresh.filled(&object.content));
    }
    for (global, &place) in image.globals.iter().zip(&places.globals) {
        let is_set = u64::from(global.content.is_some());
        message.words(&[place as u64, global.size, is_set]);
        if let Some(content) = &global.content {
            message.bytes(&job.fresh.filled(content));
        }
    }
    message.words(&places.symbols);
    for outside in &places.outside {
        let (each, count) = outside.map_or((0, 0), |of| (of.each, of.count()));
        message.words(&[each, count]);
        message.bytes(results_of(*outside));
    }
    for relocation in relocations(image, signature) {
        message.words(&relocation);
    }
    message.bytes(&parameter_block(image, signature, job.fresh));
    message.bytes(&image.stdin);
    let mutants = job.mutants.iter().flat_map(|mutant| mutant.to_le_bytes());
    message.bytes(&mutants.collect::<Vec<u8>>());
}

/// One result of a function after the other.
pub fn results_of(outside: Option<&OutsideImage>) -> &[u8] {
    outside.map_or(&[], |of| {
        let size = of.each.saturating_mul(of.count());
        of.results.bytes.get(..size as usize).unwrap_or_default()
    })
}

pub fn parameter_block(image: &CallImage, signature: &Signature, fresh: Fresh) -> Vec<u8> {
    let mut block = vec![0; signature.params_size as usize];
    for (bytes, slot) in image.params.iter().zip(&signature.params) {
        let start = slot.offset as usize;
        let filled = fresh.filled(bytes);
        block[start..start + filled.len()].copy_from_slice(&filled);
    }
    block
}

/// `struct relocation`: where (kind, number, offset) the address of what (kind, number, offset) stands.
fn relocations(image: &CallImage, signature: &Signature) -> Vec<[u64; 6]> {
    let mut found = Vec::new();
    let mut add = |kind: u64, index: usize, base: u64, bytes: &Bytes| {
        for pointer in &bytes.pointers {
            let (target, number) = match pointer.target {
                Target::Object(number) => (1, number),
                Target::Global(number) => (2, number),
                Target::Symbol(number) => (3, number),
            };
            let offset = pointer.offset.cast_unsigned();
            let at = base + pointer.at;
            found.push([kind, index as u64, at, target, u64::from(number), offset]);
        }
    };
    for (bytes, slot) in image.params.iter().zip(&signature.params) {
        add(0, 0, slot.offset, bytes);
    }
    for (index, object) in image.objects.iter().enumerate() {
        add(1, index, 0, &object.content);
    }
    for (index, global) in image.globals.iter().enumerate() {
        if let Some(content) = &global.content {
            add(2, index, 0, content);
        }
    }
    found
}

/// The answer to a job.
#[derive(Debug)]
pub struct Answer {
    pub runs: Runs,
    /// The second run of the original, if a recording was asked for.
    pub recording: Option<(RunResult, Recording)>,
}

/// The addresses in all runs of a job.
struct Addresses {
    objects: Vec<u64>,
    globals: Vec<u64>,
    symbols: Vec<u64>,
}

/// Reads answers from the pipe.
pub struct Reader<'a, R> {
    pub from: &'a mut R,
    pub request: &'a Request,
}

impl<R: Read> Reader<'_, R> {
    pub fn answer(&mut self, record: bool) -> io::Result<Answer> {
        let addresses = Addresses {
            objects: self.words(self.request.objects.len())?,
            globals: self.words(self.request.globals.len())?,
            symbols: self.words(self.request.symbols)?,
        };
        let original = match self.run(&addresses)? {
            RunResult::Differs(observed) => *observed,
            RunResult::Same => return Err(io::ErrorKind::InvalidData.into()),
        };
        let recording = match record {
            true => Some(self.recording(&original, &addresses)?),
            false => None,
        };
        let mutants = (0..self.request.mutants).map(|_| self.run(&addresses));
        let mutants = mutants.collect::<io::Result<Vec<_>>>()?;
        Ok(Answer {
            runs: Runs { original, mutants },
            recording,
        })
    }

    /// The number of omitted inputs of a sweep; a bit for each input and mutant, and one for each input.
    pub fn swept(&mut self, size: usize) -> io::Result<(u64, Vec<u8>)> {
        Ok((read_word(self.from)?, self.bytes(size as u64)?))
    }

    fn recording(
        &mut self,
        original: &Observed,
        addresses: &Addresses,
    ) -> io::Result<(RunResult, Recording)> {
        let again = self.run(addresses)?;
        let slots = self.request.slots;
        let executed = outcome::set_slots(&self.bytes(slots.mutants)?);
        let infected = outcome::set_slots(&self.bytes(slots.mutants)?);
        let recording = Recording {
            observed: original.clone(),
            executed,
            infected,
            blocks: self.bytes(slots.blocks)?,
            branches: self.bytes(slots.branches)?,
        };
        Ok((again, recording))
    }

    /// `struct run` and what follows it.
    fn run(&mut self, addresses: &Addresses) -> io::Result<RunResult> {
        let head = self.words(9)?;
        let [
            ending,
            code,
            work,
            same,
            stdout,
            stderr,
            events,
            heap,
            files,
        ] = head[..]
        else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        if same != 0 {
            return Ok(RunResult::Same);
        }
        let end = outcome::end(ending, code, &self.request.undefined);
        let (mut result, mut objects, mut globals) = (Vec::new(), Vec::new(), Vec::new());
        let mut blocks = Vec::new();
        if end == End::Returned {
            result = self.bytes(self.request.result_size)?;
            objects = self.many(&self.request.objects)?;
            globals = self.many(&self.request.globals)?;
            blocks = split_blocks(&self.bytes(heap)?);
        }
        Ok(RunResult::Differs(Box::new(Observed {
            end,
            result,
            objects,
            globals,
            object_addresses: addresses.objects.clone(),
            global_addresses: addresses.globals.clone(),
            symbol_addresses: addresses.symbols.clone(),
            blocks,
            stdout: self.bytes(stdout)?,
            stderr: self.bytes(stderr)?,
            events: self.events(events)?,
            files: split_files(&self.bytes(files)?),
            work,
        })))
    }

    fn words(&mut self, count: usize) -> io::Result<Vec<u64>> {
        (0..count).map(|_| read_word(self.from)).collect()
    }

    fn bytes(&mut self, size: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = self.from.take(size).read_to_end(&mut bytes)?;
        match read as u64 == size {
            true => Ok(bytes),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn many(&mut self, sizes: &[u64]) -> io::Result<Vec<Vec<u8>>> {
        sizes.iter().map(|&size| self.bytes(size)).collect()
    }

    fn events(&mut self, size: u64) -> io::Result<Vec<Event>> {
        let log = self.bytes(size)?;
        Ok(split_events(&log, &self.request.arguments))
    }
}

pub fn read_word(from: &mut impl Read) -> io::Result<u64> {
    let mut word = [0; 8];
    from.read_exact(&mut word)?;
    Ok(u64::from_le_bytes(word))
}

/// Address, size and bytes of each block of the heap.
fn split_blocks(heap: &[u8]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = heap;
    while let Some((address, after)) = rest.split_first_chunk::<8>() {
        let Some((size, after)) = after.split_first_chunk::<8>() else {
            break;
        };
        let size = u64::from_le_bytes(*size) as usize;
        let Some((bytes, after)) = after.split_at_checked(size) else {
            break;
        };
        blocks.push(Block {
            unset: Vec::new(),
            address: u64::from_le_bytes(*address),
            bytes: bytes.to_owned(),
        });
        rest = after;
    }
    blocks
}

/// Path with a NUL, size and content of each file, in the order of the paths.
fn split_files(bytes: &[u8]) -> Vec<LeftFile> {
    let mut files = Vec::new();
    let mut rest = bytes;
    while let Some(end) = rest.iter().position(|byte| *byte == 0) {
        let (path, after) = rest.split_at(end);
        let Some((size, after)) = after[1..].split_first_chunk::<8>() else {
            break;
        };
        let size = u64::from_le_bytes(*size) as usize;
        let Some((content, after)) = after.split_at_checked(size) else {
            break;
        };
        files.push(LeftFile {
            path: String::from_utf8_lossy(path).into_owned(),
            content: content.to_owned(),
        });
        rest = after;
    }
    files.sort();
    files
}

/// Stops where the log is invalid, which only a stray write can cause.
fn split_events(log: &[u8], stubs: &[(String, Vec<u64>)]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut rest = log;
    while let Some((number, after)) = rest.split_first_chunk::<4>() {
        let Some((function, sizes)) = stubs.get(u32::from_le_bytes(*number) as usize) else {
            break;
        };
        rest = after;
        let mut arguments = Vec::new();
        for &size in sizes {
            let Some((argument, after)) = rest.split_at_checked(size as usize) else {
                return events;
            };
            arguments.push(argument.to_owned());
            rest = after;
        }
        let function = function.clone();
        events.push(Event {
            function,
            arguments,
        });
    }
    events
}
