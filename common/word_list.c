#include "common/word_list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool word_list_has(const char *list, const char *word)
{
	size_t size = strlen(word);

	for (const char *p = list; *p;) {
		size_t n = strcspn(p, ",");

		if (!strncmp(p, word, size) && (!p[size] || p[size] == ','))
			return true;
		p += n + (p[n] == ',');
	}
	return false;
}

bool word_list_has_number(const char *list, uint32_t number)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", (int32_t)number);
	return word_list_has(list, text);
}

int word_list_check_numbers(const char *list, const char *option, struct error *err)
{
	for (const char *p = list; *p || p == list;) {
		size_t n = strcspn(p, ",");
		size_t sign = *p == '-';

		if (n == sign || strspn(p + sign, "0123456789") < n - sign)
			return error_set(err, -EINVAL, "%s '%.*s': a number, or a list of numbers with commas", option,
					 (int)n, p);
		p += n + (p[n] == ',');
	}
	return 0;
}
