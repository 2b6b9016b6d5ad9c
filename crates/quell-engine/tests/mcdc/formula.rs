//! The decisions of a marked file as formulas, and what their truth tables say of MC/DC.
//!
//! Nothing here is shared with Quell: the text is read by a parser of its own, and independence is found by trying all values
//! of the conditions that were not evaluated.

use std::collections::BTreeSet;

/// A decision with its conditions by their numbers.
#[derive(Clone, Debug)]
pub enum Formula {
    Condition(usize),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

/// The values of the conditions that were evaluated.
pub type Vector = Vec<Option<bool>>;

/// A form of MC/DC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    General,
    Correlated,
    Restricted,
}

/// A file with the marks of its macros where they belong.
pub fn with_marked_macros(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once("//= ") {
        None => format!("{line}\n"),
        Some((plain, marked)) => {
            let head = &plain[..=plain.find(')').unwrap()];
            let mut marked = marked.replace("D@(", "/*D*/(");
            for number in 0..16 {
                marked = marked.replace(&format!("{number}@("), &format!("/*{number}*/("));
            }
            format!("{head} {marked}\n")
        }
    });
    lines.collect()
}

/// The function and the formula of each decision of a marked file.
pub fn decisions(text: &str) -> Vec<(String, Formula)> {
    let text = with_marked_macros(text);
    let mut found = Vec::new();
    let starts: Vec<usize> = text.match_indices("\nint ").map(|(at, _)| at + 1).collect();
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(text.len());
        let body = &text[start..end];
        let name = body["int ".len()..].split('(').next().unwrap();
        let marked = match body.contains("/*D*/") {
            true => body,
            false => macro_in(&text, body),
        };
        let (_, decision) = marked.split_once("/*D*/").unwrap();
        let mut parser = Parser { rest: decision };
        found.push((name.to_owned(), parser.operand()));
    }
    found
}

/// The definition of the macro with a decision that a function uses.
fn macro_in<'t>(text: &'t str, body: &str) -> &'t str {
    let defines = text.lines().filter(|line| line.starts_with("#define "));
    let mut marked = defines.filter(|line| line.contains("/*D*/"));
    let used = marked.find(|line| {
        let name = line["#define ".len()..].split('(').next().unwrap();
        body.contains(&format!("{name}("))
    });
    used.unwrap_or_else(|| panic!("no decision in {body}"))
}

struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn disjunction(&mut self) -> Formula {
        let mut left = self.conjunction();
        while self.eat("||") {
            left = Formula::Or(Box::new(left), Box::new(self.conjunction()));
        }
        left
    }

    fn conjunction(&mut self) -> Formula {
        let mut left = self.operand();
        while self.eat("&&") {
            left = Formula::And(Box::new(left), Box::new(self.operand()));
        }
        left
    }

    fn operand(&mut self) -> Formula {
        if self.eat("!") {
            return Formula::Not(Box::new(self.operand()));
        }
        if self.eat("/*") {
            let (number, rest) = self.rest.split_once("*/").unwrap();
            let number = number.parse().unwrap();
            self.rest = &rest[closing(rest)..];
            return Formula::Condition(number);
        }
        assert!(self.eat("("), "no formula: {}", self.rest);
        let inner = self.disjunction();
        assert!(self.eat(")"), "not closed: {}", self.rest);
        inner
    }
}

/// Where the parenthesis that a text begins with is closed.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth == 0 {
            return at + 1;
        }
    }
    panic!("not closed: {text}")
}

impl Formula {
    pub fn conditions(&self) -> usize {
        match self {
            Self::Condition(_) => 1,
            Self::Not(inner) => inner.conditions(),
            Self::And(left, right) | Self::Or(left, right) => {
                left.conditions() + right.conditions()
            }
        }
    }

    /// The outcome when all conditions have values.
    fn outcome(&self, values: &[bool]) -> bool {
        match self {
            Self::Condition(number) => values[*number],
            Self::Not(inner) => !inner.outcome(values),
            Self::And(left, right) => left.outcome(values) && right.outcome(values),
            Self::Or(left, right) => left.outcome(values) || right.outcome(values),
        }
    }

    /// Whether each way to fill up a vector has this outcome, as short-circuit evaluation promises.
    pub fn agrees(&self, vector: &Vector, outcome: bool) -> bool {
        let mut all = completions(vector).into_iter();
        all.all(|values| self.outcome(&values) == outcome)
    }

    /// Whether a condition alone decides the outcome, for some values of the conditions that were not evaluated.
    fn decides(&self, vector: &Vector, condition: usize) -> bool {
        let mut all = completions(vector).into_iter();
        all.any(|values| self.outcome(&values) != self.outcome(&flipped(&values, condition)))
    }

    /// Whether two vectors show that a condition is independent.
    fn shows(&self, one: &Vector, other: &Vector, condition: usize, form: Form) -> bool {
        if (one[condition], other[condition]) != (Some(true), Some(false)) {
            return false;
        }
        let differ = self.outcome(&completions(one)[0]) != self.outcome(&completions(other)[0]);
        let decides = || self.decides(one, condition) && self.decides(other, condition);
        match form {
            Form::General => decides(),
            Form::Correlated => differ && decides(),
            Form::Restricted => {
                let others: BTreeSet<Vec<bool>> = completions(other).into_iter().collect();
                let mut all = completions(one).into_iter();
                all.any(|values| {
                    let flipped = flipped(&values, condition);
                    others.contains(&flipped) && self.outcome(&values) != self.outcome(&flipped)
                })
            }
        }
    }

    /// The values that a formula can have when a condition is true and when it is false, for all values of the conditions that
    /// were not evaluated. No condition stands in it twice.
    fn values_of(&self, vector: &Vector, condition: usize) -> BTreeSet<(bool, bool)> {
        let joined = |left: &Self, right: &Self, op: fn(bool, bool) -> bool| {
            let (left, right) = (
                left.values_of(vector, condition),
                right.values_of(vector, condition),
            );
            let each = left
                .iter()
                .flat_map(|a| right.iter().map(move |b| (op(a.0, b.0), op(a.1, b.1))));
            each.collect()
        };
        match self {
            Self::Condition(number) if *number == condition => [(true, false)].into(),
            Self::Condition(number) => match vector[*number] {
                Some(value) => [(value, value)].into(),
                None => [(true, true), (false, false)].into(),
            },
            Self::Not(inner) => {
                let inner = inner.values_of(vector, condition);
                inner.into_iter().map(|(a, b)| (!a, !b)).collect()
            }
            Self::And(left, right) => joined(left, right, |a, b| a && b),
            Self::Or(left, right) => joined(left, right, |a, b| a || b),
        }
    }

    /// Whether some of these evaluations, with their outcomes, show that a condition is independent; for formulas with so many
    /// conditions that their truth tables are too long.
    pub fn is_independent_in(
        &self,
        seen: &BTreeSet<(Vector, bool)>,
        condition: usize,
        form: Form,
    ) -> bool {
        let deciding = |value: bool| {
            seen.iter().filter(move |(vector, _)| {
                let values = self.values_of(vector, condition);
                vector[condition] == Some(value) && values.iter().any(|(a, b)| a != b)
            })
        };
        let (yes, no): (Vec<_>, Vec<_>) = (deciding(true).collect(), deciding(false).collect());
        let mut pairs = yes.iter().flat_map(|a| no.iter().map(move |b| (a, b)));
        pairs.any(|((one, holds), (other, fails))| {
            let mut beside = one.iter().zip(other).enumerate();
            let agree = beside.all(|(number, pair)| match pair {
                (Some(a), Some(b)) => number == condition || a == b,
                _ => true,
            });
            match form {
                Form::General => true,
                Form::Correlated => holds != fails,
                Form::Restricted => holds != fails && agree,
            }
        })
    }

    /// Whether some of these vectors show that a condition is independent.
    pub fn is_independent(&self, vectors: &BTreeSet<Vector>, condition: usize, form: Form) -> bool {
        let mut pairs = vectors
            .iter()
            .flat_map(|one| vectors.iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| self.shows(one, other, condition, form))
    }
}

fn flipped(values: &[bool], condition: usize) -> Vec<bool> {
    let mut values = values.to_vec();
    values[condition] = !values[condition];
    values
}

/// All ways to give values to the conditions that were not evaluated.
fn completions(vector: &Vector) -> Vec<Vec<bool>> {
    let mut all = vec![Vec::new()];
    for value in vector {
        let choices = value.map_or(vec![false, true], |value| vec![value]);
        all = all
            .iter()
            .flat_map(|values: &Vec<bool>| {
                let with = |choice: &bool| [&values[..], &[*choice]].concat();
                choices.iter().map(with).collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

/// `TF-`.
pub fn vector(text: &str) -> Vector {
    let values = text.chars().map(|c| match c {
        'T' => Some(true),
        'F' => Some(false),
        '-' => None,
        other => panic!("{other} in {text}"),
    });
    values.collect()
}
