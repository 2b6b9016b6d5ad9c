// operators: AOR,ROR
// equivalent: return a / 1;
// equivalent: return a;
// duplicate: return c - c; = if (0)
// duplicate: return c; = return c * c;
int product(int a) {
    return a * 1;
}

int half(int a, int b) {
    int c = 0;
    if (a < b)
        c = 1;
    return c + c;
}

// The value of the undefined symbol `scale` is unknown to the compiler.
static int scale = 1;
void set_scale(int s) { scale = s; }
int scaled(int a) {
    return a * scale;
}
