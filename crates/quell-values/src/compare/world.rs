//! The memory of one run: objects by address, and their contents.

use std::cell::OnceCell;

use quell_ir::Module;
use quell_ir::constant::GlobalRef;

use crate::constants::initial_bytes;
use crate::image::Image;
use crate::objects::Role;
use crate::observed::{Block, Observed};
use crate::prepare::{Callee, Prepared};
use crate::render::{Pointee, View};

/// Something with an address, by its index in the call image, or among the observed blocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    Object(usize),
    Global(usize),
    Symbol(usize),
    Block(usize),
}

/// The target of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Null,
    At {
        place: Place,
        offset: u64,
    },
    /// No known object.
    Elsewhere(u64),
}

#[derive(Clone, Copy, Debug)]
struct Area {
    start: u64,
    size: u64,
    place: Place,
}

#[derive(Debug)]
pub struct World<'a> {
    pub observed: &'a Observed,
    callee: &'a Callee<'a>,
    call: &'a Prepared,
    /// Ordered by address.
    areas: OnceCell<Vec<Area>>,
}

impl<'a> World<'a> {
    pub fn new(callee: &'a Callee<'_>, call: &'a Prepared, observed: &'a Observed) -> Self {
        Self {
            observed,
            callee,
            call,
            areas: OnceCell::new(),
        }
    }

    /// Needed only where a pointer is compared.
    fn areas(&self) -> &[Area] {
        self.areas.get_or_init(|| {
            let mut areas: Vec<Area> = self.all_areas().collect();
            areas.sort_by_key(|area| (area.start, area.size, area.place));
            areas
        })
    }

    fn all_areas(&self) -> impl Iterator<Item = Area> {
        let (image, observed) = (&self.call.image, self.observed);
        let objects = image.objects.iter().map(|of| of.content.bytes.len() as u64);
        let globals = image.globals.iter().map(|of| of.size);
        let symbols = image.symbols.iter().map(|of| of.size);
        let blocks = observed.blocks.iter();
        let blocks = blocks.map(|of| (of.address, of.bytes.len() as u64));
        placed(Place::Object, pairs(&observed.object_addresses, objects))
            .chain(placed(
                Place::Global,
                pairs(&observed.global_addresses, globals),
            ))
            .chain(placed(
                Place::Symbol,
                pairs(&observed.symbol_addresses, symbols),
            ))
            .chain(placed(Place::Block, blocks))
    }

    /// Whether all addresses and the heap are the same as in another run: then equal bytes are
    /// equal values.
    pub fn is_laid_out_as(&self, other: &Self) -> bool {
        let (a, b) = (self.observed, other.observed);
        a.object_addresses == b.object_addresses
            && a.global_addresses == b.global_addresses
            && a.symbol_addresses == b.symbol_addresses
            && a.blocks == b.blocks
    }

    pub fn object(&self, index: usize) -> &'a [u8] {
        self.observed.objects.get(index).map_or(&[], Vec::as_slice)
    }

    pub fn global(&self, index: usize) -> &'a [u8] {
        self.observed.globals.get(index).map_or(&[], Vec::as_slice)
    }

    pub fn block(&self, index: usize) -> Option<&'a Block> {
        self.observed.blocks.get(index)
    }

    pub fn meaning(&self, address: u64) -> Meaning {
        if address == 0 {
            return Meaning::Null;
        }
        match self.area(address) {
            Some(area) => Meaning::At {
                place: area.place,
                offset: address - area.start,
            },
            None => Meaning::Elsewhere(address),
        }
    }

    /// The area that contains an address or ends at it.
    fn area(&self, address: u64) -> Option<&Area> {
        let areas = self.areas();
        let behind = areas.partition_point(|area| area.start <= address);
        let area = areas.get(behind.checked_sub(1)?)?;
        (address - area.start <= area.size).then_some(area)
    }

    fn bytes(&self, place: Place) -> Option<Vec<u8>> {
        match place {
            Place::Object(index) => self.observed.objects.get(index).cloned(),
            Place::Global(index) => self.observed.globals.get(index).cloned(),
            Place::Block(index) => Some(self.block(index)?.bytes.clone()),
            Place::Symbol(index) => {
                let symbol = &self.call.image.symbols.get(index)?.symbol;
                constant_bytes(self.callee.types.module, symbol)
            }
        }
    }

    fn name(&self, place: Place) -> String {
        let image = &self.call.image;
        match place {
            Place::Object(index) => match self.call.objects.get(index) {
                Some(shape) => shape.label.clone(),
                None => "an object".to_owned(),
            },
            Place::Global(index) => match self.callee.globals.get(index).map(|of| &of.parts[..]) {
                Some([part]) => part.name.clone(),
                _ => image.globals[index].symbol.clone(),
            },
            Place::Symbol(index) => {
                let symbol = &image.symbols[index];
                match symbol.size {
                    0 => format!("the function {}", symbol.symbol),
                    _ => symbol.symbol.clone(),
                }
            }
            Place::Block(_) => "a block from malloc".to_owned(),
        }
    }
}

fn pairs(addresses: &[u64], sizes: impl Iterator<Item = u64>) -> impl Iterator<Item = (u64, u64)> {
    addresses.iter().copied().zip(sizes)
}

fn placed(
    place: fn(usize) -> Place,
    areas: impl Iterator<Item = (u64, u64)>,
) -> impl Iterator<Item = Area> {
    areas.enumerate().map(move |(index, (start, size))| Area {
        start,
        size,
        place: place(index),
    })
}

/// The bytes of a constant.
fn constant_bytes(module: &Module, symbol: &str) -> Option<Vec<u8>> {
    match module.find(symbol) {
        Some(GlobalRef::Var(id)) => initial_bytes(module, id),
        _ => None,
    }
}

/// The view that renders values.
#[derive(Debug)]
pub struct WorldView<'w, 'a>(pub &'w World<'a>);

impl View for WorldView<'_, '_> {
    fn image(&mut self, address: u64, bytes: u64) -> Option<Image> {
        let area = self.0.area(address)?;
        Image::of(self.0.bytes(area.place)?).part(address - area.start, bytes)
    }

    fn pointee(&mut self, address: u64) -> Option<Pointee> {
        let area = self.0.area(address)?;
        let shape = match area.place {
            Place::Object(index) => self.0.call.objects.get(index),
            _ => None,
        };
        let buffer = shape.filter(|shape| shape.role == Role::Buffer);
        Some(Pointee {
            name: self.0.name(area.place),
            offset: i64::try_from(address - area.start).ok()?,
            size: area.size,
            content: buffer.map(|shape| shape.content.clone()),
            shown: buffer.is_some(),
        })
    }
}
