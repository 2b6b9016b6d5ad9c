// operators: sufficient:LCR, extended:CND
// A connective has one replacement; a condition is negated, or forced to true or false.

int h(int);

int simple(int a, int b) {
    if (a && b) // mutants: LCR 1, CND 6
        return 1;
    if (a < 1 || b > 2) // mutants: LCR 1, CND 6
        return 2;
    if (!a) // mutants: CND 3
        return 3;
    if (a) // mutants: CND 3
        return 4;
    return 5;
}

int nested(int a, int b, int c) {
    if ((a || b) && !(c && h(a))) // mutants: LCR 3, CND 12
        return 1;
    if (!(a && b) || c) // mutants: LCR 2, CND 9
        return 2;
    return 3;
}

int loops(int a, int b) {
    while (a > b) // mutants: CND 3
        b++;
    do
        b--;
    while (b > 7); // mutants: CND 3
    for (int i = 0; i < a; i++) // mutants: CND 3
        b += i;
    for (;;)
        return b;
}

int values(int a, int b) {
    int both = a && b; // mutants: LCR 1, CND 3
    int either = a == 1 || b == 2; // mutants: LCR 1, CND 3
    return both ? either : a; // mutants: CND 3
}

// If the mutant of a connective needs a new edge to a phi, it goes through the block of the operand that has one.
int nested_values(int a, int b, int c) {
    int all = a && b && c; // mutants: LCR 2, CND 6
    int some = a || (b && c); // mutants: LCR 2, CND 6
    return all + some * ((a || b) && c); // mutants: LCR 2, CND 6
}

int loop_of_two(int a, int b) {
    while (a > 1 && !b) // mutants: LCR 1, CND 6
        a--;
    do
        a++;
    while (a < 5 || b); // mutants: LCR 1, CND 6
    return a;
}

int choices_of_constants(int a, int b) {
    int c = a > b ? 1 : 2; // mutants: CND 3
    return !a ? c : 4; // mutants: CND 3
}
