//! Equivalent terms that are written differently have the same normal form: `normal_forms.txt`.

use quell_bits::FloatFormat;
use quell_term::smtlib::{parse_term, term_text};
use quell_term::{Pool, Sort, Term};

const VARIABLES: &[(&[&str], Sort)] = &[
    (&["x", "y", "z"], Sort::Bv(32)),
    (&["a", "b", "c", "d"], Sort::Bv(8)),
    (&["p", "q", "r"], Sort::Bool),
    (&["f"], Sort::Float(FloatFormat::Double)),
    (
        &["m"],
        Sort::Array {
            index: 32,
            element: 8,
        },
    ),
];

fn read(pool: &mut Pool, text: &str) -> Term {
    let mut names = Vec::new();
    for &(group, sort) in VARIABLES {
        names.extend(group.iter().map(|&name| (name, pool.var(name, sort))));
    }
    match parse_term(pool, &names, text) {
        Ok(term) => term,
        Err(error) => panic!("{text}: {error}"),
    }
}

#[test]
fn every_block_is_one_term() {
    let text = include_str!("normal_forms.txt");
    let mut pool = Pool::new();
    let (mut blocks, mut different) = (0, String::new());
    for block in text.split("\n\n") {
        let is_term = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let mut lines = block.lines().filter(is_term);
        let Some(first) = lines.next() else {
            continue;
        };
        blocks += 1;
        let want = read(&mut pool, first);
        for line in lines {
            let got = read(&mut pool, line);
            if got != want {
                let [got, want] = [got, want].map(|term| term_text(&pool, term));
                different += &format!("{line}\n{got}\nis not\n{want}\n\n");
            }
        }
    }
    assert!(different.is_empty(), "{different}");
    assert!(blocks > 10, "the file was read");
}
