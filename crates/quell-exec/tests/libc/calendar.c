// Times at the ends of what a year in an int can tell, and behind them.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void show(time_t seconds) {
    struct tm *tm = gmtime(&seconds);
    if (tm)
        printf("%ld: %d-%d-%d %d:%d:%d, %d %d\n", (long)seconds, tm->tm_year, tm->tm_mon, tm->tm_mday,
               tm->tm_hour, tm->tm_min, tm->tm_sec, tm->tm_wday, tm->tm_yday);
    else
        printf("%ld: none, %d\n", (long)seconds, errno == EOVERFLOW);
}

static void make(int year, int month, int day) {
    struct tm tm;
    memset(&tm, 0, sizeof tm);
    tm.tm_year = year;
    tm.tm_mon = month;
    tm.tm_mday = day;
    errno = 0;
    time_t seconds = mktime(&tm);
    printf("%ld %d: %d-%d-%d\n", (long)seconds, errno == EOVERFLOW, tm.tm_year, tm.tm_mon, tm.tm_mday);
}

int main(void) {
    static const time_t times[] = {0,          -1,         951782399,          951782400,
                                   4107542400, -2208988801, 50000000000000000, -50000000000000000,
                                   67768036191676799, 67768036191676800, -67768040609740800,
                                   -67768040609740801, LONG_MAX, LONG_MIN};
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++)
        show(times[i]);
    make(70, 0, 1);
    make(100, 13, -40);
    make(INT_MAX, 11, 31);
    make(INT_MAX, 12, 1);
    make(INT_MAX, INT_MAX, 1);
    make(INT_MIN, 0, 1);
    make(INT_MIN, -1, 1);
    return 0;
}
