/* Recordings written anew: which events, records, rounds and features the other file has. */
#include "report/recover/rewrite.h"

#include "common/fileio.h"
#include "formats/feature/build_id_list.h"
#include "formats/feature/features_encode.h"
#include "formats/record/note.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define RECORDS_MAX 4096

enum { CLOCK_ID = 7, FAULTS_ID = 8, DUMMY_ID = 9 };

/* --- what is written ------------------------------------------------------------------- */

/* A file that was written, opened, and its records; those of blocks one after the other. */
struct written {
	struct perf_file *file;
	struct rewrite_outcome outcome;
	unsigned n_losses;
	struct buffer bytes; /* of the file */
	struct buffer copies;
	struct record records[RECORDS_MAX];
	const struct file_event *events[RECORDS_MAX]; /* of each */
	unsigned n, n_types[PERF_RECORD_USER_TYPE_END];
	unsigned n_blocks; /* compressed ones */
};

static void count_loss(void *context, const struct error *loss)
{
	unsigned *n = context;

	CHECK(loss->code < 0 && *loss->message);
	++*n;
}

static void read_bytes(struct written *w, int fd)
{
	ssize_t n;

	buffer_init(&w->bytes);
	do {
		CHECK(buffer_reserve(&w->bytes, 65536));
		n = fileio_pread(fd, w->bytes.data + w->bytes.size, 65536, w->bytes.size);
		CHECK(n >= 0);
		w->bytes.size += (size_t)n;
	} while (n);
}

static void keep_records(struct written *w, const struct block *block)
{
	struct record r;
	size_t pos = 0;

	w->n_blocks += block->decompressed;
	while (block_next_record(block, w->file->swap, &pos, &r)) {
		CHECK(w->n < RECORDS_MAX);
		w->events[w->n] = r.type < PERF_RECORD_USER_TYPE_START ? perf_file_event_of(w->file, &r) : NULL;
		/* The block's bytes go: an offset until all are there. */
		buffer_append(&w->copies, r.data, r.size);
		r.data = NULL;
		w->records[w->n++] = r;
		CHECK(r.type < PERF_RECORD_USER_TYPE_END);
		w->n_types[r.type]++;
	}
}

static void read_records(struct written *w)
{
	struct block_reader *reader;
	struct blocks *blocks;
	struct block block;
	const uint8_t *at;

	buffer_init(&w->copies);
	CHECK_EQ_I64(blocks_new(&blocks, w->file, NULL), 0);
	CHECK_EQ_I64(block_reader_new(&reader, blocks, NULL), 0);
	while (block_reader_next(reader, &block, NULL) > 0)
		keep_records(w, &block);
	CHECK_EQ_U64(blocks_damage(blocks, NULL), 0);
	block_reader_free(reader);
	blocks_free(blocks);
	at = w->copies.data;
	for (unsigned i = 0; i < w->n; i++) {
		w->records[i].data = at;
		at += w->records[i].size;
	}
}

/* The builder's file, written anew with the options. */
static struct written *rewrite(struct perf_builder *b, const struct rewrite_options *options)
{
	struct written *w = calloc(1, sizeof(*w));
	struct error err = ERROR_INIT;
	struct perf_file *from = built_open(b, &err);
	int fd = memfd_create("written", MFD_CLOEXEC);

	CHECK(w && from && fd >= 0);
	if (rewrite_file(from, fd, options, count_loss, &w->n_losses, &w->outcome, &err))
		test_fail(__FILE__, __LINE__, "%s", err.message);
	perf_file_close(from);
	read_bytes(w, fd);
	if (recording_open(&w->file, fd, &err))
		test_fail(__FILE__, __LINE__, "%s", err.message);
	CHECK(!w->file->unfinished && !w->file->n_damages);
	CHECK_EQ_U64(w->file->swap, b->flags & PERF_BUILDER_SWAP);
	CHECK_EQ_U64(w->file->pipe, options->to_pipe);
	read_records(w);
	return w;
}

static void written_free(struct written *w)
{
	perf_file_close(w->file);
	buffer_fini(&w->bytes);
	buffer_fini(&w->copies);
	free(w);
}

/* Every way a file can be written: in both byte orders, to a file and a pipe, compressed and not. */
struct way {
	unsigned flags; /* of the builder */
	struct rewrite_options options;
};

#define WAYS 8

static struct way way_of(unsigned i)
{
	return (struct way){ .flags = i & 1 ? PERF_BUILDER_SWAP : 0,
			     .options = { .merge_dummies = true, .to_pipe = i & 2, .level = i & 4 ? 3 : 0 } };
}

/* --- what is read ------------------------------------------------------------------------ */

static const uint64_t common = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_IDENTIFIER;

static struct event_attr attr_of(uint64_t config, uint64_t more, uint64_t flags)
{
	return (struct event_attr){ .type = PERF_TYPE_SOFTWARE,
				    .size = ATTR_SIZE_VER7,
				    .config = config,
				    .sample_period = 1,
				    .sample_type = common | more,
				    .flags = ATTR_SAMPLE_ID_ALL | flags };
}

static void add_event(struct perf_builder *b, uint64_t config, uint64_t more, uint64_t flags, uint64_t id)
{
	static const char *const names[] = { [CLOCK_ID] = "clock", [FAULTS_ID] = "faults", [DUMMY_ID] = "dummy:u" };
	const struct event_attr attr = attr_of(config, more, flags);

	perf_builder_event(b, &attr, names[id], &id, 1);
}

/* clock, faults, dummy: trailers of the first have `first` more, those of the dummy `dummy`. */
static void build_events(struct perf_builder *b, unsigned flags, uint64_t first, uint64_t dummy)
{
	perf_builder_init(b, flags);
	add_event(b, PERF_COUNT_SW_CPU_CLOCK, first | PERF_SAMPLE_PERIOD, 0, CLOCK_ID);
	add_event(b, PERF_COUNT_SW_PAGE_FAULTS, first, 0, FAULTS_ID);
	add_event(b, PERF_COUNT_SW_DUMMY, dummy, ATTR_MMAP2 | ATTR_COMM | ATTR_TASK, DUMMY_ID);
}

static void at(struct perf_builder *b, int event, uint64_t time)
{
	b->at = (struct perf_builder_at){
		.event = event, .pid = 10, .tid = 11, .time = time, .id = CLOCK_ID + (uint64_t)event, .cpu = 1
	};
}

static void sample(struct perf_builder *b, int event, uint64_t time)
{
	at(b, event, time);
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = time, .period = 5 });
}

static void comm(struct perf_builder *b, int event, uint64_t time, const char *text)
{
	at(b, event, time);
	perf_builder_comm(b, 10, 11, text, 0);
}

static void build_small(struct perf_builder *b, unsigned flags, uint64_t first, uint64_t dummy)
{
	build_events(b, flags, first, dummy);
	comm(b, 2, 1000, "one");
	sample(b, 0, 1001);
	sample(b, 1, 1002);
	comm(b, 2, 1003, "two");
	sample(b, 0, 1004);
	perf_builder_feature_event_desc(b);
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
}

static void check_id(const struct record *r, const struct file_event *e, struct record_id want)
{
	struct record_id id;

	CHECK_EQ_I64(record_decode_id(r, &e->layout, &id, NULL), 0);
	CHECK_EQ_U64(id.time, want.time);
	CHECK_EQ_U64(id.pid, want.pid);
	CHECK_EQ_U64(id.id, want.id);
	CHECK_EQ_U64(id.cpu, want.cpu);
}

/* --- events ------------------------------------------------------------------------------- */

TEST(the_dummy_goes)
{
	for (unsigned i = 0; i < WAYS; i++) {
		const struct way way = way_of(i);
		struct perf_builder b;
		struct written *w;

		build_small(&b, way.flags, 0, 0);
		w = rewrite(&b, &way.options);
		CHECK_EQ_U64(w->file->n_events, 2);
		CHECK_STR(w->file->events[0].name, "clock");
		CHECK_STR(w->file->events[1].name, "faults");
		CHECK_EQ_U64(w->file->events[0].n_ids, 2);
		CHECK_EQ_U64(w->file->events[0].ids[0], CLOCK_ID);
		CHECK_EQ_U64(w->file->events[0].ids[1], DUMMY_ID);
		CHECK_EQ_U64(w->file->events[0].attr.flags, ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM | ATTR_TASK);
		CHECK_EQ_U64(w->file->events[1].attr.flags, ATTR_SAMPLE_ID_ALL);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 3);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_COMM], 2);
		/* Record by record what it was. */
		for (unsigned k = 0, pos = 0; k < w->n; k++) {
			if (w->records[k].type >= PERF_RECORD_USER_TYPE_START)
				continue;
			CHECK_BYTES(w->records[k].data, b.records.data + pos, w->records[k].size);
			pos += w->records[k].size;
			if (w->records[k].type == PERF_RECORD_COMM)
				CHECK(w->events[k] == &w->file->events[0]);
		}
		CHECK_EQ_U64(w->outcome.n_records, 5);
		CHECK_EQ_U64(w->outcome.n_samples, 3);
		CHECK(!w->n_losses && !rewrite_lost_something(&w->outcome));
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* The event that takes the records over lays out other fields at their ends. */
TEST(trailers_that_differ)
{
	static const uint64_t fields[] = { 0, PERF_SAMPLE_CPU, PERF_SAMPLE_ID, PERF_SAMPLE_ID | PERF_SAMPLE_CPU };

	for (unsigned i = 0; i < ARRAY_SIZE(fields) * ARRAY_SIZE(fields) * 2; i++) {
		uint64_t first = fields[i / 2 % 4], dummy = fields[i / 8];
		/* What the dummy did not say is not known. */
		uint32_t cpu = !(first & PERF_SAMPLE_CPU) ? 0 : dummy & PERF_SAMPLE_CPU ? 1 : UINT32_MAX;
		const struct way way = way_of(i & 1);
		struct perf_builder b;
		struct written *w;

		build_small(&b, way.flags, first, dummy);
		w = rewrite(&b, &way.options);
		CHECK_EQ_U64(w->file->n_events, 2);
		for (unsigned k = 0, n = 0; k < w->n; k++) {
			if (w->records[k].type != PERF_RECORD_COMM)
				continue;
			CHECK(w->events[k] == &w->file->events[0]);
			check_id(
				&w->records[k], w->events[k],
				(struct record_id){ .pid = 10, .time = n++ ? 1003 : 1000, .id = DUMMY_ID, .cpu = cpu });
		}
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* The same id, in another field. */
TEST(id_in_place_of_identifier)
{
	const struct way way = way_of(0);
	struct perf_builder b;
	struct written *w;

	perf_builder_init(&b, 0);
	add_event(&b, PERF_COUNT_SW_CPU_CLOCK, PERF_SAMPLE_ID, 0, CLOCK_ID);
	b.events[0].attr.sample_type &= ~PERF_SAMPLE_IDENTIFIER;
	add_event(&b, PERF_COUNT_SW_DUMMY, 0, 0, FAULTS_ID);
	comm(&b, 1, 1000, "one");
	w = rewrite(&b, &way.options);
	CHECK_EQ_U64(w->file->n_events, 1);
	CHECK_EQ_U64(w->n, 1);
	check_id(&w->records[0], w->events[0], (struct record_id){ .pid = 10, .time = 1000, .id = FAULTS_ID });
	written_free(w);
	perf_builder_fini(&b);
}

static void check_stays(struct perf_builder *b, const struct rewrite_options *options, unsigned n_events)
{
	struct written *w = rewrite(b, options);

	CHECK_EQ_U64(w->file->n_events, n_events);
	for (unsigned i = 0; i < n_events; i++) {
		CHECK_EQ_U64(w->file->events[i].n_ids, 1);
		CHECK_EQ_U64(w->file->events[i].attr.flags, b->events[i].attr.flags);
	}
	CHECK_EQ_U64(w->outcome.n_samples, w->n_types[PERF_RECORD_SAMPLE]);
	written_free(w);
	perf_builder_fini(b);
}

TEST(a_dummy_that_stays)
{
	for (unsigned i = 0; i < WAYS; i++) {
		struct way way = way_of(i);
		struct perf_builder b;
		const uint32_t groups[] = { 1 };

		/* Nobody wants it to go. */
		way.options.merge_dummies = false;
		build_small(&b, way.flags, 0, 0);
		check_stays(&b, &way.options, 3);
		way.options.merge_dummies = true;
		/* It has samples. */
		build_small(&b, way.flags, 0, 0);
		sample(&b, 2, 1005);
		check_stays(&b, &way.options, 3);
		/* There is no other event. */
		perf_builder_init(&b, way.flags);
		add_event(&b, PERF_COUNT_SW_DUMMY, 0, ATTR_COMM, DUMMY_ID);
		check_stays(&b, &way.options, 1);
		/* The other one's records have no times. */
		perf_builder_init(&b, way.flags);
		add_event(&b, PERF_COUNT_SW_CPU_CLOCK, 0, 0, CLOCK_ID);
		b.events[0].attr.sample_type &= ~PERF_SAMPLE_TIME;
		add_event(&b, PERF_COUNT_SW_DUMMY, 0, ATTR_COMM, DUMMY_ID);
		check_stays(&b, &way.options, 2);
		/* It precedes a group, whose description counts events. */
		perf_builder_init(&b, PERF_BUILDER_PIPE);
		add_event(&b, PERF_COUNT_SW_DUMMY, 0, ATTR_COMM, DUMMY_ID);
		add_event(&b, PERF_COUNT_SW_CPU_CLOCK, 0, 0, CLOCK_ID);
		add_event(&b, PERF_COUNT_SW_PAGE_FAULTS, 0, 0, FAULTS_ID);
		perf_builder_feature(&b, FEATURE_GROUP_DESC, groups, sizeof(groups));
		feature_put_string(&b.features[0].data, "group");
		buffer_put_u32(&b.features[0].data, 1);
		buffer_put_u32(&b.features[0].data, 2);
		check_stays(&b, &way.options, 3);
	}
}

/* That the dummy has samples shows late, and what was lost before is reported once. */
TEST(losses_are_reported_once)
{
	struct way way = way_of(0);
	struct perf_builder b;
	struct written *w;

	build_small(&b, 0, 0, 0);
	perf_builder_header(&b, PERF_RECORD_COMM, 0, RECORD_HEADER_SIZE);
	sample(&b, 2, 1005);
	perf_builder_header(&b, PERF_RECORD_COMM, 0, RECORD_HEADER_SIZE);
	w = rewrite(&b, &way.options);
	CHECK_EQ_U64(w->file->n_events, 3);
	CHECK_EQ_U64(w->n_losses, 2);
	CHECK_EQ_U64(w->outcome.n_damaged, 2);
	CHECK_EQ_U64(w->outcome.n_samples, 4);
	written_free(w);
	perf_builder_fini(&b);
}

TEST(attrs_of_different_sizes)
{
	const struct way way = way_of(0);
	struct event_attr attr;
	struct perf_builder b;
	struct written *w;

	perf_builder_init(&b, PERF_BUILDER_PIPE);
	attr = attr_of(PERF_COUNT_SW_CPU_CLOCK, 0, 0);
	attr.size = ATTR_SIZE_VER0;
	perf_builder_event(&b, &attr, "old", (uint64_t[]){ 1 }, 1);
	attr.size = ATTR_SIZE_VER8;
	attr.config3 = 77;
	perf_builder_event(&b, &attr, "new", (uint64_t[]){ 2 }, 1);
	w = rewrite(&b, &way.options);
	CHECK_EQ_U64(w->file->n_events, 2);
	CHECK_EQ_U64(w->file->events[0].attr.size, ATTR_SIZE_VER8);
	CHECK_EQ_U64(w->file->events[1].attr.config3, 77);
	written_free(w);
	perf_builder_fini(&b);
}

/* --- rounds ---------------------------------------------------------------------------------- */

/*
 * Readers let records go at a round that are not younger than what there was at the round before. Nothing older may
 * follow.
 */
static void check_rounds(const struct written *w, unsigned at_least)
{
	uint64_t seen = 0, at_last = 0, gone = 0;

	for (unsigned i = 0; i < w->n; i++) {
		const struct record *r = &w->records[i];

		if (r->type == PERF_RECORD_FINISHED_ROUND) {
			CHECK_EQ_U64(r->size, RECORD_HEADER_SIZE);
			gone = at_last;
			at_last = seen;
		} else if (r->type == PERF_RECORD_SAMPLE) {
			uint64_t time = load_u64_order(r->data + w->events[i]->layout.time, r->swap);

			CHECK(time >= gone);
			seen = time > seen ? time : seen;
		}
	}
	CHECK(w->n_types[PERF_RECORD_FINISHED_ROUND] >= at_least);
}

/* A sample of the i-th of a round: some are older than the round before, none than the one before that. */
static uint64_t round_time(unsigned round, unsigned i)
{
	return 1000 + 10 * round - (i % 2) * 15;
}

TEST(rounds_stay_where_they_are)
{
	for (unsigned i = 0; i < WAYS; i++) {
		const struct way way = way_of(i);
		struct perf_builder b;
		struct written *w;

		build_events(&b, way.flags, 0, 0);
		for (unsigned round = 0; round < 20; round++) {
			for (unsigned k = 0; k < 8; k++)
				sample(&b, 0, round_time(round, k));
			perf_builder_finished_round(&b);
		}
		w = rewrite(&b, &way.options);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 160);
		/* Between the small blocks of these few samples there are none. */
		CHECK_EQ_U64(w->n_types[PERF_RECORD_FINISHED_ROUND], way.options.level ? 0 : 20);
		check_rounds(w, 0);
		if (way.options.level)
			CHECK_EQ_U64(w->n_blocks, 1);
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* A round with the body that prec 0.1 gave it. */
TEST(rounds_lose_their_body)
{
	const struct way way = way_of(0);
	struct perf_builder b;
	struct written *w;

	build_events(&b, 0, 0, 0);
	sample(&b, 0, 1000);
	perf_builder_record(&b, PERF_RECORD_FINISHED_ROUND, 0, "an old table of features", 24, false);
	sample(&b, 0, 1001);
	w = rewrite(&b, &way.options);
	check_rounds(w, 1);
	CHECK_EQ_U64(w->n, 3);
	written_free(w);
	perf_builder_fini(&b);
}

/* Those of a directory's files say nothing of the other files. */
TEST(rounds_of_a_directory)
{
	const struct way way = way_of(0);
	struct perf_builder b;
	struct written *w;

	build_events(&b, 0, 0, 0);
	sample(&b, 0, 1000);
	for (unsigned i = 0; i < 2; i++) {
		perf_builder_next_part(&b);
		sample(&b, 0, 1000 + i);
		perf_builder_finished_round(&b);
	}
	perf_builder_feature_dir_format(&b, 1);
	w = rewrite(&b, &way.options);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 3);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_FINISHED_ROUND], 0);
	CHECK(!perf_file_has_feature(w->file, FEATURE_DIR_FORMAT));
	written_free(w);
	perf_builder_fini(&b);
}

/* --- times ----------------------------------------------------------------------------------- */

TEST(samples_between_times)
{
	const struct time_ranges times = { .ranges = { { 1002, 1003 }, { 1005, 1006 } }, .n = 2 };

	for (unsigned i = 0; i < WAYS; i++) {
		struct way way = way_of(i);
		uint64_t first = 0, last = 0;
		struct perf_builder b;
		struct written *w;

		way.options.times = &times;
		build_events(&b, way.flags, 0, 0);
		perf_builder_feature_sample_time(&b, 1001, 1008);
		comm(&b, 2, 0, "synthesized");
		comm(&b, 2, 1000, "before");
		for (uint64_t time = 1001; time < 1009; time++)
			sample(&b, time % 2, time);
		comm(&b, 2, 1006, "at the end");
		comm(&b, 2, 1007, "after");
		at(&b, 2, 1007);
		perf_builder_record(&b, PERF_RECORD_ITRACE_START, 0, "12345678", 8, true);
		w = rewrite(&b, &way.options);
		/* The end of the last range belongs to it, that of the others does not. */
		CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 3);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_COMM], 3);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_ITRACE_START], 1);
		CHECK_EQ_U64(w->outcome.n_outside, 6);
		sample_times(w->file, &first, &last);
		CHECK_EQ_U64(first, way.options.to_pipe ? 0 : 1002);
		CHECK_EQ_U64(last, way.options.to_pipe ? 0 : 1006);
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* --- other records ------------------------------------------------------------------------- */

/* Data that follow their records, and where the feature says that these are. */
TEST(auxtrace)
{
	for (unsigned i = 0; i < WAYS; i++) {
		const struct way way = way_of(i);
		struct perf_builder b;
		struct buffer section;
		struct written *w;
		uint64_t body[5] = { 24 };

		if (way.flags & PERF_BUILDER_SWAP)
			body[0] = __builtin_bswap64(body[0]);
		build_small(&b, way.flags, 0, 0);
		perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, body, sizeof(body), false);
		buffer_append(&b.records, "twenty-four bytes of it.", 24);
		sample(&b, 0, 1005);
		w = rewrite(&b, &way.options);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_AUXTRACE], 1);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 4);
		for (unsigned k = 0; k < w->n; k++)
			if (w->records[k].type == PERF_RECORD_AUXTRACE)
				CHECK_BYTES(w->bytes.data + w->records[k].offset + 48, "twenty-four bytes of it.", 24);
		CHECK_EQ_U64(perf_file_has_feature(w->file, FEATURE_AUXTRACE), !way.options.to_pipe);
		if (!way.options.to_pipe) {
			buffer_init(&section);
			CHECK_EQ_I64(perf_file_read_feature(w->file, FEATURE_AUXTRACE, &section, NULL), 0);
			CHECK_EQ_U64(section.size, 24);
			CHECK_EQ_U64(load_u64_order(section.data, w->file->swap), 1);
			CHECK_EQ_U64(load_u64_order(section.data + 16, w->file->swap), 72);
			CHECK_EQ_U64(load_u32_order(w->bytes.data + load_u64_order(section.data + 8, w->file->swap),
						    w->file->swap),
				     PERF_RECORD_AUXTRACE);
			buffer_fini(&section);
		}
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* Within a frame nothing can follow a record. */
TEST(auxtrace_in_a_frame)
{
	const struct way way = way_of(0);
	const uint64_t body[5] = { 24 };
	struct perf_builder b;
	struct written *w;

	build_small(&b, 0, 0, 0);
	perf_builder_compress_begin(&b);
	sample(&b, 0, 1005);
	perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, body, sizeof(body), false);
	sample(&b, 0, 1006);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 3, 0);
	perf_builder_feature_compressed(&b, 3, 1, 65536);
	w = rewrite(&b, &way.options);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_AUXTRACE], 0);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], 5);
	CHECK_EQ_U64(w->outcome.n_damaged, 1);
	CHECK_EQ_U64(w->n_losses, 1);
	written_free(w);
	perf_builder_fini(&b);
}

/* What a recorder says of an event that goes would be said of the first one. */
TEST(updates_of_an_event_that_goes)
{
	const uint64_t ids[] = { CLOCK_ID, DUMMY_ID };
	const struct way way = way_of(0);
	struct perf_builder b;
	struct written *w;

	build_small(&b, 0, 0, 0);
	for (unsigned i = 0; i < 2; i++) {
		/* A unit, and a name, which only in a pipe is more than a repetition. */
		const uint64_t unit[] = { 0, ids[i], 0x42694d }, name[] = { EVENT_UPDATE_NAME, ids[i], 0x656d616e };

		perf_builder_record(&b, PERF_RECORD_EVENT_UPDATE, 0, unit, sizeof(unit), false);
		perf_builder_record(&b, PERF_RECORD_EVENT_UPDATE, 0, name, sizeof(name), false);
	}
	w = rewrite(&b, &way.options);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_EVENT_UPDATE], 2);
	for (unsigned i = 0; i < w->n; i++)
		if (w->records[i].type == PERF_RECORD_EVENT_UPDATE)
			CHECK_EQ_U64(load_u64(w->records[i].data + 16), CLOCK_ID);
	written_free(w);
	perf_builder_fini(&b);
}

/* prec's own records about the layout do not go along, and none go into a pipe. */
TEST(notes)
{
	for (unsigned i = 0; i < WAYS; i++) {
		const struct way way = way_of(i);
		struct perf_builder b;
		struct note note;
		struct written *w;
		unsigned n_gaps = 0;

		build_small(&b, way.flags, 0, 0);
		note_put_cpu_gap(&b.records, 1, 5, 6);
		note_put_tail(&b.records, true, 0);
		w = rewrite(&b, &way.options);
		for (unsigned k = 0; k < w->n; k++)
			if (note_parse(&w->records[k], &note))
				n_gaps += note.kind == NOTE_CPU_GAP;
		CHECK_EQ_U64(n_gaps, !way.options.to_pipe);
		/* An index, and the tail that says where it is, come with compression alone. */
		CHECK_EQ_U64(w->n_types[PERF_RECORD_HEADER_EVENT_TYPE], way.options.to_pipe ? 0
									: way.options.level ? 3
											    : 1);
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* --- features ------------------------------------------------------------------------------ */

TEST(features_of_files_and_pipes)
{
	const struct build_id id = { .size = 20, .data = { 1, 2, 3 } };

	for (unsigned i = 0; i < WAYS; i++) {
		const struct way way = way_of(i);
		struct build_id_entry entry;
		struct buffer section;
		struct perf_builder b;
		struct written *w;
		struct cursor c;

		build_small(&b, way.flags, 0, 0);
		perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &id, "/bin/cat");
		perf_builder_feature_cmdline(&b, 1, (const char *const[]){ "prec" });
		perf_builder_feature(&b, FEATURE_BRANCH_STACK, NULL, 0);
		perf_builder_feature(&b, FEATURE_PREC_BLOCK_INDEX, NULL, 8);
		w = rewrite(&b, &way.options);
		CHECK(perf_file_has_feature(w->file, FEATURE_HOSTNAME));
		CHECK(perf_file_has_feature(w->file, FEATURE_CMDLINE));
		CHECK(perf_file_has_feature(w->file, FEATURE_BRANCH_STACK));
		CHECK(perf_file_has_feature(w->file, FEATURE_EVENT_DESC));
		CHECK(!perf_file_has_feature(w->file, FEATURE_PREC_BLOCK_INDEX));
		CHECK_EQ_U64(perf_file_has_feature(w->file, FEATURE_COMPRESSED), way.options.level > 0);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_HEADER_BUILD_ID], way.options.to_pipe);
		buffer_init(&section);
		CHECK_EQ_I64(perf_file_read_feature(w->file, FEATURE_BUILD_ID, &section, NULL), 0);
		c = cursor_make(section.data, section.size, w->file->swap);
		CHECK_EQ_I64(build_id_list_next(&c, &entry), 1);
		CHECK_STR(entry.filename, "/bin/cat");
		/* Linux perf 7 wants records of multiples of 8. */
		CHECK_EQ_U64(section.size, way.options.to_pipe ? 104 : 100);
		buffer_fini(&section);
		CHECK(!w->n_losses);
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* A file made of a pipe has contents of their own size again. */
TEST(padding_of_a_pipe)
{
	const struct build_id id = { .size = 20, .data = { 1, 2, 3 } };
	const struct way file = way_of(0), pipe = way_of(2);
	struct perf_builder b;
	struct written *w, *back;
	struct perf_builder bytes;

	build_small(&b, 0, 0, 0);
	perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &id, "/bin/cat");
	w = rewrite(&b, &pipe.options);
	/* The bytes of the pipe as a file of a builder. */
	perf_builder_init(&bytes, PERF_BUILDER_PIPE);
	buffer_append(&bytes.records, w->bytes.data + FILE_PIPE_HEADER_SIZE, w->bytes.size - FILE_PIPE_HEADER_SIZE);
	back = rewrite(&bytes, &file.options);
	CHECK_EQ_U64(back->file->features[FEATURE_HOSTNAME].size, 4 + 64);
	CHECK_EQ_U64(back->file->features[FEATURE_BUILD_ID].size, 100);
	CHECK_EQ_U64(back->n_types[PERF_RECORD_HEADER_BUILD_ID], 0);
	CHECK_EQ_U64(back->n_types[PERF_RECORD_SAMPLE], 3);
	written_free(back);
	/* And a pipe made of a pipe is the same. */
	back = rewrite(&bytes, &pipe.options);
	CHECK_EQ_U64(back->bytes.size, w->bytes.size);
	CHECK_BYTES(back->bytes.data, w->bytes.data, w->bytes.size);
	written_free(back);
	written_free(w);
	perf_builder_fini(&bytes);
	perf_builder_fini(&b);
}

TEST(features_that_do_not_fit)
{
	const struct way file = way_of(0), pipe = way_of(2);
	struct perf_builder b;
	struct written *w;

	build_small(&b, 0, 0, 0);
	perf_builder_feature(&b, FEATURE_BPF_BTF, NULL, 70000);
	perf_builder_feature(&b, FEATURE_SIMPLEPERF_META_INFO, "key\0value", 10);
	w = rewrite(&b, &file.options);
	CHECK(!w->outcome.n_features_lost);
	CHECK_EQ_U64(w->file->features[FEATURE_SIMPLEPERF_META_INFO].size, 10);
	written_free(w);
	w = rewrite(&b, &pipe.options);
	CHECK_EQ_U64(w->n_losses, 2);
	CHECK_EQ_U64(w->outcome.n_features_lost, 2);
	CHECK(!perf_file_has_feature(w->file, FEATURE_BPF_BTF));
	CHECK(!perf_file_has_feature(w->file, FEATURE_SIMPLEPERF_META_INFO));
	written_free(w);
	perf_builder_fini(&b);
}

/* --- the whole ------------------------------------------------------------------------------- */

static void put_many(struct perf_builder *b, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (i % 50 == 0)
			comm(b, 2, 1000 + i, "many");
		sample(b, i % 2, 1001 + i);
	}
}

/* What was written once is written again as it is. */
TEST(again_the_same)
{
	for (unsigned i = 0; i < WAYS; i++) {
		const struct way way = way_of(i);
		struct rewrite_outcome outcome;
		struct error err = ERROR_INIT;
		struct perf_file *from;
		struct perf_builder b;
		unsigned n_losses = 0;
		struct written *w;
		struct buffer again;
		int fd;

		build_small(&b, way.flags, 0, PERF_SAMPLE_CPU);
		put_many(&b, 3000);
		w = rewrite(&b, &way.options);
		CHECK_EQ_I64(recording_open(&from, built_fd(w->bytes.data, w->bytes.size), &err), 0);
		fd = memfd_create("again", MFD_CLOEXEC);
		CHECK_EQ_I64(rewrite_file(from, fd, &way.options, count_loss, &n_losses, &outcome, &err), 0);
		buffer_init(&again);
		CHECK(buffer_reserve(&again, w->bytes.size + 1));
		CHECK_EQ_I64(fileio_pread(fd, again.data, w->bytes.size + 1, 0), (ssize_t)w->bytes.size);
		CHECK_BYTES(again.data, w->bytes.data, w->bytes.size);
		buffer_fini(&again);
		close(fd);
		perf_file_close(from);
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* A record of the stream is followed by a round, as Linux perf writes them. */
static void add_rounds(struct perf_builder *b)
{
	struct buffer stream = b->records;

	buffer_init(&b->records);
	for (size_t pos = 0; pos < stream.size;) {
		uint16_t size = load_u16(stream.data + pos + 6);

		buffer_append(&b->records, stream.data + pos, size);
		perf_builder_finished_round(b);
		pos += size;
	}
	buffer_fini(&stream);
}

/* Rounds that stand between the records of a stream are written where readers may still rely on them. */
TEST(rounds_of_a_stream)
{
	enum { ROUNDS = 20, SAMPLES = 12 };
	/* Blocks of what is decompressed, of 1 MiB, end within rounds; some have one of these, some more. */
	for (uint32_t raw_size = 20000; raw_size < 65000; raw_size += 11000) {
		const struct way way = way_of(0);
		uint8_t *raw = calloc(1, raw_size);
		struct perf_builder b;
		struct written *w;

		perf_builder_init(&b, 0);
		add_event(&b, PERF_COUNT_SW_CPU_CLOCK, PERF_SAMPLE_RAW, 0, CLOCK_ID);
		perf_builder_compress_begin(&b);
		for (unsigned i = 0; i < ROUNDS * SAMPLES; i++) {
			at(&b, 0, round_time(i / SAMPLES, i));
			perf_builder_sample(&b, &(struct perf_builder_sample){ .raw = raw, .raw_size = raw_size });
		}
		perf_builder_compress_stream_end(&b, 1, b.records.size / ROUNDS);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		add_rounds(&b);
		w = rewrite(&b, &way.options);
		CHECK_EQ_U64(w->n_types[PERF_RECORD_SAMPLE], ROUNDS * SAMPLES);
		check_rounds(w, 2);
		written_free(w);
		perf_builder_fini(&b);
		free(raw);
	}
}
