//! Generates Rust: typed expressions over all integers, floats and `bool`, with casts, method calls, blocks,
//! loops, ranges.
//!
//! Functions do not depend on each other, so that a mutant of one can be compiled beside the others under
//! another name.

use super::Dice;

const TYPES: &[&str] = &[
    "i8", "i16", "i32", "i32", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u32", "u64",
    "u128", "usize", "f32", "f64", "bool", "bool",
];
const INTEGERS: &[&str] = &[
    "i8", "i16", "i32", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
];
const COMPARISONS: &[&str] = &["==", "!=", "<", "<=", ">", ">="];

/// A program. Each function starts on its own line; they are named `f0`, `f1` and so on.
pub fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let functions = (0..3).map(|number| Writer::new(&mut dice).function(number));
    functions.collect()
}

struct Writer<'a> {
    dice: &'a mut Dice,
    /// All variables in scope with their types, and the mutable ones among them.
    names: Vec<(String, &'static str)>,
    mutable: Vec<(String, &'static str)>,
    result: &'static str,
    made: usize,
}

fn is_float(ty: &str) -> bool {
    ty.starts_with('f')
}

fn is_signed(ty: &str) -> bool {
    ty.starts_with('i')
}

impl<'a> Writer<'a> {
    fn new(dice: &'a mut Dice) -> Self {
        Self {
            dice,
            names: Vec::new(),
            mutable: Vec::new(),
            result: "i32",
            made: 0,
        }
    }

    fn function(&mut self, number: usize) -> String {
        self.result = *self.dice.pick(TYPES);
        let mut params = Vec::new();
        for index in 0..4 {
            let (name, ty) = (format!("a{index}"), *self.dice.pick(TYPES));
            params.push(format!("{name}: {ty}"));
            self.names.push((name, ty));
        }
        params.push("x: &mut [i32; 8]".to_owned());
        params.push("s: &[u8]".to_owned());
        let mut body = String::new();
        for index in 0..2 {
            let (name, ty) = (format!("v{index}"), *self.dice.pick(TYPES));
            let value = self.value(ty, 2);
            body.push_str(&format!("    let mut {name}: {ty} = {value};\n"));
            self.names.push((name.clone(), ty));
            self.mutable.push((name, ty));
        }
        for _ in 0..4 {
            body.push_str(&self.statement("    ", 2));
        }
        let value = self.value(self.result, 3);
        let (params, result) = (params.join(", "), self.result);
        format!("#[no_mangle] pub fn f{number}({params}) -> {result} {{\n{body}    {value}\n}}\n")
    }

    /// A statement in a nested block, whose declarations are in scope there only.
    fn nested(&mut self, indent: &str, depth: usize) -> String {
        let known = self.names.len();
        let statement = self.statement(indent, depth - 1);
        self.names.truncate(known);
        statement
    }

    fn statement(&mut self, indent: &str, depth: usize) -> String {
        let inner = format!("{indent}    ");
        if depth == 0 {
            return format!("{indent}{};\n", self.assignment());
        }
        match self.dice.below(14) {
            0 => {
                let (test, then) = (self.value("bool", 2), self.nested(&inner, depth));
                format!("{indent}if {test} {{\n{then}{indent}}}\n")
            }
            1 => {
                let test = self.value("bool", 2);
                let (then, otherwise) = (self.nested(&inner, depth), self.nested(&inner, depth));
                format!("{indent}if {test} {{\n{then}{indent}}} else {{\n{otherwise}{indent}}}\n")
            }
            2 | 3 => {
                let name = self.fresh("i");
                let range = *self
                    .dice
                    .pick(&["0..3", "1..4", "0..=2", "0..s.len()", "2..6"]);
                let known = self.names.len();
                self.names.push((name.clone(), "usize"));
                let body = self.nested(&inner, depth);
                self.names.truncate(known);
                format!(
                    "{indent}for {name} in {range} {{\n{body}{inner}x[{name} % 8] ^= 1;\n{indent}}}\n"
                )
            }
            4 => {
                let name = self.fresh("k");
                let (test, body) = (self.value("bool", 1), self.nested(&inner, depth));
                format!(
                    "{indent}let mut {name} = 0;\n{indent}while {name} < 3 && {test} {{\n{body}{inner}{name} += 1;\n{indent}}}\n"
                )
            }
            5 => {
                let (test, value) = (self.value("bool", 2), self.value(self.result, 1));
                format!("{indent}if {test} {{\n{inner}return {value};\n{indent}}}\n")
            }
            6 | 7 => {
                let (name, ty) = (self.fresh("t"), *self.dice.pick(TYPES));
                let value = self.value(ty, 2);
                self.names.push((name.clone(), ty));
                format!("{indent}let {name} = {value};\n").replacen(
                    &format!("let {name} ="),
                    &format!("let {name}: {ty} ="),
                    1,
                )
            }
            8 => {
                let scrutinee = self.value("i32", 1);
                let (one, two) = (self.assignment(), self.assignment());
                format!(
                    "{indent}match {scrutinee} {{\n{inner}1 => {one},\n{inner}2..=5 => {two},\n{inner}_ => x[0] |= 4,\n{indent}}}\n"
                )
            }
            _ => format!("{indent}{};\n", self.assignment()),
        }
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.made += 1;
        format!("{prefix}{}", self.made + 10)
    }

    fn assignment(&mut self) -> String {
        let (name, ty) = if self.dice.once_in(4) {
            (self.element(), "i32")
        } else {
            self.dice.pick(&self.mutable).clone()
        };
        match ty {
            "bool" => {
                let op = *self.dice.pick(&["", "", "&", "|", "^"]);
                format!("{name} {op}= {}", self.value(ty, 2))
            }
            _ if is_float(ty) => {
                let op = *self.dice.pick(&["", "+", "-", "*"]);
                format!("{name} {op}= {}", self.value(ty, 2))
            }
            _ => match self.dice.below(9) {
                0 => format!("{name} <<= {}", self.dice.pick(&["1", "2", "3u8"])),
                1 => format!("{name} >>= {}", self.dice.pick(&["1", "4", "2i64"])),
                2 => format!("{name} /= {}", self.dice.pick(&["2", "3"])),
                3 => format!("{name} %= {} | 1", self.value(ty, 1)),
                _ => {
                    let op = *self.dice.pick(&["", "", "+", "-", "*", "&", "|", "^"]);
                    format!("{name} {op}= {}", self.value(ty, 3))
                }
            },
        }
    }

    fn element(&mut self) -> String {
        let index = self.value("usize", 1);
        if self.dice.once_in(2) {
            (*self.dice.pick(&["x[0]", "x[3]", "x[7]"])).to_owned()
        } else {
            format!("x[{index} % 8]")
        }
    }

    fn leaf(&mut self, ty: &'static str) -> String {
        let known: Vec<String> = self
            .names
            .iter()
            .filter(|name| name.1 == ty)
            .map(|name| name.0.clone())
            .collect();
        if !known.is_empty() && !self.dice.once_in(4) {
            return self.dice.pick(&known).clone();
        }
        match ty {
            "bool" => (*self.dice.pick(&["true", "false"])).to_owned(),
            _ if is_float(ty) => (*self.dice.pick(&["0.5", "1.0", "2.5", "10.0"])).to_owned(),
            "i32" if self.dice.once_in(3) => self.element(),
            "usize" if self.dice.once_in(2) => "s.len()".to_owned(),
            _ => {
                let literal = *self
                    .dice
                    .pick(&["0", "1", "2", "3", "5", "7", "10", "100", "127"]);
                if self.dice.once_in(2) {
                    format!("{literal}{ty}")
                } else {
                    literal.to_owned()
                }
            }
        }
    }

    /// An expression of a type, valid in any position.
    fn value(&mut self, ty: &'static str, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        match self.dice.below(10) {
            0 => {
                let (test, a, b) = (
                    self.value("bool", depth - 1),
                    self.value(ty, depth - 1),
                    self.value(ty, depth - 1),
                );
                format!("(if {test} {{ {a} }} else {{ {b} }})")
            }
            1 => {
                let name = self.fresh("b");
                let (first, known) = (self.value(ty, depth - 1), self.names.len());
                self.names.push((name.clone(), ty));
                let last = self.value(ty, depth - 1);
                self.names.truncate(known);
                format!("{{ let {name}: {ty} = {first}; {last} }}")
            }
            _ => match ty {
                "bool" => self.condition(depth),
                _ if is_float(ty) => self.float(ty, depth),
                _ => self.integer(ty, depth),
            },
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.dice.below(8) {
            0 => format!("!{}", self.value("bool", depth - 1)),
            1 | 2 => {
                let op = *self.dice.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                format!(
                    "({} {op} {})",
                    self.value("bool", depth - 1),
                    self.value("bool", depth - 1)
                )
            }
            3 => self.leaf("bool"),
            _ => {
                let ty = *self.dice.pick(&[
                    "i8", "i32", "i32", "i64", "u8", "u32", "u64", "usize", "f64", "i128",
                ]);
                let op = *self.dice.pick(COMPARISONS);
                let (a, b) = (self.typed(ty, depth - 1), self.value(ty, depth - 1));
                format!("({a} {op} {b})")
            }
        }
    }

    /// An expression whose type does not depend on its context.
    fn typed(&mut self, ty: &'static str, depth: usize) -> String {
        let value = self.value(ty, depth);
        format!("({value} as {ty})")
    }

    fn float(&mut self, ty: &'static str, depth: usize) -> String {
        let a = self.value(ty, depth - 1);
        match self.dice.below(6) {
            0 => format!("-{}", self.leaf(ty)),
            1 => {
                let from = *self.dice.pick(INTEGERS);
                format!("({} as {ty})", self.typed(from, depth - 1))
            }
            _ => format!(
                "({a} {} {})",
                self.dice.pick(&["+", "-", "*"]),
                self.value(ty, depth - 1)
            ),
        }
    }

    fn integer(&mut self, ty: &'static str, depth: usize) -> String {
        let a = self.value(ty, depth - 1);
        match self.dice.below(20) {
            0..6 => format!(
                "({a} {} {})",
                self.dice.pick(&["+", "-", "*"]),
                self.value(ty, depth - 1)
            ),
            6..8 => format!(
                "({a} {} {})",
                self.dice.pick(&["&", "|", "^"]),
                self.value(ty, depth - 1)
            ),
            8 => format!(
                "({a} {} ({} | 1))",
                self.dice.pick(&["/", "%"]),
                self.value(ty, depth - 1)
            ),
            9 => format!(
                "({} {} {})",
                self.typed(ty, depth - 1),
                self.dice.pick(&["<<", ">>"]),
                self.dice.pick(&["1", "2", "3u8", "6"])
            ),
            10 => format!(
                "({} {} ({} & 7))",
                self.typed(ty, depth - 1),
                self.dice.pick(&["<<", ">>"]),
                self.typed("u32", depth - 1)
            ),
            11 if is_signed(ty) => format!("-{}", self.typed(ty, depth - 1)),
            12 => format!("!{}", self.typed(ty, depth - 1)),
            13 | 14 => {
                let from = *self.dice.pick(INTEGERS);
                format!("({} as {ty})", self.typed(from, depth - 1))
            }
            15 => {
                let from = *self.dice.pick(&["bool", "f32", "f64"]);
                format!("({} as {ty})", self.typed(from, depth - 1))
            }
            16 | 17 => {
                let method = *self.dice.pick(&[
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "min",
                    "max",
                    "saturating_sub",
                ]);
                format!(
                    "{}.{method}({})",
                    self.typed(ty, depth - 1),
                    self.value(ty, depth - 1)
                )
            }
            18 => format!("{}.rem_euclid(7)", self.typed(ty, depth - 1)),
            _ => format!("({}.count_ones() as {ty})", self.typed(ty, depth - 1)),
        }
    }
}
