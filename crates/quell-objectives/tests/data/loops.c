/* A loop with an array, a call and a division. */
static signed char scale(signed char x, signed char by) { return x * 3 / by; }

signed char subject(signed char a, signed char b) {
    signed char seen[5] = {1, 2, 3, 4, 5};
    signed char sum = 0;
    for (int i = 0; i < 5; i++) {
        if (seen[i] > a)
            sum += seen[i];
        else
            seen[i] = b;
    }
    if (b == 0)
        return sum;
    return sum + scale(a, b) - (seen[1] << (b & 3));
}
