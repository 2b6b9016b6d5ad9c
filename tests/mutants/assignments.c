// operators: symbmc
// Both operands of a compound assignment, and replacements of ++ and --.

int g;
struct pair { int x; short y; };

int compound(int a, int b, char c) {
    a += b; // mutants: AOR 4, IVI 6
    a <<= 2; // mutants: BOR 5, IVI 6
    a ^= a; // mutants: BOR 5, IVI 6
    c -= 1; // mutants: AOR 4, IVI 5
    g %= b; // mutants: AOR 4, IVI 6
    return a; // mutants: IVI 3
}

int steps(int i, int j) {
    i++; // mutants: AOR 1
    --j; // mutants: AOR 1
    int k = i++ + --j; // mutants: AOR 6
    return k; // mutants: IVI 3
}

void places(int *a, struct pair *p, int i) {
    a[i] = i; // mutants: IVI 6
    a[i + 1] += 2; // mutants: AOR 8, IVI 11
    p->x = p->y; // mutants: IVI 3
    *a = 0; // mutants: IVI 2
    p->x++; // mutants: AOR 1
    g = a[0] = 5; // mutants: IVI 5
}
