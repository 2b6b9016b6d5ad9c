/* Leap years, step by step and in one expression. */

int is_leap(int year) {
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

int is_leap_at_once(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Mutants, counted by hand. In a value, if the left operand of a connective is one of the other kind, neither is replaced.
     is_leap by symbmc: AOR 12, ROR 15, IVI 28
     is_leap by sufficient: AOR 12, ROR 21, ABS 18, UOI 26
     is_leap_at_once by symbmc: AOR 12, ROR 15, IVI 24
     is_leap_at_once by sufficient: AOR 12, ROR 21, ABS 18, UOI 26
*/
