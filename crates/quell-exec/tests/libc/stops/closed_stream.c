// stops: undefined behaviour: `stdio`: the stream is closed
#include <stdio.h>
int main(void) { fclose(stdout); puts("lost"); return 0; }
