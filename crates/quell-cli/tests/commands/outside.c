/* Calls an external function. */
int consult(int question);
extern int mood;

int twice(int n) { return n == 5 ? consult(n) : n + n; }
int ask(int n) { return consult(n) + mood; }
