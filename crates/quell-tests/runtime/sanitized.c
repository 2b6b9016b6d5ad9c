/* Runs the tests of a suite, each in a child process of its own, on a program that was built with sanitizers.
 *
 * Called with a file of tests (written by `sanitized/data.rs`) and linked with the tables of `sanitized/bridge.rs`.
 * Prints a line for each run: the number of the test, the placement and the wait status. What a sanitizer reports is left
 * in a file named after the test and the placement. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

typedef void thunk(void *params, void *result);

/* The tables. */
extern thunk *const quell_thunks[];
extern void *const quell_symbols[];

/* Objects begin where malloc puts them, or at an address with exactly the alignment that the test requires. */
enum placement { GENEROUS, EXACT, PLACEMENTS };
/* Exit statuses that `sanitized/runs.rs` knows: three of inconclusive runs, and that of a trap of a sanitizer. */
enum { REACHED_UNDEFINED = 86, ASSUMPTION_FAILED = 87, BROKEN_DRIVER = 88, SANITIZER_TRAP = 89 };
enum { GRANULE = 8, GENEROUS_ALIGN = 64, SECONDS = 10 };
enum { IN_PARAMETERS, IN_OBJECT, IN_SYMBOL };

static const uint8_t *next;
static uint8_t **addresses;
static uint8_t *parameters;

struct results {
    uint64_t each, count, made;
    const uint8_t *bytes;
};
static struct results *results;
static uint64_t results_count;

static void die(const char *why) {
    fprintf(stderr, "sanitized: %s\n", why);
    exit(BROKEN_DRIVER);
}

static uint64_t number(void) {
    uint64_t value;
    memcpy(&value, next, sizeof value);
    next += sizeof value;
    return value;
}

static const uint8_t *bytes(uint64_t size) {
    const uint8_t *start = next;
    next += size;
    return start;
}

/* `before` bytes that the program must not access, then an object of `size` bytes. */
static uint8_t *allocate(uint64_t align, uint64_t before, uint64_t size) {
    void *start = NULL;
    /* An empty object: memory that must not be touched. */
    uint64_t room = size ? size : GRANULE;
    if (posix_memalign(&start, align, before + room)) die("no memory for an object");
    if (size == 0) __asan_poison_memory_region((uint8_t *)start + before, room);
    __asan_poison_memory_region(start, before / GRANULE * GRANULE);
    return (uint8_t *)start + before;
}

static uint8_t *place_object(enum placement placement) {
    uint64_t size = number(), align = number();
    const uint8_t *content = bytes(size);
    uint64_t twice = align * 2 > GRANULE ? align * 2 : GRANULE;
    uint8_t *object = placement == EXACT ? allocate(twice, align, size) : allocate(GENEROUS_ALIGN, 0, size);
    memcpy(object, content, size);
    return object;
}

static void place_objects(enum placement placement) {
    uint64_t count = number();
    addresses = calloc(count + 1, sizeof *addresses);
    for (uint64_t i = 0; i < count; i++) addresses[i] = place_object(placement);
}

static void set_globals(void) {
    for (uint64_t count = number(); count > 0; count--) {
        uint64_t symbol = number(), size = number();
        memcpy(quell_symbols[symbol], bytes(size), size);
    }
}

static uint8_t *base(uint64_t kind, uint64_t index) {
    switch (kind) {
    case IN_PARAMETERS: return parameters;
    case IN_OBJECT: return addresses[index];
    default: return quell_symbols[index];
    }
}

static void relocate(void) {
    for (uint64_t count = number(); count > 0; count--) {
        uint64_t where = number(), index = number(), at = number();
        uint64_t target = number(), target_index = number(), offset = number();
        uint64_t address = (uint64_t)base(target, target_index) + offset;
        memcpy(base(where, index) + at, &address, sizeof address);
    }
}

static void read_results(void) {
    results_count = number();
    results = calloc(results_count + 1, sizeof *results);
    for (uint64_t i = 0; i < results_count; i++) {
        results[i].each = number();
        results[i].count = number();
        results[i].bytes = bytes(results[i].each * results[i].count);
    }
}

/* Standard input is a file, so that the program may seek in it. */
static void give_input(void) {
    uint64_t size = number();
    const uint8_t *input = bytes(size);
    int file = open("input", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, input, size) != (ssize_t)size || lseek(file, 0, SEEK_SET)) die("cannot write the input");
    dup2(file, STDIN_FILENO);
    close(file);
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
}

/* `local-bounds` has no messages: it traps with `ud1`, where `__builtin_trap` of the program is `ud2`. */
static void on_trap(int signal, siginfo_t *info, void *context) {
    static const uint8_t ud1[] = {0x67, 0x0f, 0xb9};
    const ucontext_t *at = context;
    (void)info;
    if (memcmp((const void *)at->uc_mcontext.gregs[REG_RIP], ud1, sizeof ud1) == 0) {
        __sanitizer_print_stack_trace();
        _exit(SANITIZER_TRAP);
    }
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, NULL);
}

/* In the order of `sanitized/data.rs`. */
static void run(enum placement placement) {
    thunk *call = quell_thunks[number()];
    uint64_t params_size = number();
    if (posix_memalign((void **)&parameters, GENEROUS_ALIGN, params_size + 1)) die("no memory for the parameters");
    memcpy(parameters, bytes(params_size), params_size);
    void *result = NULL;
    if (posix_memalign(&result, GENEROUS_ALIGN, number() + 1)) die("no memory for the result");
    place_objects(placement);
    set_globals();
    relocate();
    read_results();
    give_input();
    struct sigaction on_trap_of_sanitizer = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
    sigaction(SIGILL, &on_trap_of_sanitizer, NULL);
    alarm(SECONDS);
    call(parameters, result);
    _exit(0);
}

/* Sanitizers name report files after processes, and process ids are reused. */
static void name_report(pid_t process, uint64_t test, enum placement placement) {
    char given[64], name[64];
    snprintf(given, sizeof given, "report.%d", (int)process);
    snprintf(name, sizeof name, "report-%lu-%d", (unsigned long)test, (int)placement);
    rename(given, name);
}

static int run_in_child(uint64_t test, const uint8_t *content, enum placement placement) {
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) die("cannot fork");
    if (child == 0) {
        next = content;
        run(placement);
    }
    int status = 0;
    waitpid(child, &status, 0);
    name_report(child, test, placement);
    return status;
}

/* Stubs of external functions: see `quell_native::stub`. */
void quell_input(uint32_t function, void *result, uint64_t result_size) {
    memset(result, 0, result_size);
    if (function >= results_count) return;
    struct results *of = &results[function];
    uint64_t made = of->made++;
    if (of->each == result_size && made < of->count) memcpy(result, of->bytes + made * result_size, result_size);
}

void quell_event(uint32_t function, const void *arguments, uint64_t size, void *result, uint64_t result_size) {
    (void)arguments, (void)size;
    quell_input(function, result, result_size);
}

void quell_last_event(uint32_t function, const void *arguments, uint64_t size) {
    (void)function, (void)arguments, (void)size;
    _exit(0);
}

void *quell_passed(void *pointer) { return pointer; }

void quell_reached_undefined(void) { _exit(REACHED_UNDEFINED); }

static void assume(int holds) {
    if (!holds) _exit(ASSUMPTION_FAILED);
}

__attribute__((weak)) void quell_assume(int holds) { assume(holds); }
__attribute__((weak)) void klee_assume(uintptr_t holds) { assume(holds != 0); }
__attribute__((weak)) void __VERIFIER_assume(int holds) { assume(holds); }

static const uint8_t *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) die("cannot read the tests");
    long size = ftell(file);
    rewind(file);
    uint8_t *content = malloc((size_t)size + 1);
    if (!content || fread(content, 1, (size_t)size, file) != (size_t)size) die("cannot read the tests");
    fclose(file);
    return content;
}

/* Frames with redzones are larger than those that the tests were written with. */
static void enlarge_stack(char **arguments) {
    struct rlimit limit;
    if (getenv("QUELL_LARGE_STACK") || getrlimit(RLIMIT_STACK, &limit)) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? (rlim_t)1 << 30 : limit.rlim_max;
    setenv("QUELL_LARGE_STACK", "1", 1);
    if (setrlimit(RLIMIT_STACK, &limit) == 0) execv("/proc/self/exe", arguments);
}

int main(int count, char **arguments) {
    if (count < 2) die("no file of tests");
    enlarge_stack(arguments);
    next = read_file(arguments[1]);
    uint64_t tests = number();
    for (uint64_t test = 0; test < tests; test++) {
        uint64_t size = number();
        const uint8_t *start = bytes(size);
        for (int placement = GENEROUS; placement < PLACEMENTS; placement++) {
            int status = run_in_child(test, start, placement);
            printf("%lu %d %d\n", (unsigned long)test, placement, status);
        }
    }
    return 0;
}
