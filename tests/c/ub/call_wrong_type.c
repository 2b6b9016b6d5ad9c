// Calling a function through a pointer of another type.
static int two(int a, int b) {
    return a + b;
}

int main(void) {
    int (*one)(int) = (int (*)(int))two;
    return one(1);
}
// ub: call of `two` with 1 arguments, which takes 2 at 8:12
