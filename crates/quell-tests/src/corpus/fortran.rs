//! Generates Fortran: expressions over all kinds of integers, reals and logicals, mixed kinds, intrinsics,
//! loops, arrays.
//!
//! Functions do not depend on each other and contain their name in their first line only, so that a mutant of
//! one can be compiled beside the others under another name.

use super::Dice;

const INTEGERS: &[&str] = &[
    "integer(1)",
    "integer(1)",
    "integer(2)",
    "integer(2)",
    "integer",
    "integer",
    "integer",
    "integer(8)",
];
const REALS: &[&str] = &["real", "real(8)"];
const LOGICALS: &[&str] = &["logical", "logical(1)", "logical(2)", "logical(8)"];
const LITERALS: &[&str] = &[
    "0", "1", "2", "3", "7", "10", "100", "1_1", "3_1", "5_1", "2_2", "9_2", "4_8", "6_8", "-1",
    "-2_1",
];
const REAL_LITERALS: &[&str] = &["0.5", "1.5", "2.0", "2.5d0", "1e1"];
const COMPARISONS: &[&str] = &["==", "/=", "<", "<=", ">", ">=", ".lt.", ".eq.", ".ge."];

/// A program. Each function starts on its own line; they are named `f0`, `f1` and so on.
pub fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let functions = (0..3).map(|number| Writer::new(&mut dice).function(number));
    functions.collect()
}

struct Writer<'a> {
    dice: &'a mut Dice,
    integers: Vec<String>,
    reals: Vec<String>,
    logicals: Vec<String>,
    /// The declarations, one per line.
    declarations: String,
    /// The number of loops around the current statement.
    depth: usize,
}

impl<'a> Writer<'a> {
    fn new(dice: &'a mut Dice) -> Self {
        Self {
            dice,
            integers: vec!["x(2)".to_owned(), "y(3)".to_owned()],
            reals: Vec::new(),
            logicals: Vec::new(),
            declarations: String::new(),
            depth: 0,
        }
    }

    fn declare(&mut self, name: &str) {
        let ty = match self.dice.below(8) {
            0 => {
                self.reals.push(name.to_owned());
                *self.dice.pick(REALS)
            }
            1 | 2 => {
                self.logicals.push(name.to_owned());
                *self.dice.pick(LOGICALS)
            }
            _ => {
                self.integers.push(name.to_owned());
                *self.dice.pick(INTEGERS)
            }
        };
        self.declarations.push_str(&format!("  {ty} :: {name}\n"));
    }

    /// Declares a variable. Returns its initial value, which does not use the variable.
    fn declared_value(&mut self, name: &str) -> String {
        let (condition, integer, number) = (self.condition(2), self.integer(2), self.number(2));
        let known = (self.integers.len(), self.logicals.len());
        self.declare(name);
        match () {
            () if self.integers.len() > known.0 => integer,
            () if self.logicals.len() > known.1 => condition,
            () => number,
        }
    }

    fn function(&mut self, number: usize) -> String {
        for name in ["a0", "a1", "a2", "a3"] {
            self.declare(name);
        }
        self.declarations
            .push_str("  integer :: x(8)\n  integer(1) :: y(4)\n  integer :: i, k\n");
        self.integers.push("i".to_owned());
        let mut body = "  i = 1\n  k = 0\n".to_owned();
        for name in ["v0", "v1", "v2"] {
            let value = self.declared_value(name);
            body.push_str(&format!("  {name} = {value}\n"));
        }
        for _ in 0..4 {
            body.push_str(&self.statement("  "));
        }
        let (result, value) = match self.dice.below(4) {
            0 => (*self.dice.pick(LOGICALS), self.condition(3)),
            1 => (*self.dice.pick(REALS), self.number(3)),
            _ => (*self.dice.pick(INTEGERS), self.integer(3)),
        };
        // A mutant may return before the last statement, so the result is set first.
        let first = if result.starts_with("logical") {
            ".false."
        } else {
            "0"
        };
        let head = format!("function f{number}(a0, a1, a2, a3, x, y) result(r)\n  implicit none\n");
        let declarations = &self.declarations;
        format!(
            "{head}{declarations}  {result} :: r\n  r = {first}\n{body}  r = {value}\nend function\n"
        )
    }

    fn statement(&mut self, indent: &str) -> String {
        let inner = format!("{indent}  ");
        match self.dice.below(9) {
            0 => {
                let (test, then) = (self.condition(2), self.assignment());
                format!("{indent}if ({test}) {then}\n")
            }
            1 => {
                let test = self.condition(2);
                let (then, otherwise) = (self.statement(&inner), self.statement(&inner));
                format!("{indent}if ({test}) then\n{then}{indent}else\n{otherwise}{indent}end if\n")
            }
            2 if self.depth == 0 => {
                let (from, to) = (self.dice.below(3), self.dice.below(5));
                self.depth += 1;
                let mut body = self.statement(&inner);
                if self.dice.once_in(2) {
                    let (test, leave) = (self.condition(1), *self.dice.pick(&["exit", "cycle"]));
                    body.push_str(&format!("{inner}if ({test}) {leave}\n{inner}k = k + 1\n"));
                }
                self.depth -= 1;
                let step = *self.dice.pick(&["", "", ", 2", ", 3"]);
                format!("{indent}do i = {from}, {to}{step}\n{body}{indent}end do\n")
            }
            3 if self.depth == 0 => {
                self.depth += 1;
                let (test, body) = (self.condition(1), self.statement(&inner));
                self.depth -= 1;
                format!(
                    "{indent}do while (k < 4 .and. {test})\n{body}{inner}k = k + 1\n{indent}end do\n"
                )
            }
            4 => {
                let (value, first) = (self.integer(2), self.assignment());
                let second = self.assignment();
                format!(
                    "{indent}select case ({value})\n{indent}case (1)\n{inner}{first}\n{indent}case (2:5)\n\
                     {inner}{second}\n{indent}case default\n{inner}k = k + 2\n{indent}end select\n"
                )
            }
            _ => format!("{indent}{}\n", self.assignment()),
        }
    }

    fn assignment(&mut self) -> String {
        match self.dice.below(6) {
            0 if !self.logicals.is_empty() => {
                let (target, value) = (self.dice.pick(&self.logicals).clone(), self.condition(2));
                format!("{target} = {value}")
            }
            1 if !self.reals.is_empty() => {
                let (target, value) = (self.dice.pick(&self.reals).clone(), self.number(2));
                format!("{target} = {value}")
            }
            2 => {
                let value = self.integer(2);
                let target = *self.dice.pick(&["x(1)", "x(i)", "x(i + 1)", "y(2)"]);
                format!("{target} = {value}")
            }
            _ => {
                let value = self.integer(3);
                let mut target = self.dice.pick(&self.integers).clone();
                if target == "i" {
                    target = "k".to_owned();
                }
                format!("{target} = {value}")
            }
        }
    }

    fn integer_leaf(&mut self) -> String {
        match self.dice.below(9) {
            0 | 1 => (*self.dice.pick(LITERALS)).to_owned(),
            2 => (*self.dice.pick(&["x(1)", "x(i)", "x(i + 2)", "y(i)", "k"])).to_owned(),
            _ => self.dice.pick(&self.integers).clone(),
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 {
            let leaf = self.integer_leaf();
            return if leaf.starts_with('-') {
                format!("({leaf})")
            } else {
                leaf
            };
        }
        let (a, b) = (self.integer(depth - 1), self.integer(depth - 1));
        match self.dice.below(20) {
            0..8 => format!("({a} {} {b})", self.dice.pick(&["+", "-", "*", "+", "-"])),
            8 => format!("({a} / (2 + abs({b})))"),
            9 => format!("mod({a}, {})", self.dice.pick(&["3", "7_8", "int(5)"])),
            10 => format!("abs({a})"),
            11 => format!("(-{a})"),
            12 => format!(
                "{}(int({a}), int({b}))",
                self.dice.pick(&["iand", "ior", "ieor", "min", "max"])
            ),
            13 => format!("ishft(int({a}), {})", self.dice.pick(&["1", "-1", "2"])),
            14 => format!("int({a}{})", self.dice.pick(&["", ", 1", ", 2", ", 8"])),
            15 => {
                let test = self.condition(depth - 1);
                format!("merge(int({a}), int({b}), {test})")
            }
            16 => format!("int({})", self.real(depth - 1)),
            17 => format!("({a} ** {})", self.dice.pick(&["2", "3_1"])),
            18 => format!("not({a})"),
            _ => a,
        }
    }

    fn real(&mut self, depth: usize) -> String {
        if depth == 0 {
            return if self.reals.is_empty() || self.dice.once_in(3) {
                (*self.dice.pick(REAL_LITERALS)).to_owned()
            } else {
                self.dice.pick(&self.reals).clone()
            };
        }
        let a = self.real(depth - 1);
        match self.dice.below(6) {
            0 => format!("real({})", self.integer(depth - 1)),
            1 => format!("abs({a})"),
            2 => format!("(-{a})"),
            3 => format!(
                "({a} {} {})",
                self.dice.pick(&["+", "-", "*"]),
                self.integer(depth - 1)
            ),
            _ => format!(
                "({a} {} {})",
                self.dice.pick(&["+", "-", "*"]),
                self.real(depth - 1)
            ),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if self.dice.once_in(2) {
            self.real(depth)
        } else {
            self.integer(depth)
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.dice.below(9) {
            0 if !self.logicals.is_empty() => self.dice.pick(&self.logicals).clone(),
            1 if depth > 0 => format!(".not. ({})", self.condition(depth - 1)),
            2 | 3 if depth > 0 => {
                let op = *self.dice.pick(&[".and.", ".or.", ".eqv.", ".neqv."]);
                format!(
                    "({} {op} {})",
                    self.condition(depth - 1),
                    self.condition(depth - 1)
                )
            }
            4 => (*self.dice.pick(&[".true.", ".false."])).to_owned(),
            5 => {
                let op = *self.dice.pick(&["<", ">", "<=", ">="]);
                format!("{} {op} {}", self.real(1), self.number(1))
            }
            _ => {
                let op = *self.dice.pick(COMPARISONS);
                let (a, b) = (self.integer(depth.min(2)), self.integer(1));
                format!("{a} {op} {b}")
            }
        }
    }
}
