/* Products of sums, which a solver that multiplies them out never comes to an end with. */
int remainder_of_sums(unsigned p) {
    int r = (65352 - p) >> 8;
    if (p == r)
        r = (p | 128) << 8;
    return r % p;
}
