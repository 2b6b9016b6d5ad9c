// faults: AOR
// equivalent: return a / 1;
// equivalent: return a;
// A function whose labels have addresses is left out, and no other one.
int product(int a) {
    return a * 1;
}

int jump(int n) {
    static void *const to[] = {&&one, &&two};
    goto *to[n & 1];
one:
    return n * 1;
two:
    return 2;
}
