//! From arguments to a call as data: objects are collected, and the IR parameters are cut from the bytes of
//! the arguments.

use quell_ir::debug::{Language, ParameterSource, Piece};
use quell_ir::{FuncId, TypeId};

use crate::call::{Bytes, CallImage, GlobalImage, Guard, ObjectImage, OutsideImage, SymbolImage};
use crate::constants::initial_bytes;
use crate::encode::{Content, Encoder, NewBuffer};
use crate::error::CallError;
use crate::globals::{GlobalShape, module_symbols, observable_globals};
use crate::image::Image;
use crate::literal::{self, Literal, LiteralError};
use crate::lookup::Lookup;
use crate::objects::{Objects, Role};
use crate::outside;
use crate::signature::Signature;
use crate::types::{TypeRef, Types};

/// A value that the user gave, with its text for messages.
#[derive(Clone, Debug)]
pub struct Given {
    pub text: String,
    pub literal: Result<Literal, LiteralError>,
}

impl Given {
    pub fn parse(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            literal: literal::parse(text),
        }
    }

    /// A value of a test: see the chapter on tests of the book.
    pub fn from_json(value: &serde_json::Value) -> Self {
        let (text, literal) = literal::from_json(value);
        Self { text, literal }
    }
}

/// The inputs of a call besides its parameters.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Values of globals, by their names.
    pub globals: Vec<(String, Given)>,
    /// Results of calls of external functions, in their order.
    pub calls: Vec<(String, Vec<Given>)>,
    pub stdin: Vec<u8>,
    pub guard: Guard,
}

/// A function of a module that can be called any number of times.
#[derive(Clone, Debug)]
pub struct Callee<'m> {
    pub types: Types<'m>,
    pub function: FuncId,
    pub signature: Signature,
    pub globals: Vec<GlobalShape>,
    pub symbols: Vec<SymbolImage>,
    /// The symbols of external functions that have a stub, if known.
    pub outside: Vec<String>,
}

/// A call as data, and its objects by type.
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    pub image: CallImage,
    /// One for each object of the image.
    pub objects: Vec<ObjectShape>,
    /// The object of the result, if it is returned through memory.
    pub result_object: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct ObjectShape {
    /// The pointer as the source would write it.
    pub label: String,
    pub role: Role,
    pub content: Content,
}

/// The alignment of malloc, for types without a size.
const ALIGN: u64 = 16;
const MAX_ALIGN: u64 = 64;

impl<'m> Callee<'m> {
    pub fn new(lookup: &Lookup<'m>, types: Types<'m>, function: FuncId) -> Self {
        Self {
            types,
            function,
            signature: Signature::new(lookup, &types, function),
            globals: observable_globals(&types),
            symbols: module_symbols(&types),
            outside: Vec::new(),
        }
    }

    pub fn prepare(&self, args: &[Given], around: &Surroundings) -> Result<Prepared, CallError> {
        self.check_number(args.len())?;
        let mut building = Building::new(self);
        for (index, given) in args.iter().enumerate() {
            building.argument(index, given)?;
        }
        let result_object = building.result_object()?;
        let params = building.finished_params()?;
        let globals = building.globals(&around.globals)?;
        let outside = building.outside(&around.calls)?;
        let image = CallImage {
            function: self.symbol().to_owned(),
            objects: Vec::new(),
            params,
            globals,
            symbols: self.symbols.clone(),
            outside,
            stdin: around.stdin.clone(),
            guard: around.guard,
        };
        let mut prepared = self.with_objects(image, building.objects, result_object);
        let known = self.outside.iter().map(String::as_str);
        outside::complete(&self.types, &mut prepared.image, known)?;
        Ok(prepared)
    }

    /// A result that a test expects, as bytes. A test cannot expect targets of pointers.
    pub fn expected_result(&self, given: &Given) -> Result<Image, CallError> {
        let mut building = Building::new(self);
        let ret = self.signature.ret;
        let place = || format!("the expected result ({})", self.types.name(ret));
        let (image, _) = building.encode(given, ret, "result", place)?;
        match image.pointers.is_empty() {
            true => Ok(image),
            false => Err(CallError::Unsupported {
                place: "an expected result that points somewhere".to_owned(),
                reason: "only values and null can be expected".to_owned(),
                signature: self.signature.text.clone(),
            }),
        }
    }

    /// The error for an argument that is no text.
    pub fn not_text(&self, index: usize, lossy: &str) -> CallError {
        CallError::BadLiteral {
            place: format!("argument {}", self.signature.place(index, &self.types)),
            text: lossy.to_owned(),
            error: LiteralError::new("not UTF-8", 0..lossy.len()),
        }
    }

    fn symbol(&self) -> &'m str {
        let module = self.types.module;
        module.text(module.functions[self.function].name)
    }

    fn with_objects(
        &self,
        mut image: CallImage,
        objects: Objects<'_>,
        result_object: Option<u32>,
    ) -> Prepared {
        let mut shapes = Vec::new();
        for object in objects.all {
            let NewBuffer {
                label,
                image: content,
                content: shape,
                untyped,
            } = object.buffer;
            image.objects.push(ObjectImage {
                name: object_name(object.role, &label),
                align: self.alignment(&shape, (content.bytes.len() as u64, untyped)),
                content: content.into(),
            });
            shapes.push(ObjectShape {
                label,
                role: object.role,
                content: shape,
            });
        }
        Prepared {
            image,
            objects: shapes,
            result_object,
        }
    }

    /// The alignment of a buffer. It divides the size, so that memory can end where the buffer ends.
    /// If the pointer has no element type, the whole buffer counts as one element, as `malloc` aligns it.
    fn alignment(&self, content: &Content, (bytes, untyped): (u64, bool)) -> u64 {
        let element = match self.types.size(content.element).unwrap_or(0) {
            0 => ALIGN,
            size => (1 << size.trailing_zeros()).min(MAX_ALIGN),
        };
        if untyped && bytes > 0 {
            element.max((1 << bytes.trailing_zeros()).min(ALIGN))
        } else {
            element
        }
    }

    /// Whether the function takes this many arguments.
    pub fn check_number(&self, given: usize) -> Result<(), CallError> {
        if given == self.signature.params.len() {
            return Ok(());
        }
        let mut words = match given {
            0 => "no arguments were".to_owned(),
            1 => "1 argument was".to_owned(),
            _ => format!("{given} arguments were"),
        };
        let variadic = self.types.module.functions[self.function].varargs;
        if variadic && given > self.signature.params.len() {
            words = format!("variable arguments cannot be passed: {words}");
        }
        let signature = self.signature.text.clone();
        Err(CallError::WrongNumber {
            given: words,
            signature,
        })
    }

    pub(crate) fn ir_size(&self, ty: TypeId) -> u64 {
        let module = self.types.module;
        let size = module.layout.alloc_size(&module.types, ty);
        size.unwrap_or(0)
    }

    /// The type that the function returns in the IR.
    pub fn ir_result(&self) -> TypeId {
        self.types.module.functions[self.function].ret
    }
}

fn object_name(role: Role, label: &str) -> String {
    match role {
        Role::Buffer => format!("the buffer `{label}`"),
        Role::Argument => format!("the argument `{label}`"),
        Role::Result => label.to_owned(),
    }
}

/// A call under construction.
struct Building<'c, 'm> {
    callee: &'c Callee<'m>,
    objects: Objects<'c>,
    params: Vec<Option<Image>>,
}

impl<'c, 'm> Building<'c, 'm> {
    fn new(callee: &'c Callee<'m>) -> Self {
        let function = &callee.types.module.functions[callee.function];
        Self {
            callee,
            objects: Objects::new(callee.types.info, &callee.symbols),
            params: vec![None; function.params.len()],
        }
    }

    fn encode(
        &mut self,
        given: &Given,
        ty: TypeRef,
        label: &str,
        place: impl Fn() -> String,
    ) -> Result<(Image, Content), CallError> {
        let types: Types<'c> = self.callee.types;
        let mut encoder = Encoder {
            types,
            objects: &mut self.objects,
        };
        let read = given.literal.clone();
        let encoded = read.and_then(|read| encoder.object(&read, ty, label));
        encoded.map_err(|error| CallError::BadLiteral {
            place: place(),
            text: given.text.clone(),
            error,
        })
    }

    fn argument(&mut self, index: usize, given: &Given) -> Result<(), CallError> {
        let callee = self.callee;
        let signature = &callee.signature;
        let label = signature.label(index);
        let place = || format!("argument {}", signature.place(index, &callee.types));
        let (image, content) = self.encode(given, signature.params[index].ty, &label, place)?;
        if let Some(at) = signature.params[index].length {
            let length = image.bytes.len() as u64;
            self.set(at, Image::of(length.to_le_bytes().to_vec()));
        }
        match &signature.params[index].source {
            ParameterSource::Value(at) => self.set(*at, image),
            ParameterSource::Pointer(at) => {
                let role = self.role_of(&content);
                let buffer = NewBuffer {
                    label,
                    image,
                    content,
                    untyped: false,
                };
                let target = self.objects.add_as(role, buffer);
                self.set(*at, Image::pointer(target));
            }
            ParameterSource::Pieces(pieces) => {
                for piece in pieces {
                    self.set_piece(*piece, &image);
                }
            }
            // No byte of it is passed.
            ParameterSource::None => {}
        }
        Ok(())
    }

    /// The kind of an object for an argument that is passed by address: in Fortran the caller observes its changes;
    /// in other languages it is a copy for the callee.
    fn role_of(&self, content: &Content) -> Role {
        let is_fortran = self.callee.types.info.language() == Language::Fortran;
        match is_fortran && content.count() > 0 {
            true => Role::Buffer,
            false => Role::Argument,
        }
    }

    fn set(&mut self, at: u32, image: Image) {
        if let Some(slot) = self.params.get_mut(at as usize) {
            *slot = Some(image);
        }
    }

    /// Copies a piece of an argument to its place in an IR parameter.
    fn set_piece(&mut self, piece: Piece, image: &Image) {
        let function = &self.callee.types.module.functions[self.callee.function];
        let at = piece.param as usize;
        let size = function
            .params
            .get(at)
            .map_or(0, |param| self.callee.ir_size(param.ty));
        let Some(slot) = self.params.get_mut(at) else {
            return;
        };
        let target = slot.get_or_insert_with(|| Image::room(size).unwrap_or_default());
        if let Some(part) = image.part(piece.at, piece.bytes) {
            target.overlay(piece.from, &part);
        }
    }

    /// Room for a result that is returned through memory.
    fn result_object(&mut self) -> Result<Option<u32>, CallError> {
        let signature = &self.callee.signature;
        let Some(at) = signature.result_pointer else {
            return Ok(None);
        };
        let size = self.callee.types.size(signature.ret).unwrap_or(0);
        let Some(image) = Image::room(size) else {
            return Err(CallError::Unsupported {
                place: "the result".to_owned(),
                reason: format!("it has {size} bytes"),
                signature: signature.text.clone(),
            });
        };
        let index = self.objects.all.len() as u32;
        let target = self.objects.add_as(
            Role::Result,
            NewBuffer {
                label: "the result".to_owned(),
                image,
                content: Content::row(signature.ret, 1),
                untyped: false,
            },
        );
        self.set(at, Image::pointer(target));
        Ok(Some(index))
    }

    fn finished_params(&mut self) -> Result<Vec<Bytes>, CallError> {
        let function = &self.callee.types.module.functions[self.callee.function];
        let mut finished = Vec::new();
        for (index, slot) in std::mem::take(&mut self.params).into_iter().enumerate() {
            let image = slot.ok_or_else(|| self.incomplete(index))?;
            let size = self.callee.ir_size(function.params[index].ty);
            let room = Image::room(size).ok_or_else(|| CallError::Unsupported {
                place: "an argument".to_owned(),
                reason: format!("it has {size} bytes"),
                signature: self.callee.signature.text.clone(),
            })?;
            finished.push(image.resized(room.bytes.len()).into());
        }
        Ok(finished)
    }

    fn incomplete(&self, missing: usize) -> CallError {
        let signature = &self.callee.signature;
        let mut params = signature.params.iter();
        let unknown = params.position(|param| param.source == ParameterSource::None);
        let (place, reason) = match unknown {
            Some(index) => (
                format!("parameter {}", signature.place(index, &self.callee.types)),
                "the debug information does not tell how it is passed; try --opt 0",
            ),
            None => (
                format!(
                    "parameter {} of the IR, which the source lacks,",
                    missing + 1
                ),
                "it is made up by the compiler",
            ),
        };
        CallError::Unsupported {
            place,
            reason: reason.to_owned(),
            signature: signature.text.clone(),
        }
    }

    /// The globals that the test sets.
    fn outside(&mut self, given: &[(String, Vec<Given>)]) -> Result<Vec<OutsideImage>, CallError> {
        let callee = self.callee;
        let mut images: Vec<OutsideImage> = Vec::new();
        for (name, values) in given {
            let mut image = outside::silent(&callee.types, name)?;
            let ty = outside::result_type(&callee.types, name, values.len())?;
            for (index, value) in values.iter().enumerate() {
                let place = || format!("result {} of `{name}`", index + 1);
                let (one, _) = self.encode(value, ty, name, place)?;
                image
                    .results
                    .bytes
                    .extend(outside::bytes_of(name, &one, image.each)?);
            }
            images.push(image);
        }
        Ok(images)
    }

    fn globals(&mut self, given: &[(String, Given)]) -> Result<Vec<GlobalImage>, CallError> {
        let callee = self.callee;
        let untouched = callee.globals.iter().map(|shape| GlobalImage {
            symbol: shape.symbol.clone(),
            size: shape.size,
            content: None,
        });
        let mut images: Vec<GlobalImage> = untouched.collect();
        let mut contents: Vec<Option<Image>> = vec![None; images.len()];
        for (name, value) in given {
            let (index, part) = find_global(&callee.globals, name)?;
            let place = || format!("global {name} ({})", callee.types.name(part.ty));
            let (image, _) = self.encode(value, part.ty, name, place)?;
            let size = callee.globals[index].size;
            let content = match &mut contents[index] {
                Some(content) => content,
                empty => empty.insert(self.base_of(index, part.offset, &image)?),
            };
            content.overlay(part.offset, &image);
            debug_assert_eq!(content.bytes.len() as u64, size);
        }
        for (image, content) in images.iter_mut().zip(contents) {
            image.content = content.map(|content| Bytes {
                // Values that a literal omits are zero in a global.
                undef: Vec::new(),
                ..content.into()
            });
        }
        Ok(images)
    }

    /// The contents of a global outside the part that is set.
    fn base_of(&self, index: usize, offset: u64, part: &Image) -> Result<Image, CallError> {
        let shape = &self.callee.globals[index];
        let whole = offset == 0 && part.bytes.len() as u64 == shape.size;
        if whole {
            return Ok(Image::of(vec![0; part.bytes.len()]));
        }
        let initial = initial_bytes(self.callee.types.module, shape.id);
        initial
            .map(Image::of)
            .ok_or_else(|| CallError::Unsupported {
                place: format!("setting a part of the global {}", shape.symbol),
                reason: "there are addresses in its initialiser".to_owned(),
                signature: self.callee.signature.text.clone(),
            })
    }
}

fn find_global<'g>(
    globals: &'g [GlobalShape],
    name: &str,
) -> Result<(usize, &'g crate::globals::GlobalPart), CallError> {
    let numbered = || globals.iter().enumerate();
    let by_symbol = numbered().find(|(_, shape)| shape.symbol == name && shape.parts.len() == 1);
    if let Some((index, shape)) = by_symbol {
        return Ok((index, &shape.parts[0]));
    }
    let parts =
        numbered().flat_map(|(index, shape)| shape.parts.iter().map(move |part| (index, part)));
    let named: Vec<_> = parts.filter(|(_, part)| part.name == name).collect();
    match &named[..] {
        [only] => Ok(*only),
        [] => Err(CallError::UnknownGlobal {
            name: name.to_owned(),
            known: numbered()
                .flat_map(|(_, shape)| shape.parts.iter().map(|part| part.name.clone()))
                .collect(),
        }),
        several => Err(CallError::AmbiguousGlobal {
            name: name.to_owned(),
            symbols: several
                .iter()
                .map(|(index, _)| globals[*index].symbol.clone())
                .collect(),
        }),
    }
}
