#include "formats/record/sample.h"

#include "formats/record/sample_decode.h"

int sample_find_callchain(const struct record *r, const struct file_event *e, const uint8_t **ret_addrs,
			  uint64_t *ret_n, struct error *err)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	struct sample_read read;
	const uint8_t *addrs;
	uint64_t n;

	*ret_n = 0;
	if (!(e->attr.sample_type & PERF_SAMPLE_CALLCHAIN))
		return 0;
	cursor_skip(&c, e->layout.fixed_end);
	if (e->attr.sample_type & PERF_SAMPLE_READ)
		sample_decode_read(&c, e->attr.read_format, &read);
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
