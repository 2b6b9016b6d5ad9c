#include <string.h>

int is_longer(const char *s) { return strlen(s) > 3; }
