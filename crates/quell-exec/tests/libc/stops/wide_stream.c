// stops: unsupported: `wprintf`: streams of wide characters
#include <stdio.h>
#include <wchar.h>
int main(void) { return wprintf(L"%d\n", 1); }
