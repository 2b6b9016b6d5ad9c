/* What a program tells Quell of its inputs. Quell finds this file by itself; other compilers need a copy of it. To
   them nothing in here has any effect. */
#ifndef QUELL_H
#define QUELL_H

#ifdef __QUELL__
/* Inputs on which the condition does not hold are none: no test has them, and proofs leave them out. */
void quell_assume(_Bool condition);
#else
#define quell_assume(condition) ((void)0)
#endif

#endif
