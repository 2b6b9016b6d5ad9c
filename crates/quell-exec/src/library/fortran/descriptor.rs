//! Descriptors: the address and element type of an array and, for each dimension, lower bound, extent and
//! stride in bytes.

use quell_values::unsupported::FortranConstruct;

use super::unsupported;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome};
use crate::machine::Machine;
use crate::memory::{Allocation, Extent, Memory, ObjectKind};
use crate::stop::Stop;
use crate::value::Val;

const ELEMENT_LENGTH: u64 = 8;
const VERSION: u64 = 16;
const RANK: u64 = 20;
const TYPE: u64 = 21;
const ATTRIBUTE: u64 = 22;
const EXTRA: u64 = 23;
const DIMENSIONS: u64 = 24;
const DIMENSION_SIZE: u64 = 24;

/// The version in every descriptor of this runtime.
const CURRENT_VERSION: u64 = 20_180_515;
const ALLOCATABLE: u64 = 2;

/// The largest rank of an array.
const MAX_RANK: u64 = 15;

/// The type of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// By width.
    Integer(u32),
    Real(u32),
    /// By the width of each part.
    Complex(u32),
    Logical,
    Character,
    Other(u8),
}

/// The type codes in use, as numbered by `ISO_Fortran_binding.h`.
const KINDS: [(u8, Kind); 14] = [
    (7, Kind::Integer(8)),
    (8, Kind::Integer(16)),
    (9, Kind::Integer(32)),
    (10, Kind::Integer(64)),
    (11, Kind::Integer(128)),
    (27, Kind::Real(32)),
    (28, Kind::Real(64)),
    (34, Kind::Complex(32)),
    (35, Kind::Complex(64)),
    (39, Kind::Logical),
    (13, Kind::Logical),
    (14, Kind::Logical),
    (15, Kind::Logical),
    (40, Kind::Character),
];

impl Kind {
    fn of(code: u8) -> Self {
        let known = KINDS.iter().find(|kind| kind.0 == code);
        known.map_or(Self::Other(code), |kind| kind.1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dimension {
    pub lower: i64,
    pub extent: i64,
    /// The distance between elements in bytes.
    pub stride: i64,
}

/// A descriptor read from memory.
#[derive(Clone, Debug)]
pub struct Array<P> {
    pub base: P,
    pub element: u64,
    pub code: u8,
    pub dimensions: Vec<Dimension>,
}

impl<P: Clone> Array<P> {
    pub fn kind(&self) -> Kind {
        Kind::of(self.code)
    }

    pub fn rank(&self) -> usize {
        self.dimensions.len()
    }

    pub fn extents(&self) -> Vec<i64> {
        let extents = self.dimensions.iter();
        extents.map(|dimension| dimension.extent.max(0)).collect()
    }

    pub fn count(&self) -> u64 {
        self.extents().iter().map(|&extent| extent as u64).product()
    }

    /// The offset of an element from the first one, by its indices counted from zero.
    pub fn offset(&self, indices: &[i64]) -> i64 {
        let strides = self.dimensions.iter().map(|dimension| dimension.stride);
        let distances = strides
            .zip(indices)
            .map(|(stride, &index)| stride.wrapping_mul(index));
        distances.fold(0, i64::wrapping_add)
    }

    /// The offsets of all elements from the first one, in array element order.
    pub fn offsets(&self) -> Vec<i64> {
        let mut offsets = Vec::new();
        for_each_index(&self.extents(), |indices| {
            offsets.push(self.offset(indices))
        });
        offsets
    }
}

/// For an array of more elements, the last one is checked before the others are visited.
const MANY: u64 = 1 << 16;
/// No object is larger.
const MAX_BYTES: u64 = 1 << 31;

/// The size of an array in bytes, or an error if it is so large that computations with it could overflow.
fn check_size(element: u64, extents: &[i64]) -> Result<u64, Stop> {
    let mut size = Some(element);
    let mut count = Some(1u64);
    for &extent in extents {
        size = size.and_then(|size| size.checked_mul(extent.max(0) as u64));
        count = count.and_then(|count| count.checked_mul(extent.max(0) as u64));
    }
    let in_bounds = |number: Option<u64>| number.filter(|&number| number <= MAX_BYTES);
    in_bounds(count)
        .and(in_bounds(size))
        .ok_or_else(|| unsupported(FortranConstruct::LargeArray))
}

/// Visits all indices of an array with these extents, counted from zero, the first index fastest.
pub fn for_each_index(extents: &[i64], mut f: impl FnMut(&[i64])) {
    let count: i64 = extents.iter().product();
    let mut indices = vec![0; extents.len()];
    for _ in 0..count {
        f(&indices);
        for (index, extent) in indices.iter_mut().zip(extents) {
            *index += 1;
            if *index < *extent {
                break;
            }
            *index = 0;
        }
    }
}

impl<D: Domain> Machine<D> {
    fn descriptor_number(&mut self, at: &D::Ptr, offset: u64, bytes: u32) -> Result<u64, Stop> {
        let at = self.at(at, offset);
        self.get_number(&at, bytes)
    }

    fn set_descriptor_number(
        &mut self,
        at: &D::Ptr,
        (offset, bytes): (u64, u32),
        value: u64,
    ) -> Result<(), Stop> {
        let at = self.at(at, offset);
        self.put_number(&at, bytes, value)
    }

    pub(super) fn array(&mut self, at: &D::Ptr) -> Result<Array<D::Ptr>, Stop> {
        let rank = self.descriptor_number(at, RANK, 1)?;
        if rank > MAX_RANK {
            return Err(unsupported(FortranConstruct::AssumedRank));
        }
        let mut dimensions = Vec::new();
        for index in 0..rank {
            let place = DIMENSIONS + DIMENSION_SIZE * index;
            dimensions.push(Dimension {
                lower: self.descriptor_number(at, place, 8)? as i64,
                extent: self.descriptor_number(at, place + 8, 8)? as i64,
                stride: self.descriptor_number(at, place + 16, 8)? as i64,
            });
        }
        let array = Array {
            base: self.get_ptr(at)?,
            element: self.descriptor_number(at, ELEMENT_LENGTH, 8)?,
            code: self.descriptor_number(at, TYPE, 1)? as u8,
            dimensions,
        };
        check_size(array.element, &array.extents())?;
        if array.count() > MANY {
            self.check_last(&array)?;
        }
        Ok(array)
    }

    /// Reads the last element, so that an access out of bounds is found without a walk over a billion
    /// elements.
    fn check_last(&mut self, array: &Array<D::Ptr>) -> Result<(), Stop> {
        let last: Vec<i64> = array.extents().iter().map(|extent| extent - 1).collect();
        let at = self.element(array, array.offset(&last));
        let extent = Extent { bytes: 1, align: 1 };
        self.memory.read(&mut self.domain, &at, extent, 8).map(drop)
    }

    pub(super) fn set_dimension(
        &mut self,
        at: &D::Ptr,
        index: u64,
        dimension: Dimension,
    ) -> Result<(), Stop> {
        let place = DIMENSIONS + DIMENSION_SIZE * index;
        let Dimension {
            lower,
            extent,
            stride,
        } = dimension;
        for (number, value) in [lower, extent, stride].into_iter().enumerate() {
            let offset = place + 8 * number as u64;
            self.set_descriptor_number(at, (offset, 8), value as u64)?;
        }
        Ok(())
    }

    /// Writes the descriptor of a new array on the heap, as functions that return arrays do.
    pub(super) fn new_array(
        &mut self,
        at: &D::Ptr,
        (code, element): (u8, u64),
        extents: &[i64],
    ) -> Result<Array<D::Ptr>, Stop> {
        let size = check_size(element, extents)?;
        let base = self.fortran_allocate(size)?;
        self.put_ptr(at, &base)?;
        self.set_descriptor_number(at, (ELEMENT_LENGTH, 8), element)?;
        self.set_descriptor_number(at, (VERSION, 4), CURRENT_VERSION)?;
        self.set_descriptor_number(at, (RANK, 1), extents.len() as u64)?;
        self.set_descriptor_number(at, (TYPE, 1), u64::from(code))?;
        self.set_descriptor_number(at, (ATTRIBUTE, 1), ALLOCATABLE)?;
        self.set_descriptor_number(at, (EXTRA, 1), 0)?;
        let mut stride = element as i64;
        for (index, &extent) in extents.iter().enumerate() {
            let dimension = Dimension {
                lower: 1,
                extent,
                stride,
            };
            self.set_dimension(at, index as u64, dimension)?;
            stride *= extent;
        }
        self.array(at)
    }

    /// Allocates memory for an allocatable or pointer: at least one byte, so that it is not null.
    pub(super) fn fortran_allocate(&mut self, size: u64) -> Result<D::Ptr, Stop> {
        let allocation = Allocation {
            kind: ObjectKind::Heap,
            size: size.max(1),
            align: 16,
            zeroed: false,
            writable: true,
        };
        self.memory.allocate(&mut self.domain, allocation)
    }

    /// Sets the element length, which may be determined only when a text is assigned.
    pub(super) fn set_element_length(&mut self, at: &D::Ptr, length: u64) -> Result<(), Stop> {
        self.set_descriptor_number(at, (ELEMENT_LENGTH, 8), length)
    }

    pub(super) fn element(&mut self, array: &Array<D::Ptr>, offset: i64) -> D::Ptr {
        self.domain.ptr_offset(&array.base, offset)
    }

    /// The bits of an element of at most 64 bits.
    pub(super) fn element_bits(&mut self, array: &Array<D::Ptr>, offset: i64) -> Result<u64, Stop> {
        if array.element > 8 {
            return Err(unsupported(FortranConstruct::WideElements));
        }
        let at = self.element(array, offset);
        self.get_number(&at, array.element as u32)
    }

    /// A logical element: true if any bit of its lowest byte is set.
    pub(super) fn element_logical(
        &mut self,
        array: &Array<D::Ptr>,
        offset: i64,
    ) -> Result<bool, Stop> {
        Ok(self.element_bits(array, offset)? & 1 != 0)
    }
}

impl<D: Domain> Call<'_, D> {
    /// An argument that is a descriptor.
    pub(super) fn array(&mut self, index: usize) -> Result<Array<D::Ptr>, Stop> {
        let at = self.ptr(index)?;
        self.machine.array(&at)
    }

    /// A descriptor argument that may be absent.
    pub(super) fn optional_array(&mut self, index: usize) -> Result<Option<Array<D::Ptr>>, Stop> {
        match self.optional_ptr(index)? {
            Some(at) => Ok(Some(self.machine.array(&at)?)),
            None => Ok(None),
        }
    }

    /// The bytes of a character argument: a pointer followed by a length.
    pub(super) fn characters(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let (ptr, length) = (self.ptr(index)?, self.size(index + 1)?);
        match length {
            0 => Ok(Vec::new()),
            _ => self.machine.get_bytes(&ptr, length),
        }
    }

    /// The result of a runtime subroutine: an empty struct.
    pub(super) fn give_nothing(&mut self) -> Outcome<D> {
        Ok(Some(Val::agg([])))
    }

    /// `file:line`, from the arguments that runtime functions take for messages.
    pub(super) fn place(&mut self, file: usize, line: usize) -> Result<String, Stop> {
        let name = match self.optional_ptr(file)? {
            Some(name) => self.machine.c_string(&name)?,
            None => Vec::new(),
        };
        Ok(format!(
            "{}:{}",
            String::from_utf8_lossy(&name),
            self.int(line)?
        ))
    }
}
