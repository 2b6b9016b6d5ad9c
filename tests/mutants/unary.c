// operators: sufficient:ABS, sufficient:UOI
// ABS: |x|, -|x| and 0, for an unsigned number only 0. UOI: -x, ~x, and for an lvalue ++x, --x, x++, x--; for a
// condition !x. A const variable is not incremented. Both also for the results of operators and calls; the sign of the
// result of a function that is only declared is unknown.

int foreign(int);

int h(int a) {
    return 7;
}

int variables(int a, unsigned u, double d) {
    a = a; // mutants: ABS 3, UOI 2
    u = u; // mutants: ABS 1, UOI 2
    d = d; // mutants: ABS 3, UOI 1
    a = foreign(2); // mutants: ABS 3, UOI 2
    return h(3); // mutants: ABS 3, UOI 2
}

int operators(int a, int b) {
    if (a < b) // mutants: ABS 6, UOI 13
        return 1;
    return a + b; // mutants: ABS 9, UOI 14
}

int narrow(char c) {
    return c; // mutants: ABS 3, UOI 2
}

struct pair { int x; };
static const int table[2] = {1, 2};

int constants(const int t[], const struct pair *p, const int c, struct pair *q) {
    int s = t[1]; // mutants: ABS 3, UOI 2
    s = table[s]; // mutants: ABS 6, UOI 4
    s = p->x; // mutants: ABS 3, UOI 2
    s = c; // mutants: ABS 3, UOI 2
    return q->x; // mutants: ABS 3, UOI 6
}

int literals(int a) {
    a = 1 << 5 - a; // mutants: ABS 9, UOI 6
    a = 0x80000000 >> a; // mutants: ABS 4, UOI 4
    return a ? 1 : -1; // mutants: ABS 6, UOI 9
}
