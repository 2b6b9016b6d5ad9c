/* criteria: LABEL */
#include <quell.h>

static int twice(signed char n) {
    int all = 2 * n;
    return all;
}

#define COVER(condition, id) quell_label(condition, id, "MACRO")

signed char labelled(signed char a, unsigned char b) {
    quell_label(a > 3 && b != 7, 1, "BIG"); //: a > 3 && b != 7
    quell_label(twice(a) == 7, 2, 0); //: never twice(a) == 7
    if (a > 100) {
        quell_label(a < 50, 3, "DEAD"); //: never a < 50
        return 1;
        quell_label(a == 101, 4, "LEFT_OUT"); //: never a == 101
    }
    COVER(b == 9, 6); //: COVER(b == 9, 6)
    quell_label(a, 5, 0); //: a
    while (a > 0)
        quell_label(a == 77, //: a == 77
            7, "LOOP"), a--;
    quell_label(({ int c = a + b; c == 300; }), 8, 0); //: never ({ int c = a + b; c == 300; })
    return 0;
}
