// stops: use of the variable `mystery`, which is neither defined in the module nor modelled
extern int mystery;
int main(void) { return mystery; }
