// texts of: symbmc:AOR, symbmc:ROR, mothra:RSR, mothra:SAN, mothra:SVR
// Macros that expand to more than an operand or declare variables, and the value of a block.
#define NEG -1
#define ERROR -1
#define LOOP(i, n) for (int i = 0; i < (n); i++)

int half(int a) { return a NEG + a - NEG; }

int whole(int a) { return a == ERROR ? a + 2 : a; }

int block(int a) {
    int q = ({ int y = a + 1; y * 2; });
    return q - a;
}

int found(int a) {
    if (a NEG > 2)
        return a * 3;
    return a;
}

int declared(int n) {
    int s = 1;
    LOOP(i, n & 7)
    s += i * s;
    return s;
}
