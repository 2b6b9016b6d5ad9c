// operators: mothra:RSR, extended:SDL
// Statements replaced by a return, of zero or without a value. And removal of nested statements.

int shared;

int of_a_global(int a) {
    if (a) // mutants: RSR 1, SDL 1
        a = 3; // mutants: RSR 1, SDL 1
    return shared;
}

int of_a_local(int a) {
    int s = a;
    if (s) // mutants: RSR 1, SDL 1
        s = 2; // mutants: RSR 1, SDL 1
    while (a) // mutants: RSR 1, SDL 1
        a--; // mutants: RSR 1, SDL 1
    return s;
}

int nested(int a, int b) {
    int s = 0;
    if (a) { // mutants: RSR 1, SDL 1
        if (b) // mutants: RSR 1, SDL 1
            s = a; // mutants: RSR 1, SDL 1
        else if (a > b) // mutants: RSR 1, SDL 1
            s = b; // mutants: RSR 1, SDL 1
    }
    return s;
}

void of_nothing(int *p) {
    if (*p) // mutants: RSR 1, SDL 1
        *p = 3; // mutants: RSR 1, SDL 1
}
