/* Leap years, told step by step and in one expression. */

int is_leap(int year) {
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

int is_leap_at_once(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}
