/* Rewrites the query of an address: behind the third slash, up to three parts are separated by `?`. Each separator becomes a
   zero, and its place is written into a table of fixed size. */
#ifndef LENGTH
#define LENGTH 6
#endif
#define PARTS 3

struct address {
    char text[LENGTH];
    int part[PARTS];
};

static int is_scheme(char c) { return (c >= 'a' && c <= 'z') || c == '+'; }

/* The number of parts, or the negative number of the step at which the address was refused. */
int split_address(struct address *address, int scheme_length) {
    if (scheme_length < 1 || scheme_length >= LENGTH)
        return -1;
    for (int i = 0; i < scheme_length; i++)
        if (!is_scheme(address->text[i]))
            return -2;
    int at = scheme_length;
    if (address->text[at] == '/' && at + 1 < LENGTH)
        at++;
    int parts = 0;
    address->part[parts++] = at;
    while (at < LENGTH && address->text[at] != 0) {
        if (address->text[at] == '?' && parts < PARTS) {
            address->text[at] = 0;
            address->part[parts++] = at + 1;
        } else if (address->text[at] == '%' && at + 2 >= LENGTH) {
            return -3;
        }
        at++;
    }
    return parts;
}
