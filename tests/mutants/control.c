// operators: symbmc
// Conditions, loop bounds, ternaries, switches, array indices and arguments.

int h(int, int);

int branches(int a, int b, int t[]) {
    if (a) // mutants: IVI 3
        b = 2; // mutants: IVI 3
    while (b > 10) // mutants: ROR 5, IVI 6
        b--; // mutants: AOR 1
    for (int i = 0; i < b; i++) // mutants: AOR 1, ROR 5, IVI 8
        a += t[i]; // mutants: AOR 4, IVI 9
    return a ? b : 3; // mutants: IVI 9
}

int choice(int a) {
    switch (a) { // mutants: IVI 3
    case 1:
        return 10; // mutants: IVI 3
    case 2:
        a = 4; // mutants: IVI 3
        break;
    default:
        a = -a; // mutants: IVI 3
    }
    return a; // mutants: IVI 3
}

int calls(int a, const int *p) {
    return h(a, 7) + h(p[a], a + 1); // mutants: AOR 8, IVI 17
}

int constants(int a) {
    return a > 4 ? 7 : a < 3 ? -2 : 1; // mutants: ROR 10, IVI 20
}

int matrix(int t[2][3], int i) {
    return t[i][1] * (int)t[0][i]; // mutants: AOR 4, IVI 16
}
