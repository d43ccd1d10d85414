#include "report/browser/elide.h"

#include "report/terminal/fit.h"

#include <string.h>

/* Of what is left a third is the beginning: the end has the function's own name. */
#define BEGINNING 3

/* Returns the end of as many letters as fit into width columns. */
static const char *skip_columns(const struct cells *of, const char *text, unsigned width)
{
	unsigned used = 0, size;

	while (*text) {
		const char *next = text;

		cells_letter(&next, of->is_utf8, &size);
		if (used + size > width)
			break;
		used += size;
		text = next;
	}
	return text;
}

/* "f(int, char)" becomes "f()": what the last parentheses hold at the end of a name, but for " const" after them. */
static void leave_out_parameters(char *name)
{
	char *end = strrchr(name, ')'), *begin = end;
	int depth = 0;

	if (!end || (end[1] && strcmp(end + 1, " const") != 0))
		return;
	do {
		depth += *begin == ')' ? 1 : *begin == '(' ? -1 : 0;
	} while (depth && begin-- > name);
	if (!depth && begin > name && begin[-1] != ' ')
		memmove(begin + 1, end, strlen(end) + 1);
}

/* Perf's letter of the mode before a symbol, "[k] ", stays. */
#define MODE_SIZE 4u

static bool has_mode(const char *name)
{
	return *name == '[' && strlen(name) > MODE_SIZE && name[2] == ']' && name[3] == ' ';
}

void elide_name(const struct cells *of, char *name, size_t size, unsigned width)
{
	const char *mark = of->is_utf8 ? "…" : "~";
	unsigned all = cells_width(of, name), left;
	const char *begin, *end;

	if (all <= width || !width)
		return;
	if (has_mode(name) && width > 2 * MODE_SIZE) {
		elide_name(of, name + MODE_SIZE, size - MODE_SIZE, width - MODE_SIZE);
		return;
	}
	fit_name(name, (int)width, false);
	if (cells_width(of, name) > width)
		leave_out_parameters(name);
	all = cells_width(of, name);
	if (all <= width)
		return;
	left = (width - 1) / BEGINNING;
	begin = skip_columns(of, name, left);
	end = skip_columns(of, name, all - (width - 1 - left));
	/* A wide letter that would be cut takes a column more than there is. */
	if (cells_width(of, end) > width - 1 - left)
		end = skip_columns(of, name, all - (width - 1 - left) + 1);
	if ((size_t)(begin - name) + strlen(mark) + strlen(end) >= size)
		return;
	memmove(name + (begin - name) + strlen(mark), end, strlen(end) + 1);
	memcpy(name + (begin - name), mark, strlen(mark));
}
