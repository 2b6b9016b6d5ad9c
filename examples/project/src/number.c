#include "number.h"

/* The value of a hexadecimal digit, or -1. */
int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_hexadecimal(struct slice text) {
    return text.length > 2 && text.begin[0] == '0' && lower(text.begin[1]) == 'x';
}

/* The number in a text, as in 12 or 0x1f; -1 if it is none, or more than `most`. */
int number_of(struct slice text, int most) {
    int base = is_hexadecimal(text) ? 16 : 10;
    int number = 0;
    if (text.length == 0 || most > 0xffff)
        return -1;
    for (unsigned char i = base == 16 ? 2 : 0; i < text.length; i++) {
        int digit = digit_of(text.begin[i]);
        if (digit < 0 || digit >= base)
            return -1;
        number = number * base + digit;
        if (number > most)
            return -1;
    }
    return number;
}
