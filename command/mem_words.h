/*
 * mem_words: the words of `prec mem [OPTIONS] record|report ...`, of which one program has the first command and
 * another one the second.
 */
#ifndef PREC_COMMAND_MEM_WORDS_H
#define PREC_COMMAND_MEM_WORDS_H

#include <stdbool.h>

/*
 * The index of the subcommand, after options that both subcommands take, or of -h or --help before it; argv[0] is
 * "mem". argc where there is neither.
 */
int mem_words_find(int argc, char *const *argv);

enum mem_type {
	MEM_TYPE_LOAD = 1,
	MEM_TYPE_STORE = 2,
};

/* The argument of -t, "load,store" in any case, as bits of enum mem_type. False: it is something else. */
bool mem_words_types(const char *text, unsigned *ret_types);

/*
 * The words without the subcommand at `at`, NULL-terminated: what an option parser takes. A malloc'ed array of argc - 1
 * words and NULL, whose strings are argv's; NULL without memory.
 */
char **mem_words_options(int argc, char **argv, int at);

#endif
