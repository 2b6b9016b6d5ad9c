// Writing through null.
int main(void) {
    int *p = 0;
    *p = 1;
    return 0;
}
// ub: write through a null pointer at 4:8
