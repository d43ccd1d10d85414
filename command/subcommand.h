/*
 * subcommand: the second word of commands such as "prec mem record".
 */
#ifndef PREC_COMMAND_SUBCOMMAND_H
#define PREC_COMMAND_SUBCOMMAND_H

#include <stdbool.h>
#include <string.h>

/* Whether a word is the subcommand, or three letters of it or more, as Linux perf takes it. */
static inline bool subcommand_is(const char *word, const char *subcommand)
{
	const size_t size = strlen(word);

	return size > 2 && !strncmp(word, subcommand, size);
}

#endif
