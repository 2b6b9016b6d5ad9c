//! Encodes tests for the driver: integers of eight bytes and bytes, in the order in which
//! `runtime/sanitized.c` reads them.

use std::collections::BTreeSet;

use quell_results::TestCase;
use quell_values::lookup::Lookup;
use quell_values::{Bytes, CallImage, Callee, Given, Surroundings, Target, Types};

use super::bridge::Program;

const IN_PARAMETERS: u64 = 0;
const IN_OBJECT: u64 = 1;
const IN_SYMBOL: u64 = 2;

/// A test as a call.
#[derive(Debug)]
pub struct Ready<'c> {
    pub case: &'c TestCase,
    call: CallImage,
}

/// The tests of a suite.
#[derive(Debug)]
pub struct Tests<'c> {
    pub ready: Vec<Ready<'c>>,
    /// Tests that cannot be run, each with the reason.
    pub not_run: Vec<String>,
}

impl<'c> Tests<'c> {
    /// Converts the tests to calls.
    pub fn prepare(lookup: &Lookup<'_>, cases: &'c [TestCase]) -> Self {
        let (mut ready, mut not_run) = (Vec::new(), Vec::new());
        for case in cases {
            match call_of(lookup, case) {
                Ok(call) => ready.push(Ready { case, call }),
                Err(why) => not_run.push(format!("{}: {why}", case.id)),
            }
        }
        Self { ready, not_run }
    }

    /// The symbols of the functions that tests call.
    pub fn functions(&self) -> BTreeSet<String> {
        self.ready
            .iter()
            .map(|test| test.call.function.clone())
            .collect()
    }

    /// The input file of the driver. Tests that it cannot express are left out.
    pub fn write(&mut self, program: &Program) -> Vec<u8> {
        let mut written = Vec::new();
        for test in std::mem::take(&mut self.ready) {
            let mut writer = Writer {
                program,
                call: &test.call,
                bytes: Vec::new(),
            };
            match writer.test() {
                Ok(()) => {
                    written.push(writer.bytes);
                    self.ready.push(test);
                }
                Err(why) => self.not_run.push(format!("{}: {why}", test.case.id)),
            }
        }
        let mut file = (written.len() as u64).to_le_bytes().to_vec();
        for bytes in written {
            file.extend((bytes.len() as u64).to_le_bytes());
            file.extend(bytes);
        }
        file
    }
}

fn call_of(lookup: &Lookup<'_>, case: &TestCase) -> Result<CallImage, String> {
    let function = lookup.find(&case.function).map_err(|e| e.to_string())?;
    let callee = Callee::new(lookup, Types::new(lookup.module), function);
    let args: Vec<Given> = case.args.iter().map(Given::from_json).collect();
    let globals = case.globals.iter();
    let calls = case.calls.iter();
    let around = Surroundings {
        globals: globals
            .map(|(name, value)| (name.clone(), Given::from_json(value)))
            .collect(),
        calls: calls
            .map(|(name, values)| (name.clone(), values.iter().map(Given::from_json).collect()))
            .collect(),
        stdin: case.stdin.clone(),
        guard: case.guard,
    };
    let prepared = callee.prepare(&args, &around).map_err(|e| e.to_string())?;
    Ok(prepared.image)
}

struct Relocation {
    place: (u64, u64),
    at: u64,
    target: Target,
    offset: i64,
}

struct Writer<'a> {
    program: &'a Program,
    call: &'a CallImage,
    bytes: Vec<u8>,
}

impl Writer<'_> {
    fn number(&mut self, number: u64) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn test(&mut self) -> Result<(), String> {
        let program = self.program;
        let (thunk, signature) = program
            .thunks
            .get(&self.call.function)
            .ok_or("it has no thunk")?;
        let mut relocations = Vec::new();
        self.number(*thunk as u64);
        self.params(signature, &mut relocations);
        self.number(signature.result_size);
        self.objects(&mut relocations);
        self.globals(&mut relocations)?;
        self.relocations(&relocations)?;
        self.results()?;
        self.number(self.call.stdin.len() as u64);
        self.bytes.extend(&self.call.stdin);
        Ok(())
    }

    fn params(
        &mut self,
        signature: &quell_native::thunk::Signature,
        relocations: &mut Vec<Relocation>,
    ) {
        let mut block = vec![0; signature.params_size as usize];
        for (param, slot) in self.call.params.iter().zip(&signature.params) {
            let room = &mut block[slot.offset as usize..][..slot.size as usize];
            let size = room.len().min(param.bytes.len());
            room[..size].copy_from_slice(&param.bytes[..size]);
            relocations.extend(pointers(param, (IN_PARAMETERS, 0), slot.offset));
        }
        self.number(signature.params_size);
        self.bytes.extend(block);
    }

    fn objects(&mut self, relocations: &mut Vec<Relocation>) {
        self.number(self.call.objects.len() as u64);
        for (index, object) in self.call.objects.iter().enumerate() {
            self.number(object.content.bytes.len() as u64);
            self.number(object.align);
            self.bytes.extend(&object.content.bytes);
            relocations.extend(pointers(&object.content, (IN_OBJECT, index as u64), 0));
        }
    }

    fn globals(&mut self, relocations: &mut Vec<Relocation>) -> Result<(), String> {
        let set = self.call.globals.iter();
        let set: Vec<_> = set
            .filter_map(|of| Some((&of.symbol, of.content.as_ref()?)))
            .collect();
        self.number(set.len() as u64);
        for (symbol, content) in set {
            let number = self.symbol(symbol)?;
            self.number(number);
            self.number(content.bytes.len() as u64);
            self.bytes.extend(&content.bytes);
            relocations.extend(pointers(content, (IN_SYMBOL, number), 0));
        }
        Ok(())
    }

    fn relocations(&mut self, relocations: &[Relocation]) -> Result<(), String> {
        self.number(relocations.len() as u64);
        for relocation in relocations {
            let (kind, index) = match relocation.target {
                Target::Object(index) => (IN_OBJECT, u64::from(index)),
                Target::Global(index) => {
                    let symbol = &self.call.globals[index as usize].symbol;
                    (IN_SYMBOL, self.symbol(symbol)?)
                }
                Target::Symbol(index) => {
                    let symbol = &self.call.symbols[index as usize].symbol;
                    (IN_SYMBOL, self.symbol(symbol)?)
                }
            };
            let (where_kind, where_index) = relocation.place;
            for number in [where_kind, where_index, relocation.at, kind, index] {
                self.number(number);
            }
            self.number(relocation.offset as u64);
        }
        Ok(())
    }

    fn results(&mut self) -> Result<(), String> {
        let stubs = &self.program.stubs;
        let mut outside = self.call.outside.iter().filter(|of| of.count() > 0);
        if let Some(unknown) = outside.find(|of| !stubs.contains(&of.symbol)) {
            return Err(format!(
                "it gives results of {}, which has no stub",
                unknown.symbol
            ));
        }
        self.number(stubs.len() as u64);
        for stub in stubs {
            let given = self.call.outside.iter().find(|of| of.symbol == *stub);
            self.number(given.map_or(0, |of| of.each));
            self.number(given.map_or(0, |of| of.count()));
            self.bytes
                .extend(given.iter().flat_map(|of| &of.results.bytes));
        }
        Ok(())
    }

    fn symbol(&self, symbol: &str) -> Result<u64, String> {
        let number = self.program.symbols.get(symbol);
        let number = number.ok_or_else(|| format!("{symbol} has no address in the object file"))?;
        Ok(*number as u64)
    }
}

fn pointers(bytes: &Bytes, place: (u64, u64), offset: u64) -> impl Iterator<Item = Relocation> {
    bytes.pointers.iter().map(move |pointer| Relocation {
        place,
        at: offset + pointer.at,
        target: pointer.target,
        offset: pointer.offset,
    })
}
