#include "command/mem_words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Of letters in one word, -pt, the first that takes an argument has the rest of the word for it, or the next one. */
static bool letters_take_next(const char *letters)
{
	size_t at = strcspn(letters, "tC");

	return letters[at] && !letters[at + 1];
}

/* Whether the word is an option whose argument is the next word: -t TYPE, -C CPUS; a long name may be shortened. */
static bool takes_next(const char *word)
{
	size_t size = strlen(word);

	if (word[1] != '-')
		return letters_take_next(word + 1);
	return size > 2 && (!strncmp(word, "--type", size) || !strncmp(word, "--cpu", size));
}

int mem_words_find(int argc, char *const *argv)
{
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] != '-' || !strcmp(argv[i], "-h") || !strcmp(argv[i], "--help"))
			return i;
		i += takes_next(argv[i]);
	}
	return argc;
}

bool mem_words_types(const char *text, unsigned *ret_types)
{
	const char *p = text;

	*ret_types = 0;
	for (;;) {
		size_t size = strcspn(p, ",");

		if (size == strlen("load") && !strncasecmp(p, "load", size))
			*ret_types |= MEM_TYPE_LOAD;
		else if (size == strlen("store") && !strncasecmp(p, "store", size))
			*ret_types |= MEM_TYPE_STORE;
		else
			return false;
		if (!p[size])
			return true;
		p += size + 1;
	}
}

char **mem_words_options(int argc, char **argv, int at)
{
	char **words = calloc((size_t)argc + 1, sizeof(*words));
	int n = 0;

	for (int i = 0; i < argc && words; i++)
		if (i != at)
			words[n++] = argv[i];
	return words;
}
