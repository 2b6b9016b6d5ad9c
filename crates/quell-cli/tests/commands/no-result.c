int result(int x) {
    if (x > 5)
        return 1;
}
int main(int argc, char **argv) { return result(argc); }
