// stops: undefined behaviour: `ctype`: 4000 is not a character
#include <ctype.h>
int main(void) { int (*volatile test)(int) = isalpha; return test(4000); }
