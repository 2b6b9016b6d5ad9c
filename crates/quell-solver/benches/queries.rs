//! Milliseconds per query for a few families of queries, Bitwuzla alone and with all stages around it.

use std::time::Instant;

use quell_bits::FloatFormat;
use quell_solver::{Answer, Bitwuzla, Limit, Settings, Solver, SolverError, standard};
use quell_term::{Pool, Sort, Term};

type Failure = Box<dyn std::error::Error>;
type Queries = Vec<Vec<Term>>;

/// A name, and a maker of queries.
type Family = (&'static str, fn(&mut Pool) -> Queries);

const FAMILIES: [Family; 9] = [
    ("triangle paths", triangle),
    ("new terms", new_terms),
    ("common conditions", common_conditions),
    ("leap year miters", leap_years),
    ("cube roots", cube_roots),
    ("f64 x+y=c", sums),
    ("f64 x*x=c", squares),
    ("f16 miters", miters),
    ("arrays", arrays),
];

const SESSIONS: [u32; 3] = [1, 10, 1000];

fn main() -> Result<(), Failure> {
    print!("{:<18} {:>9} {:>5}", "ms per query", "queries", "sat");
    for session in SESSIONS {
        print!(" {:>9}", format!("every {session}"));
    }
    println!(" {:>9}", "stages");
    for (name, make) in FAMILIES {
        measure(name, make)?;
    }
    Ok(())
}

fn measure(name: &str, make: fn(&mut Pool) -> Queries) -> Result<(), Failure> {
    let mut pool = Pool::new();
    let queries = make(&mut pool);
    let mut line = String::new();
    let mut satisfiable = 0;
    for queries_per_session in SESSIONS {
        let mut solver = Bitwuzla::new(Settings {
            queries_per_session,
            ..Settings::default()
        });
        let (time, sat) = ask_all(&mut solver, &pool, &queries)?;
        line += &format!(" {time:>9.3}");
        satisfiable = sat;
    }
    let mut solver = standard(Settings::default());
    let (time, sat) = ask_all(&mut solver, &pool, &queries)?;
    assert_eq!(sat, satisfiable, "the stages disagree with Bitwuzla");
    println!("{name:<18} {:>9} {sat:>5}{line} {time:>9.3}", queries.len());
    if std::env::var_os("QUELL_STATISTICS").is_some() {
        for statistics in solver.statistics() {
            println!("    {statistics}");
        }
    }
    Ok(())
}

/// Milliseconds per query, and how many have a model.
fn ask_all(
    solver: &mut dyn Solver,
    pool: &Pool,
    queries: &Queries,
) -> Result<(f64, usize), SolverError> {
    let start = Instant::now();
    let mut satisfiable = 0;
    for query in queries {
        let answer = solver.check(pool, query, Limit::none())?;
        satisfiable += usize::from(matches!(answer, Answer::Sat(_)));
    }
    Ok((
        start.elapsed().as_secs_f64() * 1e3 / queries.len() as f64,
        satisfiable,
    ))
}

/// A deterministic sequence of numbers without a pattern.
fn noise(index: u64) -> u64 {
    let mixed = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16
}

/// Every path through the classification of a triangle, taken or not: the same conditions in ever new combinations.
fn triangle(pool: &mut Pool) -> Queries {
    let [a, b, c] = ["a", "b", "c"].map(|name| pool.var(name, Sort::Bv(32)));
    let zero = pool.number(32, 0);
    let mut atoms = vec![pool.sle(a, zero), pool.sle(b, zero), pool.sle(c, zero)];
    for (x, y, z) in [(a, b, c), (b, c, a), (a, c, b)] {
        let sum = pool.add(x, y);
        atoms.extend([pool.sle(sum, z), pool.eq(x, y)]);
    }
    let signs = (0..1u64 << atoms.len()).step_by(2);
    signs
        .map(|signs| {
            let signed = |(index, atom): (usize, &Term)| match signs >> index & 1 {
                0 => pool.not(*atom),
                _ => *atom,
            };
            atoms.iter().enumerate().map(signed).collect()
        })
        .collect()
}

/// Queries that share variables and nothing else.
fn new_terms(pool: &mut Pool) -> Queries {
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(32)));
    (0..200)
        .map(|index| {
            let mut number = |salt: u64| pool.number(32, noise(4 * index + salt));
            let (factor, mask, bound, wanted) = (number(0), number(1), number(2), number(3));
            let masked = pool.bvxor(y, mask);
            let sum = pool.add(x, masked);
            let difference = pool.sub(sum, factor);
            let shared = pool.bvand(difference, wanted);
            vec![
                pool.ult(shared, bound),
                pool.slt(x, difference),
                pool.eq(shared, wanted),
            ]
        })
        .collect()
}

/// Conditions on all elements of an array, the same in every query, and something new about a few of them.
fn common_conditions(pool: &mut Pool) -> Queries {
    let elements: Vec<Term> = (0..16)
        .map(|index| pool.var(&format!("x{index}"), Sort::Bv(32)))
        .collect();
    let bound = pool.number(32, 1000);
    let mut common = Vec::new();
    for pair in elements.windows(2) {
        let overflows = pool.sadd_overflows(pair[0], pair[1]);
        let sum = pool.add(pair[0], pair[1]);
        common.extend([
            pool.sle(pair[0], pair[1]),
            pool.slt(sum, bound),
            pool.not(overflows),
        ]);
    }
    (0..60)
        .map(|index| {
            let element = |salt: u64| elements[(noise(3 * index + salt) % 16) as usize];
            let (x, y) = (element(0), element(1));
            let constant = pool.number(32, 7 * index);
            let mixed = pool.bvxor(x, constant);
            let sum = pool.add(mixed, y);
            let new = [pool.slt(sum, x), pool.eq(sum, constant)];
            common.iter().copied().chain(new).collect()
        })
        .collect()
}

/// Leap years by the rule and by rules in which one number is another.
fn leap_years(pool: &mut Pool) -> Queries {
    let year = pool.var("year", Sort::Bv(32));
    let rule = leap_year(pool, year, [4, 100, 400]);
    let others = [
        [4, 100, 400],
        [4, 25, 16],
        [4, 100, 16],
        [2, 100, 400],
        [4, 50, 400],
        [4, 100, 800],
    ];
    let mut query = |numbers| {
        let other = leap_year(pool, year, numbers);
        let same = pool.eq(rule, other);
        vec![pool.not(same)]
    };
    others.map(&mut query).to_vec()
}

fn leap_year(pool: &mut Pool, year: Term, [four, hundred, four_hundred]: [u64; 3]) -> Term {
    let zero = pool.number(32, 0);
    let mut divides = |number: u64| {
        let number = pool.number(32, number);
        let remainder = pool.urem(year, number);
        pool.eq(remainder, zero)
    };
    let (by_four, by_hundred, by_four_hundred) =
        (divides(four), divides(hundred), divides(four_hundred));
    let common = pool.not(by_hundred);
    let usual = pool.and(by_four, common);
    pool.or(usual, by_four_hundred)
}

fn cube_roots(pool: &mut Pool) -> Queries {
    let x = pool.var("x", Sort::Bv(32));
    let square = pool.mul(x, x);
    let cube = pool.mul(square, x);
    (0..20)
        .map(|index| {
            let wanted = pool.number(32, noise(index) | 1);
            vec![pool.eq(cube, wanted)]
        })
        .collect()
}

fn double(pool: &mut Pool, value: f64) -> Term {
    let bits = pool.number(64, value.to_bits());
    pool.from_bits(FloatFormat::Double, bits)
}

fn sums(pool: &mut Pool) -> Queries {
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Float(FloatFormat::Double)));
    let sum = pool.fp_add(x, y);
    let zero = double(pool, 0.0);
    (0..10u32)
        .map(|index| {
            let wanted = double(pool, 3.5 + f64::from(index) / 8.0);
            vec![
                pool.fp_eq(sum, wanted),
                pool.fp_lt(zero, x),
                pool.fp_lt(zero, y),
            ]
        })
        .collect()
}

fn squares(pool: &mut Pool) -> Queries {
    let x = pool.var("x", Sort::Float(FloatFormat::Double));
    let square = pool.fp_mul(x, x);
    (0..10u32)
        .map(|index| {
            let root = 1.5 + f64::from(index) / 4.0;
            let wanted = double(pool, root * root);
            vec![pool.fp_eq(square, wanted)]
        })
        .collect()
}

/// Expressions over floats that are the same, or nearly.
fn miters(pool: &mut Pool) -> Queries {
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Float(FloatFormat::Half)));
    let two = pool.number(16, 0x4000);
    let two = pool.from_bits(FloatFormat::Half, two);
    let (sum, difference) = (pool.fp_add(x, y), pool.fp_sub(x, y));
    let (other_sum, other_difference) = (pool.fp_sub(sum, y), pool.fp_sub(y, x));
    let (negated, twice, double) = (
        pool.fp_neg(other_difference),
        pool.fp_mul(x, two),
        pool.fp_add(x, x),
    );
    let (less, positive) = (pool.fp_lt(x, y), pool.fp_lt(other_difference, y));
    let smaller = pool.ite(less, x, y);
    let bounded = pool.fp_le(smaller, x);
    let pairs = [(other_sum, x), (negated, difference), (twice, double)];
    let mut queries: Queries = Vec::new();
    for (a, b) in pairs {
        let same = pool.fp_eq(a, b);
        let defined = pool.fp_eq(a, a);
        queries.push(vec![pool.not(same), defined]);
    }
    queries.push(vec![less, positive]);
    queries.push(vec![pool.not(bounded)]);
    queries
}

/// A store at a symbolic index, and a read at another one.
fn arrays(pool: &mut Pool) -> Queries {
    let array = pool.var(
        "array",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    let [i, j] = ["i", "j"].map(|name| pool.var(name, Sort::Bv(32)));
    (0..50)
        .map(|index| {
            let value = pool.number(8, noise(index));
            let offset = pool.number(32, index);
            let place = pool.add(j, offset);
            let stored = pool.store(array, i, value);
            let (read, before) = (pool.select(stored, place), pool.select(array, place));
            let (same, apart) = (pool.eq(read, before), pool.eq(i, place));
            vec![
                pool.not(same),
                if index % 2 == 0 {
                    apart
                } else {
                    pool.not(apart)
                },
            ]
        })
        .collect()
}
