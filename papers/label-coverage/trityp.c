/* The kind of a triangle by the lengths of its sides, as in the well-known exercise of software testing.
   Sums are written as differences of positive numbers, which do not overflow. */

enum kind { INVALID, SCALENE, ISOSCELES, EQUILATERAL };

enum kind trityp(int a, int b, int c) {
    int equal = 0;
    if (a <= 0 || b <= 0 || c <= 0)
        return INVALID;
    if (a == b)
        equal += 1;
    if (a == c)
        equal += 2;
    if (b == c)
        equal += 3;
    if (equal == 0) {
        if (a <= c - b || b <= a - c || c <= b - a)
            return INVALID;
        return SCALENE;
    }
    if (equal > 3)
        return EQUILATERAL;
    if (equal == 1 && a > c - b)
        return ISOSCELES;
    if (equal == 2 && a > b - c)
        return ISOSCELES;
    if (equal == 3 && b > a - c)
        return ISOSCELES;
    return INVALID;
}
