//! Whether the original does what a test expects of it.

use quell_values::{Given, Observed, check_result};
use serde_json::Value;

use super::error::WhyInvalid;
use super::prepare::Ready;

/// How the original fails a test.
pub fn why_invalid(test: &Ready<'_>, observed: &Observed) -> Option<WhyInvalid> {
    let expected = test.case.expected.as_ref()?;
    let result = expected.result.as_ref();
    result
        .and_then(|value| wrong_result(test, observed, value))
        .or_else(|| {
            let stdout = expected.stdout.as_deref();
            output("standard output", stdout, &observed.stdout)
        })
        .or_else(|| {
            let stderr = expected.stderr.as_deref();
            output("standard error", stderr, &observed.stderr)
        })
}

fn wrong_result(test: &Ready<'_>, observed: &Observed, value: &Value) -> Option<WhyInvalid> {
    let given = Given::from_json(value);
    match check_result(&test.callee, &test.call, observed, &given) {
        Ok(difference) => difference.map(|difference| WhyInvalid::Fails {
            what: difference.what.to_string(),
            original: difference.mutant.to_string(),
            expected: difference.original.to_string(),
        }),
        Err(error) => Some(WhyInvalid::Shape {
            function: test.case.function.clone(),
            error,
        }),
    }
}

fn output(what: &str, expected: Option<&[u8]>, original: &[u8]) -> Option<WhyInvalid> {
    let expected = expected.filter(|expected| *expected != original)?;
    let shown = |bytes: &[u8]| format!("{:?}", String::from_utf8_lossy(bytes));
    Some(WhyInvalid::Fails {
        what: what.to_owned(),
        original: shown(original),
        expected: shown(expected),
    })
}
