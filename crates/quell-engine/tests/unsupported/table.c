/* A struct with a pointer in it, copied from a place that depends on the input. */
struct entry { const int *at; int more; };
static const int ten = 10, twenty = 20;
static const struct entry entries[2] = {{&ten, 1}, {&twenty, 2}};
int looked_up(unsigned i) {
    if (i > 1)
        return 0;
    struct entry found = entries[i];
    return *found.at + found.more;
}
