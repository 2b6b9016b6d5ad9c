/* The labels of LTest. Quell includes this before a program that uses them and does not declare them itself. The macros keep
   the program from defining them to nothing. */
#ifndef QUELL_LTEST_H
#define QUELL_LTEST_H

#if defined(__QUELL__) || defined(__QUELL_LABELS__)
void pc_label(_Bool condition, unsigned long id, ...);
void pc_label_bindings(_Bool condition, unsigned long id, ...);
void pc_label_sequence(_Bool condition, unsigned long id, int position, int length, const char *variable, ...);
void pc_label_sequence_condition(_Bool condition, const char *variable);
#define pc_label pc_label
#define pc_label_bindings pc_label_bindings
#define pc_label_sequence pc_label_sequence
#define pc_label_sequence_condition pc_label_sequence_condition
#endif

#endif
