/* The files that runs leave in their directory: observed, then removed.
 *
 * Of each entry there is its path, a NUL, the size of what follows as a word, and its content: of a file the
 * bytes, of a link where it leads. The path of a directory ends in a slash. What is beyond the room for all of
 * them is one entry at the end, a digest. */
#include "harness.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_SPACE = 1 << 24, TAIL = 64, CHUNK = 1 << 14, DEEPEST = 64, LONGEST_PATH = 4096 };
static const uint64_t DIGEST_START = UINT64_C(0xcbf29ce484222325), DIGEST_FACTOR = UINT64_C(0x100000001b3);

static int scratch;
/* Made when the first file is found; hardly any run leaves one. */
static uint8_t *files, *original_files;
static uint64_t fill, original_fill, digest;

/* The directory is new and ours. */
void open_scratch(const char *path) {
    if (mkdir(path, 0700) != 0) die("cannot make the directory of the runs");
    if (chdir(path) != 0) die("cannot enter the directory of the runs");
    int made = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    scratch = fcntl(made, F_DUPFD_CLOEXEC, 56);
    if (scratch < 0) die("cannot open the directory of the runs");
    close(made);
}

static uint8_t *room(void) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    uint8_t *space = mmap(NULL, FILES_SPACE, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (space == MAP_FAILED) die("no memory for files");
    return space;
}

static void add_to_digest(const void *bytes, uint64_t size) {
    for (uint64_t i = 0; i < size; i++) digest = (digest ^ ((const uint8_t *)bytes)[i]) * DIGEST_FACTOR;
}

static void append(const void *bytes, uint64_t size) {
    memcpy(files + fill, bytes, size);
    fill += size;
}

static int fits(const char *path, uint64_t size) {
    uint64_t head = strlen(path) + 1 + sizeof size;
    return size <= FILES_SPACE && head + size + TAIL <= FILES_SPACE - fill;
}

static void append_head(const char *path, uint64_t size) {
    append(path, strlen(path) + 1);
    append(&size, sizeof size);
}

static void add_entry(const char *path, const char *content, uint64_t size) {
    if (!fits(path, size)) {
        add_to_digest(path, strlen(path) + 1);
        add_to_digest(content, size);
        return;
    }
    append_head(path, size);
    append(content, size);
}

static void digest_file(int file, const char *path) {
    uint8_t chunk[CHUNK];
    add_to_digest(path, strlen(path) + 1);
    for (ssize_t n; (n = read(file, chunk, sizeof chunk)) > 0;) add_to_digest(chunk, (uint64_t)n);
}

static void add_file(const char *path, uint64_t size) {
    int file = openat(scratch, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    /* Of another mode that could not be changed: its name is all there is to see. */
    if (file < 0) return add_entry(path, "", 0);
    if (!fits(path, size)) {
        digest_file(file, path);
    } else {
        append_head(path, size);
        uint64_t done = 0;
        for (ssize_t n = 1; n > 0 && done < size; done += n > 0 ? (uint64_t)n : 0)
            n = read(file, files + fill + done, size - done);
        memset(files + fill + done, 0, size - done);
        fill += size;
    }
    close(file);
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void add_directory(const char *path, int depth);

static void add(const char *path, int depth) {
    struct stat status;
    char target[LONGEST_PATH];
    if (fstatat(scratch, path, &status, AT_SYMLINK_NOFOLLOW) != 0) return;
    /* Modes are not observed, and must not be in the way of observing and removing. */
    int is_own = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
    if (is_own && (status.st_mode & 0700) != 0700) fchmodat(scratch, path, 0700, 0);
    if (S_ISREG(status.st_mode)) return add_file(path, (uint64_t)status.st_size);
    if (S_ISDIR(status.st_mode)) return add_directory(path, depth + 1);
    ssize_t length = S_ISLNK(status.st_mode) ? readlinkat(scratch, path, target, sizeof target) : 0;
    add_entry(path, target, length > 0 ? (uint64_t)length : 0);
}

/* Below the deepest level nothing is looked at. */
static void add_directory(const char *path, int depth) {
    char inner[LONGEST_PATH];
    struct dirent **entries;
    int is_root = strcmp(path, ".") == 0;
    if (!is_root && snprintf(inner, sizeof inner, "%s/", path) < LONGEST_PATH) add_entry(inner, "", 0);
    int count = depth < DEEPEST ? scandirat(scratch, path, &entries, NULL, by_name) : -1;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        int is_self = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        int length = snprintf(inner, sizeof inner, "%s%s%s", is_root ? "" : path, is_root ? "" : "/", name);
        if (!is_self && length < LONGEST_PATH) add(inner, depth);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

static void observe_files(void) {
    char text[24];
    if (!files) files = room();
    digest = DIGEST_START;
    add_directory(".", 0);
    if (digest != DIGEST_START) {
        uint64_t size = (uint64_t)snprintf(text, sizeof text, "digest %016lx", digest);
        append_head("...", size);
        append(text, size);
    }
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

/* A run may change the mode of its directory, which the next run finds as it was. */
static void restore_mode(void) {
    struct stat status;
    if (fstat(scratch, &status) == 0 && (status.st_mode & 07777) != 0700) fchmod(scratch, 0700);
}

/* Hardly any run leaves files, so first a look that costs little: an empty directory has two entries. */
uint64_t take_files(void) {
    struct { uint64_t words[64]; } buffer;
    fill = 0;
    restore_mode();
    lseek(scratch, 0, SEEK_SET);
    ssize_t size = getdents64(scratch, &buffer, sizeof buffer);
    if (size > 0 && size <= 48) return 0;
    observe_files();
    empty(openat(scratch, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0);
    return fill;
}

const uint8_t *files_left_behind(void) { return files; }

void keep_files(void) {
    original_fill = fill;
    if (fill == 0) return;
    if (!original_files) original_files = room();
    memcpy(original_files, files, fill);
}

int same_files(void) { return fill == original_fill && (fill == 0 || memcmp(files, original_files, fill) == 0); }
