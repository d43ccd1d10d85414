/*
 * hit_files PATH <TEXT: a perf.data file of one process, whose mappings and samples are described by lines:
 *
 *	map START SIZE OFFSET BUILD-ID FILE     numbers in hexadecimal; "-" for a file without a build-id
 *	kernel START SIZE BUILD-ID              the kernel, whose symbol _text is at START
 *	sample ADDRESS [CALLER...]              a callchain, innermost first: of the kernel in the upper half
 *
 * The mappings come first in the recording, whatever their order in the text.
 */
#include "tests/support/perf_builder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PID         10
#define CHAIN_MAX   64
#define LINES_MAX   100000
#define SAMPLE_TYPE (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN)

static bool parse_id(const char *text, struct build_id *id)
{
	*id = (struct build_id){ 0 };
	if (!strcmp(text, "-"))
		return true;
	for (; text[0] && text[1] && id->size < BUILD_ID_SIZE_MAX; text += 2) {
		unsigned byte;

		if (sscanf(text, "%2x", &byte) != 1)
			return false;
		id->data[id->size++] = (uint8_t)byte;
	}
	return !*text;
}

static bool put_map(struct perf_builder *b, char *text)
{
	struct perf_builder_map map = { .pid = PID, .tid = PID, .prot = 5, .flags = 2 };
	char id[2 * BUILD_ID_SIZE_MAX + 1];
	int name = 0;

	if (sscanf(text, "map %" SCNx64 " %" SCNx64 " %" SCNx64 " %40s %n", &map.start, &map.size, &map.pgoff, id,
		   &name) != 4 ||
	    !name || !parse_id(id, &map.build_id))
		return false;
	map.name = text + name;
	perf_builder_mmap2(b, &map);
	return true;
}

static bool put_kernel(struct perf_builder *b, char *text)
{
	struct perf_builder_map map = {
		.pid = UINT32_MAX, .prot = 5, .misc = RECORD_MISC_KERNEL, .name = "[kernel.kallsyms]_text"
	};
	char id[2 * BUILD_ID_SIZE_MAX + 1];
	struct build_id build_id;

	if (sscanf(text, "kernel %" SCNx64 " %" SCNx64 " %40s", &map.start, &map.size, id) != 3 ||
	    !parse_id(id, &build_id))
		return false;
	map.pgoff = map.start;
	perf_builder_mmap2(b, &map);
	perf_builder_feature_build_id(b, RECORD_MISC_KERNEL, -1, &build_id, "[kernel.kallsyms]");
	return true;
}

static bool put_sample(struct perf_builder *b, char *text)
{
	uint64_t chain[CHAIN_MAX] = { CALLCHAIN_USER };
	struct perf_builder_sample s = { .misc = RECORD_MISC_USER, .period = 1000, .chain = chain, .n_chain = 1 };
	char *end = text + strlen("sample");

	for (;;) {
		char *next;
		uint64_t address = strtoull(end, &next, 16);

		if (next == end || s.n_chain == CHAIN_MAX)
			break;
		chain[s.n_chain++] = address;
		end = next;
	}
	s.ip = chain[1];
	if (s.ip >> 63) {
		chain[0] = CALLCHAIN_KERNEL;
		s.misc = RECORD_MISC_KERNEL;
	}
	b->at.time += 1000;
	perf_builder_sample(b, &s);
	return s.n_chain > 1 && !*end;
}

static bool put_lines(struct perf_builder *b, char **lines, size_t n, const char *word,
		      bool (*put)(struct perf_builder *, char *))
{
	for (size_t i = 0; i < n; i++)
		if (!strncmp(lines[i], word, strlen(word)) && !put(b, lines[i])) {
			fprintf(stderr, "hit_files: %s\n", lines[i]);
			return false;
		}
	return true;
}

int main(int argc, char **argv)
{
	const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					 .size = ATTR_SIZE_VER7,
					 .sample_type = SAMPLE_TYPE,
					 .flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM };
	static char *lines[LINES_MAX];
	struct perf_builder b;
	const struct buffer *out;
	size_t n = 0;
	bool good;
	FILE *f;

	while (n < LINES_MAX && getline(&lines[n], &(size_t){ 0 }, stdin) > 0) {
		lines[n][strcspn(lines[n], "\n")] = 0;
		n++;
	}
	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cpu-clock", (uint64_t[]){ 1 }, 1);
	b.at = (struct perf_builder_at){ .id = 1, .pid = PID, .tid = PID, .time = 1000 };
	perf_builder_comm(&b, PID, PID, "prog", 0);
	good = argc == 2 && put_lines(&b, lines, n, "kernel ", put_kernel) &&
	       put_lines(&b, lines, n, "map ", put_map) && put_lines(&b, lines, n, "sample ", put_sample);
	out = perf_builder_finish(&b);
	f = good ? fopen(argv[1], "wb") : NULL;
	good = f && fwrite(out->data, 1, out->size, f) == out->size;
	if (f && fclose(f))
		good = false;
	perf_builder_fini(&b);
	return good ? 0 : 1;
}
