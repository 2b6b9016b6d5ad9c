/* Code for -fwrapv: overflow is defined. The verdicts of the mutants of the group symbmc under this setting are given at the
   end. */

int grows(int a) {
    return a + 1 > a;
}

unsigned char clamped(signed char a, signed char b) {
    int product = (a + b) * 16909320;
    return product < 0 ? 0 : 1;
}

/* Shift distances that are too large stay undefined. */
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
