/* Dates: the day within the year, and the days between two dates of one year. */

static const int days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static int leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* 1 to 366, or 0 if there is no such month. */
int day_of_year(int year, int month, int day) {
    if (month < 1 || month > 12)
        return 0;
    int result = days_before[month - 1] + day;
    if (month > 2 && leap(year))
        result++;
    return result;
}

/* Days from the first date to the second, both of the same year. */
int days_between(int month1, int day1, int month2, int day2, int year) {
    static const int length[13] = {0, 31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month1 < 1 || month2 > 12 || month1 > month2)
        return -1;
    if (month1 == month2)
        return day2 - day1;
    int february = leap(year) ? 29 : 28;
    int days = (month1 == 2 ? february : length[month1]) - day1;
    for (int month = month1 + 1; month < month2; month++)
        days += month == 2 ? february : length[month];
    return days + day2;
}

/* Mutants, counted by hand.
     leap by symbmc: AOR 12, ROR 15, IVI 24
     leap by sufficient: AOR 12, ROR 21, ABS 18, LCR 2, UOI 26
     day_of_year by symbmc: AOR 9, ROR 15, IVI 36
     day_of_year by sufficient: AOR 9, ROR 21, ABS 33, LCR 2, UOI 54
     days_between by symbmc: AOR 21, ROR 35, IVI 93
     days_between by sufficient: AOR 21, ROR 49, ABS 96, LCR 2, UOI 156
*/
