// Writing to a constant object.
static const int limit = 10;

int main(void) {
    int *p = (int *)&limit;
    *p = 11;
    return limit;
}
// ub: write to the global variable `limit`, which is constant at 6:8
