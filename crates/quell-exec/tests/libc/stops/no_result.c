// stops: undefined behaviour: the condition of a branch is used before it was given a value
static void nothing(int x) { (void)x; }
int main(void) { int (*give)(int) = (int (*)(int))nothing; if (give(3)) return 1; return 0; }
