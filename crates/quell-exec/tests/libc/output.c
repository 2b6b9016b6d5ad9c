#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("%d\n", puts("puts"));
    printf("%d\n", fputs("fputs\n", stdout));
    printf("%d %d\n", putchar('A'), putc(300, stdout));
    printf("%zu\n", fwrite("abcdef\n", 1, 7, stdout));
    printf("%zu %zu\n", fwrite("xyz", 3, 1, stdout), fwrite("xyz", 0, 5, stdout));
    printf("%zd\n", write(1, "written\n", 8));
    printf("%zd %d\n", write(77, "lost", 4), errno);
    errno = EACCES;
    perror("label");
    errno = EACCES;
    perror("");
    errno = ENOENT;
    perror(NULL);
    fflush(stdout);
    fflush(NULL);
    dprintf(2, "to %d\n", 2);
    printf("%d %d\n", fputc('x', stdin), ferror(stdin));
    printf("%d\n", isatty(1));
    fputc('\n', stderr);
    return fclose(stdout);
}
