/* A loop with two entries behind a branch: what is not in it is decided all the same. */

int tangled(int a, int b) {
    int r = a + 1;
    if (a > 100)
        return r;
    if (b > 0)
        goto inside;
again:
    r = r + b;
inside:
    r = r + 2;
    if (r < 50)
        goto again;
    return r;
}
