//! Calling one function with literals: arguments into memory and registers, the result out of
//! them.

use std::ffi::OsString;

use quell_exec::Val;
use quell_exec::concrete::{self, Concrete, Ptr};
use quell_exec::semantics::memory::{load, store};
use quell_exec::stop::{Stop, StopKind, Ub};
use quell_ir::debug::{Language, ParameterSource, Piece};
use quell_ir::{FuncId, TypeId};

use crate::objects::Objects;
use quell_values::error::CallError;
use quell_values::literal::{self, LiteralError};
use quell_values::signature::Signature;
use quell_values::{Content, Encoder, Image, NewBuffer, Renderer, Shown, Types};

type Value = Val<Concrete>;

/// A call that is ready to be made.
#[derive(Debug)]
pub struct Call {
    function: FuncId,
    args: Vec<Value>,
    /// Where the result will be.
    result: Option<Ptr>,
}

/// What an IR parameter gets.
enum Passed {
    Nothing,
    Address(Ptr),
    /// Bytes, of which the parameter is read.
    Bytes(Image),
}

/// Makes a call from literals.
#[derive(Debug)]
pub struct Caller<'m, 'o> {
    pub types: Types<'m>,
    pub signature: &'o Signature,
    pub objects: &'o mut Objects,
}

impl Caller<'_, '_> {
    pub fn prepare(&mut self, function: FuncId, texts: &[OsString]) -> Result<Call, CallError> {
        self.check_number(texts.len())?;
        let module = self.types.module;
        let count = module.functions[function].params.len();
        let mut passed: Vec<Passed> = (0..count).map(|_| Passed::Nothing).collect();
        for (index, text) in texts.iter().enumerate() {
            let (image, content) = self.encode(index, text)?;
            if let Some(at) = self.signature.params[index].length {
                pass_length(image.bytes.len() as u64, at, &mut passed);
            }
            self.pass(function, index, (image, content), &mut passed)?;
        }
        let result = self.result_object(&mut passed)?;
        self.check_complete(&passed)?;
        let args = self.registers(function, passed)?;
        Ok(Call {
            function,
            args,
            result,
        })
    }

    fn check_number(&self, given: usize) -> Result<(), CallError> {
        if given == self.signature.params.len() {
            return Ok(());
        }
        let given = match given {
            0 => "no arguments were".to_owned(),
            1 => "1 argument was".to_owned(),
            _ => format!("{given} arguments were"),
        };
        let signature = self.signature.text.clone();
        Err(CallError::WrongNumber { given, signature })
    }

    fn encode(&mut self, index: usize, text: &OsString) -> Result<(Image, Content), CallError> {
        let place = format!("argument {}", self.signature.place(index, &self.types));
        let Some(text) = text.to_str() else {
            let text = text.to_string_lossy().into_owned();
            let error = LiteralError::new("not UTF-8", 0..text.len());
            return Err(CallError::BadLiteral { place, text, error });
        };
        let label = self.signature.label(index);
        let ty = self.signature.params[index].ty;
        let mut encoder = Encoder {
            types: self.types,
            heap: self.objects,
        };
        let encoded = literal::parse(text).and_then(|read| encoder.object(&read, ty, &label));
        encoded.map_err(|error| CallError::BadLiteral {
            place,
            text: text.to_owned(),
            error,
        })
    }

    fn pass(
        &mut self,
        function: FuncId,
        index: usize,
        (image, content): (Image, Content),
        passed: &mut [Passed],
    ) -> Result<(), CallError> {
        match &self.signature.params[index].source {
            ParameterSource::Value(at) => {
                if let Some(slot) = passed.get_mut(*at as usize) {
                    *slot = Passed::Bytes(image);
                }
            }
            ParameterSource::Pointer(at) => {
                let ptr = self.place_object(index, image, content)?;
                if let Some(slot) = passed.get_mut(*at as usize) {
                    *slot = Passed::Address(ptr);
                }
            }
            ParameterSource::Pieces(pieces) => {
                let function = &self.types.module.functions[function];
                for piece in pieces {
                    let ty = function
                        .params
                        .get(piece.param as usize)
                        .map(|param| param.ty);
                    let room = ty.map_or(0, |ty| self.ir_size(ty));
                    pass_piece(*piece, &image, room, passed);
                }
            }
            // Nothing of it is needed.
            ParameterSource::None => {}
        }
        Ok(())
    }

    /// An argument that is passed by its address. What becomes of it is seen by the caller in
    /// Fortran only; elsewhere it is a copy for the callee.
    fn place_object(
        &mut self,
        index: usize,
        image: Image,
        content: Content,
    ) -> Result<Ptr, CallError> {
        let label = self.signature.label(index);
        let is_fortran = self.types.info.language() == Language::Fortran;
        let placed = match is_fortran && content.count() > 0 {
            true => self.objects.track(NewBuffer {
                label,
                image,
                content,
            }),
            false => self
                .objects
                .place(&format!("the argument `{label}`"), &image),
        };
        placed.map_err(|stop| self.unsupported(index, &stop.to_string()))
    }

    fn unsupported(&self, index: usize, reason: &str) -> CallError {
        CallError::Unsupported {
            place: format!("parameter {}", self.signature.place(index, &self.types)),
            reason: reason.to_owned(),
            signature: self.signature.text.clone(),
        }
    }

    fn ir_size(&self, ty: TypeId) -> u64 {
        let module = self.types.module;
        let size = module.layout.alloc_size(&module.types, ty);
        size.unwrap_or(0)
    }

    /// Room for a result that is returned through memory.
    fn result_object(&mut self, passed: &mut [Passed]) -> Result<Option<Ptr>, CallError> {
        let Some(at) = self.signature.result_pointer else {
            return Ok(None);
        };
        let refused = |reason: String| CallError::Unsupported {
            place: "the result".to_owned(),
            reason,
            signature: self.signature.text.clone(),
        };
        let size = self.types.size(self.signature.ret).unwrap_or(0);
        let Some(image) = Image::room(size) else {
            return Err(refused(format!("it has {size} bytes")));
        };
        let placed = self.objects.place("the result", &image);
        let ptr = placed.map_err(|stop| refused(stop.to_string()))?;
        if let Some(slot) = passed.get_mut(at as usize) {
            *slot = Passed::Address(ptr);
        }
        Ok(Some(ptr))
    }

    fn check_complete(&self, passed: &[Passed]) -> Result<(), CallError> {
        let missing = passed
            .iter()
            .position(|slot| matches!(slot, Passed::Nothing));
        let Some(missing) = missing else {
            return Ok(());
        };
        let mut params = self.signature.params.iter();
        let unknown = params.position(|param| param.source == ParameterSource::None);
        let reason = "the debug information does not tell how it is passed; try --opt 0";
        Err(match unknown {
            Some(index) => self.unsupported(index, reason),
            None => CallError::Unsupported {
                place: format!(
                    "parameter {} of the IR, which the source lacks,",
                    missing + 1
                ),
                reason: "it is made up by the compiler".to_owned(),
                signature: self.signature.text.clone(),
            },
        })
    }

    fn registers(
        &mut self,
        function: FuncId,
        passed: Vec<Passed>,
    ) -> Result<Vec<Value>, CallError> {
        let params = &self.types.module.functions[function].params;
        let mut args = Vec::new();
        for (param, slot) in params.iter().zip(passed) {
            args.push(match slot {
                Passed::Nothing => continue,
                Passed::Address(ptr) => Val::Ptr(ptr),
                Passed::Bytes(image) => {
                    let loaded = self.load(image, param.ty);
                    loaded.map_err(|stop| CallError::Unsupported {
                        place: "an argument".to_owned(),
                        reason: stop.to_string(),
                        signature: self.signature.text.clone(),
                    })?
                }
            });
        }
        Ok(args)
    }

    /// A register of an IR type from the bytes that an object of it would have.
    fn load(&mut self, mut image: Image, ty: TypeId) -> Result<Value, Stop> {
        let size = self.ir_size(ty);
        let room = Image::room(size).ok_or(StopKind::OutOfMemory(size))?;
        if image.bytes.len() < room.bytes.len() {
            image.bytes.resize(room.bytes.len(), 0);
            image.undef.resize(room.bytes.len(), 0xff);
        }
        let ptr = self.objects.place("an argument", &image)?;
        let machine = &mut self.objects.machine;
        let program = machine.program.clone();
        load(
            &mut machine.domain,
            &mut machine.memory,
            &program,
            ty,
            &ptr,
            1,
        )
    }

    /// Makes the call; the result as the source sees it.
    pub fn run(&mut self, call: &Call) -> Result<Shown, Stop> {
        let machine = &mut self.objects.machine;
        let returned = concrete::call(machine, call.function, &call.args)?;
        let image = match (call.result, returned) {
            (Some(ptr), _) => {
                let size = self.types.size(self.signature.ret).unwrap_or(0);
                self.objects.read(ptr, size)
            }
            (None, Some(value)) => self.bytes_of(call.function, &value)?,
            (None, None) => None,
        };
        let Some(image) = image else {
            return Ok(Shown::Nothing);
        };
        let mut renderer = Renderer::new(self.types, self.objects);
        match renderer.value(&image, 0, self.signature.ret) {
            // Nothing can be done with such a result.
            Shown::Uninitialised => Err(Ub::Uninitialised {
                what: "the result of the function",
            }
            .into()),
            value => Ok(value),
        }
    }

    /// The bytes that a register has in memory.
    fn bytes_of(&mut self, function: FuncId, value: &Value) -> Result<Option<Image>, Stop> {
        let ty = self.types.module.functions[function].ret;
        let room = self.ir_size(ty).max(16);
        let image = Image::room(room).ok_or(StopKind::OutOfMemory(room))?;
        let ptr = self.objects.place("the result", &image)?;
        let machine = &mut self.objects.machine;
        let program = machine.program.clone();
        let (domain, memory) = (&mut machine.domain, &mut machine.memory);
        store(domain, memory, &program, ty, (&ptr, 1), value)?;
        Ok(self.objects.read(ptr, room))
    }
}

/// Fortran passes the lengths of `character` arguments by themselves.
fn pass_length(length: u64, at: u32, passed: &mut [Passed]) {
    let mut image = Image::uninitialised(8);
    image.set_bytes(0, &length.to_le_bytes());
    if let Some(slot) = passed.get_mut(at as usize) {
        *slot = Passed::Bytes(image);
    }
}

/// Copies a piece of an argument to its place in an IR parameter of a size.
fn pass_piece(piece: Piece, image: &Image, room: u64, passed: &mut [Passed]) {
    let Some(slot) = passed.get_mut(piece.param as usize) else {
        return;
    };
    if !matches!(slot, Passed::Bytes(_)) {
        *slot = Passed::Bytes(Image::room(room).unwrap_or_default());
    }
    let Passed::Bytes(target) = slot else { return };
    let Some(part) = image.part(piece.at, piece.bytes) else {
        return;
    };
    let start = piece.from as usize;
    for (index, (byte, undef)) in part.bytes.into_iter().zip(part.undef).enumerate() {
        if let (Some(to), Some(mask)) = (
            target.bytes.get_mut(start + index),
            target.undef.get_mut(start + index),
        ) {
            (*to, *mask) = (byte, undef);
        }
    }
}
