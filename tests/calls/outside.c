/* External functions, with results and arguments of all kinds. */
#include <stdbool.h>
#include <stddef.h>

struct pair { long first, second; };

int reading(int channel);
unsigned char byte_of(short which);
signed char small(void);
bool is_ready(bool now);
float half(float x);
double whole(double x, float y);
long double more(long double x);
__int128 wide(__int128 x);
void *handle(void);
struct pair both(void);
void note(int number);
void look(const int *there, const char *text, void (*then)(int));
_Noreturn void give_up(int status);
int modelled_elsewhere(int x);

static int seen[4];

int readings(int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum = sum * 10 + reading(i);
    return sum;
}

long mixed(int x) {
    long sum = byte_of((short)x) + small();
    if (is_ready(x > 3)) sum += (long)half(1.5f);
    sum += (long)whole(0.25, 2.0f) + (long)more(3.0L);
    return sum + (long)(wide((__int128)x << 70) >> 64);
}

int pointers(int *p, int n) {
    int local = n;
    look(p + 1, "text", NULL);
    look(&seen[2], "", note);
    look(&local, NULL, NULL);
    look(NULL, "text", note);
    p[0] = local;
    return handle() == NULL && both().second == 0;
}

int ends(int x) {
    note(x);
    if (reading(x) > 5) give_up(x + 1);
    note(-x);
    return x;
}

int through(int which) {
    int (*const table[])(int) = {reading, modelled_elsewhere};
    return table[which & 1](which);
}
