#include "report/terminal/fit.h"

#include "common/bisect.h"
#include "report/terminal/line_cut.h"

#include <ctype.h>
#include <string.h>

static int narrowed(int width, int share, int unit)
{
	return width < share * unit ? width : share * unit;
}

static int narrowed_sum(const int *widths, const int *shares, unsigned n, int unit)
{
	int sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += narrowed(widths[i], shares[i], unit);
	return sum;
}

/* The largest unit that fits: it is between what fits for certain, as good as that can be, and what does not. */
static int unit_find(const int *widths, const int *shares, unsigned n, int room)
{
	int too_much = room > FIT_LEAST ? room + 1 : FIT_LEAST + 1;

	return BISECT(FIT_LEAST + 1, too_much, unit, narrowed_sum(widths, shares, n, unit) <= room) - 1;
}

void fit_columns(int *widths, const int *shares, unsigned n, int room)
{
	int unit, spare;

	if (narrowed_sum(widths, shares, n, 1 << 20) <= room)
		return;
	unit = unit_find(widths, shares, n, room);
	spare = room - narrowed_sum(widths, shares, n, unit);
	for (unsigned i = 0; i < n; i++) {
		int width = narrowed(widths[i], shares[i], unit);
		int more = widths[i] - width;

		if (more > spare)
			more = spare;
		if (more > 0)
			spare -= more;
		widths[i] = width + (more > 0 ? more : 0);
	}
}

/* Whether the bracket there begins the arguments of a template: "map<", but neither "operator<" nor "<T as Trait>". */
static bool begins_arguments(const char *name, const char *bracket)
{
	static const char word[] = "operator";
	const char *before = bracket;

	while (before > name && before[-1] == '<')
		before--;
	if (before == name || !(isalnum((unsigned char)before[-1]) || before[-1] == '_'))
		return false;
	return before - name < (long)strlen(word) || strncmp(before - strlen(word), word, strlen(word)) != 0;
}

/* The bracket that closes the one there, or NULL. */
static const char *closing(const char *bracket)
{
	int depth = 0;

	for (const char *p = bracket; *p; p++) {
		if (*p == '<')
			depth++;
		else if (*p == '>' && p[-1] != '-' && !--depth)
			return p;
	}
	return NULL;
}

static void leave_out_arguments(char *name)
{
	bool balanced = true;
	char *to = name;

	for (const char *p = name; *p; p++) {
		bool begins = balanced && *p == '<' && begins_arguments(name, p);
		const char *end = begins ? closing(p) : NULL;

		balanced = !begins || end;
		*to++ = *p;
		if (end) {
			*to++ = '>';
			p = end;
		}
	}
	*to = 0;
}

void fit_name(char *name, int width, bool cut)
{
	if (line_cut_width(name) > (size_t)width)
		leave_out_arguments(name);
	if (cut && width > 0 && line_cut_width(name) > (size_t)width)
		strcpy(name + (line_cut_at(name, (size_t)width - 1) - name), "~");
}
