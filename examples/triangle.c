/* Classifies a triangle by its sides: 0 none, 1 scalene, 2 isosceles, 3 equilateral. */
#include <stdio.h>
#include <stdlib.h>

int triangle(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0)
        return 0;
    /* Differences instead of sums: these cannot overflow. */
    if (a <= abs(b - c) || b <= abs(a - c) || c <= abs(a - b))
        return 0;
    return 1 + (a == b) + (b == c || a == c);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: triangle A B C\n");
        return 2;
    }
    printf("%d\n", triangle(atoi(argv[1]), atoi(argv[2]), atoi(argv[3])));
    return 0;
}

/* Mutants, counted by hand. The compiler expands abs: its argument and its result are no separate
   values.
     triangle by symbmc: AOR 20, ROR 45, IVI 66
     triangle by sufficient: AOR 20, ROR 63, ABS 60, LCR 5, UOI 103
*/
