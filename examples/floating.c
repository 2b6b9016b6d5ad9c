/* Floating point: roots of a quadratic equation, a polynomial by Horner's rule. */
#include <math.h>

/* The number of real roots of a*x*x + b*x + c; stores them in roots, the smaller first. */
int quadratic_roots(double a, double b, double c, double roots[2]) {
    if (a == 0.0)
        return -1;
    double discriminant = b * b - 4.0 * a * c;
    if (discriminant < 0.0)
        return 0;
    double root = sqrt(discriminant);
    double first = (-b - root) / (2.0 * a);
    double second = (-b + root) / (2.0 * a);
    if (first == second) {
        roots[0] = first;
        return 1;
    }
    roots[0] = first < second ? first : second;
    roots[1] = first < second ? second : first;
    return 2;
}

double polynomial(const double coefficients[4], double x) {
    double sum = coefficients[3];
    for (int i = 2; i >= 0; i--)
        sum = sum * x + coefficients[i];
    return sum;
}

/* Mutants, counted by hand. A product that is fused with a sum is no separate value, and the sum with the
   negated summand is the difference. Negating b in -b gives the same text as negating -b.
     quadratic_roots by symbmc: AOR 40, ROR 25, IVI 100
     quadratic_roots by sufficient: AOR 40, ROR 35, ABS 114, UOI 129
     polynomial by symbmc: AOR 9, ROR 5, IVI 29
     polynomial by sufficient: AOR 9, ROR 7, ABS 24, UOI 26
*/
