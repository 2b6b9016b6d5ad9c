/* The pipes to the process that gives jobs. */
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Above what programs use, within the smallest table of open files, which is quick to copy; next to each
 * other so that one call closes them. */
enum { FIRST_FD = 56, LAST_FD = 63, OUT_SIZE = 1 << 16 };

static int jobs, answers;
static uint8_t out[OUT_SIZE];
static size_t out_fill;

void die(const char *what) {
    dprintf(LAST_FD, "%s: %s\n", what, strerror(errno));
    _exit(120);
}

void open_pipes(void) {
    dup2(2, LAST_FD);
    jobs = fcntl(0, F_DUPFD_CLOEXEC, FIRST_FD);
    answers = fcntl(1, F_DUPFD_CLOEXEC, FIRST_FD);
    if (jobs < 0 || answers < 0) die("cannot keep the pipes");
}

void close_pipes_in_child(void) { close_range(FIRST_FD, LAST_FD, 0); }

/* The process that gives jobs may have ended; the answer is not read then. */
void end_if_abandoned(void) {
    struct pollfd pipe = {.fd = jobs};
    if (poll(&pipe, 1, 0) > 0 && (pipe.revents & (POLLHUP | POLLERR))) _exit(0);
}

/* Whether all of it came; nothing at all is the regular end. */
static int read_all(uint8_t *bytes, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = read(jobs, bytes + done, size - done);
        if (n == 0 && done == 0) return 0;
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) die("a job is incomplete");
        done += (size_t)n;
    }
    return 1;
}

int read_message(uint8_t **bytes, size_t *size) {
    static size_t room;
    uint64_t length;
    if (!read_all((uint8_t *)&length, sizeof length)) return 0;
    if (length > room) {
        free(*bytes);
        *bytes = malloc(length);
        if (!*bytes) die("no memory for a job");
        room = length;
    }
    *size = length;
    return length == 0 || read_all(*bytes, length);
}

static void write_all(const uint8_t *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(answers, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) die("cannot answer");
        bytes += n;
        size -= (size_t)n;
    }
}

void finish_answer(void) {
    write_all(out, out_fill);
    out_fill = 0;
}

void answer(const void *bytes, size_t size) {
    if (size > OUT_SIZE - out_fill) finish_answer();
    if (size > OUT_SIZE) {
        write_all(bytes, size);
        return;
    }
    memcpy(out + out_fill, bytes, size);
    out_fill += size;
}
