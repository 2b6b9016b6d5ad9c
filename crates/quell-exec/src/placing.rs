//! Sets up a call that is given as data: places its objects in memory and its parameters in registers.
//!
//! Arguments go through memory for all calling conventions: each becomes an object, and the IR parameters are
//! loaded from its bytes.

use std::rc::Rc;

use quell_ir::{FuncId, GlobalId, GlobalRef};
use quell_values::unsupported::Unsupported;
use quell_values::{Bytes, CallImage, Target};

use crate::domain::{Alu, Domain};
use crate::machine::Machine;
use crate::machine::stub::Stub;
use crate::memory::{Allocation, Extent, Memory, ObjectKind};
use crate::semantics::memory::load;
use crate::stop::Stop;
use crate::value::Val;

/// The pointers to the parts of a call in a machine.
#[derive(Debug)]
pub struct Placed<D: Domain> {
    pub function: FuncId,
    /// In the order of the image.
    pub objects: Vec<D::Ptr>,
    pub globals: Vec<D::Ptr>,
    pub symbols: Vec<D::Ptr>,
    /// Each parameter as a store would write it to memory.
    pub params: Vec<D::Ptr>,
    /// The results of stubbed external functions, unless they are all zero.
    pub outside: Vec<Option<D::Ptr>>,
}

const BYTE: Extent = Extent { bytes: 1, align: 1 };

impl<D: Domain> Placed<D> {
    pub fn new(machine: &mut Machine<D>, image: &CallImage) -> Result<Self, Stop> {
        let function = machine.program.module.find_function(&image.function);
        let mut placed = Self {
            function: function.ok_or_else(|| missing(&image.function))?,
            objects: Vec::new(),
            globals: Vec::new(),
            symbols: Vec::new(),
            params: Vec::new(),
            outside: Vec::new(),
        };
        placed.place(machine, image)?;
        placed.fill(machine, image)?;
        placed.install_stubs(machine, image)?;
        Ok(placed)
    }

    /// Allocates all objects and looks up all symbols.
    fn place(&mut self, machine: &mut Machine<D>, image: &CallImage) -> Result<(), Stop> {
        for object in &image.objects {
            let size = object.content.bytes.len() as u64;
            let ptr = allocate(machine, &object.name, size, object.align)?;
            self.objects.push(ptr);
        }
        for global in &image.globals {
            let id = find_global(machine, &global.symbol)?;
            self.globals.push(machine.global_address(id));
        }
        for symbol in &image.symbols {
            let ptr = match machine.program.module.find(&symbol.symbol) {
                Some(GlobalRef::Func(id)) => machine.function_address(id)?,
                Some(GlobalRef::Var(id)) => machine.global_address(id),
                _ => return Err(missing(&symbol.symbol)),
            };
            self.symbols.push(ptr);
        }
        for content in &image.params {
            let ptr = allocate(machine, "an argument", content.bytes.len() as u64, 64)?;
            self.params.push(ptr);
        }
        Ok(())
    }

    fn fill(&self, machine: &mut Machine<D>, image: &CallImage) -> Result<(), Stop> {
        for (ptr, object) in self.objects.iter().zip(&image.objects) {
            self.write(machine, ptr, &object.content)?;
        }
        for (ptr, global) in self.globals.iter().zip(&image.globals) {
            if let Some(content) = &global.content {
                self.write(machine, ptr, content)?;
            }
        }
        for (ptr, content) in self.params.iter().zip(&image.params) {
            self.write(machine, ptr, content)?;
        }
        Ok(())
    }

    /// Installs stubs for the external functions of the image.
    fn install_stubs(&mut self, machine: &mut Machine<D>, image: &CallImage) -> Result<(), Stop> {
        for outside in &image.outside {
            let function = machine.program.module.find_function(&outside.symbol);
            let function = function.ok_or_else(|| missing(&outside.symbol))?;
            let mut results = None;
            if outside.each > 0 {
                let name = format!("what `{}` returns", outside.symbol);
                let size = outside.results.bytes.len() as u64;
                let ptr = allocate(machine, &name, size, 16)?;
                self.write(machine, &ptr, &outside.results)?;
                results = Some(ptr);
            }
            self.outside.push(results.clone());
            let stub = Stub {
                results,
                each: outside.each,
                count: outside.count(),
                made: 0,
            };
            machine.install_stub(function, stub);
        }
        Ok(())
    }

    /// A pointer to a target of the image.
    pub fn address(&self, target: Target) -> Option<D::Ptr> {
        let (list, index) = match target {
            Target::Object(index) => (&self.objects, index),
            Target::Global(index) => (&self.globals, index),
            Target::Symbol(index) => (&self.symbols, index),
        };
        list.get(index as usize).cloned()
    }

    /// Writes the defined bytes and the pointers of an object.
    fn write(&self, machine: &mut Machine<D>, ptr: &D::Ptr, content: &Bytes) -> Result<(), Stop> {
        let (domain, memory) = (&mut machine.domain, &mut machine.memory);
        if content.undef.is_empty() {
            memory.write_bytes(domain, ptr, &content.bytes)?;
        } else {
            write_defined_bits(domain, memory, ptr, content)?;
        }
        for pointer in &content.pointers {
            let target = self.address(pointer.target);
            let target = target.ok_or_else(|| missing("the target of a pointer"))?;
            let target = domain.ptr_offset(&target, pointer.offset);
            let at = domain.ptr_offset(ptr, pointer.at as i64);
            memory.write_ptr(domain, &at, 1, &target)?;
        }
        Ok(())
    }

    /// The parameters as registers, each loaded by its type.
    pub fn args(&self, machine: &mut Machine<D>) -> Result<Vec<Val<D>>, Stop> {
        let program = machine.program.clone();
        let params = &program.module.functions[self.function].params;
        let (domain, memory) = (&mut machine.domain, &mut machine.memory);
        let pairs = params.iter().zip(&self.params);
        pairs
            .map(|(param, ptr)| load(domain, memory, &program, param.ty, ptr, 1))
            .collect()
    }
}

/// Writes the defined bits of all bytes; a byte may be undefined in part.
fn write_defined_bits<D: Domain>(
    domain: &mut D,
    memory: &mut D::Memory,
    ptr: &D::Ptr,
    content: &Bytes,
) -> Result<(), Stop> {
    for (index, (&byte, &undef)) in content.bytes.iter().zip(&content.undef).enumerate() {
        if undef == 0xff {
            continue;
        }
        let (value, mask) = (
            domain.word(8, u64::from(byte)),
            domain.word(8, u64::from(undef)),
        );
        let nothing = domain.undef(8);
        let open = domain.alu(Alu::And, 8, &nothing, &mask);
        let word = domain.alu(Alu::Or, 8, &value, &open);
        let at = domain.ptr_offset(ptr, index as i64);
        memory.write(domain, &at, BYTE, 8, &word)?;
    }
    Ok(())
}

/// Allocates an object that belongs to the caller of the program.
pub fn allocate<D: Domain>(
    machine: &mut Machine<D>,
    name: &str,
    size: u64,
    align: u64,
) -> Result<D::Ptr, Stop> {
    let allocation = Allocation {
        kind: ObjectKind::Host(Rc::from(name)),
        size,
        align,
        zeroed: false,
        writable: true,
    };
    machine.memory.allocate(&mut machine.domain, allocation)
}

fn find_global<D: Domain>(machine: &Machine<D>, symbol: &str) -> Result<GlobalId, Stop> {
    match machine.program.module.find(symbol) {
        Some(GlobalRef::Var(id)) => Ok(id),
        _ => Err(missing(symbol)),
    }
}

fn missing(symbol: &str) -> Stop {
    let symbol = symbol.to_owned();
    Unsupported::MissingSymbol { symbol }.into()
}
