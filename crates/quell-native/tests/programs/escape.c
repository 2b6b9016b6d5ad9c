// Operations that must fail in a run. The result is the number of those that succeeded.
//
// call: escape
//   0: returned 00000000
//   1: returned 01000000; inside="x"
//   2: returned 00000000; out="13 13 13 1"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int quell_mutant;

static int writes(const char *path) {
    int fd = open(path, O_CREAT | O_WRONLY, 0600);
    return fd >= 0 && write(fd, "x", 1) == 1;
}

/* A file system may be read-only, or only its files protected. */
static int error(int result) { return result >= 0 ? 0 : errno == EROFS ? EACCES : errno; }

int escape(void) {
    if (quell_mutant == 1) return writes("inside") + writes("../outside/../../../../../../etc/quell");
    if (quell_mutant == 2)
        printf("%d %d %d %d", error(open("/etc/quell", O_CREAT | O_WRONLY, 0600)),
               error(socket(AF_INET, SOCK_STREAM, 0)), error(socket(AF_UNIX, SOCK_STREAM, 0)),
               error(kill(1, 0)));
    int worked = writes("/etc/quell") + writes("/tmp/quell-escaped") + (mkdir("/tmp/quell-dir", 0700) == 0);
    worked += truncate("/etc/passwd", 1 << 20) == 0;
    worked += socket(AF_INET, SOCK_DGRAM, 0) >= 0;
    return worked;
}
