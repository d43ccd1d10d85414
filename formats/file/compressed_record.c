#include "formats/file/compressed_record.h"

#include "formats/file/decompress_limit.h"

#include <zstd.h>
#include <zstd_errors.h>

struct cursor compressed_payload(const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);

	cursor_skip(&c, RECORD_HEADER_SIZE);
	if (r->type == PERF_RECORD_COMPRESSED2) {
		uint64_t size = cursor_u64(&c);

		if (size < cursor_left(&c))
			c.end = c.pos + size;
	}
	return c;
}

bool payload_begins_frame(const struct record *r)
{
	struct cursor payload = compressed_payload(r);
	unsigned long long raw = ZSTD_getFrameContentSize(payload.pos, cursor_left(&payload));

	return raw != ZSTD_CONTENTSIZE_UNKNOWN && raw != ZSTD_CONTENTSIZE_ERROR;
}

bool zstd_lacks_memory(size_t result)
{
	return ZSTD_isError(result) && ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation;
}

size_t whole_records(const uint8_t *data, size_t size, bool swap, uint64_t *ret_weight, bool *ret_broken)
{
	uint64_t n = 0, n_samples = 0;
	size_t pos = 0;

	*ret_broken = false;
	while (size - pos >= RECORD_HEADER_SIZE) {
		uint16_t record_size = load_u16_order(data + pos + 6, swap);

		if (record_size < RECORD_HEADER_SIZE) {
			*ret_broken = true;
			break;
		}
		if (record_size > size - pos)
			break;
		n++;
		n_samples +=
			load_u32_order(data + pos, swap) == PERF_RECORD_SAMPLE && record_size >= BLOCKS_SAMPLE_LEAST;
		pos += record_size;
	}
	*ret_weight = n_samples + (n - n_samples) * BLOCKS_WEIGHT_OTHER;
	return pos;
}
