/* Those of KLEE's functions that Quell knows, for programs that include this file where KLEE is not installed. */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

/* Inputs. */
void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_int(const char *name);
int klee_range(int first, int end, const char *name);
uintptr_t klee_choose(uintptr_t count);

/* What holds of them. */
void klee_assume(uintptr_t condition);

/* Ends. */
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* Without effect in Quell. */
void klee_check_memory_access(const void *address, size_t size);
void klee_close_merge(void);
void klee_mark_global(void *object);
void klee_open_merge(void);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_set_forking(unsigned enable);
void klee_stack_trace(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
#define klee_assert(condition) \
    ((condition) ? (void)0 : klee_report_error(__FILE__, __LINE__, "assertion failed: " #condition, "assert"))

#endif
