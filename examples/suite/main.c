#include "calc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
    if (count == 4 && strcmp(words[1], "add") == 0)
        printf("%d\n", add(atoi(words[2]), atoi(words[3])));
    else if (count == 3 && strcmp(words[1], "sum") == 0)
        printf("%d\n", sum_to(atoi(words[2])));
    else if (count == 3 && strcmp(words[1], "twice") == 0)
        printf("%d\n", twice(atoi(words[2])));
    else
        return 2;
    return 0;
}
