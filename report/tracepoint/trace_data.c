#include "report/tracepoint/trace_data.h"

#include <stdlib.h>
#include <string.h>

bool trace_data_init(struct trace_data *d, const uint8_t *bytes, size_t size, size_t need, bool swap)
{
	*d = (struct trace_data){ .bytes = bytes, .size = size, .swap = swap };
	if (size >= need)
		return true;
	d->longer = calloc(1, need);
	if (!d->longer)
		return false;
	memcpy(d->longer, bytes, size);
	d->bytes = d->longer;
	d->size = need;
	return true;
}

void trace_data_fini(struct trace_data *d)
{
	free(d->longer);
}

uint64_t trace_data_value(const struct trace_data *d, const struct trace_expr *e)
{
	return trace_expr_value(e, d->bytes, d->swap);
}

const uint8_t *trace_data_range(const struct trace_data *d, uint32_t offset, uint32_t size, size_t *ret_size)
{
	size_t left = offset < d->size ? d->size - offset : 0;

	*ret_size = size < left ? size : left;
	return d->bytes + (left ? offset : 0);
}
