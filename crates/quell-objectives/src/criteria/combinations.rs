//! Hyperlabels as LTest writes them, in a `.hyperlabels` file: `3) <l5.l6|;pa!=pb;> - COVERED - [ ],`.
//!
//! A combination is made of labels (`l5`) and sequences (`s7`) with `.` for *and* and `+` for *or*, of which `.` binds more tightly, and of
//! guards: `<H|;C;>` is covered as `H` is, by runs in which the names that its labels bind fulfil `C`. `C` is empty, or relations
//! `a==b` and `a!=b` with `&&` between them. A number in front and a status behind it may be left out.

use std::iter::Peekable;
use std::str::CharIndices;

use thiserror::Error;

/// A hyperlabel of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combination {
    /// The number in front of it, or else its place in the file, from 1 on.
    pub number: u64,
    pub line: usize,
    /// As it is written, without blanks.
    pub text: String,
    /// Tests cover one of them.
    pub alternatives: Vec<Clause>,
    pub status: CombinationStatus,
    /// What stands in the brackets behind the status.
    pub note: String,
}

/// What the file says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CombinationStatus {
    #[default]
    Unknown,
    Covered,
    Uncoverable,
}

/// Labels that are all to be covered, by runs that fulfil the constraints.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clause {
    pub labels: Vec<u64>,
    pub sequences: Vec<u64>,
    pub constraints: Vec<Constraint>,
}

/// Whether two names are bound to equal truth values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    pub left: String,
    pub right: String,
    pub is_equal: bool,
}

/// What is wrong in a file, and where; line and column count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: expected {expected}, found {found}")]
pub struct CombinationError {
    pub line: usize,
    pub column: usize,
    pub expected: &'static str,
    pub found: String,
}

/// More alternatives than this are no readable hyperlabel.
const MOST_ALTERNATIVES: usize = 1 << 12;

/// Guards and parentheses inside of each other.
const DEEPEST: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    Sign(&'static str),
    /// What stands between brackets.
    Bracketed(String),
    Bad(char),
    End,
}

const SIGNS: &[&str] = &[
    "==", "!=", "&&", "+", ".", "<", "|", ",", ">", "(", ")", "-", ";",
];

struct Placed {
    token: Token,
    /// The byte where it begins.
    at: usize,
}

/// The hyperlabels of a file.
pub fn combinations(text: &str) -> Result<Vec<Combination>, CombinationError> {
    let mut parser = Parser {
        text,
        tokens: tokens(text),
        next: 0,
        depth: 0,
    };
    let mut found = Vec::new();
    while *parser.peek() != Token::End {
        if parser.skip(",") {
            continue;
        }
        let combination = parser.combination(found.len() as u64 + 1)?;
        found.push(combination);
    }
    Ok(found)
}

fn tokens(text: &str) -> Vec<Placed> {
    let mut chars = text.char_indices().peekable();
    let mut found = Vec::new();
    while let Some(&(at, c)) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
            continue;
        }
        let token = token(text, &mut chars, (at, c));
        found.push(Placed { token, at });
    }
    found.push(Placed {
        token: Token::End,
        at: text.len(),
    });
    found
}

fn token(text: &str, chars: &mut Peekable<CharIndices<'_>>, (at, c): (usize, char)) -> Token {
    if c.is_ascii_alphanumeric() || c == '_' {
        let mut word = String::new();
        while let Some((_, c)) = chars.next_if(|(_, c)| c.is_ascii_alphanumeric() || *c == '_') {
            word.push(c);
        }
        return Token::Word(word);
    }
    chars.next();
    if c == '[' {
        let end = chars.find(|(_, c)| matches!(c, ']' | '\n'));
        return match end {
            Some((end, ']')) => Token::Bracketed(text[at + 1..end].trim().to_owned()),
            _ => Token::Bad('['),
        };
    }
    match SIGNS.iter().find(|sign| text[at..].starts_with(**sign)) {
        Some(sign) => {
            for _ in 1..sign.len() {
                chars.next();
            }
            Token::Sign(sign)
        }
        None => Token::Bad(c),
    }
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Placed>,
    next: usize,
    depth: usize,
}

impl Parser<'_> {
    fn placed(&self, index: usize) -> &Placed {
        &self.tokens[index.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> &Token {
        &self.placed(self.next).token
    }

    /// Goes on if a sign comes next.
    fn skip(&mut self, sign: &'static str) -> bool {
        let is_next = *self.peek() == Token::Sign(sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(
        &mut self,
        sign: &'static str,
        expected: &'static str,
    ) -> Result<(), CombinationError> {
        match self.skip(sign) {
            true => Ok(()),
            false => Err(self.wrong(expected)),
        }
    }

    fn wrong(&self, expected: &'static str) -> CombinationError {
        let Placed { token, at } = self.placed(self.next);
        let before = &self.text[..*at];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        CombinationError {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            expected,
            found: match token {
                Token::Word(word) => format!("`{word}`"),
                Token::Sign(sign) => format!("`{sign}`"),
                Token::Bracketed(_) => "brackets".to_owned(),
                Token::Bad(c) => format!("`{c}`"),
                Token::End => "the end of the file".to_owned(),
            },
        }
    }

    fn combination(&mut self, place: u64) -> Result<Combination, CombinationError> {
        let line = self.text[..self.placed(self.next).at].matches('\n').count() + 1;
        let number = match self.peek() {
            Token::Word(word) => word.parse().ok(),
            _ => None,
        };
        if number.is_some() {
            self.next += 1;
            self.expect(")", "`)` behind the number of a hyperlabel")?;
        }
        let start = self.placed(self.next).at;
        let alternatives = self.either()?;
        let end = self.placed(self.next).at;
        let (status, note) = self.status()?;
        self.expect(",", "`,` behind a hyperlabel")?;
        let text = self.text[start..end].split_whitespace();
        Ok(Combination {
            number: number.unwrap_or(place),
            line,
            text: text.collect(),
            alternatives,
            status,
            note,
        })
    }

    /// A status and what stands in the brackets behind it, if there is one.
    fn status(&mut self) -> Result<(CombinationStatus, String), CombinationError> {
        if !self.skip("-") {
            return Ok((CombinationStatus::Unknown, String::new()));
        }
        let status = match self.peek() {
            Token::Word(word) if word == "UNKNOWN" => CombinationStatus::Unknown,
            Token::Word(word) if word == "COVERED" => CombinationStatus::Covered,
            Token::Word(word) if word == "UNCOVERABLE" => CombinationStatus::Uncoverable,
            _ => return Err(self.wrong("COVERED, UNCOVERABLE or UNKNOWN")),
        };
        self.next += 1;
        self.expect("-", "`-` behind a status")?;
        let Token::Bracketed(note) = self.peek().clone() else {
            return Err(self.wrong("brackets behind a status"));
        };
        self.next += 1;
        Ok((status, note))
    }

    fn either(&mut self) -> Result<Vec<Clause>, CombinationError> {
        let mut clauses = self.both()?;
        while self.skip("+") {
            clauses.extend(self.both()?);
        }
        Ok(clauses)
    }

    fn both(&mut self) -> Result<Vec<Clause>, CombinationError> {
        let mut clauses = self.single()?;
        while self.skip(".") {
            let more = self.single()?;
            if clauses.len() * more.len() > MOST_ALTERNATIVES {
                return Err(self.wrong("at most 4096 alternatives"));
            }
            let pairs = clauses
                .iter()
                .flat_map(|one| more.iter().map(move |other| one.and(other)));
            clauses = pairs.collect();
        }
        Ok(clauses)
    }

    fn single(&mut self) -> Result<Vec<Clause>, CombinationError> {
        if self.depth > DEEPEST {
            return Err(self.wrong("less than 64 parentheses inside of each other"));
        }
        self.depth += 1;
        let clauses = if self.skip("(") {
            let inner = self.either()?;
            self.expect(")", "`)`")?;
            inner
        } else if self.skip("<") {
            self.guarded()?
        } else {
            vec![self.label()?]
        };
        self.depth -= 1;
        Ok(clauses)
    }

    /// What stands behind `<`.
    fn guarded(&mut self) -> Result<Vec<Clause>, CombinationError> {
        let mut inner = self.either()?;
        self.expect("|", "`|` behind the labels of a hyperlabel")?;
        self.expect(";", "`;` before the constraints of a hyperlabel")?;
        let constraints = match self.peek() {
            Token::Sign(";") => Vec::new(),
            _ => self.constraints()?,
        };
        self.expect(";", "`;` behind the constraints of a hyperlabel")?;
        self.expect(">", "`>`")?;
        for clause in &mut inner {
            clause.constraints.extend(constraints.iter().cloned());
        }
        Ok(inner)
    }

    fn label(&mut self) -> Result<Clause, CombinationError> {
        let word = match self.peek() {
            Token::Word(word) => word.clone(),
            _ => String::new(),
        };
        let number = |prefix| {
            word.strip_prefix(prefix)
                .and_then(|digits| digits.parse().ok())
        };
        let clause = match (number('l'), number('s')) {
            (Some(label), _) => Clause {
                labels: vec![label],
                ..Clause::default()
            },
            (None, Some(sequence)) => Clause {
                sequences: vec![sequence],
                ..Clause::default()
            },
            (None, None) => return Err(self.wrong("a label (`l1`) or a sequence (`s1`)")),
        };
        self.next += 1;
        Ok(clause)
    }

    fn constraints(&mut self) -> Result<Vec<Constraint>, CombinationError> {
        let mut all = vec![self.constraint()?];
        while self.skip("&&") {
            all.push(self.constraint()?);
        }
        Ok(all)
    }

    fn constraint(&mut self) -> Result<Constraint, CombinationError> {
        let left = self.name()?;
        let is_equal = self.skip("==");
        if !is_equal {
            self.expect("!=", "`==` or `!=`")?;
        }
        Ok(Constraint {
            left,
            right: self.name()?,
            is_equal,
        })
    }

    fn name(&mut self) -> Result<String, CombinationError> {
        match self.peek().clone() {
            Token::Word(word) if !word.starts_with(|c: char| c.is_ascii_digit()) => {
                self.next += 1;
                Ok(word)
            }
            _ => Err(self.wrong("a name that a label binds")),
        }
    }
}

impl Clause {
    /// Both together.
    fn and(&self, other: &Self) -> Self {
        Self {
            labels: [&self.labels[..], &other.labels].concat(),
            sequences: [&self.sequences[..], &other.sequences].concat(),
            constraints: [&self.constraints[..], &other.constraints].concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(text: &str) -> Vec<Clause> {
        let found = combinations(&format!("{text},")).unwrap();
        found[0].alternatives.clone()
    }

    fn clause(labels: &[u64], sequences: &[u64]) -> Clause {
        Clause {
            labels: labels.to_vec(),
            sequences: sequences.to_vec(),
            constraints: Vec::new(),
        }
    }

    #[test]
    fn conjunctions_bind_more_tightly() {
        assert_eq!(clauses("<l1|; ;>"), [clause(&[1], &[])]);
        let expected = [clause(&[1, 2], &[]), clause(&[], &[3])];
        assert_eq!(clauses("<l1.l2+s3|;;>"), expected);
        assert_eq!(clauses("<l1.l2|;;> + <s3|;;>"), expected);
        let expected = [clause(&[1, 2], &[]), clause(&[1], &[3])];
        assert_eq!(clauses("<l1.(l2+s3)|;;>"), expected);
    }

    #[test]
    fn guards_have_constraints() {
        let found = clauses("<l33.l34|;cA1==cB1 && cA2!= cB2;>");
        let constraint = |left: &str, right: &str, is_equal| Constraint {
            left: left.to_owned(),
            right: right.to_owned(),
            is_equal,
        };
        let expected = [
            constraint("cA1", "cB1", true),
            constraint("cA2", "cB2", false),
        ];
        assert_eq!(found[0].constraints, expected);
    }

    #[test]
    fn numbers_and_statuses_may_be_there() {
        let text = "7) <l1.l2|;pa!=pb;> - COVERED - [ (pa,1) (pb,0)  ],\n<s3|;;>,\n\n9) <s4|;;> - UNCOVERABLE - [ ],\n";
        let found = combinations(text).unwrap();
        let shown: Vec<_> = found
            .iter()
            .map(|of| (of.number, of.line, of.status))
            .collect();
        let expected = [
            (7, 1, CombinationStatus::Covered),
            (2, 2, CombinationStatus::Unknown),
            (9, 4, CombinationStatus::Uncoverable),
        ];
        assert_eq!(shown, expected);
        assert_eq!(found[0].text, "<l1.l2|;pa!=pb;>");
        assert_eq!(found[0].note, "(pa,1) (pb,0)");
        assert_eq!(combinations("").unwrap(), []);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (text, message) in [
            (
                "1) <l1",
                "1:7: expected `|` behind the labels of a hyperlabel, found the end of the file",
            ),
            (
                "<l1|;;>,\n<l2 l3|;;>,",
                "2:5: expected `|` behind the labels of a hyperlabel, found `l3`",
            ),
            ("<l1|;pa=pb;>,", "1:8: expected `==` or `!=`, found `=`"),
            (
                "<l1|;pa==1;>,",
                "1:10: expected a name that a label binds, found `1`",
            ),
            (
                "<q1|;;>,",
                "1:2: expected a label (`l1`) or a sequence (`s1`), found `q1`",
            ),
            (
                "<l1|;;> - MAYBE - [],",
                "1:11: expected COVERED, UNCOVERABLE or UNKNOWN, found `MAYBE`",
            ),
            (
                "<l1|;;> - COVERED - [ ",
                "1:21: expected brackets behind a status, found `[`",
            ),
            (
                "<l1|;;>",
                "1:8: expected `,` behind a hyperlabel, found the end of the file",
            ),
            (
                "1 <l1|;;>,",
                "1:3: expected `)` behind the number of a hyperlabel, found `<`",
            ),
        ] {
            let error = combinations(text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        assert!(combinations(&"(".repeat(100_000)).is_err());
        let wide = vec!["(l1+l2+l3+l4)"; 20].join(".");
        assert!(combinations(&wide).is_err());
    }
}
