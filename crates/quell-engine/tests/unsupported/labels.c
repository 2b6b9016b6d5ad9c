/* A computed goto to one of two labels. */
int labelled(int x) {
    void *to = x > 20 ? &&far : &&near;
    if (x < 10)
        return 0;
    goto *to;
far:
    return 5;
near:
    return 6;
}
