static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/* Few numbers are months, and the function does not check for one. */
int within(int month, int day) {
    return day > days[month] ? days[month] : day;
}
