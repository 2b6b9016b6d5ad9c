//! Random numbers: the generators of glibc, so that a seed produces the native numbers.

use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;

models! {
    "rand" => random,
    "random" => random,
    "srand" => srandom,
    "srandom" => srandom,
    "rand_r" => rand_r,
    "drand48" => drand48,
    "lrand48" => lrand48,
    "mrand48" => mrand48,
    "erand48" => erand48,
    "nrand48" => nrand48,
    "jrand48" => jrand48,
    "srand48" => srand48,
    "seed48" => seed48,
    "lcong48" => lcong48,
    "getrandom" => getrandom,
    "getentropy" => getentropy,
}

/// The state of `random` and of `drand48`.
#[derive(Debug)]
pub struct Random {
    additive: Additive,
    linear: Linear,
    /// The generator that stands for the system's entropy.
    system: Additive,
}

impl Default for Random {
    fn default() -> Self {
        Self {
            additive: Additive::new(1),
            linear: Linear::DEFAULT,
            system: Additive::new(SYSTEM_SEED),
        }
    }
}

/// An arbitrary constant.
const SYSTEM_SEED: u32 = 0x5eed;
/// The maximum of `getentropy`, and its error for more.
const ENTROPY_BYTES: u64 = 256;
const EIO: i32 = 5;

const DEGREE: usize = 31;
const SEPARATION: usize = 3;

/// The additive feedback generator behind `random` and `rand`.
#[derive(Debug)]
struct Additive {
    table: [u32; DEGREE],
    front: usize,
    rear: usize,
}

impl Additive {
    fn new(seed: u32) -> Self {
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        let mut table = [word as u32; DEGREE];
        for entry in &mut table[1..] {
            word = minimal_standard(word);
            *entry = word as u32;
        }
        let mut generator = Self {
            table,
            front: SEPARATION,
            rear: 0,
        };
        for _ in 0..10 * DEGREE {
            generator.next();
        }
        generator
    }

    /// The next number of 31 bits.
    fn next(&mut self) -> u32 {
        let sum = self.table[self.front].wrapping_add(self.table[self.rear]);
        self.table[self.front] = sum;
        self.front = (self.front + 1) % DEGREE;
        self.rear = (self.rear + 1) % DEGREE;
        sum >> 1
    }
}

/// `16807 * word` modulo `2^31 - 1`, without leaving 32 bits, also for negative words.
fn minimal_standard(word: i32) -> i32 {
    let (high, low) = (word / 127_773, word % 127_773);
    let next = 16807 * low - 2836 * high;
    if next < 0 { next + i32::MAX } else { next }
}

const MASK_48: u64 = (1 << 48) - 1;

/// The 48-bit linear congruential generator.
#[derive(Clone, Copy, Debug)]
struct Linear {
    x: u64,
    factor: u64,
    addend: u64,
}

impl Linear {
    const DEFAULT: Self = Self {
        x: 0,
        factor: 0x5_deec_e66d,
        addend: 11,
    };

    fn step(&self, x: u64) -> u64 {
        x.wrapping_mul(self.factor).wrapping_add(self.addend) & MASK_48
    }

    fn next(&mut self) -> u64 {
        self.x = self.step(self.x);
        self.x
    }
}

fn random<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.machine.library.random.additive.next();
    // `rand` returns an int and `random` a long; the value fits in both.
    let width = c.result_width();
    c.give(width, u64::from(value))
}

fn srandom<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let seed = c.uint(0)?;
    c.machine.library.random.additive = Additive::new(seed);
    Ok(None)
}

fn rand_r<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let place = c.ptr(0)?;
    let mut state = c.machine.get_number(&place, 4)? as u32;
    let mut result = 0;
    for modulus in [2048, 1024, 1024] {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        result = (result << 10) ^ ((state >> 16) % modulus);
    }
    c.machine.put_number(&place, 4, u64::from(state))?;
    c.give_int(result as i32)
}

/// 48 bits as a double in [0, 1).
fn give_fraction<D: Domain>(c: &mut Call<D>, x: u64) -> Outcome<D> {
    let value = x as f64 / (1u64 << 48) as f64;
    c.give(64, value.to_bits())
}

fn give_unsigned<D: Domain>(c: &mut Call<D>, x: u64) -> Outcome<D> {
    c.give_long((x >> 17) as i64)
}

fn give_signed<D: Domain>(c: &mut Call<D>, x: u64) -> Outcome<D> {
    c.give_long(i64::from((x >> 16) as u32 as i32))
}

fn drand48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let x = c.machine.library.random.linear.next();
    give_fraction(c, x)
}

fn lrand48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let x = c.machine.library.random.linear.next();
    give_unsigned(c, x)
}

fn mrand48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let x = c.machine.library.random.linear.next();
    give_signed(c, x)
}

/// Reads three `unsigned short`, the lowest first.
fn get_x<D: Domain>(c: &mut Call<D>, place: &D::Ptr) -> Result<u64, Stop> {
    let bytes = c.machine.get_bytes(place, 6)?;
    Ok(bytes
        .iter()
        .rev()
        .fold(0, |x, &byte| x << 8 | u64::from(byte)))
}

fn put_x<D: Domain>(c: &mut Call<D>, place: &D::Ptr, x: u64) -> Result<(), Stop> {
    c.machine.put_bytes(place, &x.to_le_bytes()[..6])
}

/// One step of a state in the caller's memory.
fn step_own<D: Domain>(c: &mut Call<D>) -> Result<u64, Stop> {
    let place = c.ptr(0)?;
    let x = get_x(c, &place)?;
    let x = c.machine.library.random.linear.step(x);
    put_x(c, &place, x)?;
    Ok(x)
}

fn erand48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let x = step_own(c)?;
    give_fraction(c, x)
}

fn nrand48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let x = step_own(c)?;
    give_unsigned(c, x)
}

fn jrand48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let x = step_own(c)?;
    give_signed(c, x)
}

fn srand48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let seed = c.bits(0, 64)? & 0xffff_ffff;
    let x = seed << 16 | 0x330e;
    c.machine.library.random.linear = Linear {
        x,
        ..Linear::DEFAULT
    };
    Ok(None)
}

/// Returns a pointer to a copy of the previous state.
fn seed48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let place = c.ptr(0)?;
    let x = get_x(c, &place)?;
    let old = c.machine.library.random.linear.x;
    c.machine.library.random.linear = Linear {
        x,
        ..Linear::DEFAULT
    };
    let kept = c
        .machine
        .kept_object("the state before seed48", 6, |_, _| Ok(()))?;
    put_x(c, &kept, old)?;
    c.give_ptr(kept)
}

/// The parameters are seven `unsigned short`: the state, the factor, the addend.
fn lcong48<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let place = c.ptr(0)?;
    let x = get_x(c, &place)?;
    let at = c.machine.at(&place, 6);
    let factor = get_x(c, &at)?;
    let at = c.machine.at(&place, 12);
    let addend = c.machine.get_number(&at, 2)?;
    c.machine.library.random.linear = Linear { x, factor, addend };
    Ok(None)
}

/// Stores bytes that differ within a run and are the same in every run.
fn put_random<D: Domain>(c: &mut Call<D>, to: &D::Ptr, count: u64) -> Result<(), Stop> {
    let system = &mut c.machine.library.random.system;
    let bytes: Vec<u8> = (0..count).map(|_| (system.next() >> 8) as u8).collect();
    c.machine.put_bytes(to, &bytes)
}

fn getrandom<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, count) = (c.ptr(0)?, c.size(1)?.min(i32::MAX as u64));
    put_random(c, &to, count)?;
    c.give_size(count)
}

fn getentropy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (to, count) = (c.ptr(0)?, c.size(1)?);
    if count > ENTROPY_BYTES {
        return c.fail(EIO);
    }
    put_random(c, &to, count)?;
    c.give_int(0)
}
