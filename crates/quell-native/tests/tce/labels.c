// operators: AOR
// equivalent: return a / 1;
// equivalent: return a;
// Only a function that takes the address of a label is not compared.
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
