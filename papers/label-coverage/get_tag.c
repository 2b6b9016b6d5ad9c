/* Reads a tag `name=value` or `name="value"` from the first LENGTH characters of a comment in a page. */
#ifndef LENGTH
#define LENGTH 5
#endif

struct page {
    char text[LENGTH];
};

struct tag {
    char name[LENGTH + 1];
    char value[LENGTH + 1];
};

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static char next(const struct page *page, int *at) {
    return *at < LENGTH ? page->text[(*at)++] : 0;
}

/* 1 for a tag, 0 for the end of the comment, -1 for a mistake. */
int get_tag(const struct page *page, struct tag *tag) {
    int at = 0, n = 0;
    char c;
    do
        c = next(page, &at);
    while (is_blank(c));
    if (c == 0)
        return -1;
    if (c == '-') {
        if (next(page, &at) == '-') {
            do
                c = next(page, &at);
            while (is_blank(c));
            return c == '>' ? 0 : -1;
        }
        return -1;
    }
    while (c != 0 && c != '=' && !is_blank(c)) {
        tag->name[n++] = lower(c);
        c = next(page, &at);
    }
    tag->name[n] = 0;
    while (is_blank(c))
        c = next(page, &at);
    if (c != '=')
        return -1;
    do
        c = next(page, &at);
    while (is_blank(c));
    n = 0;
    if (c == '"' || c == '\'') {
        char quote = c;
        c = next(page, &at);
        while (c != 0 && c != quote) {
            if (c == '\\')
                c = next(page, &at);
            tag->value[n++] = c;
            if (c == 0)
                return -1;
            c = next(page, &at);
        }
        if (c != quote)
            return -1;
    } else {
        while (c != 0 && !is_blank(c)) {
            tag->value[n++] = c;
            c = next(page, &at);
        }
    }
    tag->value[n] = 0;
    return 1;
}
