// An index before an array that is a member.
struct packet { int length; int data[4]; int sum; };

static int get(struct packet *p, int i) { return p->data[i]; }

int main(int argc, char **argv) {
    struct packet p = {7, {1, 2, 3, 4}, 9};
    return get(&p, -argc);
}
// ub: index -1 into an array of 4 elements at 4:50
