// If a program disables buffering, output of system calls and of stdio keeps its order.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("first ");
    write(1, "second ", 7);
    putchar('3');
    write(STDOUT_FILENO, "\n", 1);
    puts("last");
    _exit(3);
}
// expect: first second 3
// expect: last
// status: 3
