/* The middle one of three numbers. */

int mid(int x, int y, int z) {
    int m = z;
    if (y < z) {
        if (x < y)
            m = y;
        else if (x < z)
            m = x;
    } else {
        if (x > y)
            m = y;
        else if (x > z)
            m = x;
    }
    return m;
}

/* Mutants, counted by hand.
     mid by symbmc: ROR 25, IVI 48
     mid by sufficient: ROR 35, ABS 48, UOI 101
     mid by mothra: ROR 35, ABS 48, UOI 53, RSR 9, SAN 10, SDL 9, SVR 59
     mid by extended: SDL 9, CND 15, RVR 4, INI 1
*/
