/* Decisions over bytes; some conditions are coupled, so that some vectors are impossible. */
int both(signed char a, signed char b) { return a > 3 && b < -5; }

int coupled(unsigned char x) {
    if (x > 10 && x < 5)
        return 1;
    if (x == 7 || x != 7)
        return 2;
    return 3;
}

int nested(signed char a, signed char b) {
    int n = 0;
    if ((a < b || a == 100) && !(b > 20 && a > 10))
        n = a > 0 ? 1 : 2;
    return n;
}

int classify(unsigned char c) {
    int kind = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ? 1 : 0;
    return kind + (c < 0);
}

int never(signed char a) {
    if (a * a < 0)
        return 1;
    int half = a / 2;
    return half > a && a > 0;
}

int sides(signed char a, _Bool c) {
    while (a > 20 && c) {
        a = (signed char)(a - 64);
        if (a < -64)
            break;
    }
    return a == 20 || (c && a == 0);
}
