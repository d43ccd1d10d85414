/*
 * jit_files KIND DIR [--swap]: DIR/perf.data, in which process 42 makes code at run time, and the jit-42.dump of it,
 * which was recorded as /jit/jit-42.dump, in DIR/jit.
 *
 *	time of the samples   0x...000   0x...0c0   0x...100   0x...300   0x...200
 *	4000                  first      first      kept       no code
 *	6000                  the same, though its memory was mapped anew
 *	8000                  second     first      kept       no code
 *	10000                 second     first      kept       no code    kept, moved there, and at 0x...400
 *                                                                        first, made again
 *
 * KIND: mono: recorded with the clock of the dump; clock: with another one, which is 1000000 behind it; day: likewise,
 * and the dump's header has the time of day; before: the process ran before the recording; damaged: of the dump,
 * recorded as "mono", one record is; cut: of that the last record is cut off; counter: it has the values of a counter,
 * two a nanosecond.
 */
#include "tests/support/jitdump_builder.h"
#include "tests/support/perf_builder.h"

#include <stdio.h>
#include <time.h>

#define PID  42
#define CODE 0x7f0000000000ull

static bool is(const char *kind, const char *other)
{
	return !strcmp(kind, other);
}

static void sample(struct perf_builder *b, uint64_t addr)
{
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = addr, .period = 1 });
}

static void samples(struct perf_builder *b, uint64_t time)
{
	static const uint64_t offsets[] = { 0, 0xc0, 0x100, 0x300, 0x200, 0x400 };

	b->at.time = time;
	for (size_t i = 0; i < ARRAY_SIZE(offsets) - (time < 10000 ? 2 : 0); i++)
		sample(b, CODE + offsets[i]);
}

static void map(struct perf_builder *b, uint64_t time, uint64_t start, uint64_t size, const char *name)
{
	b->at.time = time;
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = PID,
							  .tid = PID,
							  .start = start,
							  .size = size,
							  .prot = 5,
							  .misc = RECORD_MISC_USER,
							  .name = name });
}

static void time_conv(struct perf_builder *b)
{
	struct buffer body;

	buffer_init(&body);
	body.swap = b->flags & PERF_BUILDER_SWAP;
	buffer_put_u64(&body, 1); /* shift, factor, time at 0 */
	buffer_put_u64(&body, 1);
	buffer_put_u64(&body, 0);
	perf_builder_record(b, PERF_RECORD_TIME_CONV, 0, body.data, body.size, false);
	buffer_fini(&body);
}

static bool write_recording(const char *kind, bool swap, const char *path)
{
	bool mono = is(kind, "mono") || is(kind, "damaged") || is(kind, "cut");
	struct event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = ATTR_SIZE_VER7,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD,
		.flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM | (mono ? ATTR_USE_CLOCKID : 0),
		.clockid = mono ? CLOCK_MONOTONIC : 0,
	};
	struct perf_builder b;
	bool ok;

	perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(&b, &attr, "cpu-clock", (uint64_t[]){ 1 }, 1);
	b.at = (struct perf_builder_at){ .id = 1, .pid = PID, .tid = PID };
	if (is(kind, "counter"))
		time_conv(&b);
	perf_builder_comm(&b, PID, PID, "jit", 0);
	map(&b, is(kind, "before") ? 0 : 1000, CODE, 0x10000, "//anon");
	map(&b, is(kind, "before") ? 0 : 2000, 0x7e0000000000, 0x1000, "/jit/jit-42.dump");
	samples(&b, 4000);
	map(&b, 5000, CODE, 0x1000, "//anon");
	samples(&b, 6000);
	samples(&b, 8000);
	samples(&b, 10000);
	ok = perf_builder_write(&b, path);
	perf_builder_fini(&b);
	return ok;
}

/* V8 counts from 0x40 bytes before the code, and fills up. */
static void v8_lines(struct jitdump_builder *b, uint64_t time, uint64_t addr)
{
	size_t at = b->file.size;

	jitdump_builder_lines(b, time, addr + 0x40, 0x40, 20, 2, "/src/second.js");
	buffer_set_u64(&b->file, at + 16, addr);
	buffer_put_u8(&b->file, 0);
	buffer_set_u32(&b->file, at + 4, (uint32_t)(b->file.size - at));
}

static bool write_dump(const char *kind, bool swap, const char *path)
{
	uint64_t ahead = is(kind, "clock") || is(kind, "day") ? 1000000 : 0;
	uint64_t ticks = is(kind, "counter") ? 2 : 1;
	struct jitdump_builder b;
	size_t size;
	bool ok;
	FILE *f;

	jitdump_builder_init(&b, swap, PID, is(kind, "day") ? 1795336740881594 : 2000 * ticks + ahead, ticks - 1);
	jitdump_builder_load(&b, (is(kind, "day") ? 2000 : 3000) * ticks + ahead, CODE, 0x100, 1, "first");
	/* Four lines, 0x40 bytes each; as V8 writes them of the second code. */
	jitdump_builder_lines(&b, 3050 * ticks + ahead, CODE + 0x100, 0x40, 10, 4, "/src/kept.js");
	jitdump_builder_load(&b, 3100 * ticks + ahead, CODE + 0x100, 0x100, 2, "kept");
	size = b.file.size;
	jitdump_builder_load(&b, 3200 * ticks + ahead, CODE + 0x200, 0x100, 3, "damaged");
	if (is(kind, "damaged"))
		buffer_set_u64(&b.file, size + 40, UINT64_MAX);
	else
		b.file.size = size;
	v8_lines(&b, 6900 * ticks + ahead, CODE);
	jitdump_builder_load(&b, 7000 * ticks + ahead, CODE, 0x80, 4, "JS:*second /src/second.js:1:1");
	jitdump_builder_move(&b, 9000 * ticks + ahead, CODE + 0x200, 0x100, 2);
	jitdump_builder_load(&b, 9500 * ticks + ahead, CODE + 0x400, 0x40, 5, "first");
	jitdump_builder_close(&b, 11000 * ticks + ahead);
	f = fopen(path, "wb");
	if (!f)
		return false;
	size = b.file.size - (is(kind, "cut") ? 8 : 0);
	ok = fwrite(b.file.data, 1, size, f) == size;
	ok = fclose(f) == 0 && ok;
	jitdump_builder_fini(&b);
	return ok;
}

int main(int argc, char **argv)
{
	bool swap = argc == 4 && !strcmp(argv[3], "--swap");
	char recording[4096], dump[4096];

	if (argc != 3 && !swap) {
		fprintf(stderr, "usage: jit_files KIND DIR [--swap]\n");
		return 2;
	}
	snprintf(recording, sizeof(recording), "%s/perf.data", argv[2]);
	snprintf(dump, sizeof(dump), "%s/jit/jit-42.dump", argv[2]);
	if (!write_recording(argv[1], swap, recording) || !write_dump(argv[1], swap, dump)) {
		perror(argv[2]);
		return 1;
	}
	return 0;
}
