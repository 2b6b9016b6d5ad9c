/* The number of days between two dates of one year, the second of which is not before the first; -1 if one of them is no
   date. As days.f. */
int days(int month1, int day1, int month2, int day2, int year) {
    int length[13], i, sum;
    for (i = 1; i <= 12; i = i + 1)
        length[i] = 31;
    length[4] = 30;
    length[6] = 30;
    length[9] = 30;
    length[11] = 30;
    length[2] = 28;
    if (year % 4 == 0)
        length[2] = 29;
    if (year % 100 == 0)
        length[2] = 28;
    if (year % 400 == 0)
        length[2] = 29;
    if (month1 < 1 || month1 > 12)
        return -1;
    if (month2 < month1 || month2 > 12)
        return -1;
    if (day1 < 1 || day1 > length[month1])
        return -1;
    if (day2 < 1 || day2 > length[month2])
        return -1;
    if (month1 == month2) {
        if (day2 >= day1)
            return day2 - day1;
        return -1;
    }
    sum = day2 + length[month1] - day1;
    for (i = month1 + 1; i <= month2 - 1; i = i + 1)
        sum = sum + length[i];
    return sum;
}
