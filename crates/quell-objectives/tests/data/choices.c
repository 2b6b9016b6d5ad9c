/* Branches, a switch, short circuits, a recursion, a pointer, floats. */
static int gcd(int x, int y, int *depth) {
    *depth += 1;
    return y == 0 ? x : gcd(y, x % y, depth);
}

signed char subject(signed char a, signed char b) {
    int depth = 0;
    double ratio = a * 0.5;
    switch (b & 7) {
    case 0:
        return a;
    case 1:
        ratio = ratio + b;
        break;
    case 2:
        if (a > 3 && (b < 0 || a == 7))
            return gcd(a, 6, &depth) + depth;
        /* fall through */
    default:
        ratio = ratio < 0 ? -ratio : ratio / 2;
    }
    return (signed char)(ratio + depth);
}
