//! Every rewrite rule, proved by Bitwuzla: both sides are equal for all values of the variables.

use quell_solver::{Answer, Bitwuzla, Limit, Solver};
use quell_term::{Rule, rules, smtlib};
use std::time::Duration;

const WIDTHS: &[u32] = &[1, 7, 8, 16, 32, 64];

/// Multiplication and division are proved where that does not take long.
const HARD_WIDTHS: &[u32] = &[1, 3, 7, 8];

/// An example has an instance for each choice of its constants. All of them are proved at small widths, this many at
/// others.
const CHOICES: usize = 5;

/// Proves that both sides of an example are equal.
fn prove(rule: &Rule, example: &str, width: u32) {
    let mut instances = rule.instances_of(&[example], width);
    let differences = instances.differences();
    let step = match width {
        ..=8 => 1,
        _ => differences.len().div_ceil(CHOICES).max(1),
    };
    let mut solver = Bitwuzla::default();
    for &difference in differences.iter().step_by(step) {
        let limit = Limit::time(Duration::from_secs(120));
        let answer = solver.check(&instances.pool, &[difference], limit);
        assert_eq!(
            answer.expect("an answer"),
            Answer::Unsat,
            "{} at width {width}:\n{}",
            rule.name,
            smtlib::script(&instances.pool, &[difference])
        );
    }
}

#[test]
fn every_rule_is_proved() {
    for rule in rules() {
        let widths = if rule.is_hard() { HARD_WIDTHS } else { WIDTHS };
        for &width in widths {
            for example in rule.examples {
                prove(rule, example, width);
            }
        }
    }
}
