// operators: extended:SDL, extended:CLD, extended:INI, extended:SWC, extended:BCS, mothra:GLR, mothra:DER
// Removed statements, removed calls, uninitialised variables, jumps with other targets.

int g(int, int);
void v(int);

int deletion(int a, int b) {
    int s = a; // mutants: INI 1
    int t[2] = {1, 2}; // mutants: INI 1
    s = s + b; // mutants: SDL 1
    v(s); // mutants: SDL 1, CLD 1
    s = g(s, t[0]); // mutants: SDL 1, CLD 1
    if (a) // mutants: SDL 1
        s++; // mutants: SDL 1
    if (b) // mutants: SDL 1
        return s; // mutants: SDL 1
    while (a) // mutants: SDL 1
        a--; // mutants: SDL 1
    return t[1];
}

int jumps(int a) {
    for (int i = 0; i < 10; i++) { // mutants: SDL 1, INI 1, DER 2
        if (i == a) // mutants: SDL 1
            break; // mutants: SDL 1, BCS 1
        if (i == 3) // mutants: SDL 1
            continue; // mutants: SDL 1, BCS 1
        a += i; // mutants: SDL 1
    }
    if (a) // mutants: SDL 1
        goto end; // mutants: SDL 1, GLR 1
    a = 5; // mutants: SDL 1
again:
    a++; // mutants: SDL 1
end:
    return a;
}

int choice(int a) {
    switch (a) { // mutants: SDL 1
    case 1: // mutants: SWC 1
        return 10; // mutants: SDL 1
    case 2: // mutants: SWC 1
        a = 4; // mutants: SDL 1
        break; // mutants: SDL 1
    default:
        a = 3; // mutants: SDL 1
    }
    return a;
}
