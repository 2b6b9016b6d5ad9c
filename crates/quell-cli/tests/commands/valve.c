#include <quell.h>
#include <stdarg.h>

int valve(int level, int limit, _Bool manual) {
    if (manual || (level > limit && level != 0))
        return 1;
    return 0;
}

void flood(int level) {
    quell_label(level > 90, 1, "FLOOD");
    quell_label(level > 95, 2, "FLOOD");
}

int first(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = count > 0 ? va_arg(list, int) : 0;
    va_end(list);
    return result;
}
