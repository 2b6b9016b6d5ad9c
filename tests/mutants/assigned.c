// operators: sufficient:ROR, sufficient:ABS, extended:CND
// Conditions that are assignments, increments and calls. A relation is replaced by five others, true and false; the condition
// of a branch is negated, or forced to true or false, unless another operator puts 1 or 0 there already. Each variable, call,
// operator and assignment of signed type is replaced by its absolute value, the negative of that, and zero. The sign of the
// result of a function that is only declared is unknown: such a call is replaced by zero only. Pointers have none of the
// three. The operand of `++` has no mutants of its own.

int next(void);
int cell;

int h(int a) {
    return 7;
}

unsigned natural(void) {
    return 5;
}

int *place(int a) {
    return a > 3 ? &cell : 0; // mutants: ROR 7, ABS 3, CND 1
}

int reading(void) {
    int c, n = 0;
    while ((c = next()) != -1) // mutants: ROR 7, ABS 6, CND 1
        n = c; // mutants: ABS 3
    return n; // mutants: ABS 3
}

int chars(void) {
    char c;
    unsigned u;
    while ((c = next()) >= 'a') // mutants: ROR 7, ABS 6, CND 1
        ;
    if ((u = natural()) == 3) // mutants: ROR 7, ABS 2, CND 1
        return 1;
    return 2;
}

int plain(int a, int b) {
    int *p;
    if ((a = b)) // mutants: ABS 6, CND 2
        return 1;
    if ((a = h(b))) // mutants: ABS 9, CND 2
        return 2;
    if ((p = place(a))) // mutants: ABS 3, CND 3
        return 3;
    if (!(p = place(b)) && a) // mutants: ABS 6, CND 5
        return 4;
    if ((a = b = h(7)) < 8) // mutants: ROR 7, ABS 9, CND 1
        return 5;
    return (a += 2) ? a : 4; // mutants: ABS 12, CND 2
}

int steps(int n, int *p) {
    while (n--) // mutants: ABS 3, CND 2
        ;
    while (--n) // mutants: ABS 3, CND 2
        ;
    for (n = 9; n-- > 3;) // mutants: ROR 7, ABS 3, CND 1
        ;
    if ((*p)++ != 4) // mutants: ROR 7, ABS 3, CND 1
        return 1;
    return n++, p[0]--; // mutants: ABS 3
}

int calls(int a) {
    if (h(a)) // mutants: ABS 6, CND 2
        return 1;
    do
        a--;
    while (!h(a)); // mutants: ABS 6, CND 3
    return h(1) ? 3 : next(); // mutants: ABS 9, CND 2
}

int commas(int a, int b) {
    if (a++, a > b) // mutants: ROR 7, ABS 6, CND 1
        return 1;
    return 2;
}
