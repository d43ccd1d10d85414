/*
 * Any bytes as the dump of a process that makes code at run time: what was where, and the names there. The first byte
 * says what is known of the clocks.
 */
#include "report/profile/jit_codes.h"
#include "report/symbols/dso_load.h"
#include "report/symbols/dso_symbols.h"
#include "report/timeline/timeline_make.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/built_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PID 42

/* Each piece is there at its time, unless it was moved or replaced at that time. */
static void check_timeline(struct timeline *t, struct code_list *code)
{
	uint64_t time = 0;

	for (uint64_t i = 0; i < code->n; i++) {
		struct code_map *m = &code->list[i].map;
		const struct timeline_snapshot at = timeline_snapshot(t, m->pid, time);
		const struct map *found;

		/* In order, whatever the dump says. */
		if (m->time < time)
			m->time = time;
		time = m->time;
		FUZZ_CHECK(m->size && m->start + m->size > m->start);
		m->dso = dsos_jit(&t->dsos, "/jit-42.dump", 12, PID);
		FUZZ_CHECK(timeline_add_code(t, m) >= 0);
		found = timeline_epoch_map(t, timeline_snapshot(t, m->pid, time).own, m->start);
		FUZZ_CHECK(found && found->start == m->start && found->pgoff == m->offset);
		FUZZ_CHECK(timeline_snapshot(t, m->pid, time).epoch >= at.epoch);
	}
}

static uint64_t look_up(struct dso_symbols *d, const struct code_list *code)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < code->n; i++) {
		uint64_t addr = code->list[i].map.offset + i % code->list[i].map.size;
		struct symbol_name name;
		struct dso_frame frames[DSO_FRAMES_MAX];

		if (dso_symbols_frames(d, addr, true, frames) && frames[0].file)
			sum += strlen(frames[0].file) + frames[0].line;
		if (dso_symbols_lookup(d, addr, &name)) {
			FUZZ_CHECK(name.start <= addr && addr < name.end);
			fuzz_found++;
			sum += strlen(name.name);
		}
	}
	return sum;
}

static void read_dump(const char *path, const struct perf_file *file, uint64_t marker_time)
{
	struct symbols_memory memory = { .limit = SIZE_MAX };
	const struct symbols_shared shared = { .config = { .force = true, .demangle = true }, .memory = &memory };
	const struct record_mmap marker = { .pid = PID, .filename = path, .filename_size = strlen(path) };
	struct dso_symbols *d = dso_symbols_new(&shared, DSO_KIND_JIT_DUMP, path);
	struct code_list code = { 0 };
	struct timeline timeline;
	struct jit_codes codes;
	struct strtab strings;
	uint64_t sum;

	FUZZ_CHECK(d && !strtab_init(&strings) && !timeline_init(&timeline, &strings));
	jit_codes_init(&codes, file, &shared.config, &strings);
	FUZZ_CHECK(!codes.source.read(codes.source.context, &marker, marker_time, &code));
	jit_codes_conclude(&codes);
	check_timeline(&timeline, &code);
	fuzz_found += code.n;
	sum = look_up(d, &code) + codes.diagnostics.n;
	__asm__ volatile("" : : "r"(sum));
	free(code.list);
	jit_codes_fini(&codes);
	timeline_fini(&timeline);
	strtab_fini(&strings);
	dso_symbols_free(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct file_event event = { .attr = { .clockid = CLOCK_MONOTONIC } };
	struct perf_file file = { .timed = true, .events = &event, .n_events = 1 };
	char path[32];
	int fd;

	if (!size)
		return 0;
	if (data[0] & 1)
		event.attr.flags = ATTR_USE_CLOCKID;
	fd = built_fd(data + 1, size - 1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	read_dump(path, &file, data[0] & 2 ? 1000 : 0);
	close(fd);
	return 0;
}
