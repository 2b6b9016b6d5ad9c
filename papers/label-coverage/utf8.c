/* Whether a text of LENGTH bytes is well-formed UTF-8. */
#ifndef LENGTH
#define LENGTH 5
#endif

struct text {
    unsigned char bytes[LENGTH];
};

/* The number of bytes of a character by its first one; 0 if no character begins with it. */
static int length_of(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first < 0xc2)
        return 0;
    if (first < 0xe0)
        return 2;
    if (first < 0xf0)
        return 3;
    if (first < 0xf5)
        return 4;
    return 0;
}

/* Whether the second byte of a longer character is in the range that the first one allows. */
static int fits(unsigned char first, unsigned char second) {
    if (first == 0xe0 && second < 0xa0)
        return 0;
    if (first == 0xed && second > 0x9f)
        return 0;
    if (first == 0xf0 && second < 0x90)
        return 0;
    if (first == 0xf4 && second > 0x8f)
        return 0;
    return 1;
}

/* The number of characters, or -1 at the first byte that is malformed. A NUL ends the text. */
int utf8_characters(const struct text *text) {
    int characters = 0;
    int at = 0;
    while (at < LENGTH && text->bytes[at] != 0) {
        unsigned char first = text->bytes[at];
        int length = length_of(first);
        if (length == 0 || length > LENGTH - at)
            return -1;
        for (int next = 1; next < length; next++)
            if ((text->bytes[at + next] & 0xc0) != 0x80)
                return -1;
        if (length > 2 && !fits(first, text->bytes[at + 1]))
            return -1;
        at += length;
        characters++;
    }
    return characters;
}
