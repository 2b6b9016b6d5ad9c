//! Tables 1 and 2 of the paper: what a test has to do at the site of a mutant of each of Mothra's operators.

/// How the necessity constraint of an operator is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Necessity {
    /// Table 1: what the mutant changes has another value, an operand or an expression.
    Differs,
    /// Table 1, for a connective: the whole expression has another value. In C, each operand decides a branch of its own.
    WholeExpression,
    /// Table 2: every test that reaches the site satisfies it.
    ByDefinition,
}

/// A row of the tables.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    operator: &'static str,
    pub necessity: Necessity,
    /// In the notation of the paper: X and Y are variables, A and B arrays, C a constant, e expressions, ρ and φ operators.
    pub text: &'static str,
}

const fn differs(operator: &'static str, text: &'static str) -> Template {
    Template {
        operator,
        necessity: Necessity::Differs,
        text,
    }
}

const fn by_definition(operator: &'static str, text: &'static str) -> Template {
    Template {
        operator,
        necessity: Necessity::ByDefinition,
        text,
    }
}

static TEMPLATES: &[Template] = &[
    differs("AAR", "A(e1) ≠ B(e2)"),
    differs("ABS", "e1 < 0, e1 > 0 or e1 = 0"),
    differs("ACR", "C ≠ A(e1)"),
    differs(
        "AOR",
        "e1 ρ e2 ≠ e1 φ e2, e1 ρ e2 ≠ e1, e1 ρ e2 ≠ e2 or e1 ρ e2 ≠ Mod(e1, e2)",
    ),
    differs("ASR", "X ≠ A(e1)"),
    differs("CAR", "A(e1) ≠ C"),
    differs("CNR", "A(e1) ≠ B(e1)"),
    differs("CSR", "X ≠ C"),
    // The paper has e2 - e1 ≥ 2 and e2 ≤ e1: stronger than needed, and weaker.
    differs("DER", "e2 - e1 ≥ 1 or e2 < e1"),
    Template {
        operator: "LCR",
        necessity: Necessity::WholeExpression,
        text: "e1 ρ e2 ≠ e1 φ e2",
    },
    differs("ROR", "e1 ρ e2 ≠ e1 φ e2"),
    differs("SAR", "A(e1) ≠ X"),
    differs("SCR", "C ≠ X"),
    differs("SVR", "X ≠ Y"),
    by_definition("CRP", "two constants differ"),
    by_definition("DSA", "two constants differ"),
    by_definition("GLR", "control goes elsewhere"),
    by_definition("RSR", "control goes elsewhere"),
    by_definition("SAN", "control goes elsewhere"),
    by_definition("SDL", "control goes elsewhere"),
    by_definition("SRC", "two constants differ"),
    by_definition("UOI", "two constants differ"),
];

/// For operators that Mothra does not have.
static OTHER: Template = differs("", "the state differs behind the change");

impl Template {
    pub fn of(operator: &str) -> &'static Self {
        let mut rows = TEMPLATES.iter();
        rows.find(|row| row.operator == operator).unwrap_or(&OTHER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_objectives::{CATALOGUE, Group};

    /// Each of Mothra's operators has a row, and each row an operator.
    #[test]
    fn the_tables_have_the_operators_of_mothra() {
        let of_mothra = CATALOGUE
            .iter()
            .filter(|row| row.groups.contains(&Group::Mothra));
        let mut operators: Vec<&str> = of_mothra.map(|row| row.name).collect();
        let mut rows: Vec<&str> = TEMPLATES.iter().map(|row| row.operator).collect();
        operators.sort_unstable();
        rows.sort_unstable();
        assert_eq!(rows, operators);
        assert_eq!(rows.len(), 22);
    }
}
