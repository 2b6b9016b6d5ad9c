// Every run reads standard input from its start, and no state of the streams remains for the next run.
//
// stdin: hello\nworld
// call: lines
//   0: returned 02000000; out="HELLO"; kept/=""; left=""
//   1: returned 02000000; out="Hello"; kept/=""; left=""
//   2: returned 02000000; out="HELLO"; err="!"; kept/=""; left=""
//   3: returned 02000000; out="HELLO"; kept/=""; left=""; other=""
//   4: same
//
// call: main
//   0: returned 00000000
#include <ctype.h>
#include <stdio.h>
#include <sys/stat.h>

int quell_mutant;

int lines(void) {
    char line[32];
    int count = 0;
    if (fopen("left", "r") || mkdir("kept", 0700) != 0) return -1;
    fclose(fopen("left", "w"));
    while (fgets(line, sizeof line, stdin)) {
        if (count++ > 0) continue;
        putchar(toupper(line[0]));
        for (int i = 1; line[i] != '\n'; i++) putchar(quell_mutant == 1 ? line[i] : toupper(line[i]));
    }
    if (quell_mutant == 2) fputs("!", stderr);
    if (quell_mutant == 3) fclose(fopen("other", "w"));
    return count;
}

int main(void) { return 0; }
