// A trailing array is not a flexible member if its structure is a member that others follow.
struct name { int length; char text[4]; };
struct person { struct name name; int age; };

static int letter(struct person *p, int i) { return p->name.text[i]; }

int main(int argc, char **argv) {
    struct person p = {{1, "a"}, 30};
    return letter(&p, 3 + argc);
}
// ub: index 4 into an array of 4 elements at 5:53
