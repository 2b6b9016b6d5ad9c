/* Variables that another file defines. */
extern int level;
extern unsigned char flags;

int above(int x) { return flags & 1 ? x + level : x; }
