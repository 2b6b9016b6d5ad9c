//! A function with symbolic inputs in the symbolic machine: its memory holds a term variable for every input variable of the
//! input space.

use std::ops::RangeInclusive;
use std::rc::Rc;

use quell_bits::Bits;
use quell_exec::memory::{Extent, Memory};
use quell_exec::placing::Placed;
use quell_exec::symbolic::{Convergence, DifferentialExplorer, Options, Ptr, Symbolic, Word};
use quell_exec::{Domain, Machine, Program, Stop, StopKind};
use quell_term::{Assignment, Pool, Sort, Term, Value, canonical_nan};
use quell_values::inputs::{InputSpace, Leaf, LeafKind, Place, Spot, Valid};

/// The inputs of an input space in the memory of a symbolic machine.
#[derive(Debug)]
pub struct PlacedInputs {
    pub placed: Placed<Symbolic>,
    /// One for each input variable of the space.
    pub variables: Vec<Term>,
    /// What holds of all inputs.
    pub admitted: Vec<Term>,
}

impl PlacedInputs {
    /// Allocates the objects and writes a variable for each leaf. Ranges of values are assumed.
    pub fn new(machine: &mut Machine<Symbolic>, space: &InputSpace) -> Result<Self, Stop> {
        let placed = Placed::new(machine, &space.skeleton.image)?;
        let (mut variables, mut admitted) = (Vec::new(), Vec::new());
        for leaf in &space.leaves {
            let variable = variable(&mut machine.domain.pool, leaf);
            let domain = &mut machine.domain;
            admitted.extend(one_nan(&mut domain.pool, leaf, variable));
            if let Some(within) = in_ranges(&mut domain.pool, leaf, variable) {
                admitted.push(within);
                // As an assumption, which limits what is computed from it.
                domain.assume(within);
            }
            place_leaf(machine, &placed, leaf, variable)?;
            variables.push(variable);
        }
        // Only now: the values above also fill what lies beyond the end of a shorter object.
        for (leaf, variable) in space.leaves.iter().zip(&variables) {
            set_length(machine, &placed, leaf, *variable);
        }
        if machine.domain.pool.as_bool(machine.domain.excluded) != Some(false) {
            return Err(StopKind::broken("placing inputs excludes some of them").into());
        }
        Ok(Self {
            placed,
            variables,
            admitted,
        })
    }
}

/// A function with symbolic inputs, to be explored with its mutants.
#[derive(Debug)]
pub struct Problem<'s, 'o> {
    pub space: &'s InputSpace,
    pub explorer: DifferentialExplorer<'o>,
    pub placed: Placed<Symbolic>,
    /// One for each input variable of the space.
    pub variables: Vec<Term>,
    /// What holds of all inputs.
    pub admitted: Vec<Term>,
}

impl<'s, 'o> Problem<'s, 'o> {
    pub fn new(
        program: Rc<Program>,
        space: &'s InputSpace,
        options: Options,
        convergence: Convergence,
    ) -> Result<Self, Stop> {
        let mut explorer = DifferentialExplorer::new(program, options, convergence)?;
        let PlacedInputs {
            placed,
            variables,
            admitted,
        } = PlacedInputs::new(explorer.machine(), space)?;
        Ok(Self {
            space,
            explorer,
            placed,
            variables,
            admitted,
        })
    }

    /// The values that a model gives to the input variables.
    pub fn values(&self, model: &Assignment) -> Vec<Bits> {
        let pairs = self.variables.iter().zip(&self.space.leaves);
        pairs
            .map(|(variable, leaf)| match model.get(*variable) {
                Some(Value::Bits(bits)) => bits.clone(),
                Some(Value::Bool(value)) => Bits::from_u64(1, u64::from(*value)),
                // A variable that no query mentions can have any of its values.
                _ => leaf.least(),
            })
            .collect()
    }

    /// The other direction: values of the input variables as a model.
    pub fn model(&mut self, values: &[Bits]) -> Assignment {
        let addresses = self.explorer.domain().addresses.example();
        model_of(&self.variables, values, &addresses)
    }
}

/// Values of variables as a model, with addresses for the objects.
pub fn model_of(variables: &[Term], values: &[Bits], addresses: &[(Term, Bits)]) -> Assignment {
    let addresses = addresses.iter().map(|(term, bits)| (term, bits));
    let pairs = variables.iter().zip(values);
    pairs
        .chain(addresses)
        .map(|(variable, bits)| {
            let value = match bits.width() {
                1 => Value::Bool(!bits.is_zero()),
                _ => Value::Bits(bits.clone()),
            };
            (*variable, value)
        })
        .collect()
}

fn variable(pool: &mut Pool, leaf: &Leaf) -> Term {
    let sort = match leaf.width {
        1 => Sort::Bool,
        width => Sort::Bv(width),
    };
    pool.var(&leaf.name, sort)
}

/// The condition that a NaN is the canonical one: which NaN it is cannot be observed.
fn one_nan(pool: &mut Pool, leaf: &Leaf, variable: Term) -> Option<Term> {
    let LeafKind::Float(format) = leaf.kind else {
        return None;
    };
    if quell_term::pattern_width(format) != leaf.width {
        return None;
    }
    let float = pool.from_bits(format, variable);
    let number = pool.fp_is_nan(float);
    let number = pool.not(number);
    let canonical = pool.bits(&canonical_nan(format));
    let is_canonical = pool.eq(variable, canonical);
    Some(pool.or(number, is_canonical))
}

/// The condition that an input variable has one of its values. Signed ranges are compared as signed, as programs do, so that
/// their own comparisons are decided by it.
pub fn in_ranges(pool: &mut Pool, leaf: &Leaf, variable: Term) -> Option<Term> {
    let Valid::Ranges(ranges) = &leaf.valid else {
        return None;
    };
    let is_signed = leaf.is_signed();
    let ranges = match signed_range(ranges, leaf.width) {
        Some(whole) if is_signed => vec![whole],
        _ => ranges.iter().map(|of| (*of.start(), *of.end())).collect(),
    };
    let vector = pool.as_vector(variable);
    let mut any = pool.bool(false);
    for (least, greatest) in ranges {
        let [least, greatest] = [least, greatest].map(|end| Bits::from_u128(leaf.width, end));
        let is_ordered = is_signed && (!greatest.sign_bit() || least.sign_bit());
        let (least, greatest) = (pool.bits(&least), pool.bits(&greatest));
        let (above, below) = match is_ordered {
            true => (pool.sle(least, vector), pool.sle(vector, greatest)),
            false => (pool.ule(least, vector), pool.ule(vector, greatest)),
        };
        let within = pool.and(above, below);
        any = pool.or(any, within);
    }
    Some(any)
}

/// The ends of a signed range that crosses zero, which is two ranges of bit patterns.
fn signed_range(ranges: &[RangeInclusive<u128>], width: u32) -> Option<(u128, u128)> {
    let [low, high] = ranges else {
        return None;
    };
    let sign = |value: u128| Bits::from_u128(width, value).sign_bit();
    let (least, greatest) = (*high.start(), *low.end());
    let is_whole = *low.start() == 0 && Bits::from_u128(width, *high.end()) == Bits::ones(width);
    (is_whole && sign(least) && !sign(greatest)).then_some((least, greatest))
}

/// An object ends where its length says.
fn set_length(
    machine: &mut Machine<Symbolic>,
    placed: &Placed<Symbolic>,
    leaf: &Leaf,
    variable: Term,
) {
    if let LeafKind::Length { object, each } = leaf.kind
        && let Some(ptr) = placed.objects.get(object as usize)
    {
        let pool = &mut machine.domain.pool;
        let (count, each) = (pool.zext_to(variable, 64), pool.number(64, each));
        let length = pool.mul(count, each);
        machine.memory.set_length(ptr, length);
    }
}

fn place_leaf(
    machine: &mut Machine<Symbolic>,
    placed: &Placed<Symbolic>,
    leaf: &Leaf,
    variable: Term,
) -> Result<(), Stop> {
    for spot in &leaf.spots {
        let part = match spot.place {
            Place::Param(index) => placed.params.get(index as usize),
            Place::Object(index) => placed.objects.get(index as usize),
            Place::Global(index) => placed.globals.get(index as usize),
            Place::Outside(index) => placed.outside.get(index as usize).and_then(Option::as_ref),
        };
        let Some(part) = part else { continue };
        match leaf.kind {
            LeafKind::Present { .. } => make_optional(machine, part, spot, variable)?,
            _ => write_bits(machine, part, spot, leaf.width, variable)?,
        }
    }
    Ok(())
}

/// Makes a pointer null where its variable is zero.
fn make_optional(
    machine: &mut Machine<Symbolic>,
    part: &Ptr,
    spot: &Spot,
    variable: Term,
) -> Result<(), Stop> {
    let (domain, memory) = (&mut machine.domain, &mut machine.memory);
    let at = domain.ptr_offset(part, (spot.bit / 8) as i64);
    let there = memory.read_ptr(domain, &at, 1)?;
    let null = domain.null();
    let vector = domain.pool.as_vector(variable);
    let zero = domain.pool.number(domain.pool.width(vector), 0);
    let is_there = domain.pool.ne(vector, zero);
    let ptr = domain.select_ptr(&Word::defined(is_there), &there, &null);
    memory.write_ptr(domain, &at, 1, &ptr)
}

fn write_bits(
    machine: &mut Machine<Symbolic>,
    part: &Ptr,
    spot: &Spot,
    width: u32,
    variable: Term,
) -> Result<(), Stop> {
    let (domain, memory) = (&mut machine.domain, &mut machine.memory);
    let value = domain.extract(width, &Word::defined(variable), spot.from, spot.width);
    let (first, last) = (spot.bit / 8, (spot.bit + u64::from(spot.width)).div_ceil(8));
    let extent = Extent {
        bytes: last - first,
        align: 1,
    };
    let at = domain.ptr_offset(part, first as i64);
    let whole = ((last - first) * 8) as u32;
    if whole == spot.width {
        return memory.write(domain, &at, extent, whole, &value);
    }
    let old = memory.read(domain, &at, extent, whole)?;
    let below = (spot.bit % 8) as u32;
    let above = whole - below - spot.width;
    let mut word = value;
    let mut have = spot.width;
    if below > 0 {
        let rest = domain.extract(whole, &old, 0, below);
        word = domain.concat((&word, have), (&rest, below));
        have += below;
    }
    if above > 0 {
        let rest = domain.extract(whole, &old, have, above);
        word = domain.concat((&rest, above), (&word, have));
    }
    memory.write(domain, &at, extent, whole, &word)
}
