/* Code that cannot be followed, in one function each: what comes before it is decided all the same. */

/* A loop with two entries. */
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

/* A call of a library function without a model. */
int wcswidth(const int *text, unsigned long count);
int measured(int a) {
    int text[2] = {65, 0};
    int r = a + 3;
    if (a > 100)
        return r;
    r = r + wcswidth(text, 1) + 4;
    return r;
}

/* A call through a pointer that is an input. */
int through(int (*apply)(int), int a) {
    int r = a + 5;
    if (a > 100)
        return r;
    return apply(r) + 6;
}
