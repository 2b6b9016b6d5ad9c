/* Undefined behaviour on some inputs. */
int quotient(signed char a, signed char b) {
    int q = a / b;
    return q > 3;
}

int shifted(unsigned char a, unsigned char b) {
    if (b > 40 && a == 0)
        return 0;
    return (a >> b) == 1;
}

int element(unsigned char i) {
    static const unsigned char table[4] = {1, 2, 3, 4};
    if (i > 5)
        return 0;
    return table[i] > 2;
}
