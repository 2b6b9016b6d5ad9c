// Types of C: their names, fields and values, and variables of them.
#include <stddef.h>
#include <stdlib.h>
#include "shapes.h"
//@ type struct point: x int 0+32, y int 32+32, flag unsigned int 64:3, more int 67:5
//@ size struct point: 96

typedef struct point point_t;
typedef int (*callback)(int, const char *);
enum color { RED, GREEN = 5, DARK = -2 };
//@ enum enum color: RED=0 GREEN=5 DARK=-2
union number {
    float f;
    unsigned char bytes[4];
};
//@ type union number: f float 0+32, bytes unsigned char [4] 0+32
struct node {
    struct node *next;
    union {
        long id;
        double weight;
    };
    const char *const names[2];
    point_t corners[2][3];
    volatile short s;
};
//@ type struct node: next struct node * 0+64, ? union {...} 64+64, names const char *const [2] 128+128, corners point_t [2][3] 256+576, s volatile short 832+16
//@ size struct node: 896

int counter = 3;                //@ global counter: int
const char *labels[3];          //@ global labels: const char *[3]
callback handler;               //@ global handler: callback
int (*raw)(int, const char *);  //@ global raw: int (*)(int, const char *)
void (*variadic)(const char *, ...); //@ global variadic: void (*)(const char *, ...)
int (*grid)[4];                 //@ global grid: int (*)[4]
char *(*table[2])(void);        //@ global table: char *(*[2])(void)
struct node *volatile head;     //@ global head: struct node *volatile
_Bool truth;                    //@ global truth: _Bool
long double wide;               //@ global wide: long double
__int128 huge;                  //@ global huge: __int128
unsigned long long big;         //@ global big: unsigned long long
int lanes __attribute__((vector_size(16))); //@ global lanes: int vector[4]

int use(enum color c, union number *n) { //@ origin use: main
    static int calls = 1;       //@ global calls: int
    int total = (int)c;         //@ var use total: int
    for (int i = 0; i < 4; i++) { //@ var use i: int
        unsigned char part = n->bytes[i]; //@ var use part: unsigned char
        total += part;
    }
    calls += total;
    struct node local = {0};    //@ var use local: struct node
    local.s = (short)total;
    char text[10] = "abc";      //@ var use text: char [10]
    int length = calls + 1;     //@ var use length: int
    int vla[length];            //@ var use vla: int []
    vla[0] = text[0];
    struct point p = {total, vla[0], 1, 1}; //@ var use p: struct point
    return header_sum(&p) + counter + (labels[0] != NULL) + local.s + abs(total);
}
//@ [O0] origin header_sum: header
//@ [O0] user: header_sum use
