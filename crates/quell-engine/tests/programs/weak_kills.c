/* The example of the paper on PexMutator, and mutants that a run reaches without killing them. */

int foo(int a, int b) {
    if (a > 10)
        return a - b;
    else
        return a;
}

/* The sum is lost where the flag is not set: a weak kill on one path is no kill. */
int masked(int a, int b, int flag) {
    int sum = a + b;
    if (flag != 7)
        sum = 0;
    return sum;
}

/* A constraint that few inputs meet, on a path that every input takes: 100 * 100 is the only product of equal factors. */
int narrow(unsigned char a) {
    int square = a * a;
    return square == 10000 ? 1 : 0;
}
