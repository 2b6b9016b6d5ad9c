// An assumption given to the compiler that does not hold.
static int half(int n) {
    __builtin_assume(n % 2 == 0);
    return n / 2;
}

int main(void) {
    return half(3);
}
// ub: an assumption does not hold at 3:5
