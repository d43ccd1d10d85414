/*
 * hostile FOLDER [NAME...]: perf.data files made to be slow or large for who reads them, each under a name that says
 * how; those named, or all.
 */
#include "tests/support/hostile.h"

#include "formats/record/stat_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Each of many is read as the one before: a sanitizer sees what is done with them in a sixteenth. The limits of time
 * and memory are tried where there is none. */
#ifdef PREC_SANITIZERS
#define SO_MANY(n) ((n) / 16 + 1)
#else
#define SO_MANY(n) (n)
#endif

#define MANY SO_MANY(40000)

#define TIMED (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)

static const struct event_attr timed = { .size = ATTR_SIZE_VER7, .flags = ATTR_SAMPLE_ID_ALL, .sample_type = TIMED };
static const struct event_attr chained = { .size = ATTR_SIZE_VER7,
					   .sample_period = 1000,
					   .flags = ATTR_SAMPLE_ID_ALL,
					   .sample_type = TIMED | PERF_SAMPLE_CALLCHAIN };
static const struct event_attr with_ids = { .size = ATTR_SIZE_VER7,
					    .flags = ATTR_SAMPLE_ID_ALL,
					    .sample_type = TIMED | PERF_SAMPLE_IDENTIFIER };

static const struct event_attr with_stack = { .size = ATTR_SIZE_VER7,
					      .flags = ATTR_SAMPLE_ID_ALL,
					      .sample_type = TIMED | PERF_SAMPLE_STACK_USER,
					      .sample_stack_user = 65528 };

static void one_event(struct perf_builder *b, const struct event_attr *attr)
{
	perf_builder_event(b, attr, "cycles", (uint64_t[]){ 7 }, 1);
	b->at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 10, .time = 1000 };
}

static void sample_at(struct perf_builder *b, uint64_t ip)
{
	b->at.time++;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = ip });
}

static void map_at(struct perf_builder *b, uint64_t start, uint64_t size, const char *name)
{
	b->at.time++;
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = b->at.pid,
							  .tid = b->at.tid,
							  .start = start,
							  .size = size,
							  .misc = RECORD_MISC_USER,
							  .name = name });
}

/* --- processes ----------------------------------------------------------------- */

static void maps_at_one_address(struct perf_builder *b)
{
	one_event(b, &timed);
	for (unsigned i = 0; i < MANY; i++) {
		map_at(b, 0x400000, 0x1000, i % 2 ? "/bin/a" : "/bin/b");
		sample_at(b, 0x400100);
	}
}

/* Each covers half of what the one before does. */
static void maps_within_maps(struct perf_builder *b)
{
	one_event(b, &timed);
	for (unsigned i = 0; i < MANY; i++)
		map_at(b, 0x400000 + i * 16, (uint64_t)(2 * MANY - 2 * i) * 16, "/bin/a");
	for (unsigned i = 0; i < MANY; i++)
		sample_at(b, 0x400000 + i * 24);
}

static void comm_storm(struct perf_builder *b)
{
	char comm[16];

	one_event(b, &timed);
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(comm, sizeof(comm), "c%u", i % 1000);
		b->at.time++;
		perf_builder_comm(b, 10, 10, comm, i % 3 ? 0 : RECORD_MISC_COMM_EXEC);
		sample_at(b, 0x400100);
	}
}

static void forks(struct perf_builder *b)
{
	one_event(b, &timed);
	for (unsigned i = 0; i < MANY; i++) {
		b->at.pid = b->at.tid = 10 + i;
		map_at(b, 0x400000 + (uint64_t)i * 0x1000, 0x1000, "/bin/a");
		perf_builder_fork(b, 11 + i, 10 + i, 11 + i, 10 + i);
		sample_at(b, 0x400100);
	}
}

/* Last things first. */
static void backwards(struct perf_builder *b)
{
	one_event(b, &timed);
	for (unsigned i = 0; i < MANY * 3; i++) {
		b->at.time = 1000000000 - i;
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = i });
	}
}

/* --- callchains ------------------------------------------------------------------ */

#define CHAIN 8000

static void deep_chains(struct perf_builder *b)
{
	static uint64_t chain[CHAIN];
	struct perf_builder_sample s = { .misc = RECORD_MISC_USER, .chain = chain, .n_chain = CHAIN };

	one_event(b, &chained);
	for (unsigned i = 0; i < SO_MANY(30); i++) {
		for (unsigned k = 0; k < CHAIN; k++)
			chain[k] = 0x400000 + (uint64_t)k * 16 + (k < 8 ? i : 0);
		b->at.time++;
		s.ip = chain[0];
		perf_builder_sample(b, &s);
	}
}

/* Every one another path, from the first caller on. */
static void other_chains(struct perf_builder *b)
{
	static uint64_t chain[CHAIN];
	struct perf_builder_sample s = { .misc = RECORD_MISC_USER, .chain = chain, .n_chain = CHAIN };

	one_event(b, &chained);
	for (unsigned i = 0; i < SO_MANY(15); i++) {
		for (unsigned k = 0; k < CHAIN; k++)
			chain[k] = 0x400000 + ((uint64_t)k * 61 + i) * 16;
		b->at.time++;
		s.ip = chain[0];
		perf_builder_sample(b, &s);
	}
}

/* In a few KB: of a few functions, the same each time but for the outermost caller, by which all chains part at once.
 */
static void parted_chains(struct perf_builder *b)
{
	static uint64_t chain[CHAIN];
	struct perf_builder_sample s = { .misc = RECORD_MISC_USER, .chain = chain, .n_chain = CHAIN };
	uint64_t random = 88172645463325252ull;

	one_event(b, &chained);
	map_at(b, 0x400000, 0x10000, "/bin/a");
	for (unsigned k = 0; k < CHAIN; k++) {
		random = random * 6364136223846793005ull + 1442695040888963407ull;
		chain[k] = 0x400000 + (random >> 40) % 1000 * 16;
	}
	perf_builder_compress_begin(b);
	for (unsigned i = 0; i < SO_MANY(350); i++) {
		chain[CHAIN - 1] = 0x400000 + (uint64_t)i * 16;
		b->at.time++;
		s.ip = chain[0];
		perf_builder_sample(b, &s);
		if (i % 100 == 99) {
			perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
			perf_builder_compress_begin(b);
		}
	}
	perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
	perf_builder_feature_compressed(b, 1, 2, 1 << 20);
}

/* --- names --------------------------------------------------------------------------- */

/* As many dsos as there are different build-ids, each of another name. */
static void build_ids(struct perf_builder *b)
{
	const struct build_id id = { 20, "12345678901234567890" };
	char name[64];

	one_event(b, &timed);
	for (unsigned i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), "/nowhere/%u", i);
		map_at(b, 0x400000 + (uint64_t)i * 0x1000, 0x1000, name);
		perf_builder_feature_build_id(b, RECORD_MISC_USER, -1, &id, name);
	}
	sample_at(b, 0x400100);
}

/* Many events in a pipe, and as many names of events that are not there. */
static void event_updates(struct perf_builder *b)
{
	enum { EVENTS = SO_MANY(30000) };
	struct buffer body;

	perf_builder_event(b, &with_ids, "cycles", (uint64_t[]){ 7 }, 1);
	buffer_init(&body);
	for (uint64_t i = 0; i < EVENTS; i++) {
		buffer_clear(&body);
		buffer_put_u32(&body, 0);
		buffer_put_u32(&body, ATTR_SIZE_VER0);
		buffer_append(&body, NULL, ATTR_SIZE_VER0 - 8);
		buffer_put_u64(&body, 100 + i);
		perf_builder_record(b, PERF_RECORD_HEADER_ATTR, 0, body.data, body.size, false);
	}
	for (uint64_t i = 0; i < EVENTS; i++) {
		buffer_clear(&body);
		buffer_put_u64(&body, 2);
		buffer_put_u64(&body, 1000000 + i);
		buffer_put_u64(&body, 'a');
		perf_builder_record(b, PERF_RECORD_EVENT_UPDATE, 0, body.data, body.size, false);
	}
	buffer_fini(&body);
}

/* --- compression --------------------------------------------------------------------- */

static void bomb_begin(struct perf_builder *b, const struct event_attr *attr)
{
	one_event(b, attr);
	perf_builder_feature_compressed(b, 1, 2, 1 << 20);
	perf_builder_compress_begin(b);
}

#define BOMB_FRAME (2u << 20)

/* So many frames of what `put` puts. */
static void bomb_frames(struct perf_builder *b, unsigned n, void (*put)(struct perf_builder *b))
{
	bomb_begin(b, &timed);
	while (n--) {
		while (b->records.size - b->compress_from < BOMB_FRAME)
			put(b);
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
		perf_builder_compress_begin(b);
	}
}

static void put_sample(struct perf_builder *b)
{
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x400100 });
}

static void put_scrap(struct perf_builder *b)
{
	perf_builder_header(b, PERF_RECORD_SAMPLE, 0, RECORD_HEADER_SIZE);
}

static void put_map(struct perf_builder *b)
{
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10, .start = 0x400000, .size = 16, .name = "a" });
}

static void put_unknown(struct perf_builder *b)
{
	static const uint8_t body[0x3fff - RECORD_HEADER_SIZE] = { 0 };

	perf_builder_record(b, 0x3f3f3f3f, 0, body, sizeof(body), false);
}

/* 24 MiB of the same sample in 3 KiB: to be read, one as cheap as any other. */
static void bomb_samples(struct perf_builder *b)
{
	bomb_frames(b, SO_MANY(12), put_sample);
}

static void bomb_samples_stream(struct perf_builder *b)
{
	bomb_begin(b, &timed);
	while (b->records.size - b->compress_from < SO_MANY(12) * BOMB_FRAME)
		put_sample(b);
	perf_builder_compress_stream_end(b, 1, 1 << 20);
}

/* 300 MiB of what is damaged, kept in memory or searched through, in 30 KiB. */
static void bomb_scraps(struct perf_builder *b)
{
	bomb_frames(b, SO_MANY(150), put_scrap);
}

static void bomb_maps(struct perf_builder *b)
{
	bomb_frames(b, SO_MANY(150), put_map);
}

static void bomb_unknown(struct perf_builder *b)
{
	bomb_frames(b, SO_MANY(150), put_unknown);
}

/* 48 MiB that are no bomb: stacks of 65,528 zeroes. */
static void stacks_of_zeroes(struct perf_builder *b)
{
	static const uint8_t zeroes[65528 - 64];

	bomb_begin(b, &with_stack);
	while (b->records.size - b->compress_from < SO_MANY(106) * BOMB_FRAME) {
		b->at.time += 250000;
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
								      .ip = 0x400100,
								      .stack = zeroes,
								      .stack_size = sizeof(zeroes) & ~7u,
								      .stack_dyn_size = sizeof(zeroes) & ~7u });
	}
	perf_builder_compress_stream_end(b, 1, 1 << 20);
}

/* A frame of many bytes over many records. */
static void frame_in_crumbs(struct perf_builder *b)
{
	uint64_t chain[64], random = 88172645463325252ull;
	struct perf_builder_sample s = { .misc = RECORD_MISC_USER, .chain = chain, .n_chain = 64 };

	one_event(b, &chained);
	perf_builder_compress_begin(b);
	for (unsigned i = 0; i < SO_MANY(4000); i++) {
		for (unsigned k = 0; k < 64; k++)
			chain[k] = random = random * 6364136223846793005ull + 1442695040888963407ull;
		perf_builder_sample(b, &s);
	}
	perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 16);
	perf_builder_feature_compressed(b, 1, 2, 1 << 20);
}

/* --- damage -------------------------------------------------------------------------- */

/* A record, then bytes that may be one at every place but are not. */
static void almost_records(struct perf_builder *b)
{
	static const uint8_t almost[8] = { PERF_RECORD_COMM, 0, 0, 0, 0, 0, 9, 0 };

	one_event(b, &timed);
	for (unsigned i = 0; i < MANY; i++) {
		if (i % 50 == 0)
			sample_at(b, 0x400100);
		perf_builder_header(b, PERF_RECORD_SAMPLE, 0, 0);
		for (unsigned k = 0; k < 10; k++)
			buffer_append(&b->records, almost, sizeof(almost));
	}
}

/* Nothing but headers of a type nobody knows. */
static void unknown_records(struct perf_builder *b)
{
	one_event(b, &timed);
	for (unsigned i = 0; i < MANY * 10; i++)
		perf_builder_header(b, 100000 + i, 0, 8);
	sample_at(b, 0x400100);
}

/* --- counts ---------------------------------------------------------------------- */

static void many_events(struct perf_builder *b)
{
	static const struct event_attr attr = { .size = ATTR_SIZE_VER7,
						.sample_type = PERF_SAMPLE_IDENTIFIER,
						.type = PERF_TYPE_RAW };

	for (uint64_t i = 0; i < PERF_BUILDER_EVENTS_MAX; i++)
		perf_builder_event(b, &attr, "one", &(uint64_t){ 7 + i }, 1);
}

static void count_at(struct perf_builder *b, uint64_t id, unsigned cpu, unsigned thread)
{
	stat_record_put(&b->records, &(struct stat_record){ id, (int32_t)cpu, (int32_t)thread, 1, 1, 1 });
}

/* Each thread has an entry for each event, and a count of one. */
static void counts_of_threads(struct perf_builder *b)
{
	many_events(b);
	stat_config_put(&b->records, &(struct stat_config){ .mode = STAT_MODE_THREAD, .has_level = true });
	for (unsigned i = 0; i < MANY; i++) {
		stat_threads_put(&b->records, &(struct stat_thread){ .tid = i }, 1);
		count_at(b, 7 + i % PERF_BUILDER_EVENTS_MAX, 0, i);
	}
	stat_round_put(&b->records, &(struct stat_round){ STAT_ROUND_FINAL, 1 });
}

static void counts_of_cpus(struct perf_builder *b)
{
	many_events(b);
	stat_config_put(&b->records, &(struct stat_config){ .mode = STAT_MODE_NONE, .scale = 1 });
	for (unsigned i = MANY; i-- > 0;)
		count_at(b, 7 + i % PERF_BUILDER_EVENTS_MAX, i, 0);
	stat_round_put(&b->records, &(struct stat_round){ STAT_ROUND_FINAL, 1 });
}

static void rounds_of_counts(struct perf_builder *b)
{
	many_events(b);
	stat_config_put(&b->records, &(struct stat_config){ .mode = STAT_MODE_NONE, .interval = 1 });
	for (unsigned i = 0; i < 100; i++)
		count_at(b, 7 + i % PERF_BUILDER_EVENTS_MAX, i, 0);
	for (unsigned i = 0; i < MANY / 10; i++)
		stat_round_put(&b->records, &(struct stat_round){ STAT_ROUND_INTERVAL, UINT64_MAX - i });
}

static const struct hostile_file files[] = {
	{ "maps-at-one-address", 0, maps_at_one_address },
	{ "maps-within-maps", 0, maps_within_maps },
	{ "comm-storm", 0, comm_storm },
	{ "forks", 0, forks },
	{ "backwards", 0, backwards },
	{ "deep-chains", 0, deep_chains },
	{ "other-chains", 0, other_chains },
	{ "parted-chains", 0, parted_chains },
	{ "build-ids", 0, build_ids },
	{ "event-updates", PERF_BUILDER_PIPE, event_updates },
	{ "bomb-samples", 0, bomb_samples },
	{ "bomb-samples-stream", 0, bomb_samples_stream },
	{ "bomb-scraps", 0, bomb_scraps },
	{ "bomb-maps", 0, bomb_maps },
	{ "bomb-unknown", 0, bomb_unknown },
	{ "stacks-of-zeroes", 0, stacks_of_zeroes },
	{ "frame-in-crumbs", 0, frame_in_crumbs },
	{ "almost-records", 0, almost_records },
	{ "unknown-records", 0, unknown_records },
	{ "counts-of-threads", 0, counts_of_threads },
	{ "counts-of-cpus", 0, counts_of_cpus },
	{ "rounds-of-counts", 0, rounds_of_counts },
	{ 0 },
};

/* 4,000 events that share one list of 4,000 ids: 16 million of them in 600 KB. */
static bool write_shared_ids(const char *folder)
{
	enum { EVENTS = SO_MANY(4000), IDS = 4000, ENTRY = ATTR_SIZE_VER0 + 16 };
	const uint64_t ids = FILE_HEADER_SIZE, attrs = ids + IDS * 8, data = attrs + (uint64_t)EVENTS * ENTRY;
	struct buffer b;
	char path[4096];
	bool good;
	FILE *f;

	buffer_init(&b);
	buffer_put_u64(&b, FILE_MAGIC_V2);
	buffer_put_u64(&b, FILE_HEADER_SIZE);
	buffer_put_u64(&b, ENTRY);
	buffer_put_u64(&b, attrs);
	buffer_put_u64(&b, data - attrs);
	buffer_put_u64(&b, data);
	buffer_put_u64(&b, 8);
	buffer_append(&b, NULL, FILE_HEADER_SIZE - b.size);
	for (uint64_t i = 0; i < IDS; i++)
		buffer_put_u64(&b, i << 40);
	for (uint64_t i = 0; i < EVENTS; i++) {
		buffer_put_u32(&b, 0);
		buffer_put_u32(&b, ATTR_SIZE_VER0);
		buffer_append(&b, NULL, ATTR_SIZE_VER0 - 8);
		buffer_put_u64(&b, ids);
		buffer_put_u64(&b, IDS * 8);
	}
	buffer_put_u64(&b, PERF_RECORD_FINISHED_ROUND | 8ull << 48);
	snprintf(path, sizeof(path), "%s/shared-ids", folder);
	f = fopen(path, "wb");
	good = f && fwrite(b.data, 1, b.size, f) == b.size;
	buffer_fini(&b);
	return f && !fclose(f) && good;
}

/* names: those wanted, ended by NULL; none: all. */
static bool is_wanted(char *const *names, const char *name)
{
	bool wanted = !*names;

	for (; *names && !wanted; names++)
		wanted = !strcmp(*names, name);
	return wanted;
}

static bool write_files(const char *folder, const struct hostile_file *f, char *const *names)
{
	bool good = true;

	for (; good && f->name; f++) {
		struct perf_builder b;
		char path[4096];

		if (!is_wanted(names, f->name))
			continue;
		perf_builder_init(&b, f->flags);
		f->build(&b);
		snprintf(path, sizeof(path), "%s/%s", folder, f->name);
		good = perf_builder_finish(&b) && perf_builder_write(&b, path);
		perf_builder_fini(&b);
		if (!good)
			perror(path);
	}
	return good;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fputs("usage: hostile FOLDER [NAME...]\n", stderr);
		return 2;
	}
	mkdir(argv[1], 0777);
	return !write_files(argv[1], files, argv + 2) || !write_files(argv[1], hostile_simpleperf, argv + 2) ||
	       (is_wanted(argv + 2, "shared-ids") && !write_shared_ids(argv[1]));
}
