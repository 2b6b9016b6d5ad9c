/* What equals a sum that it is in, and remainders: a solver that brings sums into one form never came to an end here. */
int remainder_of_sums(unsigned p) {
    int r = (65352 - p) >> 8;
    if (p == r)
        r = (p | 128) << 8;
    return r % p;
}
