#include "common/pager_choice.h"

#include "common/program.h"

#include <stdlib.h>
#include <string.h>

/* Whether a word of less's options has the letter: "-FRSX", "FRSX" in the variable LESS; or is the long name. */
static bool has_option(const char *words, char letter, const char *name)
{
	while (*words) {
		size_t size = strcspn(words, " \t");

		if (!strncmp(words, "--", 2) ? size == strlen(name) && !strncmp(words, name, size)
					     : memchr(words, letter, size) != NULL)
			return true;
		words += size;
		words += strspn(words, " \t");
	}
	return false;
}

/* Whether less, which is called with those words, will have the option. */
static bool less_has(const char *words, char letter, const char *name)
{
	const char *variable = getenv("LESS");

	return has_option(variable ? variable : LESS_OPTIONS, letter, name) || has_option(words, letter, name);
}

static struct pager_choice choose(const char *command)
{
	struct pager_choice c = { .command = command, .colors = true };
	size_t size = strcspn(command, " \t");
	size_t name = size;

	while (name && command[name - 1] != '/')
		name--;
	if (size - name == 4 && !strncmp(command + name, "less", 4)) {
		c.cuts = less_has(command + size, 'S', "--chop-long-lines");
		c.colors = less_has(command + size, 'R', "--RAW-CONTROL-CHARS");
	}
	return c;
}

struct pager_choice pager_choose(bool dumb)
{
	const char *own = getenv("PREC_PAGER");
	const char *command = own ? own : getenv("PAGER");

	if (!own && dumb)
		command = "";
	else if (!command)
		command = program_find("less") ? "" : "less -" LESS_OPTIONS;
	return *command && strcmp(command, "cat") ? choose(command) : (struct pager_choice){ .colors = true };
}
