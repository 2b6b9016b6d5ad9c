// args: -n 12 --verbose rest
// Arguments of the program: a small option parser.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int n = 0, verbose = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-n") && i + 1 < argc) n = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--verbose")) verbose = 1;
        else printf("rest: %s\n", argv[i]);
    }
    printf("%d %d %d %d\n", argc, n, verbose, argv[argc] == 0);
    return n;
}
// expect: rest: rest
// expect: 5 12 1 1
// status: 12
