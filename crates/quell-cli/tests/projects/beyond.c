/* With `i -= 1` for `i += 1` the loop never ends, but only after more rounds than are followed. */
int beyond(unsigned char a, unsigned char b) {
    int i = 0;
    while (i < a) {
        i++;
        if (i == 10)
            i += 1;
    }
    return i + b;
}
