#include "formats/sample.h"

#include <errno.h>

/* Passes over a READ field. */
static void sample_skip_read(struct cursor *c, uint64_t read_format)
{
	uint64_t times =
		!!(read_format & PERF_FORMAT_TOTAL_TIME_ENABLED) + !!(read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	uint64_t value = 1 + !!(read_format & PERF_FORMAT_ID) + !!(read_format & PERF_FORMAT_LOST);
	uint64_t n = read_format & PERF_FORMAT_GROUP ? cursor_u64(c) : 1;

	if (n > RECORD_SIZE_MAX)
		c->failed = true;
	else
		cursor_skip(c, 8 * (times + n * value));
}

int sample_find_callchain(const struct record *r, const struct file_event *e, const uint8_t **ret_addrs,
			  uint64_t *ret_n, struct error *err)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	const uint8_t *addrs;
	uint64_t n;

	*ret_n = 0;
	if (!(e->attr.sample_type & PERF_SAMPLE_CALLCHAIN))
		return 0;
	cursor_skip(&c, e->layout.fixed_end);
	if (e->attr.sample_type & PERF_SAMPLE_READ)
		sample_skip_read(&c, e->attr.read_format);
	n = cursor_u64(&c);
	addrs = n <= RECORD_SIZE_MAX / 8 ? cursor_bytes(&c, 8 * n) : NULL;
	if (!addrs || !cursor_ok(&c))
		return error_at(err, -EBADMSG, r->offset, r->type,
				"a sample's callchain of %llu addresses does not fit into its %u bytes",
				(unsigned long long)n, r->size);
	*ret_addrs = addrs;
	*ret_n = n;
	return 0;
}
