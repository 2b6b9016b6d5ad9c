/* Standard streams in memory, and the directory that runs may write to.
 *
 * Children share the open files with the warm process, which looks at them when a child is gone. */
#include "harness.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 14, DEEPEST = 64 };

static int scratch;

static void memory_file(int fd) {
    int made = memfd_create("quell", 0);
    if (made < 0 || dup2(made, fd) < 0) die("no memory for the standard streams");
    close(made);
}

/* The directory is new and ours: it is emptied after runs. */
static void open_scratch(const char *path) {
    if (mkdir(path, 0700) != 0) die("cannot make the directory of the runs");
    if (chdir(path) != 0) die("cannot enter the directory of the runs");
    int made = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    scratch = fcntl(made, F_DUPFD_CLOEXEC, 56);
    if (scratch < 0) die("cannot open the directory of the runs");
    close(made);
}

void open_streams(const char *path) {
    for (int fd = 0; fd <= 2; fd++) memory_file(fd);
    open_scratch(path);
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

static void empty(int directory, int depth);

static void remove_entry(int directory, const char *name, int depth) {
    if (unlinkat(directory, name, 0) == 0 || errno != EISDIR) return;
    int inner = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner >= 0) empty(inner, depth + 1);
    unlinkat(directory, name, AT_REMOVEDIR);
}

/* Closes the directory. */
static void empty(int directory, int depth) {
    DIR *entries = depth < DEEPEST ? fdopendir(directory) : NULL;
    if (!entries) {
        close(directory);
        return;
    }
    for (struct dirent *entry; (entry = readdir(entries));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) remove_entry(directory, name, depth);
    }
    closedir(entries);
}

/* Hardly any run leaves files, so first a look that costs little: an empty directory has two entries. */
void clean_scratch(void) {
    struct { uint64_t words[64]; } buffer;
    lseek(scratch, 0, SEEK_SET);
    ssize_t size = getdents64(scratch, &buffer, sizeof buffer);
    if (size > 0 && size <= 48) return;
    empty(openat(scratch, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0);
}
