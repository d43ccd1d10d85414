/*
 * suggest: finds names that are similar to an unknown one, for "did you mean".
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_SUGGEST_H
#define PREC_COMMON_SUGGEST_H

#include "common/error.h"

#define SUGGEST_MAX      3
#define SUGGEST_NAME_MAX 128

/* The most similar names so far, the most similar first. */
struct suggest {
	char wanted[SUGGEST_NAME_MAX];
	char names[SUGGEST_MAX][SUGGEST_NAME_MAX];
	unsigned distances[SUGGEST_MAX];
	int n;
};

/* Begins with an unknown name, which is copied. */
void suggest_init(struct suggest *s, const char *wanted);

/*
 * Keeps a name if it is one of the most similar ones. It may differ in a third of the letters, or begin with the
 * unknown name, or have it after a colon.
 */
void suggest_offer(struct suggest *s, const char *name);

/* Appends "; did you mean A, B or C?" to the message of *err, if there are any. */
void suggest_append(const struct suggest *s, struct error *err);

#endif
