/* perf_builder's compressed data and feature sections. */
#include "tests/support/perf_builder.h"

#include "formats/feature/tracing_data.h"
#include "formats/record/attr.h"

#include <assert.h>
#include <zstd.h>

#define COMPRESSED_PIECE_MAX  (RECORD_SIZE_MAX - RECORD_HEADER_SIZE)
#define COMPRESSED2_PIECE_MAX (65528 - RECORD_HEADER_SIZE - 8)
#define STRING_ALIGN          64

/* --- compression --------------------------------------------------------- */

void perf_builder_compress_begin(struct perf_builder *b)
{
	b->compress_from = b->records.size;
}

/* The raw bytes since begin leave the records and come back as a buffer of their own. */
static struct buffer builder_take_raw(struct perf_builder *b)
{
	struct buffer raw;

	buffer_init(&raw);
	buffer_append(&raw, b->records.data + b->compress_from, b->records.size - b->compress_from);
	b->records.size = b->compress_from;
	return raw;
}

static void builder_put_piece(struct perf_builder *b, uint32_t type, const uint8_t *data, size_t size)
{
	size_t padding = type == PERF_RECORD_COMPRESSED2 ? align_up(size, 8) - size : 0;
	size_t head = type == PERF_RECORD_COMPRESSED2 ? 8 : 0;

	perf_builder_header(b, type, 0, (uint16_t)(RECORD_HEADER_SIZE + head + size + padding));
	if (head)
		buffer_put_u64(&b->records, size);
	buffer_append(&b->records, data, size);
	buffer_append(&b->records, NULL, padding);
}

static void builder_put_pieces(struct perf_builder *b, uint32_t type, const uint8_t *data, size_t size, size_t max)
{
	size_t limit = type == PERF_RECORD_COMPRESSED2 ? COMPRESSED2_PIECE_MAX : COMPRESSED_PIECE_MAX;

	if (max && max < limit)
		limit = max;
	for (size_t at = 0; at < size; at += limit)
		builder_put_piece(b, type, data + at, size - at < limit ? size - at : limit);
}

void perf_builder_compress_end(struct perf_builder *b, uint32_t type, int level, size_t record_max)
{
	struct buffer raw = builder_take_raw(b);
	struct buffer frame;
	size_t size;

	buffer_init(&frame);
	buffer_reserve(&frame, ZSTD_compressBound(raw.size));
	size = ZSTD_compress(frame.data, frame.capacity, raw.data, raw.size, level);
	assert(!ZSTD_isError(size));
	builder_put_pieces(b, type, frame.data, size, record_max);
	buffer_fini(&frame);
	buffer_fini(&raw);
}

void perf_builder_compress_stream_end(struct perf_builder *b, int level, size_t every)
{
	struct buffer raw = builder_take_raw(b);
	ZSTD_CStream *stream = ZSTD_createCStream();
	struct buffer piece;

	assert(stream && every);
	ZSTD_initCStream(stream, level);
	buffer_init(&piece);
	buffer_reserve(&piece, ZSTD_compressBound(every) + 64);
	for (size_t at = 0; at < raw.size; at += every) {
		ZSTD_inBuffer in = { raw.data + at, raw.size - at < every ? raw.size - at : every, 0 };
		ZSTD_outBuffer out = { piece.data, piece.capacity, 0 };
		size_t left = ZSTD_compressStream2(stream, &out, &in, ZSTD_e_flush);

		assert(!left && in.pos == in.size);
		(void)left;
		builder_put_pieces(b, PERF_RECORD_COMPRESSED, piece.data, out.pos, 0);
	}
	ZSTD_freeCStream(stream);
	buffer_fini(&piece);
	buffer_fini(&raw);
}

/* --- features ------------------------------------------------------------ */

static struct buffer *builder_section(struct perf_builder *b, int bit)
{
	int i;

	for (i = 0; i < b->n_features; i++)
		if (b->features[i].bit == bit)
			return &b->features[i].data;
	assert(i < PERF_BUILDER_FEATURES_MAX && bit < FILE_FEATURE_BITS);
	b->n_features++;
	b->features[i].bit = bit;
	buffer_init(&b->features[i].data);
	b->features[i].data.swap = b->records.swap;
	return &b->features[i].data;
}

static void section_put_string(struct buffer *section, const char *text)
{
	size_t size = strlen(text) + 1;
	size_t padded = align_up(size, STRING_ALIGN);

	buffer_put_u32(section, (uint32_t)padded);
	buffer_append(section, text, size);
	buffer_append(section, NULL, padded - size);
}

void perf_builder_feature(struct perf_builder *b, int bit, const void *data, size_t size)
{
	buffer_append(builder_section(b, bit), data, size);
}

void perf_builder_feature_string(struct perf_builder *b, int bit, const char *text)
{
	section_put_string(builder_section(b, bit), text);
}

void perf_builder_feature_cmdline(struct perf_builder *b, int argc, const char *const *argv)
{
	struct buffer *section = builder_section(b, FEATURE_CMDLINE);

	buffer_put_u32(section, argc);
	for (int i = 0; i < argc; i++)
		section_put_string(section, argv[i]);
}

void perf_builder_feature_nrcpus(struct perf_builder *b, uint32_t available, uint32_t online)
{
	struct buffer *section = builder_section(b, FEATURE_NRCPUS);

	buffer_put_u32(section, available);
	buffer_put_u32(section, online);
}

void perf_builder_feature_total_mem(struct perf_builder *b, uint64_t kib)
{
	buffer_put_u64(builder_section(b, FEATURE_TOTAL_MEM), kib);
}

void perf_builder_feature_sample_time(struct perf_builder *b, uint64_t first, uint64_t last)
{
	struct buffer *section = builder_section(b, FEATURE_SAMPLE_TIME);

	buffer_put_u64(section, first);
	buffer_put_u64(section, last);
}

void perf_builder_feature_tracing(struct perf_builder *b, const char *format)
{
	static const char page[] = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
				   "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
				   "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
				   "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";
	const struct tracing_text text = { format, strlen(format) };
	const struct tracing_system system = { "test", &text, 1 };
	const struct tracing_data data = { .page_size = 4096,
					   .header_page = { page, sizeof(page) - 1 },
					   .header_event = { "# none", 6 },
					   .systems = &system,
					   .n_systems = 1 };

	tracing_data_encode(builder_section(b, FEATURE_TRACING_DATA), &data);
}

void perf_builder_feature_compressed(struct perf_builder *b, int level, uint32_t ratio, uint32_t mmap_len)
{
	struct buffer *section = builder_section(b, FEATURE_COMPRESSED);

	buffer_put_u32(section, 1);
	buffer_put_u32(section, 1);
	buffer_put_u32(section, (uint32_t)level);
	buffer_put_u32(section, ratio);
	buffer_put_u32(section, mmap_len);
}

void perf_builder_feature_group(struct perf_builder *b, const char *name, uint32_t leader, uint32_t n)
{
	struct buffer *section = builder_section(b, FEATURE_GROUP_DESC);

	buffer_put_u32(section, 1);
	section_put_string(section, name);
	buffer_put_u32(section, leader);
	buffer_put_u32(section, n);
}

void perf_builder_feature_event_desc(struct perf_builder *b)
{
	struct buffer *section = builder_section(b, FEATURE_EVENT_DESC);
	uint32_t attr_size = b->n_events ? b->events[0].attr.size : ATTR_SIZE_VER7;

	buffer_put_u32(section, b->n_events);
	buffer_put_u32(section, attr_size);
	for (int i = 0; i < b->n_events; i++) {
		struct event_attr attr = b->events[i].attr;

		attr.size = attr_size;
		attr_encode(section, &attr);
		buffer_put_u32(section, b->events[i].n_ids);
		section_put_string(section, b->events[i].name);
		for (int j = 0; j < b->events[i].n_ids; j++)
			buffer_put_u64(section, b->events[i].ids[j]);
	}
}

void perf_builder_feature_build_id(struct perf_builder *b, uint16_t misc, int32_t pid, const struct build_id *id,
				   const char *name)
{
	struct buffer *section = builder_section(b, FEATURE_BUILD_ID);
	size_t name_size = align_up(strlen(name) + 1, STRING_ALIGN);

	buffer_put_u32(section, PERF_RECORD_HEADER_BUILD_ID);
	buffer_put_u16(section, misc | RECORD_MISC_BUILD_ID_SIZE);
	buffer_put_u16(section, (uint16_t)(RECORD_HEADER_SIZE + 4 + 24 + name_size));
	buffer_put_u32(section, (uint32_t)pid);
	buffer_append(section, id->data, BUILD_ID_SIZE_MAX);
	buffer_put_u8(section, id->size);
	buffer_append(section, NULL, 3);
	buffer_append(section, name, strlen(name));
	buffer_append(section, NULL, name_size - strlen(name));
}
