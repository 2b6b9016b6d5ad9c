#include <getopt.h>
#include <stdio.h>
#include <string.h>

static int flag;
static const struct option longs[] = {{"all", no_argument, NULL, 'a'},       {"block", required_argument, NULL, 'b'}, {"colour", optional_argument, NULL, 'c'},
                                      {"flag", no_argument, &flag, 5},       {"block-size", required_argument, NULL, 1000}, {"allow", no_argument, NULL, 'w'},
                                      {"help", no_argument, NULL, 1001},     {"helper", no_argument, NULL, 1001}, {0}};

static void run(const char *title, const char *letters, int mode, int argc, const char **words) {
    char *argv[20];
    argv[0] = "prog";
    for (int i = 0; i < argc; i++) argv[i + 1] = (char *)words[i];
    argv[++argc] = NULL;
    optind = 0;
    printf("%s \"%s\" %d:", title, letters, mode);
    for (;;) {
        int index = -1;
        optopt = 7;
        int code = mode == 0 ? getopt(argc, argv, letters) : mode == 1 ? getopt_long(argc, argv, letters, longs, &index) : getopt_long_only(argc, argv, letters, longs, NULL);
        printf(" %d/%s/%d/%d/%d", code, optarg ? optarg : "-", optind, optopt, index);
        if (code == -1) break;
    }
    for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
    printf(" flag %d\n", flag);
    flag = 0;
}

#define RUN(...)                                                                          \
    do {                                                                                  \
        const char *words[] = {__VA_ARGS__};                                              \
        static const char *all[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "", "b:"}; \
        for (int l = 0; l < 6; l++)                                                       \
            for (int mode = 0; mode < 3; mode++) run(#__VA_ARGS__, all[l], mode, sizeof words / sizeof *words, words); \
    } while (0)

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    RUN("-a");
    RUN("-ab", "value", "rest");
    RUN("one", "-a", "two", "-bvalue", "three");
    RUN("-c", "-cvalue", "-x", "--", "-a");
    RUN("-b");
    RUN("-", "-a", "-", "-ac");
    RUN("--all", "--block=9", "--block", "8", "file", "--colour", "--colour=red");
    RUN("--bl=1", "--al", "--hel", "--nothing", "--all=x", "--flag", "--block");
    RUN("a", "b", "--", "c", "-a");
    RUN("-all", "-bloc", "-block", "5", "-xyz");
    RUN("--block-size", "3", "--b", "--");
    opterr = 0;
    RUN("-z", "--zzz");
    return 0;
}
