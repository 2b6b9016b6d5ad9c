//! A bit that the machine considers defined must not depend on undefined ones: every operation, on every pair
//! of partly undefined 4-bit words, compared with its results for all values of the undefined bits.

use quell_bits::Bits;
use quell_exec::concrete::{Concrete, Word};
use quell_exec::domain::{Alu, Alu1, Domain, Test};

const WIDTH: u32 = 4;

/// All words with all masks of undefined bits.
fn words() -> impl Iterator<Item = (u64, u64)> {
    let all = 1u64 << WIDTH;
    (0..all).flat_map(move |mask| {
        (0..all)
            .filter(move |bits| bits & mask == 0)
            .map(move |bits| (bits, mask))
    })
}

fn word((bits, mask): (u64, u64)) -> Word {
    Word::from_parts(Bits::from_u64(WIDTH, bits), Bits::from_u64(WIDTH, mask))
}

/// All values that a word can have.
fn fillings((bits, mask): (u64, u64)) -> Vec<u64> {
    (0..1u64 << WIDTH)
        .filter(|filling| filling & !mask == 0)
        .map(|filling| bits | filling)
        .collect()
}

/// Checks that the defined bits of `got` are the same in all results.
fn assert_covers(got: &Word, results: &[u64], width: u32, what: &str) {
    let (bits, undef) = got.parts(width);
    let defined = undef.not().low_u64();
    for result in results {
        assert_eq!(
            result & defined,
            bits.low_u64() & defined,
            "{what}: {got:?} against {result}"
        );
    }
}

fn value(word: &Word) -> u64 {
    match word {
        Word::Bits(value) => *value,
        other => panic!("{other:?} from defined operands"),
    }
}

fn for_all_pairs(
    name: &str,
    width: u32,
    usable: impl Fn(u64) -> bool,
    mut f: impl FnMut(&mut Concrete, &Word, &Word) -> Word,
) {
    let mut domain = Concrete::default();
    for a in words() {
        for b in words() {
            let rights: Vec<u64> = fillings(b).into_iter().filter(|&b| usable(b)).collect();
            let got = f(&mut domain, &word(a), &word(b));
            let mut results = Vec::new();
            for &left in &fillings(a) {
                for &right in &rights {
                    results.push(value(&f(
                        &mut domain,
                        &Word::Bits(left),
                        &Word::Bits(right),
                    )));
                }
            }
            assert_covers(&got, &results, width, &format!("{name} {a:?} {b:?}"));
        }
    }
}

#[test]
fn arithmetic() {
    let any = |_: u64| true;
    for op in [Alu::Add, Alu::Sub, Alu::Mul, Alu::And, Alu::Or, Alu::Xor] {
        for_all_pairs(&format!("{op:?}"), WIDTH, any, |d, a, b| {
            d.alu(op, WIDTH, a, b)
        });
    }
    for op in [Alu::Shl, Alu::LShr, Alu::AShr] {
        for_all_pairs(
            &format!("{op:?}"),
            WIDTH,
            |b| b < 4,
            |d, a, b| d.alu(op, WIDTH, a, b),
        );
    }
    for op in [Alu::UDiv, Alu::SDiv, Alu::URem, Alu::SRem] {
        for_all_pairs(
            &format!("{op:?}"),
            WIDTH,
            |b| b != 0,
            |d, a, b| d.alu(op, WIDTH, a, b),
        );
    }
}

#[test]
fn comparisons() {
    for test in [
        Test::Eq,
        Test::Ne,
        Test::Ult,
        Test::Ule,
        Test::Slt,
        Test::Sle,
        Test::SAddOverflows,
    ] {
        for_all_pairs(
            &format!("{test:?}"),
            1,
            |_| true,
            |d, a, b| d.test(test, WIDTH, a, b),
        );
    }
}

#[test]
fn operations_on_one_word() {
    let mut domain = Concrete::default();
    let ops = [
        Alu1::Not,
        Alu1::Neg,
        Alu1::CountOnes,
        Alu1::LeadingZeros,
        Alu1::TrailingZeros,
        Alu1::ReverseBits,
    ];
    for op in ops {
        for a in words() {
            let got = domain.alu1(op, WIDTH, &word(a));
            let results: Vec<u64> = fillings(a)
                .iter()
                .map(|&v| value(&domain.alu1(op, WIDTH, &Word::Bits(v))))
                .collect();
            assert_covers(&got, &results, WIDTH, &format!("{op:?} {a:?}"));
        }
    }
}

#[test]
fn moves_of_bits_lose_nothing() {
    let mut domain = Concrete::default();
    for a in words() {
        let wide = domain.sext(WIDTH, 8, &word(a));
        let results: Vec<u64> = fillings(a)
            .iter()
            .map(|&v| value(&domain.sext(WIDTH, 8, &Word::Bits(v))))
            .collect();
        assert_covers(&wide, &results, 8, &format!("sext {a:?}"));
        let back = domain.extract(8, &wide, 0, WIDTH);
        assert_eq!(back, word(a), "there and back");
        let pair = domain.concat((&word(a), WIDTH), (&Word::Bits(5), WIDTH));
        assert_eq!(domain.extract(8, &pair, WIDTH, WIDTH), word(a), "high half");
        assert_eq!(
            domain.extract(8, &pair, 0, WIDTH),
            Word::Bits(5),
            "low half"
        );
    }
}
