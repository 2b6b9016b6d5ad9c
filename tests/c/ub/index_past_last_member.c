// An array at the end of a structure that has a neighbour in an array is not flexible.
struct packet { unsigned char sum; unsigned char data[8]; };

int main(int argc, char **argv) {
    struct packet ps[2] = {{1, {2}}, {3, {4}}};
    return ps[argc - 1].data[7 + argc];
}
// ub: index 8 into an array of 8 elements at 6:12
