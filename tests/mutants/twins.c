// operators: ROR, IVI, ABS, UOI, SRC, CND, CNS
// A change that several operators make is one mutant, of the first of them in the catalogue: `a + 1` and `0` belong to IVI and
// not to UOI and ABS, true and false to ROR and the negation to UOI and not to CND, and SRC and CNS have only mutants that
// IVI lacks.

int all(int a, int b) {
    if (a < b) // mutants: ROR 7, IVI 6, ABS 6, UOI 13
        return 1; // mutants: IVI 2, CNS 1
    return 2; // mutants: IVI 3, CNS 1
}
