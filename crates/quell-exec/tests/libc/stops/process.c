// stops: unsupported: `fork`: programs have neither files nor other processes
#include <unistd.h>
int main(void) { return fork(); }
