/* The caller reaches every mutant of the function that it calls. */
static int larger(int a, int b) { return a > b ? a : b; }

int largest(int a, int b, int c) { return larger(larger(a, b), c); }
