/* Difficulties for one formula for all mutants: an operation that it cannot express, and undefined behaviour of a mutant
   that only small buffers expose. */

float scaled(signed char x) {
    float f = x;
    if (f < 0.0f)
        return f / 2.0f;
    return f * 2.0f + 0.5f;
}

/* If the first byte is 5, the value of the fourth byte has no effect, and the byte need not exist. */
int with_fourth(const unsigned char *s) {
    if (s[0] < 5) {
        int all = s[0] * 1000 + s[3];
        if (all <= 4999)
            return all;
    }
    return -1;
}
