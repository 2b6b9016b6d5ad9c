// Files that a run writes to its directory are observed, and removed before the next run.
//
// call: leave
//   0: returned 00000000; a/=""; a/deep=""; out="hello"
//   1: same
//   2: returned 00000000; a/=""; a/deep=""; out="help!"
//   3: returned 00000000; a/=""; a/deep=""; more="1"; out="hello"
//   4: returned 00000000; a/=""; a/deep=""
//   5: returned 00000000; a/=""; a/deep=""; link="nowhere"; out="hello"
//   6: returned 00000000; a/=""; a/deep=""; big=(1000000 bytes); out="hello"
//   7: returned 00000000; ...="digest 4876622905749eaa"; a/=""; a/deep=""; f00=(1048576 bytes); f01=(1048576 bytes); f02=(1048576 bytes); f03=(1048576 bytes); f04=(1048576 bytes); f05=(1048576 bytes); f06=(1048576 bytes); f07=(1048576 bytes); f08=(1048576 bytes); f09=(1048576 bytes); f10=(1048576 bytes); f11=(1048576 bytes); f12=(1048576 bytes); f13=(1048576 bytes); f14=(1048576 bytes); out="hello"
//   8: exited 3; a/=""; a/deep=""; out="hello"
//   9: returned 00000000; a/=""; a/deep=""; locked="1"; out="hello"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int quell_mutant;

static void make(const char *path, const char *content, long zeros) {
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file < 0 || write(file, content, strlen(content)) < 0 || (zeros && ftruncate(file, zeros) != 0)) abort();
    close(file);
}

/* More files than the observation can hold: the last two are reduced to a digest. */
static void make_many(void) {
    for (int i = 0; i < 17; i++) {
        char name[] = {'f', (char)('0' + i / 10), (char)('0' + i % 10), 0};
        make(name, "1", 1 << 20);
    }
}

int leave(void) {
    int file = open("a/deep", O_RDONLY);
    if (file >= 0) return 1;
    mkdir("a", 0700);
    make("a/deep", "", 0);
    if (quell_mutant != 4) make("out", quell_mutant == 2 ? "help!" : "hello", 0);
    if (quell_mutant == 1) {
        make("gone", "1", 0);
        unlink("gone");
    }
    if (quell_mutant == 3) make("more", "1", 0);
    if (quell_mutant == 5 && symlink("nowhere", "link") != 0) return 2;
    if (quell_mutant == 6) make("big", "1", 1000000);
    if (quell_mutant == 7) make_many();
    if (quell_mutant == 8) exit(3);
    if (quell_mutant == 9) {
        make("locked", "1", 0);
        chmod("locked", 0000);
        chmod("a", 0000);
    }
    return 0;
}
