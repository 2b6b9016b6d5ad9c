/* What a program tells Quell of its inputs and of what its tests have to cover. Quell finds this file by itself; other
   compilers need a copy of it. To them nothing in here has any effect. */
#ifndef QUELL_H
#define QUELL_H

#ifdef __QUELL__
/* Inputs on which the condition does not hold are none: no test has them, and proofs leave them out. */
void quell_assume(_Bool condition);
/* A coverage objective: a test reaches this while the condition holds. The condition has no side effects; number and tag are
   constants. Without a tag (0) it is LABEL. */
void quell_label(_Bool condition, unsigned long id, const char *tag);
#elif defined(__QUELL_LABELS__)
/* A program that is built to be run, with its labels. */
#define quell_assume(condition) ((void)0)
void quell_label(_Bool condition, unsigned long id, const char *tag);
#else
#define quell_assume(condition) ((void)0)
#define quell_label(condition, id, tag) ((void)0)
#ifndef pc_label
#define pc_label(...) ((void)0)
#define pc_label_bindings(...) ((void)0)
#define pc_label_sequence(...) ((void)0)
#define pc_label_sequence_condition(...) ((void)0)
#endif
#endif

#endif
