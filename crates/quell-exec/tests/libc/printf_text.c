#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int through_list(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsnprintf(to, size, format, list);
    va_end(list);
    return count;
}

static void say(const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    vprintf(format, list);
    vfprintf(stdout, format, again);
    va_end(list);
    va_end(again);
}

int main(void) {
    char buffer[64];
    char *null = NULL;
    char open[4] = {'a', 'b', 'c', 'd'};
    printf("[%s] [%10s] [%-10s] [%.2s] [%10.2s] [%.0s] [%05s]\n", "text", "text", "text", "text", "text", "text", "ab");
    printf("[%s] [%.3s] [%.6s] [%10s]\n", null, null, null, null);
    printf("[%.4s] [%.*s]\n", open, 2, open);
    printf("[%c] [%5c] [%-5c] [%05c]\n", 'x', 'y', 'z', 'w');
    printf("[%p] [%10p] [%-10p] [%p] [%20p] [%-20p] [%+p] [% p] [%020p] [%.12p]\n", NULL, NULL, NULL, (void *)0x1234,
           (void *)0x1234, (void *)0x1234, (void *)0x1234, (void *)0x1234, (void *)0x1234, (void *)0x1234);
    int n = -1;
    long ln = -1;
    signed char hn = -1;
    printf("12345%n678%ln9%hhn\n", &n, &ln, &hn);
    printf("%d %ld %d\n", n, ln, hn);
    errno = ENOENT;
    printf("%m [%30m] [%.3m]\n");
    printf("%d\n", snprintf(buffer, 5, "%s", "too long"));
    puts(buffer);
    printf("%d\n", snprintf(NULL, 0, "%d-%d", 12, 345));
    printf("%d %s\n", sprintf(buffer, "%x", 48879), buffer);
    char *made;
    printf("%d ", asprintf(&made, "%08.3f|%s", 3.14159, "pi"));
    puts(made);
    free(made);
    printf("%d ", through_list(buffer, sizeof buffer, "%d %s %g %c %ld %Lf %d %d %d %g", 1, "two", 3.5, '4', 5L, 6.25L, 7, 8, 9, 10.5));
    puts(buffer);
    say("%s %d %g %d %g %d %g %d %g %d %g %d %g %d %g %d %g %d %g %Lg\n", "many", 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5,
        9, 9.5, 10.5L);
    printf("[%ls] [%5.2ls] [%lc]\n", L"wide", L"wide", L'w');
    printf("%d\n", printf("before %ls after\n", L"\u20ac"));
    printf("%s", "");
    printf("\n%d\n", printf("%s %s %s\n", "a", "b", "c"));
    return 0;
}
