/* A variable that equals a sum which contains it, and remainders: a solver that normalised sums did not terminate here. */
int remainder_of_sums(unsigned p) {
    int r = (65352 - p) >> 8;
    if (p == r)
        r = (p | 128) << 8;
    return r % p;
}
