//! The interface to Bitwuzla: results, models, errors, and stopping a check.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quell_bitwuzla::{
    Error, Kind, Node, Options, Rounding, Session, Sort, Stop, ThreadTime, Verdict,
};

fn session() -> Session {
    Session::new(Options { preprocess: true }).expect("Bitwuzla starts")
}

fn check(session: &mut Session, assumptions: &[Node]) -> Verdict {
    session
        .check(assumptions, Stop::default())
        .expect("an answer")
}

#[test]
fn an_equation_has_its_solution() -> Result<(), Error> {
    let mut session = session();
    let x = session.variable(Sort::Bv(8))?;
    let three = session.word(8, 3)?;
    let product = session.apply(Kind::BvMul, &[x, three])?;
    let wanted = session.word(8, 0xff)?;
    let equation = session.apply(Kind::Equal, &[product, wanted])?;
    assert_eq!(check(&mut session, &[equation]), Verdict::Sat);
    assert_eq!(session.digits(x)?, "01010101");
    let other = session.apply(Kind::Not, &[equation])?;
    assert_eq!(check(&mut session, &[equation, other]), Verdict::Unsat);
    // Assumptions are gone after their check; assertions stay.
    assert_eq!(check(&mut session, &[other]), Verdict::Sat);
    session.assert(equation)?;
    assert_eq!(check(&mut session, &[other]), Verdict::Unsat);
    Ok(())
}

#[test]
fn wide_numbers_keep_all_digits() -> Result<(), Error> {
    let mut session = session();
    let x = session.variable(Sort::Bv(100))?;
    let value = session.hexadecimal(100, "8000000000000000000000005")?;
    let equation = session.apply(Kind::Equal, &[x, value])?;
    assert_eq!(check(&mut session, &[equation]), Verdict::Sat);
    assert_eq!(session.digits(x)?, format!("1{}101", "0".repeat(96)));
    Ok(())
}

#[test]
fn arrays_have_entries_and_a_default() -> Result<(), Error> {
    let mut session = session();
    let sort = Sort::Array {
        index: 4,
        element: 8,
    };
    let array = session.variable(sort)?;
    let seven = session.word(8, 7)?;
    let filled = session.constant_array(sort, seven)?;
    let at = session.word(4, 9)?;
    let element = session.word(8, 200)?;
    let stored = session.apply(Kind::Store, &[filled, at, element])?;
    let same = session.apply(Kind::Equal, &[array, stored])?;
    assert_eq!(check(&mut session, &[same]), Verdict::Sat);
    let value = session.array_value(array)?;
    assert_eq!(value.default.as_deref(), Some("00000111"));
    assert_eq!(
        value.entries,
        [("1001".to_string(), "11001000".to_string())]
    );
    Ok(())
}

#[test]
fn floats_are_rounded() -> Result<(), Error> {
    let mut session = session();
    let shape = [8, 24];
    let nearest = session.rounding(Rounding::NearestEven)?;
    let mut float = |value: f32| -> Result<Node, Error> {
        let bits = session.word(32, u64::from(value.to_bits()))?;
        session.apply_indexed(Kind::FpFromBits, &[bits], &shape)
    };
    let (a, b, sum) = (float(0.1)?, float(0.2)?, float(0.1 + 0.2)?);
    let added = session.apply(Kind::FpAdd, &[nearest, a, b])?;
    let same = session.apply(Kind::Equal, &[added, sum])?;
    let differs = session.apply(Kind::Not, &[same])?;
    assert_eq!(check(&mut session, &[differs]), Verdict::Unsat);
    Ok(())
}

#[test]
fn errors_are_returned_and_do_not_end_the_process() -> Result<(), Error> {
    let mut session = session();
    let a = session.variable(Sort::Bv(8))?;
    let b = session.variable(Sort::Bv(9))?;
    let refused = session.apply(Kind::BvAdd, &[a, b]);
    assert!(
        matches!(&refused, Err(Error::Refused(text)) if !text.is_empty()),
        "{refused:?}"
    );
    assert_eq!(session.apply(Kind::BvNeg, &[a]), Err(Error::Broken));

    let mut other = Session::new(Options { preprocess: true })?;
    assert_eq!(other.apply(Kind::BvNeg, &[b]), Err(Error::ForeignNode));
    assert!(matches!(
        other.variable(Sort::Bv(0)),
        Err(Error::Refused(_))
    ));
    Ok(())
}

/// Factors of a product of two primes: far more than a second's work.
fn hard_query(session: &mut Session) -> Result<Vec<Node>, Error> {
    let a = session.variable(Sort::Bv(128))?;
    let b = session.variable(Sort::Bv(128))?;
    let product = session.apply(Kind::BvMul, &[a, b])?;
    let wanted = session.hexadecimal(128, "c000000000000000000000000000a3d1")?;
    let bound = session.hexadecimal(128, "ffffffffffffffff")?;
    let one = session.word(128, 1)?;
    Ok(vec![
        session.apply(Kind::Equal, &[product, wanted])?,
        session.apply(Kind::BvUlt, &[one, a])?,
        session.apply(Kind::BvUlt, &[one, b])?,
        session.apply(Kind::BvUle, &[a, bound])?,
        session.apply(Kind::BvUle, &[b, bound])?,
    ])
}

#[test]
fn the_time_limit_is_kept() -> Result<(), Error> {
    let mut session = session();
    let query = hard_query(&mut session)?;
    let start = Instant::now();
    let stop = Stop {
        deadline: Some(ThreadTime::now().after(Duration::from_millis(100))),
        flag: None,
        ..Stop::default()
    };
    assert_eq!(session.check(&query, stop)?, Verdict::Unknown);
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    Ok(())
}

#[test]
fn another_thread_can_stop_it() -> Result<(), Error> {
    let flag = AtomicBool::new(false);
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
        });
        let mut session = session();
        let query = hard_query(&mut session)?;
        let stop = Stop {
            deadline: None,
            flag: Some(&flag),
            ..Stop::default()
        };
        assert_eq!(session.check(&query, stop)?, Verdict::Unknown);
        Ok::<(), Error>(())
    })?;
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    Ok(())
}
