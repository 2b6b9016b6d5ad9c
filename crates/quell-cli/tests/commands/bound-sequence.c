/* Positions of a sequence that bind names, as the hyperlabels beside it relate them. */
void pc_label_sequence(_Bool, unsigned long, int, int, const char *, ...);

int f(signed char x) {
    int y = x;
    pc_label_sequence(1, 1UL, 1, 2, "1", 1, "pa", x > 3);
    if (y > 10)
        pc_label_sequence(1, 1UL, 2, 2, "1", 2, "pb", y > 20, "pc", x <= 3);
    return y;
}
