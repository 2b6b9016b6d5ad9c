/* The greatest common divisor of some numbers, and multipliers with which their products add up to it: Euclid's algorithm on
   one number after the other. Zero if all numbers are zero. As gcd.f. */
int gcd(int n, const int a[], int z[]) {
    int m, i, j, sign, c1, c2, r1, r2, y1, y2, q, t;
    for (i = 0; i < n; i = i + 1)
        z[i] = 0;
    m = 0;
    while (m < n && a[m] == 0)
        m = m + 1;
    if (m >= n)
        return 0;
    sign = 1;
    if (a[m] < 0)
        sign = -1;
    c1 = a[m] * sign;
    z[m] = sign;
    for (i = m + 1; i < n; i = i + 1) {
        if (c1 == 1)
            break;
        if (a[i] == 0)
            continue;
        c2 = a[i];
        if (c2 < 0)
            c2 = -c2;
        r1 = c1;
        r2 = c2;
        y1 = 1;
        y2 = 0;
        while (r2 != 0) {
            q = r1 / r2;
            t = r1 - q * r2;
            r1 = r2;
            r2 = t;
            t = y1 - q * y2;
            y1 = y2;
            y2 = t;
        }
        z[i] = (r1 - y1 * c1) / a[i];
        for (j = 0; j < i; j = j + 1)
            z[j] = z[j] * y1;
        c1 = r1;
    }
    return c1;
}
