/* What one formula for all mutants has to cope with: an operation that it cannot hold, and undefined behaviour of a mutant
   that small buffers show and larger ones do not. */

float scaled(signed char x) {
    float f = x;
    if (f < 0.0f)
        return f / 2.0f;
    return f * 2.0f + 0.5f;
}

/* Where the first byte is 5 nothing comes of the fourth one, whether or not it is there. */
int with_fourth(const unsigned char *s) {
    if (s[0] < 5) {
        int all = s[0] * 1000 + s[3];
        if (all <= 4999)
            return all;
    }
    return -1;
}
