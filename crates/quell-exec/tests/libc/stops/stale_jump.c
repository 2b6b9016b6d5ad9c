// stops: undefined behaviour: `longjmp`: the function that called setjmp has returned
#include <setjmp.h>
static jmp_buf b;
static void mark(void) { setjmp(b); }
int main(void) { mark(); longjmp(b, 1); }
