/*
 * tree: a folder of small files made for one test case, in place of /sys, /proc or tracefs.
 */
#ifndef PREC_TESTS_SUPPORT_TREE_H
#define PREC_TESTS_SUPPORT_TREE_H

#include <stddef.h>

struct tree {
	char root[256];
};

/* Makes an empty folder below $TMPDIR or /tmp; a failure ends the case. */
void tree_init(struct tree *t);
/* Removes it with all it holds. */
void tree_fini(struct tree *t);

/* Writes the file path, its folders too. */
void tree_write(const struct tree *t, const char *path, const char *text);
void tree_write_bytes(const struct tree *t, const char *path, const void *data, size_t size);

/* Fails the case unless the file at path, any path, has this text. want NULL: there is no such file. */
void tree_check(const char *path, const char *want);

/* How often what watch, a non-blocking descriptor of inotify(7), watches has been opened since it was last asked. */
int tree_opened(int watch);

#endif
