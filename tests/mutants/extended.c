// operators: extended:ARG, extended:RVR, extended:IDX, extended:PTR, extended:NEG, extended:INC, extended:CAS, extended:CNS
// A change that two operators make is listed under the first of them in the catalogue.

int g(int, int);

int calls(int a, int b) {
    return g(a, b + 1); // mutants: CNS 2, ARG 7, RVR 4
}

int places(int t[], int i, int *p) {
    t[i] += 2; // mutants: CNS 3, IDX 2, PTR 2, CAS 1
    i = -*p; // mutants: NEG 1, PTR 2
    t[0] = ++i; // mutants: CNS 2, PTR 2, INC 2
    i--; // mutants: INC 1
    return i; // mutants: RVR 4
}
