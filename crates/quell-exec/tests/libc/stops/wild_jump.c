// stops: undefined behaviour: `longjmp`: the buffer was not filled by setjmp
#include <setjmp.h>
static jmp_buf b;
int main(void) { longjmp(b, 1); }
