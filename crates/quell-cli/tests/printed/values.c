/* Parameters whose values are strings in JSON: characters, enumerators, floats that are no numbers, text. */
#include <math.h>
#include <stdbool.h>

enum color { RED = 1, GREEN, BLUE = 7 };

struct cell {
    int count;
    char letter;
    enum color color;
    bool open;
};

struct bits {
    unsigned small : 3;
    signed more : 5;
};

int letters(char c, struct cell cell) {
    if (c > 'x' && cell.letter == '"')
        return 1;
    return cell.letter == '\n' ? 2 : 3;
}

int colors(enum color c, const enum color *p) {
    return c == GREEN && *p != BLUE;
}

int floats(double d, float f, const double *p) {
    if (isnan(d))
        return f < 0;
    return isinf(f) && *p > 1;
}

int text(const char *s) {
    return s[0] == '\\' && s[1] != 0;
}

int cells(struct cell *cells, int n) {
    if (n > 1 && cells[1].letter > 'a')
        return cells[0].open;
    return cells[0].color == BLUE;
}

int fields(struct bits b, bool t) {
    return b.small > 3 && t == (b.more < 0);
}
