// args: one --two=2 three
#include <errno.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

extern char **environ;

static void paths(void) {
    static const char *all[] = {"", "/", "//", "///", "a", "a/", "/a", "/a/", "a/b", "a/b/", "a//b//", "//a", "/a/b/c", ".", "..", "///a//"};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        char one[32], two[32];
        strcpy(one, all[i]);
        strcpy(two, all[i]);
        printf("%s:%s:%s\n", all[i], dirname(one), basename(two));
    }
    printf("%s %s\n", dirname(NULL), basename(NULL));
}

static void wide(void) {
    wchar_t w = 7, ws[8];
    char b[8] = "";
    printf("%d %d %d %d\n", mbtowc(&w, "\x80", 1), mbtowc(&w, "a", 1), mbtowc(&w, "", 1), mbtowc(NULL, NULL, 0));
    printf("%d %d %d\n", wctomb(b, 0x80), wctomb(b, 0x41), wctomb(b, 0));
    printf("%d %d %d %d %d\n", btowc(0x80), btowc('a'), btowc(-1), wctob(0x80), wctob('a'));
    printf("%zd %zd %zd\n", mbstowcs(ws, "abc\x80", 8), mbstowcs(NULL, "abc", 0), mbstowcs(ws, "abc", 8));
    printf("%zd %zd %zd\n", wcstombs(b, L"ab\x80", 8), wcstombs(NULL, L"ab", 0), wcstombs(b, L"abc", 8));
    printf("%zu %d %d %d %ld\n", wcslen(L"wide"), wcscmp(L"a", L"b"), wcscmp(L"b", L"a"), wcsncmp(L"ab", L"ac", 1), (long)(wcschr(ws, L'b') - ws));
    printf("%ls %zu\n", wcscat(wcscpy(ws, L"xy"), L"z"), MB_CUR_MAX);
}

static void times(void) {
    static const time_t all[] = {0, 1, -1, 951782399, 951782400, 1709164800, 1000000000, 4102444800, -2208988800, 253402300799};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        struct tm t = *gmtime(&all[i]);
        printf("%d-%d-%d %d:%d:%d %d %d %d\n", t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday, t.tm_isdst);
        t.tm_mon += 14;
        t.tm_sec -= 100;
        long made = timegm(&t);
        printf("%ld %d %d\n", made, t.tm_mon, t.tm_sec);
    }
    printf("%f\n", difftime(5, 3));
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%d %d\n", b.tv_sec > a.tv_sec || b.tv_nsec >= a.tv_nsec, time(NULL) > 900000000);
}

int main(int argc, char **argv) {
    for (int i = 0; i < argc; i++) printf("%s\n", argv[i]);
    printf("%d\n", argv[argc] == NULL);
    for (char **e = environ; *e; e++) puts(*e);
    printf("%s [%s] %s\n", getenv("COLOUR"), getenv("EMPTY"), getenv("MISSING"));
    printf("%d %d\n", setenv("COLOUR", "red", 0), setenv("COLOUR", "blue", 1));
    printf("%d %d\n", setenv("NEW", "value", 1), setenv("A=B", "x", 1));
    printf("%s %s\n", getenv("COLOUR"), getenv("NEW"));
    unsetenv("COLOUR");
    static char entry[] = "PUT=this";
    putenv(entry);
    printf("%s %s\n", getenv("COLOUR"), getenv("PUT"));
    entry[4] = 'T';
    puts(getenv("PUT"));
    puts(program_invocation_name);
    puts(program_invocation_short_name);
    printf("%s %s %s\n", setlocale(LC_ALL, ""), setlocale(LC_ALL, NULL), setlocale(LC_ALL, "xx_YY"));
    struct lconv *l = localeconv();
    printf("%s [%s] [%s] %d %d\n", l->decimal_point, l->thousands_sep, l->grouping, l->frac_digits, l->n_sign_posn);
    printf("%s %s %s\n", nl_langinfo(CODESET), nl_langinfo(RADIXCHAR), gettext("message"));
    printf("%s %s\n", ngettext("one", "many", 1), ngettext("one", "many", 2));
    printf("%ld %d\n", sysconf(_SC_PAGESIZE), getpagesize());
    paths();
    wide();
    times();
    return 0;
}
