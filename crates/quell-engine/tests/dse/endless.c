/* More paths than anything follows in a second. */
int endless(unsigned a, unsigned b) {
    int count = 0;
    for (int i = 0; i < 30; i++) {
        if (a >> i & 1)
            count++;
        if (b >> i & 1)
            count += 2;
    }
    return count;
}
