// operators: mothra:DSA
// Data: each number of a list becomes one more and one less, however the compiler initialises the variable. Booleans and
// strings have no mutants; in a list without inner braces the numbers are assigned to members by counting.

struct point { int x, y; char c; };
struct nested { struct point at[2]; _Bool on; double size; };
struct bits { unsigned flag : 3; int count : 5; int wide; };

int array(int i) {
    int t[3] = {1, 2, 300}; // mutants: DSA 6
    return t[i];
}

int structure(void) {
    struct point q = {4, -5, 'a'}; // mutants: DSA 6
    struct point r = {.y = 9}; // mutants: DSA 2
    return q.x + r.y;
}

int computed(int i) {
    int t[4] = {7, i, i + 1}; // mutants: DSA 2
    return t[i];
}

int zeros(int i) {
    int z[4] = {0}; // mutants: DSA 2
    int large[40] = {1, 0, [30] = 2}; // mutants: DSA 6
    return z[i] + large[i];
}

int rows(int i) {
    int m[2][2] = {{1, 2}, {3, 4}}; // mutants: DSA 8
    int flat[2][2] = {1, 2, 3, 4};
    return m[i][1] + flat[i][1];
}

double mixed(int i) {
    struct nested n = {{{1, 2, 'x'}, {3}}, 1, 2.5}; // mutants: DSA 10
    struct bits b = {1, 2, 3}; // mutants: DSA 2
    char text[] = "abc";
    char word[8] = {'a', 'b'}; // mutants: DSA 4
    return n.size + b.wide + text[i] + word[i];
}

// Constants with internal linkage belong to the function that reads them, if there is only one. Clang folds the reads of
// known values.
static const int days[3] = {31, 28, 31}; // mutants: DSA 6
static const struct point origin = {3, 4, 'o'};
static const int limit = 50;
static const int shared[2] = {1, 2};
const int known[2] = {1, 2};
static int changed = 3;

int reader(int i) {
    static const short steps[] = {1, -1}; // mutants: DSA 4
    if (i > limit)
        return origin.y;
    return days[i] + shared[i] + known[i] + changed + steps[i];
}

int other(int i) {
    changed++;
    return shared[i];
}
