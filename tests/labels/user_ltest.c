/* criteria: LABEL */
#ifndef pc_label
#define pc_label(...) do{}while(0)
#endif
#ifndef pc_label_bindings
#define pc_label_bindings(...) do{}while(0)
#endif
#ifndef pc_label_sequence
#define pc_label_sequence(...) do{}while(0)
#endif
#ifndef pc_label_sequence_condition
#define pc_label_sequence_condition(...) do{}while(0)
#endif

signed char sequences(signed char a, signed char b) {
    int x = a;
    pc_label_sequence(1, 863UL, 1, 2, "39", 0);
    pc_label(a < b, 7UL, "CC"); //: a < b
    pc_label_bindings(a == b && a != b, 8, "MCDC", 1, 1, "pa", a > 3); //: never a == b && a != b
    if (a > 10) {
        pc_label_sequence_condition(0, "39");
        x = 1;
        pc_label_sequence(1, 906UL, 1, 2, "39", 0);
        pc_label_sequence(b > 3, 1000UL, 1, 3, "other", 0);
    }
    if (a > 20) {
        pc_label_sequence(1, 863UL, 2, 2, "39", 0); //: never 1 at 17:5, then 1 at 27:9
        pc_label_sequence(b > 5, 1000UL, 2, 3, "other", 0);
    }
    if (a == b)
        pc_label_sequence(a > 10, 906UL, 2, 2, "39", 0); //: 1 at 23:9, then a > 10 at 31:9
    pc_label_sequence(b < 10, 1000UL, 3, 3, "other", 0); //: b > 3 at 24:9, then b > 5 at 28:9, then b < 10 at 32:5
    pc_label_sequence(1, 77UL, 2, 2, "other", 0);
    return x;
}
