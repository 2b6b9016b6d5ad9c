#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void bye(void) { puts("bye"); }
static void inner(void) { puts("inner"); exit(7); }
static void report(int status, void *text) { printf("%s %d\n", (char *)text, status); }
__attribute__((constructor)) static void first(void) { puts("constructor"); }
__attribute__((constructor(101))) static void zeroth(int argc) { printf("early %d\n", argc); }
__attribute__((destructor)) static void last(void) { puts("destructor"); }

int main(int argc, char **argv, char **envp) {
    atexit(bye);
    on_exit(report, "status");
    atexit(inner);
    printf("Hello, %s! %d\n", "world", argc);
    printf("%s\n", argv[0]);
    for (int i = 0; envp[i]; i++) puts(envp[i]);
    char *block = malloc(20);
    strcpy(block, "on the heap");
    block = realloc(block, 200);
    strcat(block, " and longer");
    puts(block);
    free(block);
    fprintf(stderr, "to %s\n", "stderr");
    fputs("done\n", stdout);
    return 3;
}
