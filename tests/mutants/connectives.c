// operators: mothra:LCR
// Each connective is replaced by the other one, its left operand, its right operand, true and false, in conditions and in
// values. Equal mutants are counted once: `1 && c` and `c`, and in a condition `0 && c` and `0`.

int values(int a, int b, int c) {
    int r = (a || b) && c; // mutants: LCR 9
    int q = (a && b > 2) || c; // mutants: LCR 9
    int s = a && (b || c); // mutants: LCR 10
    return r + q + s;
}

int conditions(int a, int b, int c) {
    if ((a || b) && c) // mutants: LCR 8
        return 1;
    return 0;
}

// Mutants that would evaluate an operand which must not be evaluated are omitted.
int guarded(int *p, int c) {
    int r = (!p || *p) && c; // mutants: LCR 2
    return r;
}
