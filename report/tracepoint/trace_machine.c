#include "report/tracepoint/trace_machine.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Adds a line ADDRESS : "FORMAT", without quotes and the final newline. */
static int line_add(struct trace_printks *p, struct arena *arena, const char *line, size_t size)
{
	char *text = arena_strndup(arena, line, size), *format;
	struct trace_printk printk;

	if (!text)
		return -ENOMEM;
	printk.addr = strtoull(text, &format, 16);
	if (format == text || *format != ' ')
		return 0;
	format += strspn(format, " :");
	format += *format == '"';
	size = strlen(format);
	if (size && format[size - 1] == '"')
		format[--size] = 0;
	if (size >= 2 && !strcmp(format + size - 2, "\\n"))
		format[size - 2] = 0;
	printk.text = format;
	if (!list_reserve(&p->list, p->n, &p->capacity, sizeof(printk)))
		return -ENOMEM;
	p->list[p->n++] = printk;
	return 0;
}

static int printk_compare(const void *a, const void *b)
{
	uint64_t x = ((const struct trace_printk *)a)->addr, y = ((const struct trace_printk *)b)->addr;

	return x < y ? -1 : x > y;
}

int trace_printks_add(struct trace_printks *printks, struct arena *arena, const char *text, size_t size)
{
	const char *p = text, *end = text + size;
	int result = 0;

	while (p < end && !result) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		size_t length = (size_t)((newline ? newline : end) - p);

		result = line_add(printks, arena, p, length);
		p += length + 1;
	}
	if (printks->n)
		qsort(printks->list, printks->n, sizeof(*printks->list), printk_compare);
	return result;
}

void trace_printks_fini(struct trace_printks *printks)
{
	free(printks->list);
	*printks = (struct trace_printks){ 0 };
}

const char *trace_printks_find(const struct trace_printks *printks, uint64_t addr)
{
	const struct trace_printk key = { .addr = addr }, *found = NULL;

	if (printks->n)
		found = bsearch(&key, printks->list, printks->n, sizeof(key), printk_compare);
	return found ? found->text : NULL;
}
