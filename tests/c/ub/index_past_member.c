// An index beyond a member array, still within the structure.
struct packet { unsigned char data[8]; unsigned char sum; };

int main(int argc, char **argv) {
    struct packet p = {{1, 2, 3, 4, 5, 6, 7, 8}, 9};
    return p.data[7 + argc];
}
// ub: index 8 into an array of 8 elements at 6:12
