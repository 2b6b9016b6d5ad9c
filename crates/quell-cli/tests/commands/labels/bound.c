#ifndef pc_label_bindings
#define pc_label_bindings(...) do{}while(0)
#endif
int f(int a, int b) {
    pc_label_bindings(a > 3, 1, "CACC", 1, 1, "pa", a > b);
    pc_label_bindings(a < 3, 2, "CACC", 1, 1, "pa", a > b);
    return a;
}
