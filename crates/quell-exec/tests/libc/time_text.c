#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const time_t times[] = {0, 1, -1, 951782399, 951782400, 1709164800, 1000000000, 4102444800, -2208988800, 253402300799,
    1104537600, 1136073600, 1230768000, 1262217600, 1293840000, 1325376000, 1356998400, 1388534400, 1419984000, 1451606400};
static const char *const formats[] = {
    "%a %A %b %B %h", "%c", "%C %d %D %e %F", "%g %G %V", "%H %I %j %k %l", "%m %M %n %p %P %r %R", "%s %S %t %T",
    "%u %U %w %W", "%x %X %y %Y", "%z %Z %%", "%Ec %Od %EY %OH", "%_d %-d %0e %_H %-H %-j %_j", "%10d|%010d|%_10d|%-10d|%4S",
    "%^a %^B %#a %#p %#Z %^c %10A|%-10A|%010A", "%10F|%12D|%Q %E %", "%5Y %12s %3C", "plain", ""};

int main(void) {
    char text[200], own[64];
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        struct tm t;
        gmtime_r(&times[i], &t);
        for (unsigned j = 0; j < sizeof formats / sizeof *formats; j++) {
            text[0] = 0;
            size_t length = strftime(text, sizeof text, formats[j], &t);
            printf("%zu <%s>\n", length, text);
        }
        printf("%s%s%s", asctime(&t), ctime(&times[i]), ctime_r(&times[i], own));
        printf("%s %s\n", localtime(&times[i])->tm_zone, gmtime(&times[i])->tm_zone);
    }
    struct tm odd = {.tm_wday = 9, .tm_mon = 14, .tm_year = -1905, .tm_mday = 5};
    printf("%zu %s", strftime(text, sizeof text, "%a %b %j", &odd), asctime(&odd));
    odd = (struct tm){.tm_year = 100, .tm_mon = 13, .tm_mday = 40};
    printf("%ld %d %d %s\n", (long)mktime(&odd), odd.tm_mon, odd.tm_mday, odd.tm_zone);
    printf("%zu %zu\n", strftime(text, 10, "%F", &odd), strftime(text, 11, "%F", &odd));
    printf("%g\n", difftime(times[4], times[3]));
    time_t before = time(NULL);
    struct timespec pause = {0, 1000000}, wrong = {0, 1000000000};
    printf("%d %d\n", nanosleep(&pause, NULL), nanosleep(&wrong, NULL));
    printf("%d %u\n", usleep(1000), sleep(1));
    printf("%d\n", time(NULL) - before >= 1);
    return 0;
}
