//! The catalogue of criteria.

/// A coverage criterion.
#[derive(Debug)]
pub struct Criterion {
    /// As the user writes it, in any case: `CACC`.
    pub name: &'static str,
    pub title: &'static str,
    /// What it demands, in a sentence or two, for the book.
    pub definition: &'static str,
    /// A function of C in one line, to which the criterion applies.
    pub example: &'static str,
}

impl PartialEq for Criterion {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// All criteria.
pub const CRITERIA: &[Criterion] = &[
    Criterion {
        name: "FC",
        title: "function coverage",
        definition: "Each function is entered.",
        example: "int f(int a) { return a; }",
    },
    Criterion {
        name: "IC",
        title: "instruction coverage",
        definition: "Each statement with code is executed. A declaration without an initial value, an empty statement, a block and an annotation have no code of their own.",
        example: "int f(int a) { if (a > 0) a = 1; return a; }",
    },
    Criterion {
        name: "DC",
        title: "decision coverage",
        definition: "Each decision is true, and false. A decision is a maximal Boolean expression of the source: what an `if`, a loop or a conditional expression depends on, or a connective, a negation or a comparison whose value is assigned, returned, passed or otherwise used. A `switch`, a pattern and a constant are no decisions, and annotations have none.",
        example: "int f(int a, int b) { return a > 0 && b > 0; }",
    },
    Criterion {
        name: "CC",
        title: "condition coverage",
        definition: "Each condition of each decision is evaluated to true, and to false. A condition is an operand of a decision's connectives and negations that has none itself; a constant is no condition. A conditional expression has the truth of the operand that is chosen.",
        example: "int f(int a, int b) { return a > 0 && b > 0; }",
    },
    Criterion {
        name: "DCC",
        title: "decision/condition coverage",
        definition: "Each decision and each of its conditions is true, and false: DC and CC together. A decision with a single condition counts once.",
        example: "int f(int a, int b) { return a > 0 && b > 0; }",
    },
    Criterion {
        name: "MCC",
        title: "multiple condition coverage",
        definition: "Each vector of values of the conditions of a decision that its evaluation can produce: where a connective leaves out its right operand, the conditions there have no value (`-`). Fortran evaluates all of them. Decisions with more than 256 vectors are skipped; their MC/DC is not.",
        example: "int f(int a, int b) { return a > 0 && b > 0; }",
    },
    Criterion {
        name: "GACC",
        title: "general active clause coverage",
        definition: "Each condition of each decision is true in one evaluation and false in another, and decides the outcome in both of them: no other condition masks it. The outcomes may be equal.",
        example: "int f(int a, int b) { return a > 0 && b > 0; }",
    },
    Criterion {
        name: "CACC",
        title: "correlated active clause coverage, or masking MC/DC",
        definition: "As GACC, and the decision has different outcomes in the two evaluations.",
        example: "int f(int a, int b) { return a > 0 && b > 0; }",
    },
    Criterion {
        name: "RACC",
        title: "restricted active clause coverage, or unique-cause MC/DC",
        definition: "Each condition of each decision is true in one evaluation and false in another, with different outcomes, while each other condition has the same value in both or is not evaluated in one of them. A condition is skipped if the values that both tests may share are more than 256.",
        example: "int f(int a, int b) { return a > 0 && b > 0; }",
    },
    Criterion {
        name: "LIMIT",
        title: "boundary coverage",
        definition: "Each relation of two integers is evaluated with its left operand equal to the right one, one less, and one more, in the type in which they are compared; neither is demanded where it would overflow. Of pointers and floating-point numbers it is evaluated with equal operands.",
        example: "int f(int a, int b) { return a < b; }",
    },
    Criterion {
        name: "ADC",
        title: "all definitions",
        definition: "The value that each definition gives to a variable reaches one of its uses: one of the pairs of DUC with this definition is covered.",
        example: "int f(int a, int n) { if (a > 0) n = a; return n; }",
    },
    Criterion {
        name: "AUC",
        title: "all uses",
        definition: "The value that each definition gives to a variable reaches each of its uses: all pairs of DUC with this definition are covered. If one of them is impossible, so is the objective.",
        example: "int f(int a, int n) { if (a > 0) n = a; return n; }",
    },
    Criterion {
        name: "DUC",
        title: "definition-use pairs",
        definition: "A definition of a variable is executed, and then a use of it, without another definition in between. Each pair counts for which the control flow has such a path. A definition is an assignment, a declaration with a value, or the call for a parameter; compound assignments and `++` use the variable and then define it. The variables are parameters, local variables, and those of the file that the function names, of scalar types. A call that may assign a variable of the file ends the pairs of definitions before it. Arrays, structures and unions have no pairs, nor have variables whose address is taken or that are volatile.",
        example: "int f(int a, int n) { if (a > 0) n = a; return n; }",
    },
    Criterion {
        name: "IDC",
        title: "input domain coverage",
        definition: "Each part of the inputs of a function is entered: the partitions that the configuration states for it, and of each parameter its signs, zero and the ends of its range; of a pointer that the function compares with it, null; of a floating-point number also NaN and the infinities.",
        example: "int f(int n, unsigned char c) { return n + c; }",
    },
    Criterion {
        name: "RTE",
        title: "run-time errors",
        definition: "Each division by zero, overflow of signed numbers, bad distance of a shift, index beyond an array of a known length, and access through a null pointer happens. A test that covers such a label has undefined behaviour: it shows a fault and is part of no suite.",
        example: "int f(int a, int b) { return a / b; }",
    },
    Criterion {
        name: "LABEL",
        title: "labels in the source",
        definition: "Each label that the source states with quell_label is covered: its condition holds once when execution reaches it. A label with a tag has the tag as its criterion, and `--criterion LABEL` takes them all.",
        example: "void quell_label(_Bool, unsigned long, const char *);\nint f(int a) { quell_label(a > 3, 17, \"BIG\"); return a; }",
    },
    Criterion {
        name: "WM",
        title: "weak mutation",
        definition: "Some test weakly kills each mutant of the operator catalogue that has no side effect: directly after the mutated expression the states of mutant and original differ. A mutated expression has a different value, a mutated condition a different truth value, and an assignment to another variable changes one of the two variables. `--operators` chooses the operators; the example is that of `symbmc:AOR`.",
        example: "int f(int a, int b) { return a + b; }",
    },
];
