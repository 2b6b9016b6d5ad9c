//! Errors passed up and printed, and the exit status of a `main` that returns one.
//!
//! stdin: 12 30
//! stdin: twelve 1
//! stdin: 5
//! stdin: 7 0
//! stdin: 99999999999 1

use std::error::Error;
use std::fmt;
use std::io::Read;
use std::num::ParseIntError;
use std::process::ExitCode;

#[derive(Debug)]
enum Wrong {
    Missing(&'static str),
    Number(ParseIntError),
    Zero,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Missing(what) => write!(f, "missing {what}"),
            Wrong::Number(error) => write!(f, "no number: {error}"),
            Wrong::Zero => f.write_str("division by zero"),
        }
    }
}

impl Error for Wrong {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Wrong::Number(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ParseIntError> for Wrong {
    fn from(error: ParseIntError) -> Self {
        Wrong::Number(error)
    }
}

fn divide(text: &str) -> Result<(i32, i32), Wrong> {
    let mut words = text.split_whitespace();
    let a: i32 = words.next().ok_or(Wrong::Missing("first"))?.parse()?;
    let b: i32 = words.next().ok_or(Wrong::Missing("second"))?.parse()?;
    let quotient = a.checked_div(b).ok_or(Wrong::Zero)?;
    Ok((quotient, a % b))
}

fn boxed(text: &str) -> Result<i32, Box<dyn Error>> {
    let (quotient, rest) = divide(text)?;
    if rest != 0 {
        return Err(format!("{rest} left over").into());
    }
    Ok(quotient)
}

fn generic<T: std::str::FromStr>(text: &str) -> Option<T>
where
    T::Err: fmt::Debug,
{
    match text.trim().parse() {
        Ok(value) => Some(value),
        Err(error) => {
            println!("generic: {error:?}");
            None
        }
    }
}

fn main() -> ExitCode {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("readable input");
    println!("{:?} {:?}", generic::<f64>(&text), generic::<u8>("300"));
    match boxed(&text) {
        Ok(value) => println!("exactly {value}"),
        Err(error) => println!("{error} / {error:?} / {}", error.source().is_some()),
    }
    match divide(&text) {
        Ok((quotient, rest)) => println!("{quotient} rest {rest}"),
        Err(error) => {
            println!("{error}");
            return ExitCode::from(9);
        }
    }
    ExitCode::SUCCESS
}
