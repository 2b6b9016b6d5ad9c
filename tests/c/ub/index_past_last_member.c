// A trailing array is not a flexible member if its structure is an element of an array and has a successor.
struct packet { unsigned char sum; unsigned char data[8]; };

int main(int argc, char **argv) {
    struct packet ps[2] = {{1, {2}}, {3, {4}}};
    return ps[argc - 1].data[7 + argc];
}
// ub: index 8 into an array of 8 elements at 6:12
