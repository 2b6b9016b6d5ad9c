/* Trees with nodes of the caller and of malloc: pointers stay pointers when states are merged, although null was written
   byte by byte, and pointers to pointers point only to members that they can reach. */
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

struct tree *insert(struct tree *tree, int key) {
    if (key > 5)
        key = 5;
    if (!tree) {
        tree = malloc(sizeof *tree);
        tree->key = key;
        tree->left = 0;
        tree->right = 0;
        return tree;
    }
    if (key < tree->key)
        tree->left = insert(tree->left, key);
    else
        tree->right = insert(tree->right, key);
    return tree;
}

int is_found(struct tree *tree, int key) {
    struct tree **at = &tree;
    while (*at && (*at)->key != key)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    return *at != 0;
}
