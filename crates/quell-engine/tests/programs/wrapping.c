/* Code for -fwrapv: what overflows is not undefined. What becomes of mutants of the group symbmc then stands at the
   end. */

int grows(int a) {
    return a + 1 > a;
}

unsigned char clamped(signed char a, signed char b) {
    int product = (a + b) * 16909320;
    return product < 0 ? 0 : 1;
}

/* Shifts that are too far stay undefined. */
int shifted(int a, int by) {
    return (a << by) - a;
}

int halved(int a, int b) {
    if (b == 0)
        return 0;
    return (a - 5) / b;
}

// grows: 16 killed, 1 equivalent
// clamped: 28 killed, 3 equivalent
// shifted: 18 killed
// halved: 29 killed
