//! Reductions of all lanes of a vector to one value.

use quell_ir::opcode::Flags;

use super::call::{Call, Outcome, intrinsics, lanes_of};
use super::integer::choose;
use crate::domain::{Alu, Domain, Fpu, Test};
use crate::stop::Stop;
use crate::value::{Val, mismatch};

intrinsics! {
    "vector.reduce.add" => arithmetic(Alu::Add),
    "vector.reduce.mul" => arithmetic(Alu::Mul),
    "vector.reduce.and" => arithmetic(Alu::And),
    "vector.reduce.or" => arithmetic(Alu::Or),
    "vector.reduce.xor" => arithmetic(Alu::Xor),
    "vector.reduce.smax" => extreme(Test::Slt, true),
    "vector.reduce.smin" => extreme(Test::Slt, false),
    "vector.reduce.umax" => extreme(Test::Ult, true),
    "vector.reduce.umin" => extreme(Test::Ult, false),
    "vector.reduce.fadd" => with_start(Fpu::Add),
    "vector.reduce.fmul" => with_start(Fpu::Mul),
    "vector.reduce.fmax" => float(Fpu::MaxNum),
    "vector.reduce.fmin" => float(Fpu::MinNum),
    "vector.reduce.fmaximum" => float(Fpu::Maximum),
    "vector.reduce.fminimum" => float(Fpu::Minimum),
}

type Words<D> = Vec<<D as Domain>::Word>;

fn words<D: Domain>(vector: &Val<D>) -> Result<Words<D>, Stop> {
    let lanes = lanes_of(vector);
    lanes.iter().map(|lane| lane.word().cloned()).collect()
}

/// A reduction in the order of lanes.
fn fold<D: Domain>(words: Words<D>, f: impl FnMut(D::Word, D::Word) -> D::Word) -> Outcome<D> {
    let reduced = words.into_iter().reduce(f);
    let reduced = reduced.ok_or_else(|| mismatch("a lane"))?;
    Ok(Some(Val::Word(reduced)))
}

fn arithmetic<D: Domain>(c: &mut Call<D>, op: Alu) -> Outcome<D> {
    let (width, words) = (c.width(0)?, words(c.arg(0)?)?);
    let d = &mut c.machine.domain;
    fold::<D>(words, |a, b| d.alu(op, width, &a, &b))
}

fn extreme<D: Domain>(c: &mut Call<D>, less: Test, greater: bool) -> Outcome<D> {
    let (width, words) = (c.width(0)?, words(c.arg(0)?)?);
    let d = &mut c.machine.domain;
    fold::<D>(words, |a, b| choose(d, width, (less, greater), &a, &b))
}

fn float<D: Domain>(c: &mut Call<D>, op: Fpu) -> Outcome<D> {
    let (format, words) = (c.format(0)?, words(c.arg(0)?)?);
    let d = &mut c.machine.domain;
    fold::<D>(words, |a, b| d.fpu(op, format, &a, &b))
}

/// A floating-point reduction in order from the start value. If reassociation is allowed, it adds the upper
/// half of the lanes to the lower one until one lane is left, as compilers do.
fn with_start<D: Domain>(c: &mut Call<D>, op: Fpu) -> Outcome<D> {
    let (format, start) = (c.format(0)?, c.word(0)?.clone());
    let mut words = words(c.arg(1)?)?;
    let free = c.site.flags.contains(Flags::REASSOC) && words.len().is_power_of_two();
    let d = &mut c.machine.domain;
    while free && words.len() > 1 {
        let upper = words.split_off(words.len() / 2);
        let pairs = words.iter().zip(&upper);
        words = pairs.map(|(a, b)| d.fpu(op, format, a, b)).collect();
    }
    words.insert(0, start);
    fold::<D>(words, |a, b| d.fpu(op, format, &a, &b))
}
