/* Structures that point to each other. */
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};
static struct node *pushed(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}
static int summed_and_freed(struct node *list) {
    int sum = 0;
    while (list) {
        struct node *next = list->next;
        sum = (sum * 10 + list->value) & 0xffff;
        free(list);
        list = next;
    }
    return sum;
}
int built(unsigned n, int x) {
    struct node *list = 0;
    for (unsigned i = 0; i < n % 4; i++)
        list = pushed(list, (x & 7) + i);
    return summed_and_freed(list);
}
int without(unsigned n, unsigned which) {
    struct node *list = 0;
    for (unsigned i = 0; i < n % 5; i++)
        list = pushed(list, i);
    for (struct node **at = &list; *at; at = &(*at)->next)
        if ((*at)->value == (int)(which % 5)) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
            break;
        }
    return summed_and_freed(list);
}
int reversed(unsigned n) {
    struct node *list = 0, *back = 0;
    for (unsigned i = 0; i < n % 4; i++)
        list = pushed(list, i + 1);
    while (list) {
        struct node *next = list->next;
        list->next = back;
        back = list;
        list = next;
    }
    return summed_and_freed(back);
}
struct tree {
    int key;
    struct tree *left, *right;
};
static struct tree *inserted(struct tree *tree, struct tree *new) {
    if (!tree)
        return new;
    if (new->key < tree->key)
        tree->left = inserted(tree->left, new);
    else
        tree->right = inserted(tree->right, new);
    return tree;
}
int least(int a, int b, int c) {
    struct tree nodes[3] = {{a, 0, 0}, {b, 0, 0}, {c, 0, 0}};
    struct tree *root = 0;
    for (int i = 0; i < 3; i++)
        root = inserted(root, &nodes[i]);
    while (root->left)
        root = root->left;
    return root->key;
}
int chosen(unsigned i, unsigned j) {
    int a = 1, b = 2, c = 3;
    int *all[] = {&a, &b, &c};
    *all[i % 3] = 10;
    int *kept = all[j % 3];
    all[j % 3] = all[0];
    *kept += 5;
    return a * 10000 + b * 100 + c + *all[1];
}
