//! Products of vectors and matrices, and the transpose.

use quell_values::unsupported::FortranConstruct;

use super::descriptor::{Array, Kind};
use super::unsupported;
use crate::domain::Domain;
use crate::library::Table;
use crate::library::call::{Call, Outcome};
use crate::machine::Machine;
use crate::stop::Stop;

/// Entries for each pair of types with the same result type.
macro_rules! products {
    ($($dot:literal $width:literal),*; $($matmul:literal),* $(,)?) => {
        pub fn table<D: Domain>() -> Table<D> {
            &[
                $(($dot, |machine, site, args| {
                    dot(&mut Call { machine, site, args }, $width)
                }),)*
                $(($matmul, |machine, site, args| {
                    matmul(&mut Call { machine, site, args })
                }),)*
                ("Transpose", |machine, site, args| {
                    transpose(&mut Call { machine, site, args })
                }),
            ]
        }
    };
}

products! {
    "DotProductInteger1" 8, "DotProductInteger2" 16, "DotProductInteger4" 32,
    "DotProductInteger8" 64, "DotProductReal4" 32, "DotProductReal8" 64, "DotProductLogical" 1;
    "MatmulInteger4Integer4", "MatmulInteger8Integer8", "MatmulInteger4Integer8",
    "MatmulInteger8Integer4", "MatmulInteger2Integer2", "MatmulInteger1Integer1",
    "MatmulReal4Real4", "MatmulReal8Real8", "MatmulReal4Real8", "MatmulReal8Real4",
    "MatmulInteger4Real4", "MatmulInteger4Real8", "MatmulReal4Integer4", "MatmulReal8Integer4",
}

/// An integer or real number.
#[derive(Clone, Copy, Debug)]
enum Number {
    Integer(i64),
    /// With its width.
    Real(f64, u32),
}

impl Number {
    fn real(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Real(value, _) => value,
        }
    }

    fn width(self) -> u32 {
        match self {
            Self::Integer(_) => 0,
            Self::Real(_, width) => width,
        }
    }
}

fn number<D: Domain>(
    machine: &mut Machine<D>,
    array: &Array<D::Ptr>,
    offset: i64,
) -> Result<Number, Stop> {
    let bits = machine.element_bits(array, offset)?;
    match array.kind() {
        Kind::Integer(width) => Ok(Number::Integer(quell_bits::word::sign_extend(width, bits))),
        Kind::Real(32) => Ok(Number::Real(f32::from_bits(bits as u32).into(), 32)),
        Kind::Real(64) => Ok(Number::Real(f64::from_bits(bits), 64)),
        Kind::Logical => Ok(Number::Integer((bits & 1) as i64)),
        _ => Err(unsupported(FortranConstruct::Product)),
    }
}

/// How the products of reals are summed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Precision {
    /// In double precision, rounded at the end.
    Double,
    /// Each step rounded to the type of the result.
    Own,
}

/// The inner product, as bits of the result.
fn inner<D: Domain>(
    machine: &mut Machine<D>,
    (a, b): (&Array<D::Ptr>, &Array<D::Ptr>),
    pairs: &[(i64, i64)],
    precision: Precision,
) -> Result<u64, Stop> {
    let (mut whole, mut real, mut width) = (0i64, 0f64, 0);
    for &(x, y) in pairs {
        let (x, y) = (number(machine, a, x)?, number(machine, b, y)?);
        if let (Number::Integer(x), Number::Integer(y)) = (x, y) {
            whole = whole.wrapping_add(x.wrapping_mul(y));
            continue;
        }
        width = x.width().max(y.width());
        real = match (precision, width) {
            (Precision::Own, 32) => {
                let product = x.real() as f32 * y.real() as f32;
                f64::from(real as f32 + product)
            }
            _ => real + x.real() * y.real(),
        };
    }
    Ok(match (width, real_width(a, b)) {
        (_, 32) => u64::from((real as f32).to_bits()),
        (_, 64) => real.to_bits(),
        _ => whole as u64,
    })
}

/// The width of a real result; zero for integers.
fn real_width<P: Clone>(a: &Array<P>, b: &Array<P>) -> u32 {
    let width = |array: &Array<P>| match array.kind() {
        Kind::Real(width) => width,
        _ => 0,
    };
    width(a).max(width(b))
}

fn dot<D: Domain>(c: &mut Call<D>, width: u32) -> Outcome<D> {
    let (a, b) = (c.array(0)?, c.array(1)?);
    let pairs: Vec<_> = a.offsets().into_iter().zip(b.offsets()).collect();
    let value = inner(c.machine, (&a, &b), &pairs, Precision::Double)?;
    let value = if width == 1 {
        u64::from(value != 0)
    } else {
        value
    };
    c.give(width, value)
}

/// A vector on the left is a row, on the right a column; the result has no dimension for it.
fn matmul<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (a, b) = (c.array(1)?, c.array(2)?);
    let (rows, columns) = (
        if a.rank() == 2 { a.extents()[0] } else { 1 },
        if b.rank() == 2 { b.extents()[1] } else { 1 },
    );
    let terms = a.extents().last().copied().unwrap_or(0);
    let mut extents = Vec::new();
    if a.rank() == 2 {
        extents.push(rows);
    }
    if b.rank() == 2 {
        extents.push(columns);
    }
    let code = if a.code >= b.code { &a } else { &b };
    let result = c.ptr(0)?;
    let element = (code.code, code.element);
    let to = c.machine.new_array(&result, element, &extents)?;
    for (index, (column, row)) in (0..columns)
        .flat_map(|column| (0..rows).map(move |row| (column, row)))
        .enumerate()
    {
        let pairs: Vec<_> = (0..terms)
            .map(|term| {
                let left = if a.rank() == 2 {
                    vec![row, term]
                } else {
                    vec![term]
                };
                let right = if b.rank() == 2 {
                    vec![term, column]
                } else {
                    vec![term]
                };
                (a.offset(&left), b.offset(&right))
            })
            .collect();
        let value = inner(c.machine, (&a, &b), &pairs, Precision::Own)?;
        let at = c.machine.at(&to.base, to.element * index as u64);
        c.machine.put_number(&at, to.element as u32, value)?;
    }
    c.give_nothing()
}

fn transpose<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, from) = (c.ptr(0)?, c.array(1)?);
    let [rows, columns] = from.extents()[..] else {
        return Err(unsupported(FortranConstruct::Transpose));
    };
    let to = c
        .machine
        .new_array(&result, (from.code, from.element), &[columns, rows])?;
    for row in 0..rows {
        for column in 0..columns {
            let source = c.machine.element(&from, from.offset(&[row, column]));
            let target = c.machine.element(&to, to.offset(&[column, row]));
            c.machine.copy_bytes(&target, &source, from.element)?;
        }
    }
    c.give_nothing()
}
