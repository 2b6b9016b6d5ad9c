/* A whole program: arguments, input, output, exit status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GREETING
#define GREETING "hello"
#endif

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("%s%s", argv[i], i + 1 < argc ? " " : "\n");
    if (argc > 1 && strcmp(argv[1], "greet") == 0)
        puts(GREETING);
    if (argc > 1 && strcmp(argv[1], "count") == 0) {
        int bytes = 0;
        while (getchar() != EOF)
            bytes++;
        printf("%d bytes\n", bytes);
    }
    if (argc > 1 && strcmp(argv[1], "flush") == 0)
        return fflush(stdout) == EOF ? 9 : 0;
    while (argc > 1 && strcmp(argv[1], "forever") == 0)
        puts("and on");
    if (argc > 1 && strcmp(argv[1], "bytes") == 0) {
        fwrite("\xff\0\x80", 1, 3, stdout);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "overflow") == 0) {
        int big = 0x7fffffff;
        return big + argc > 0;
    }
    fprintf(stderr, "done\n");
    return argc;
}
