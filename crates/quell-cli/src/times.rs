//! Time limits of a run, as the user gives them.

use std::time::Duration;

use clap::Args;
use quell_engine::LONGEST;

/// Time limits.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct Times {
    /// Time for each function [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub function_timeout: Option<Duration>,

    /// Time for the whole run, compilers included [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Time for each mutant [default: that of its function]
    #[arg(hide_short_help = true, long, value_name = "SECONDS", value_parser = seconds)]
    pub mutant_timeout: Option<Duration>,

    /// Time for each solver query [default: 5]
    #[arg(hide_short_help = true, long, value_name = "SECONDS", value_parser = seconds)]
    pub query_timeout: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse::<f64>().ok();
    let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
    let time = time.filter(|time| !time.is_zero() && *time <= LONGEST);
    time.ok_or_else(|| "a number of seconds was expected, as in 30 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "nan", "inf", "1e99", "1e-99", "", "x"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
