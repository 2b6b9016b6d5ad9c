// operators: symbmc
// Addresses are no numbers: pointer arithmetic and differences of pointers have no mutants, but the summand of a
// pointer has.

long difference(int *p, int *q) {
    return p - q;
}

int walk(int *p, int n) {
    p++;
    p += n; // mutants: IVI 3
    if (p) // mutants:
        return *(p + 1); // mutants: IVI 5
    return p[-1]; // mutants: IVI 5
}

int same(int *p, int *q) {
    return p == q; // mutants: ROR 5
}
