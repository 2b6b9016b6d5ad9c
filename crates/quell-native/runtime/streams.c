/* Standard streams in memory.
 *
 * Children share the open files with the warm process, which looks at them when a child is gone. */
#include "harness.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 14 };

static void memory_file(int fd) {
    int made = memfd_create("quell", 0);
    if (made < 0 || dup2(made, fd) < 0) die("no memory for the standard streams");
    close(made);
}

void open_streams(void) {
    for (int fd = 0; fd <= 2; fd++) memory_file(fd);
}

void give_input(const uint8_t *bytes, size_t size) {
    if (ftruncate(0, 0) != 0) die("cannot empty the input");
    while (size > 0) {
        ssize_t n = pwrite(0, bytes, size, lseek(0, 0, SEEK_END));
        if (n <= 0) die("cannot write the input");
        bytes += n;
        size -= (size_t)n;
    }
}

uint64_t stream_size(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0;
}

void rewind_streams(void) {
    lseek(0, 0, SEEK_SET);
    for (int fd = 1; fd <= 2; fd++) {
        if (stream_size(fd) > 0 && ftruncate(fd, 0) != 0) die("cannot empty the output");
        lseek(fd, 0, SEEK_SET);
    }
}

void read_stream(int fd, uint8_t *bytes, uint64_t size) {
    uint64_t done = 0;
    while (done < size) {
        ssize_t n = pread(fd, bytes + done, size - done, (off_t)done);
        if (n <= 0) die("cannot read the output");
        done += (uint64_t)n;
    }
}

int stream_equals(int fd, const uint8_t *bytes, uint64_t size) {
    uint8_t chunk[CHUNK];
    if (stream_size(fd) != size) return 0;
    for (uint64_t done = 0; done < size; done += CHUNK) {
        uint64_t want = size - done < CHUNK ? size - done : CHUNK;
        if (pread(fd, chunk, want, (off_t)done) != (ssize_t)want) return 0;
        if (memcmp(chunk, bytes + done, want) != 0) return 0;
    }
    return 1;
}
