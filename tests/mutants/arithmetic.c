// operators: symbmc
// An arithmetic operator has four replacements, a comparison five, a bitwise operator or shift five (there are
// two right shifts). A variable has three mutants, a constant three, but 1 and 0 only two: one less than 1 is
// zero already.

int sum(int a, int b) {
    return a + b; // mutants: AOR 4, IVI 6
}

int nested(int a, int b, int c) {
    return a * (b - c) / 2; // mutants: AOR 12, IVI 12
}

int compare(int a, unsigned b) {
    return a == 1; // mutants: ROR 5, IVI 5
}

int bits(unsigned a, int b) {
    return (a & 0xff) | b >> 3; // mutants: BOR 12, IVI 12
}

double floating(double x, float y) {
    double z = x * y; // mutants: AOR 4, IVI 6
    if (z < 0.5) // mutants: ROR 5, IVI 6
        return -z; // mutants: IVI 3
    return x - z; // mutants: AOR 4, IVI 6
}

int narrow(char c, unsigned char u, short s) {
    return c + u - s; // mutants: AOR 8, IVI 9
}

long wide(int a, long b) {
    return a + b; // mutants: AOR 4, IVI 6
}

int folded(void) {
    return 2 * 3 + 4;
}

double fused(double a, double b, double c) {
    double s = a * b + c; // mutants: AOR 8, IVI 9
    s -= b * 2.0; // mutants: AOR 8, IVI 9
    return a * b - c * s; // mutants: AOR 12, IVI 12
}
