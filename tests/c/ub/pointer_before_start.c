// A pointer that is moved before the first element.
int main(int argc, char **argv) {
    int a[4] = {1, 2, 3, 4};
    int *p = a;
    for (p = p - argc; p != a + 3;)
        p++;
    return *p;
}
// ub: pointer arithmetic that leads to offset -4 of the local variable `a`, which has 16 bytes at 5:16
