/* With `i -= 1` for `i += 1` the loop never ends, but only after more iterations than the unwinding bound. */
int beyond(unsigned char a, unsigned char b) {
    int i = 0;
    while (i < a) {
        i++;
        if (i == 10)
            i += 1;
    }
    return i + b;
}
