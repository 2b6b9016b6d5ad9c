/*stdin
some input*/
#include <err.h>
#include <errno.h>
#include <error.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static void listed(const char *format, ...) {
    va_list list;
    va_start(list, format);
    errno = EACCES;
    vwarn(format, list);
    va_end(list);
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}

static void positions(void) {
    fpos_t place;
    errno = 0;
    printf("%d %d\n", fseek(stdin, 0, SEEK_SET), errno);
    errno = 0;
    printf("%ld %d\n", ftell(stdin), errno);
    errno = 0;
    printf("%ld %d\n", (long)lseek(1, 0, SEEK_CUR), errno);
    errno = 0;
    printf("%d %d\n", fgetpos(stdin, &place), errno);
    while (getchar() != EOF) {}
    printf("%d ", feof(stdin));
    rewind(stdin);
    printf("%d\n", feof(stdin));
}

static void versions(void) {
    static const char *const names[] = {"000", "00", "01", "010", "09", "0", "1", "9", "10", "a1", "a01", "a10", "a2", "a",
        "", "a1b", "a1b2", "a001", "a00", "1.2.10", "1.2.9", "foo009", "foo01", "01a", "010a", "12", "12a", "129", "13"};
    int count = sizeof names / sizeof *names;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            int order = strverscmp(names[i], names[j]);
            putchar(order < 0 ? '<' : order > 0 ? '>' : '=');
        }
    putchar('\n');
}

static void done(void) { fputs("done\n", stderr); }

int main(void) {
    unsigned char bytes[16];
    atexit(done);
    errno = ENOENT;
    warn("cannot open %s", "this");
    warnx("number %d", 5);
    errno = EINVAL;
    warn(NULL);
    listed("list of %d", 3);
    error(0, 0, "plain %d", 1);
    error(0, ENOENT, "with reason");
    error_at_line(0, 0, "file.c", 12, "at a line");
    error_at_line(0, EINVAL, NULL, 12, "at none");
    printf("%u\n", error_message_count);
    psignal(SIGSEGV, "label");
    psignal(SIGINT, NULL);
    psignal(200, "");
    positions();
    versions();
    printf("%zd %d\n", getrandom(bytes, sizeof bytes, 0), getentropy(bytes, 16));
    fflush(stdout);
    errno = ERANGE;
    err(7, "the end");
}
