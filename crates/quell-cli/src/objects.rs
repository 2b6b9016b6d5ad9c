//! The machine's memory as literals and reports need it: buffers made for arguments, and bytes
//! read back with their undefined bits.

use std::rc::Rc;

use quell_exec::concrete::{Concrete, Ptr};
use quell_exec::memory::{Allocation, Extent, Memory as _, ObjectKind};
use quell_exec::stop::Stop;
use quell_exec::{Machine, Val};
use quell_ir::debug::DebugInfo;

use quell_values::{Content, Heap, Image, NewBuffer, Pointee, View};

/// A buffer made for an argument.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub label: String,
    pub ptr: Ptr,
    pub content: Content,
    /// The bytes at the beginning of the run.
    pub before: Image,
}

#[derive(Debug)]
pub struct Objects {
    pub machine: Machine<Concrete>,
    pub buffers: Vec<Buffer>,
}

/// Generous for every type there is.
const ALIGN: u64 = 64;

impl Objects {
    pub fn new(machine: Machine<Concrete>) -> Self {
        Self {
            machine,
            buffers: Vec::new(),
        }
    }

    /// A new object with the bytes of an image.
    pub fn place(&mut self, name: &str, image: &Image) -> Result<Ptr, Stop> {
        let allocation = Allocation {
            kind: ObjectKind::Host(Rc::from(name)),
            size: image.bytes.len() as u64,
            align: ALIGN,
            zeroed: false,
            writable: true,
        };
        let machine = &mut self.machine;
        let ptr = machine.memory.allocate(&mut machine.domain, allocation)?;
        self.write(ptr, image)?;
        Ok(ptr)
    }

    /// Writes the bytes that have a value; only whole bytes and bit-fields lack one.
    fn write(&mut self, ptr: Ptr, image: &Image) -> Result<(), Stop> {
        use quell_bits::Bits;
        use quell_exec::concrete::Word;
        let machine = &mut self.machine;
        if let Some(bytes) = image.defined() {
            return machine.memory.write_bytes(&mut machine.domain, &ptr, bytes);
        }
        for (index, (&byte, &undef)) in image.bytes.iter().zip(&image.undef).enumerate() {
            if undef == 0xff {
                continue;
            }
            let bits = |byte: u8| Bits::from_u64(8, u64::from(byte));
            let word = Word::from_parts(bits(byte), bits(undef));
            let at = ptr.moved(index as i64);
            machine
                .memory
                .write(&mut machine.domain, &at, BYTE, 8, &word)?;
        }
        Ok(())
    }

    /// A buffer that the report will show.
    pub fn track(&mut self, buffer: NewBuffer) -> Result<Ptr, Stop> {
        let name = format!("the buffer `{}`", buffer.label);
        let ptr = self.place(&name, &buffer.image)?;
        self.buffers.push(Buffer {
            label: buffer.label,
            ptr,
            content: buffer.content,
            before: buffer.image,
        });
        Ok(ptr)
    }

    /// The bytes at an address, if they are all there.
    pub fn read(&mut self, ptr: Ptr, bytes: u64) -> Option<Image> {
        let machine = &mut self.machine;
        let whole = machine
            .memory
            .read_bytes(&mut machine.domain, &ptr, bytes, "a byte");
        if let Ok(bytes) = whole {
            let undef = vec![0; bytes.len()];
            return Some(Image { bytes, undef });
        }
        let mut image = Image::uninitialised(usize::try_from(bytes).ok()?);
        for index in 0..image.bytes.len() {
            let at = ptr.moved(index as i64);
            let word = machine.memory.read(&mut machine.domain, &at, BYTE, 8);
            let (value, undef) = word.ok()?.parts(8);
            image.bytes[index] = value.low_u64() as u8;
            image.undef[index] = undef.low_u64() as u8;
        }
        Some(image)
    }
}

const BYTE: Extent = Extent { bytes: 1, align: 1 };

impl Heap for Objects {
    fn allocate(&mut self, buffer: NewBuffer) -> Result<u64, String> {
        let placed = self.track(buffer);
        placed.map(|ptr| ptr.0).map_err(|stop| stop.to_string())
    }

    fn function(&mut self, name: &str) -> Result<Option<u64>, String> {
        let program = self.machine.program.clone();
        let found = DebugInfo::new(&program.module).functions_named(name);
        let Some(&function) = found.first() else {
            return Ok(None);
        };
        let address = self.machine.function_address(function);
        address
            .map(|ptr| Some(ptr.0))
            .map_err(|stop| stop.to_string())
    }
}

impl View for Objects {
    fn image(&mut self, address: u64, bytes: u64) -> Option<Image> {
        self.read(Ptr(address), bytes)
    }

    fn pointee(&mut self, address: u64) -> Option<Pointee> {
        let ptr = Ptr(address);
        let machine = &mut self.machine;
        let target = machine.memory.target(&mut machine.domain, &ptr)?;
        let mut buffers = self.buffers.iter();
        let buffer = buffers.find(|buffer| buffer.ptr.slot() == ptr.slot());
        Some(Pointee {
            name: buffer.map_or_else(|| object_name(&target.kind), |buffer| buffer.label.clone()),
            offset: target.offset,
            size: target.size,
            content: buffer.map(|buffer| buffer.content.clone()),
            shown: buffer.is_some(),
        })
    }
}

fn object_name(kind: &ObjectKind) -> String {
    match kind {
        ObjectKind::Stack(name) => format!("the local variable {name}"),
        ObjectKind::Heap => "a block from malloc".to_owned(),
        ObjectKind::Global(name) | ObjectKind::External(name) => name.to_string(),
        ObjectKind::Function(_, name) => format!("the function {name}"),
        ObjectKind::Labels(_) => "a label".to_owned(),
        ObjectKind::Host(name) => name.to_string(),
    }
}

/// A value of the machine as a pointer.
pub fn pointer(ptr: Ptr) -> Val<Concrete> {
    Val::Ptr(ptr)
}
