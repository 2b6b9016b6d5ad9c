// operators: extended:CND, sufficient:LCR
// Conditions that are macros of other files: their text is unknown, but they can be negated and forced.

#include <ctype.h>

int digits(const char *s) {
    int n = 0;
    while (isdigit(*s)) { // mutants: CND 3
        s++;
        n++;
    }
    if (!isalpha(*s) && n) // mutants: LCR 1, CND 6
        return -1;
    return isspace(*s) ? n : 0; // mutants: CND 3
}
