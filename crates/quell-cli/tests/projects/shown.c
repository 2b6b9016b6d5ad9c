#include "shown.h"

int digits(int n)
{
    char text[16];
    return shown(text, n) - (n < 0);
}
