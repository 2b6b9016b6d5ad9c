// texts of: symbmc, sufficient:ABS, mothra:CSR, mothra:SCR, mothra:SVR, mothra:CRP
/* Former errors: texts had another type than the replaced expression, which changed the surrounding computation. */
unsigned shared = 7;

int compared(unsigned a, int b) {
    int k = 5;
    return a > b ? k : 2;
}

int divided(unsigned a, int b) {
    return b ? a / b : 9;
}

double quotient(double a, int i) {
    return i ? a / i : 3;
}

int chosen(int a, unsigned b) {
    return (a ? a : b) > 4;
}

int mixed(unsigned a, long b) {
    return a + b > 10;
}

unsigned long shifted(unsigned long x) {
    return x ^ x >> 33;
}

int constants(int i) {
    return i / 2 + (i > 9u);
}
