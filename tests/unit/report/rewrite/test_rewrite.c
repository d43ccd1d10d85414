/* Rewritten recordings: which samples, other records and features the other file has. */
#include "common/fileio.h"
#include "formats/feature/features_decode.h"
#include "formats/file/block_index.h"
#include "formats/record/private_record.h"
#include "tests/support/built_file.h"
#include "tests/support/rewrite_source.h"
#include "tests/support/rewrite_written.h"
#include "tests/support/test.h"

#include <sys/mman.h>
#include <unistd.h>

/* --- times ----------------------------------------------------------------------------------- */

TEST(samples_between_times)
{
	const struct time_ranges times = { .ranges = { { 1002, 1003 }, { 1005, 1006 } }, .n = 2 };

	for (unsigned i = 0; i < WRITTEN_WAYS; i++) {
		struct written_way way = written_way(i);
		uint64_t first = 0, last = 0;
		struct perf_builder b;
		struct written *w;

		way.options.times = &times;
		source_events(&b, way.flags, 0, 0);
		perf_builder_feature_sample_time(&b, 1001, 1008);
		source_comm(&b, 2, 0, "synthesized");
		source_comm(&b, 2, 1000, "before");
		for (uint64_t time = 1001; time < 1009; time++)
			source_sample(&b, time % 2, time);
		source_comm(&b, 2, 1006, "at the end");
		source_comm(&b, 2, 1007, "after");
		source_at(&b, 2, 1007);
		perf_builder_record(&b, PERF_RECORD_ITRACE_START, 0, "12345678", 8, true);
		w = written_make(&b, &way.options);
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
	for (unsigned i = 0; i < WRITTEN_WAYS; i++) {
		const struct written_way way = written_way(i);
		struct perf_builder b;
		struct buffer section;
		struct written *w;
		uint64_t body[5] = { 24 };

		if (way.flags & PERF_BUILDER_SWAP)
			body[0] = __builtin_bswap64(body[0]);
		source_small(&b, way.flags, 0, 0);
		perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, body, sizeof(body), false);
		buffer_append(&b.records, "twenty-four bytes of it.", 24);
		source_sample(&b, 0, 1005);
		w = written_make(&b, &way.options);
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
			CHECK_EQ_U64(load_u64_order(section.data + 16, w->file->swap), 48);
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
	const struct written_way way = written_way(0);
	const uint64_t body[5] = { 24 };
	struct perf_builder b;
	struct written *w;

	source_small(&b, 0, 0, 0);
	perf_builder_compress_begin(&b);
	source_sample(&b, 0, 1005);
	perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, body, sizeof(body), false);
	source_sample(&b, 0, 1006);
	perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 3, 0);
	perf_builder_feature_compressed(&b, 3, 1, 65536);
	w = written_make(&b, &way.options);
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
	const struct written_way way = written_way(0);
	struct perf_builder b;
	struct written *w;

	source_small(&b, 0, 0, 0);
	for (unsigned i = 0; i < 2; i++) {
		/* A unit, and a name, which only in a pipe is more than a repetition. */
		const uint64_t unit[] = { 0, ids[i], 0x42694d }, name[] = { EVENT_UPDATE_NAME, ids[i], 0x656d616e };

		perf_builder_record(&b, PERF_RECORD_EVENT_UPDATE, 0, unit, sizeof(unit), false);
		perf_builder_record(&b, PERF_RECORD_EVENT_UPDATE, 0, name, sizeof(name), false);
	}
	w = written_make(&b, &way.options);
	CHECK_EQ_U64(w->n_types[PERF_RECORD_EVENT_UPDATE], 2);
	for (unsigned i = 0; i < w->n; i++)
		if (w->records[i].type == PERF_RECORD_EVENT_UPDATE)
			CHECK_EQ_U64(load_u64(w->records[i].data + 16), CLOCK_ID);
	written_free(w);
	perf_builder_fini(&b);
}

/* prec's own records about the layout do not go along, and none go into a pipe. */
TEST(private_records)
{
	for (unsigned i = 0; i < WRITTEN_WAYS; i++) {
		const struct written_way way = written_way(i);
		struct perf_builder b;
		struct private_record private;
		struct written *w;
		unsigned n_gaps = 0;

		source_small(&b, way.flags, 0, 0);
		private_record_put_cpu_gap(&b.records, 1, 5, 6);
		private_record_put_footer(&b.records, true, 0, 0);
		w = written_make(&b, &way.options);
		for (unsigned k = 0; k < w->n; k++)
			if (private_record_parse(&w->records[k], &private))
				n_gaps += private.kind == PRIVATE_RECORD_CPU_GAP;
		CHECK_EQ_U64(n_gaps, !way.options.to_pipe);
		/* An index, and the footer that says where it is, come with compression alone. */
		CHECK_EQ_U64(w->n_types[PERF_RECORD_HEADER_EVENT_TYPE], way.options.to_pipe ? 0
									: way.options.level ? 3
											    : 1);
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* Blocks of a compressed file say from when to when their records are, those of the sideband too. */
TEST(times_of_blocks)
{
	for (unsigned i = 4; i < 6; i++) {
		const struct written_way way = written_way(i);
		unsigned n_indexes = 0;
		struct perf_builder b;
		struct written *w;

		source_events(&b, way.flags, 0, 0);
		source_comm(&b, 2, 900, "before");
		source_sample(&b, 0, 1000);
		source_sample(&b, 1, 1001);
		source_comm(&b, 2, 1100, "after");
		w = written_make(&b, &way.options);
		for (unsigned k = 0; k < w->n; k++) {
			struct block_index index;
			struct private_record private;

			if (!private_record_parse(&w->records[k], &private) ||
			    private.kind != PRIVATE_RECORD_BLOCK_INDEX)
				continue;
			CHECK_EQ_I64(block_index_decode(&index, &private.content, 0, w->records[k].offset, NULL), 0);
			CHECK_EQ_U64(index.n, 1);
			CHECK_EQ_U64(index.blocks[0].first_time, 900);
			CHECK_EQ_U64(index.blocks[0].last_time, 1100);
			CHECK_EQ_U64(index.blocks[0].n_samples, 2);
			CHECK_EQ_U64(index.blocks[0].flags, BLOCK_COMPRESSED | BLOCK_SIDEBAND);
			block_index_fini(&index);
			n_indexes++;
		}
		CHECK_EQ_U64(n_indexes, 1);
		written_free(w);
		perf_builder_fini(&b);
	}
}

/* --- features ------------------------------------------------------------------------------ */

TEST(features_of_files_and_pipes)
{
	const struct build_id id = { .size = 20, .data = { 1, 2, 3 } };

	for (unsigned i = 0; i < WRITTEN_WAYS; i++) {
		const struct written_way way = written_way(i);
		struct build_id_entry entry;
		struct buffer section;
		struct perf_builder b;
		struct written *w;
		struct cursor c;

		source_small(&b, way.flags, 0, 0);
		perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &id, "/bin/cat");
		perf_builder_feature_cmdline(&b, 1, (const char *const[]){ "prec" });
		perf_builder_feature(&b, FEATURE_BRANCH_STACK, NULL, 0);
		perf_builder_feature(&b, FEATURE_PREC_BLOCK_INDEX, NULL, 8);
		w = written_make(&b, &way.options);
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
	const struct written_way file = written_way(0), pipe = written_way(2);
	struct perf_builder b;
	struct written *w, *back;
	struct perf_builder bytes;

	source_small(&b, 0, 0, 0);
	perf_builder_feature_build_id(&b, RECORD_MISC_USER, -1, &id, "/bin/cat");
	w = written_make(&b, &pipe.options);
	/* The bytes of the pipe as a file of a builder. */
	perf_builder_init(&bytes, PERF_BUILDER_PIPE);
	buffer_append(&bytes.records, w->bytes.data + FILE_PIPE_HEADER_SIZE, w->bytes.size - FILE_PIPE_HEADER_SIZE);
	back = written_make(&bytes, &file.options);
	CHECK_EQ_U64(back->file->features.list[FEATURE_HOSTNAME].size, 4 + 64);
	CHECK_EQ_U64(back->file->features.list[FEATURE_BUILD_ID].size, 100);
	CHECK_EQ_U64(back->n_types[PERF_RECORD_HEADER_BUILD_ID], 0);
	CHECK_EQ_U64(back->n_types[PERF_RECORD_SAMPLE], 3);
	written_free(back);
	/* And a pipe made of a pipe is the same. */
	back = written_make(&bytes, &pipe.options);
	CHECK_EQ_U64(back->bytes.size, w->bytes.size);
	CHECK_BYTES(back->bytes.data, w->bytes.data, w->bytes.size);
	written_free(back);
	written_free(w);
	perf_builder_fini(&bytes);
	perf_builder_fini(&b);
}

TEST(features_that_do_not_fit)
{
	const struct written_way file = written_way(0), pipe = written_way(2);
	struct perf_builder b;
	struct written *w;

	source_small(&b, 0, 0, 0);
	perf_builder_feature(&b, FEATURE_BPF_BTF, NULL, 70000);
	perf_builder_feature(&b, FEATURE_SIMPLEPERF_META_INFO, "key\0value", 10);
	w = written_make(&b, &file.options);
	CHECK(!w->outcome.n_features_lost);
	CHECK_EQ_U64(w->file->features.list[FEATURE_SIMPLEPERF_META_INFO].size, 10);
	written_free(w);
	w = written_make(&b, &pipe.options);
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
			source_comm(b, 2, 1000 + i, "many");
		source_sample(b, i % 2, 1001 + i);
	}
}

/* What was written once is written again as it is. */
TEST(again_the_same)
{
	for (unsigned i = 0; i < WRITTEN_WAYS; i++) {
		const struct written_way way = written_way(i);
		struct rewrite_outcome outcome;
		struct error err = ERROR_INIT;
		struct perf_file *from;
		struct perf_builder b;
		unsigned n_losses = 0;
		struct written *w;
		struct buffer again;
		int fd;

		source_small(&b, way.flags, 0, PERF_SAMPLE_CPU);
		put_many(&b, 3000);
		w = written_make(&b, &way.options);
		CHECK_EQ_I64(recording_open(&from, built_fd(w->bytes.data, w->bytes.size), &err), 0);
		fd = memfd_create("again", MFD_CLOEXEC);
		CHECK_EQ_I64(rewrite_file(from, fd, &way.options,
					  (struct rewrite_reporter){ written_count_loss, &n_losses }, &outcome, &err),
			     0);
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
