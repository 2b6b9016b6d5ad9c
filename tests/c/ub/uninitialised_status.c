// flags: -Wno-uninitialized
// An uninitialised exit status.
static int forgot(int n) {
    int result;
    if (n > 10)
        result = 1;
    return result;
}

int main(void) {
    return forgot(3);
}
// ub: the result of main is used before it was given a value
