// A pointer that is moved two elements past the end, and not used.
int main(int argc, char **argv) {
    int a[4] = {1, 2, 3, 4};
    int *p = a + 4 + argc;
    return p == a;
}
// ub: pointer arithmetic that leads to offset 20 of the local variable `a`, which has 16 bytes at 4:20
