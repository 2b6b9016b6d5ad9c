// Two elements past the end of an array that is a member, by addition; nothing is accessed.
struct packet { unsigned char data[8]; unsigned char sum[8]; };

int main(int argc, char **argv) {
    struct packet p = {{1}, {2}};
    unsigned char *end = p.data + (8 + argc);
    return end == p.sum;
}
// ub: index 9 into an array of 8 elements at 6:33
