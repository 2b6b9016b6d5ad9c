//! Checks a job against the program that runs it.

use quell_values::{Bytes, CallImage, OutsideImage, PointerAt, SymbolImage, Target};

use crate::NativeError;
use crate::prepare::Prepared;
use crate::stub::Stub;
use crate::thunk::Signature;

/// The size of the largest page; a larger alignment would waste pages.
const LARGEST_ALIGN: u64 = 4096;

/// Where the parts of a job are in the tables of the program.
pub struct Places<'a> {
    pub globals: Vec<usize>,
    pub symbols: Vec<u64>,
    pub outside: Vec<Option<&'a OutsideImage>>,
}

/// Checks a job against the function it calls.
pub struct Fit<'a> {
    pub image: &'a CallImage,
    pub prepared: &'a Prepared,
    pub signature: &'a Signature,
}

impl<'a> Fit<'a> {
    /// The positions of all parts, if the job fits.
    pub fn places(&self) -> Result<Places<'a>, NativeError> {
        self.params()?;
        self.objects()?;
        Ok(Places {
            globals: self.globals()?,
            symbols: self.symbols()?,
            outside: self.outside()?,
        })
    }

    fn wrong(&self, what: String) -> NativeError {
        let function = self.image.function.clone();
        NativeError::Shape { function, what }
    }

    fn params(&self) -> Result<(), NativeError> {
        let (given, wanted) = (&self.image.params, &self.signature.params);
        if given.len() != wanted.len() {
            let what = format!("{} parameters, not {}", wanted.len(), given.len());
            return Err(self.wrong(format!("it has {what}")));
        }
        for (number, (bytes, slot)) in given.iter().zip(wanted).enumerate() {
            let len = bytes.bytes.len() as u64;
            if !(slot.stored..=slot.size).contains(&len) {
                let number = number + 1;
                let what = format!("parameter {number} has {} bytes, not {len}", slot.stored);
                return Err(self.wrong(what));
            }
            self.pointers(bytes, &format!("parameter {}", number + 1))?;
        }
        Ok(())
    }

    fn objects(&self) -> Result<(), NativeError> {
        for object in &self.image.objects {
            if !object.align.is_power_of_two() || object.align > LARGEST_ALIGN {
                let what = format!("{} cannot be aligned to {}", object.name, object.align);
                return Err(self.wrong(what));
            }
            self.pointers(&object.content, &object.name)?;
        }
        Ok(())
    }

    /// The places of the globals in the table.
    fn globals(&self) -> Result<Vec<usize>, NativeError> {
        let mut places = Vec::new();
        for global in &self.image.globals {
            let symbol = &global.symbol;
            let found = self.prepared.globals.get_full(symbol);
            let (place, _, &size) =
                found.ok_or_else(|| self.wrong(format!("there is no mutable global @{symbol}")))?;
            let content = global.content.as_ref();
            let given = content.map_or(size, |content| content.bytes.len() as u64);
            if global.size != size || given != size {
                return Err(self.wrong(format!("@{symbol} has {size} bytes")));
            }
            if let Some(content) = content {
                self.pointers(content, symbol)?;
            }
            places.push(place);
        }
        Ok(places)
    }

    /// The places of the symbols in their table.
    fn symbols(&self) -> Result<Vec<u64>, NativeError> {
        let place = |image: &SymbolImage| {
            let symbol = &image.symbol;
            let found = self.prepared.symbols.get_index_of(symbol);
            found
                .map(|place| place as u64)
                .ok_or_else(|| self.wrong(format!("@{symbol} has no address in the program")))
        };
        self.image.symbols.iter().map(place).collect()
    }

    /// The results of each stub, by their numbers.
    fn outside(&self) -> Result<Vec<Option<&'a OutsideImage>>, NativeError> {
        let stubs = &self.prepared.stubs;
        for image in &self.image.outside {
            let symbol = &image.symbol;
            let stub = stubs.iter().find(|stub| stub.symbol == *symbol);
            let size = stub.map(|stub| stub.result_size);
            match size {
                None => return Err(NativeError::NotOutside(symbol.clone())),
                Some(size) if image.each != 0 && image.each != size => {
                    return Err(self.wrong(format!("@{symbol} returns {size} bytes")));
                }
                Some(_) => {}
            }
        }
        let of = |stub: &Stub| {
            let mut images = self.image.outside.iter();
            images.find(|image| image.symbol == stub.symbol)
        };
        Ok(stubs.iter().map(of).collect())
    }

    fn pointers(&self, bytes: &Bytes, what: &str) -> Result<(), NativeError> {
        let is_right = |pointer: &PointerAt| {
            let end = pointer.at.checked_add(8);
            let inside = end.is_some_and(|end| end <= bytes.bytes.len() as u64);
            inside
                && match pointer.target {
                    Target::Object(index) => (index as usize) < self.image.objects.len(),
                    Target::Global(index) => (index as usize) < self.image.globals.len(),
                    Target::Symbol(index) => (index as usize) < self.image.symbols.len(),
                }
        };
        match bytes.pointers.iter().all(is_right) {
            true => Ok(()),
            false => Err(self.wrong(format!("a pointer in {what} leads nowhere"))),
        }
    }
}
