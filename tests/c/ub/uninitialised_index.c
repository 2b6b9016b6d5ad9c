// flags: -Wno-uninitialized
// An uninitialised array index.
int main(void) {
    int table[4] = {0, 1, 2, 3};
    int index;
    return table[index];
}
// ub: a pointer is used before it was given a value at 6:12
