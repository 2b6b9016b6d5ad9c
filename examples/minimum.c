/* Minima: of two, three, five and ten numbers, and of an array. */

int minimum(int a, int b) {
    if (a < b)
        return a;
    return b;
}

int minimum3(int a, int b, int c) {
    int least = a;
    if (b < least)
        least = b;
    if (c < least)
        least = c;
    return least;
}

int minimum5(int a, int b, int c, int d, int e) {
    int least = a;
    if (b < least)
        least = b;
    if (c < least)
        least = c;
    if (d < least)
        least = d;
    if (e < least)
        least = e;
    return least;
}

int minimum10(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
    int least = a;
    if (b < least)
        least = b;
    if (c < least)
        least = c;
    if (d < least)
        least = d;
    if (e < least)
        least = e;
    if (f < least)
        least = f;
    if (g < least)
        least = g;
    if (h < least)
        least = h;
    if (i < least)
        least = i;
    if (j < least)
        least = j;
    return least;
}

int minimum_of_array(const int a[10]) {
    int least = a[0];
    for (int i = 1; i < 10; i++)
        if (a[i] < least)
            least = a[i];
    return least;
}

/* Mutants, counted by hand.
     minimum by symbmc: ROR 5, IVI 12
     minimum by sufficient: ROR 7, ABS 12, UOI 25
     minimum by mothra: ROR 7, ABS 12, UOI 13, RSR 1, SAN 3, SDL 2, SVR 4
     minimum by extended: SDL 2, CND 3, RVR 8
     minimum3 by symbmc: ROR 10, IVI 24
     minimum3 by sufficient: ROR 14, ABS 24, UOI 50
     minimum5 by symbmc: ROR 20, IVI 42
     minimum5 by sufficient: ROR 28, ABS 42, UOI 88
     minimum10 by symbmc: ROR 45, IVI 87
     minimum10 by sufficient: ROR 63, ABS 87, UOI 183
     minimum_of_array by symbmc: AOR 1, ROR 10, IVI 31
     minimum_of_array by sufficient: AOR 1, ROR 14, ABS 24, UOI 38
*/
