#include "common/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SUGGEST_LETTERS 64 /* of a name that are compared */

void suggest_init(struct suggest *s, const char *wanted)
{
	memset(s, 0, sizeof(*s));
	snprintf(s->wanted, sizeof(s->wanted), "%s", wanted);
}

static bool same_letter(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Returns how many letters differ, are missing, are too many, or are exchanged with the next; case does not count. */
static unsigned suggest_distance(const char *a, const char *b)
{
	unsigned rows[3][SUGGEST_LETTERS + 1];
	unsigned *before = rows[0], *last = rows[1], *row = rows[2];
	size_t b_size = strnlen(b, SUGGEST_LETTERS);

	for (size_t j = 0; j <= b_size; j++)
		last[j] = before[j] = (unsigned)j;
	for (size_t i = 0; a[i] && i < SUGGEST_LETTERS; i++) {
		unsigned *oldest = before;

		row[0] = (unsigned)i + 1;
		for (size_t j = 0; j < b_size; j++) {
			unsigned best = last[j] + !same_letter(a[i], b[j]);

			best = best < last[j + 1] + 1 ? best : last[j + 1] + 1;
			best = best < row[j] + 1 ? best : row[j] + 1;
			if (i && j && same_letter(a[i], b[j - 1]) && same_letter(a[i - 1], b[j]) &&
			    before[j - 1] + 1 < best)
				best = before[j - 1] + 1;
			row[j + 1] = best;
		}
		before = last;
		last = row;
		row = oldest;
	}
	return last[b_size];
}

void suggest_offer(struct suggest *s, const char *name)
{
	unsigned limit = (unsigned)(strlen(s->wanted) + 2) / 3;
	const char *tail = strchr(name, ':');
	unsigned distance = suggest_distance(s->wanted, name);
	int at = s->n;

	if (tail && !strcmp(tail + 1, s->wanted))
		distance = 0;
	else if (!strncmp(name, s->wanted, strlen(s->wanted)))
		distance = distance > limit ? limit : distance;

	if (distance > limit || !*s->wanted)
		return;
	while (at && s->distances[at - 1] > distance)
		at--;
	if (at == SUGGEST_MAX)
		return;
	if (s->n < SUGGEST_MAX)
		s->n++;
	for (int i = s->n - 1; i > at; i--) {
		memcpy(s->names[i], s->names[i - 1], sizeof(s->names[i]));
		s->distances[i] = s->distances[i - 1];
	}
	snprintf(s->names[at], sizeof(s->names[at]), "%s", name);
	s->distances[at] = distance;
}

void suggest_append(const struct suggest *s, struct error *err)
{
	for (int i = 0; i < s->n; i++)
		error_append(err, "%s'%s'%s",
			     !i              ? "; did you mean "
			     : i + 1 == s->n ? " or "
					     : ", ",
			     s->names[i], i + 1 == s->n ? "?" : "");
}
