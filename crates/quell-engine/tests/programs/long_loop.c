// A loop with a million iterations on most inputs.
unsigned busy(unsigned a, unsigned b) {
    unsigned greater = b;
    if (a > b)
        greater = a;
    unsigned sum = 0, rounds = greater < 2 ? 1 : 1000000;
    for (unsigned i = 0; i < rounds; i++)
        sum += i;
    if (rounds > 1)
        sum += greater;
    return sum;
}
