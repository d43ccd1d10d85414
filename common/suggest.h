/*
 * suggest: names near to one that is not known, for "did you mean".
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_SUGGEST_H
#define PREC_COMMON_SUGGEST_H

#include "common/error.h"

#define SUGGEST_MAX      3
#define SUGGEST_NAME_MAX 128

/* The nearest names seen, nearest first. */
struct suggest {
	char wanted[SUGGEST_NAME_MAX];
	char names[SUGGEST_MAX][SUGGEST_NAME_MAX];
	unsigned distances[SUGGEST_MAX];
	int n;
};

void suggest_init(struct suggest *s, const char *wanted);

/*
 * Takes the name into account when it is near enough: a third of the letters may differ, or the wanted one is its
 * beginning or what follows its colon.
 */
void suggest_offer(struct suggest *s, const char *name);

/* Appends "; did you mean A, B or C?" to the message of *err, when there are any. */
void suggest_append(const struct suggest *s, struct error *err);

#endif
