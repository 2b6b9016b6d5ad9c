// operators: symbmc
// A bit-field is a variable like others, though it has no address: the instructions that extract it from its word and
// insert it have no mutants.

struct bits { unsigned flag : 3; int count : 5; unsigned wide; };
struct more { unsigned long a : 40, b : 24; _Bool on : 1; int rest : 31; };

int fields(struct bits *s, int x) {
    s->flag = x; // mutants: IVI 3
    s->flag = x + 1; // mutants: AOR 4, IVI 5
    s->count++; // mutants: AOR 1
    s->count += x; // mutants: AOR 4, IVI 6
    s->flag &= x; // mutants: BOR 5, IVI 6
    if (s->flag == 2) // mutants: ROR 5, IVI 6
        return s->count * 2; // mutants: AOR 4, IVI 6
    return s->wide; // mutants: IVI 3
}

int local(int x) {
    struct bits b = {0};
    b.count = b.flag - x; // mutants: AOR 4, IVI 6
    b.flag |= 4; // mutants: BOR 5, IVI 6
    return b.count + (int)b.flag; // mutants: AOR 4, IVI 6
}

// The compiler packs constants itself. A Boolean is not replaced by a number.
int constants(struct bits *s, struct more *m) {
    s->flag = 2; // mutants: IVI 3
    s->count = -3; // mutants: IVI 3
    s->flag = 0; // mutants: IVI 2
    m->a = 7; // mutants: IVI 3
    m->b = 'x'; // mutants: IVI 3
    m->on = 1;
    m->rest = 1; // mutants: IVI 2
    return 0; // mutants: IVI 2
}
