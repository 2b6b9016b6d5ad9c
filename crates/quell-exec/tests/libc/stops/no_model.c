// stops: call of `mystery`, which is neither defined in the module nor modelled
extern int mystery(int);
int main(void) { return mystery(1); }
