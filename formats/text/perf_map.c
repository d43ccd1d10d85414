#include "formats/text/perf_map.h"

#include <stdbool.h>
#include <string.h>

struct perf_map_reader perf_map_open(const char *text, size_t size)
{
	return (struct perf_map_reader){ .pos = text, .end = text + size };
}

static bool perf_map_hex(const char **p, const char *end, uint64_t *ret)
{
	const char *start;
	uint64_t v = 0;

	if (end - *p > 2 && (*p)[0] == '0' && ((*p)[1] == 'x' || (*p)[1] == 'X'))
		*p += 2;
	for (start = *p; *p < end; ++*p) {
		char c = **p;

		if (c >= '0' && c <= '9')
			v = v << 4 | (uint64_t)(c - '0');
		else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
			v = v << 4 | (uint64_t)((c | 0x20) - 'a' + 10);
		else
			break;
	}
	*ret = v;
	return *p > start && *p - start <= 16;
}

static bool perf_map_blank(const char **p, const char *end)
{
	if (*p == end || **p != ' ')
		return false;
	++*p;
	return true;
}

static bool perf_map_parse_line(struct perf_map_entry *e, const char *p, const char *end)
{
	if (!perf_map_hex(&p, end, &e->start) || !perf_map_blank(&p, end) || !perf_map_hex(&p, end, &e->size) ||
	    !perf_map_blank(&p, end))
		return false;
	e->name = p;
	e->name_size = (size_t)(end - p);
	return e->name_size > 0;
}

int perf_map_next(struct perf_map_reader *r, struct perf_map_entry *ret_entry)
{
	while (r->pos < r->end) {
		const char *line = r->pos;
		const char *end = memchr(line, '\n', (size_t)(r->end - line));

		/* The last line may have no newline. */
		r->pos = end ? end + 1 : r->end;
		end = end ? end : r->end;
		if (perf_map_parse_line(ret_entry, line, end))
			return 1;
		r->n_bad += end > line;
	}
	return 0;
}
