/*
 * The description of a recording's tracepoints, and the raw data of events of theirs. The input is two bytes of the
 * size of the raw data, these, and the TRACING_DATA section.
 */
#include "common/cursor.h"
#include "formats/feature/tracing_data.h"
#include "report/tracepoint/trace_fields.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/built_file.h"

/* Longer texts say nothing new. */
#define SECTION_MAX 16384

static uint64_t read_parts(const void *data, size_t size)
{
	struct tracing_reader reader;
	struct tracing_part part;
	uint64_t sum = 0;

	if (tracing_reader_init(&reader, data, size, NULL))
		return 0;
	while (tracing_reader_next(&reader, &part, NULL) > 0) {
		fuzz_found++;
		sum += fuzz_touch(part.text, part.size) + (part.system ? strlen(part.system) : 0);
	}
	return sum;
}

/* The names of events come from there too, by their ids. */
static struct perf_file *file_open(struct perf_builder *b, const void *section, size_t size)
{
	static const struct event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = ATTR_SIZE_VER7, .config = 314, .sample_type = PERF_SAMPLE_RAW
	};

	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, NULL, (uint64_t[]){ 7 }, 1);
	perf_builder_feature(b, FEATURE_TRACING_DATA, section, size);
	return built_open(b, NULL);
}

/* Every other address lies 8 bytes into a function. */
static bool kernel_function(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset)
{
	(void)context;
	snprintf(name, size, "function_%llx", (unsigned long long)addr);
	*ret_offset = 8;
	return addr & 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data, size, false);
	const struct kernel_functions functions = { .find = kernel_function };
	struct trace_fields *trace = NULL;
	uint64_t raw_size = cursor_u16(&c);
	const uint8_t *raw = cursor_bytes(&c, raw_size);
	struct perf_file *file;
	struct perf_builder b;
	struct buffer text;
	uint64_t sum;

	if (!raw || cursor_left(&c) > SECTION_MAX)
		return 0;
	sum = read_parts(c.pos, cursor_left(&c));
	FUZZ_KEEP(sum);
	buffer_init(&text);
	file = file_open(&b, c.pos, cursor_left(&c));
	if (file && !trace_fields_open(&trace, file, &functions, NULL))
		trace_fields_put(trace, raw, raw_size, &text);
	fuzz_found += text.size;
	trace_fields_close(trace);
	perf_file_close(file);
	perf_builder_fini(&b);
	buffer_fini(&text);
	return 0;
}
