static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/* Few numbers are months, and nobody looks whether this is one. */
int within(int month, int day) {
    return day > days[month] ? days[month] : day;
}
