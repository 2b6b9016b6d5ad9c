// Arrays of structs, and structs with a flexible array member: mutants that need the later elements.
struct item {
    int price;
    short count;
};

struct message {
    unsigned char length;
    char text[];
};

struct series {
    int n;
    double values[];
};

int total(const struct item *items, unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += items[i].price & 15;
    return sum;
}

int last(const struct message *m) {
    if (m->length == 0)
        return 0;
    return m->length > 5 ? m->text[m->length] : 0;
}

void scale(struct series *s, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        s->values[i] = s->values[i] * 2;
}
