/* Expressions of two bytes whose value is the result: a mutant's expression differs exactly where the function does. */
signed char operand(signed char a, signed char b) { return a; }
int sum(signed char a, signed char b) { return a + b; }
int difference(signed char a, signed char b) { return a - b; }
int product(signed char a, signed char b) { return a * b; }
int less(signed char a, signed char b) { return a < b; }
int most(signed char a, signed char b) { return a >= b; }
int other(signed char a, signed char b) { return a != b; }
int natural(signed char a, signed char b) { return (unsigned char)a <= (unsigned char)b; }
int quotient(signed char a, signed char b) { if (b == 0) return 0; return a / b; }
int rest(signed char a, signed char b) { if (b == 0) return 0; return a % b; }
int both(signed char a, signed char b) { if (a && b) return 1; return 2; }
int either(signed char a, signed char b) { if (a || b) return 1; return 2; }
int nested(signed char a, signed char b) { if (a > 3 && (b < 0 || a == b)) return 1; return 2; }
int chain(signed char a, signed char b) { if ((a > 3 || b < 0) && a != b) return 1; return 2; }
int value_of_both(signed char a, signed char b) { int c = a && b; return c; }
int value_of_either(signed char a, signed char b) { return a > 5 || b > 5; }
int guarded(signed char a, signed char b) { if (b != 0 && a / b > 2) return 1; return 2; }
