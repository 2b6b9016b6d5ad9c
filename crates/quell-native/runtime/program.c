/* What every object with mutants carries beside its code: it selects the mutant, and shares what is recorded.
 *
 * The environment decides, before the program's own constructors run:
 *   QUELL_MUTANT      the mutant to run, FILE:ID
 *   QUELL_ELSEWHERE   set: a program without this mutant runs the original; else it says so and ends
 *   QUELL_RECORD      a directory for recordings; of a mutant only its work is recorded
 *   QUELL_WORK_LIMIT  how much work the processes that share a recording may do together
 *
 * A recording is a file of the directory that is mapped over the arrays that the code writes to: so it is
 * there however the process ends, and all processes write to the same one. All names begin with `quell_` and
 * are made local to the object. Set by the command line: QUELL_UNIT, the name of the file, and the sizes
 * QUELL_MUTANT_SLOTS, QUELL_BLOCK_SLOTS, QUELL_BRANCH_SLOTS; QUELL_OWN_FMOD and the like where only mutants take
 * remainders of floats, so that the program need not be linked with the library of mathematics. */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, NO_SUCH_MUTANT = 123, OUT_OF_WORK = 124, CANNOT_RECORD = 125 };
/* The number of a mutant of another object: the original runs here, and counts its work. */
enum { ELSEWHERE = INT32_MAX };
enum { DIVISION_BY_ZERO = 1, DIVISION_OVERFLOW = 2 };
#define PAGES(size) (((size) + PAGE - 1) / PAGE * PAGE)
#define OWN_PAGES __attribute__((aligned(PAGE)))

int32_t quell_mutant;
uint8_t quell_record;
uint64_t quell_work_limit = UINT64_MAX;

/* The first word is the work; the second tells that there was too much of it. */
OWN_PAGES uint64_t quell_work[PAGE / sizeof(uint64_t)];
OWN_PAGES uint8_t quell_executed[PAGES(QUELL_MUTANT_SLOTS)];
OWN_PAGES uint8_t quell_infected[PAGES(QUELL_MUTANT_SLOTS)];
OWN_PAGES uint8_t quell_blocks[PAGES(QUELL_BLOCK_SLOTS)];
OWN_PAGES uint8_t quell_branches[PAGES(QUELL_BRANCH_SLOTS)];
/* Nothing else shares the last page. */
OWN_PAGES uint8_t quell_after[PAGE];

/* The order of the file. */
static const struct {
    void *at;
    size_t size;
} shared[] = {
    {quell_work, sizeof quell_work},         {quell_executed, sizeof quell_executed},
    {quell_infected, sizeof quell_infected}, {quell_blocks, sizeof quell_blocks},
    {quell_branches, sizeof quell_branches},
};
enum { PARTS = sizeof shared / sizeof *shared };

/* The names of the mutants from number 1 on, each with a NUL, as a note, which other objects of the process can
 * find; and the description for `quell score`, which stays in the program whatever the linker thinks of it. */
#define NOTE_NAME "Quell"
enum { NOTE_TYPE = 1 };
__asm__(".pushsection .note.quell,\"a\",@note\n"
        ".balign 4\n"
        ".long 6, quell_names_end - quell_names, 1\n"
        ".asciz \"" NOTE_NAME "\"\n"
        ".balign 4\n"
        "quell_names: .incbin \"names\"\n"
        "quell_names_end:\n"
        ".balign 4\n"
        ".popsection\n"
        ".pushsection quell_mutants,\"aR\",@progbits\n"
        ".incbin \"description\"\n"
        ".popsection\n");
extern const char quell_names[] __attribute__((visibility("hidden")));
extern const char quell_names_end[] __attribute__((visibility("hidden")));

/* A name may be told without directories, or without the file: whole parts of it from the end. */
static int is_meant(const char *name, const char *wanted) {
    size_t length = strlen(name), part = strlen(wanted);
    if (part > length || memcmp(name + length - part, wanted, part) != 0) return 0;
    char before = part == length ? '/' : name[length - part - 1];
    return before == '/' || before == ':';
}

static int32_t number_among(const char *names, const char *end, const char *wanted) {
    int32_t number = 1;
    for (const char *name = names; name < end; name += strlen(name) + 1, number++)
        if (is_meant(name, wanted)) return number;
    return ELSEWHERE;
}

static size_t rounded(size_t size) { return (size + 3) & ~(size_t)3; }

/* Whether the notes from `at` to `end` name the mutant. */
static int is_in_notes(const char *at, const char *end, const char *wanted) {
    while ((size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const void *)at;
        const char *name = at + sizeof *note, *names = name + rounded(note->n_namesz);
        int is_ours = note->n_type == NOTE_TYPE && note->n_namesz == sizeof NOTE_NAME && !strcmp(name, NOTE_NAME);
        if (is_ours && number_among(names, names + note->n_descsz, wanted) != ELSEWHERE) return 1;
        at = names + rounded(note->n_descsz);
    }
    return 0;
}

static int is_in_file(struct dl_phdr_info *file, size_t size, void *wanted) {
    (void)size;
    for (int i = 0; i < file->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &file->dlpi_phdr[i];
        const char *start = (const char *)(file->dlpi_addr + part->p_vaddr);
        if (part->p_type != PT_NOTE || part->p_align > 4) continue;
        if (is_in_notes(start, start + part->p_memsz, wanted)) return 1;
    }
    return 0;
}

/* The program and all its libraries are there before the first constructor runs. */
static void expect_somewhere(const char *wanted) {
    if (getenv("QUELL_ELSEWHERE") || dl_iterate_phdr(is_in_file, (void *)wanted)) return;
    fprintf(stderr, "quell: no mutant %s is in this program\n", wanted);
    _exit(NO_SUCH_MUTANT);
}

static int map(int file, int parts) {
    off_t offset = 0;
    for (int i = 0; i < parts; i++) {
        int flags = MAP_SHARED | MAP_FIXED;
        if (shared[i].size == 0) continue;
        if (mmap(shared[i].at, shared[i].size, PROT_READ | PROT_WRITE, flags, file, offset) == MAP_FAILED) return 0;
        offset += (off_t)shared[i].size;
    }
    return 1;
}

static int share(const char *directory, int parts) {
    char path[PAGE];
    off_t size = 0;
    for (int i = 0; i < PARTS; i++) size += (off_t)shared[i].size;
    int length = snprintf(path, sizeof path, "%s/%s", directory, QUELL_UNIT);
    if (length >= (int)sizeof path) return errno = ENAMETOOLONG, 0;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return 0;
    int done = ftruncate(file, size) == 0 && map(file, parts);
    int error = errno;
    close(file);
    errno = error;
    return done;
}

/* What is not recorded would pass for not executed. */
static void cannot_record(const char *directory) {
    fprintf(stderr, "quell: cannot record in %s: %s\n", directory, strerror(errno));
    _exit(CANNOT_RECORD);
}

static const char *setting(const char *variable) {
    const char *value = getenv(variable);
    return value && *value ? value : NULL;
}

__attribute__((constructor(101))) static void quell_start(void) {
    const char *mutant = setting("QUELL_MUTANT");
    const char *directory = setting("QUELL_RECORD");
    const char *limit = setting("QUELL_WORK_LIMIT");
    if (mutant) quell_mutant = number_among(quell_names, quell_names_end, mutant);
    if (quell_mutant == ELSEWHERE) expect_somewhere(mutant);
    if (limit) quell_work_limit = strtoull(limit, NULL, 10);
    if (!directory) return;
    /* A mutant goes on although its work cannot be recorded: an error of Quell must not count as a kill. */
    if (!share(directory, mutant ? 1 : PARTS) && !mutant) cannot_record(directory);
    quell_record = !mutant;
}

void quell_out_of_work(void) {
    quell_work[1] = 1;
    _exit(OUT_OF_WORK);
}

/* As the processor would; a handler of the program's own does not come back from it. */
void quell_trap(int kind) {
    int is_division = kind == DIVISION_BY_ZERO || kind == DIVISION_OVERFLOW;
    int number = is_division ? SIGFPE : SIGILL;
    raise(number);
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number);
}

/* The exact remainder of x by y, with the sign of x. `part` is y doubled as often as it fits into what is left of
 * x, so that no subtraction has to be rounded. */
#define REMAINDER(type, name)                                                          \
    type quell_##name(type x, type y) __asm__(#name);                                  \
    type quell_##name(type x, type y) {                                                \
        type rest = __builtin_signbit(x) ? -x : x, size = y < 0 ? -y : y, part = size; \
        if (!(size > 0) || rest - rest != 0) return (x * y) / (x * y);                 \
        if (size - size != 0) return size != size ? size : x;                          \
        while (part <= rest / 2) part *= 2;                                            \
        while (rest >= size) {                                                         \
            while (part > rest) part /= 2;                                             \
            rest -= part;                                                              \
        }                                                                              \
        return __builtin_signbit(x) ? -rest : rest;                                    \
    }

#ifdef QUELL_OWN_FMOD
REMAINDER(double, fmod)
#endif
#ifdef QUELL_OWN_FMODF
REMAINDER(float, fmodf)
#endif
#ifdef QUELL_OWN_FMODL
REMAINDER(long double, fmodl)
#endif
