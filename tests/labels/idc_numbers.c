/* criteria: IDC */
/* partition parted: a > 10 && b % 2 == 0 */
/* partition parted: 100 / a > 30 || a == 0 */
/* partition parted: !(100 / a > 30) */
/* partition parted: a + 100 == 227 */
/* partition parted: (b & 0x7f) == 0x21u && b < 'b' */
/* partition parted: -b > -1 */
/* partition parted: a == SCHAR_MIN */
/* partition parted: a > 127 */
int plain(signed char n) { //: n < 0 | n > 0 | n == 0 | n == -128 | n == 127
    return n;
}

int both(unsigned char a, char b) //: a > 0 | a == 0 | a == 255 | b < 0 | b > 0 | b == 0 | b == -128 | b == 127
{
    return a - b;
}

int parted(signed char a, unsigned char b) { //: a > 10 && b % 2 == 0 | 100 / a > 30 || a == 0 | !(100 / a > 30) | a + 100 == 227 | (b & 0x7f) == 0x21u && b < 'b' | -b > -1 | a == SCHAR_MIN | never a > 127 | a < 0 | a > 0 | a == 0 | a == -128 | a == 127 | b > 0 | b == 0 | b == 255
    return a - b;
}

enum color { RED, GREEN = 7, BLUE };

double others(enum color c, _Bool t, double x, const char *text, int *p, long wide) { //: c == RED ~ | c == GREEN ~ | c == BLUE ~ | t ~ | !t ~ | x < 0 ~ | x == 0 ~ | x > 0 ~ | isnan(x) ~ | x == INFINITY ~ | x == -INFINITY ~ | text == NULL ~ | text != NULL ~ | wide < 0 ~ | wide > 0 ~ | wide == 0 ~ | wide == -9223372036854775808 ~ | wide == 9223372036854775807 ~
    if (!text)
        return 0;
    return x + *p + c + t + wide;
}
