/* Rewritten recordings: which events the other file has, and whose records carry what of those that go. */
#include "formats/feature/features_encode.h"
#include "tests/support/rewrite_source.h"
#include "tests/support/rewrite_written.h"
#include "tests/support/test.h"

TEST(the_dummy_goes)
{
	for (unsigned i = 0; i < WRITTEN_WAYS; i++) {
		const struct written_way way = written_way(i);
		struct perf_builder b;
		struct written *w;

		source_small(&b, way.flags, 0, 0);
		w = written_make(&b, &way.options);
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
		const struct written_way way = written_way(i & 1);
		struct perf_builder b;
		struct written *w;

		source_small(&b, way.flags, first, dummy);
		w = written_make(&b, &way.options);
		CHECK_EQ_U64(w->file->n_events, 2);
		for (unsigned k = 0, n = 0; k < w->n; k++) {
			if (w->records[k].type != PERF_RECORD_COMM)
				continue;
			CHECK(w->events[k] == &w->file->events[0]);
			written_check_id(
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
	const struct written_way way = written_way(0);
	struct perf_builder b;
	struct written *w;

	perf_builder_init(&b, 0);
	source_event(&b, PERF_COUNT_SW_CPU_CLOCK, PERF_SAMPLE_ID, 0, CLOCK_ID);
	b.events[0].attr.sample_type &= ~PERF_SAMPLE_IDENTIFIER;
	source_event(&b, PERF_COUNT_SW_DUMMY, 0, 0, FAULTS_ID);
	source_comm(&b, 1, 1000, "one");
	w = written_make(&b, &way.options);
	CHECK_EQ_U64(w->file->n_events, 1);
	CHECK_EQ_U64(w->n, 1);
	written_check_id(&w->records[0], w->events[0], (struct record_id){ .pid = 10, .time = 1000, .id = FAULTS_ID });
	written_free(w);
	perf_builder_fini(&b);
}

static void check_stays(struct perf_builder *b, const struct rewrite_options *options, unsigned n_events)
{
	struct written *w = written_make(b, options);

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
	for (unsigned i = 0; i < WRITTEN_WAYS; i++) {
		struct written_way way = written_way(i);
		struct perf_builder b;
		const uint32_t groups[] = { 1 };

		/* Nobody wants it to go. */
		way.options.merge_dummies = false;
		source_small(&b, way.flags, 0, 0);
		check_stays(&b, &way.options, 3);
		way.options.merge_dummies = true;
		/* It has samples. */
		source_small(&b, way.flags, 0, 0);
		source_sample(&b, 2, 1005);
		check_stays(&b, &way.options, 3);
		/* There is no other event. */
		perf_builder_init(&b, way.flags);
		source_event(&b, PERF_COUNT_SW_DUMMY, 0, ATTR_COMM, DUMMY_ID);
		check_stays(&b, &way.options, 1);
		/* The other one's records have no times. */
		perf_builder_init(&b, way.flags);
		source_event(&b, PERF_COUNT_SW_CPU_CLOCK, 0, 0, CLOCK_ID);
		b.events[0].attr.sample_type &= ~PERF_SAMPLE_TIME;
		source_event(&b, PERF_COUNT_SW_DUMMY, 0, ATTR_COMM, DUMMY_ID);
		check_stays(&b, &way.options, 2);
		/* Samples, all of the first event as long as it is there, would be told apart by their ids. */
		perf_builder_init(&b, way.flags);
		source_event(&b, PERF_COUNT_SW_CPU_CLOCK, 0, 0, CLOCK_ID);
		source_event(&b, PERF_COUNT_SW_PAGE_FAULTS, 0, 0, FAULTS_ID);
		source_event(&b, PERF_COUNT_SW_DUMMY, 0, ATTR_COMM, DUMMY_ID);
		b.events[2].attr.sample_type &= ~(uint64_t)(PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER);
		for (unsigned event = 0; event < 3; event++)
			b.events[event].attr.flags &= ~ATTR_SAMPLE_ID_ALL;
		check_stays(&b, &way.options, 3);
		/* It precedes a group, whose description counts events. */
		perf_builder_init(&b, PERF_BUILDER_PIPE);
		source_event(&b, PERF_COUNT_SW_DUMMY, 0, ATTR_COMM, DUMMY_ID);
		source_event(&b, PERF_COUNT_SW_CPU_CLOCK, 0, 0, CLOCK_ID);
		source_event(&b, PERF_COUNT_SW_PAGE_FAULTS, 0, 0, FAULTS_ID);
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
	struct written_way way = written_way(0);
	struct perf_builder b;
	struct written *w;

	source_small(&b, 0, 0, 0);
	perf_builder_header(&b, PERF_RECORD_COMM, 0, RECORD_HEADER_SIZE);
	source_sample(&b, 2, 1005);
	perf_builder_header(&b, PERF_RECORD_COMM, 0, RECORD_HEADER_SIZE);
	w = written_make(&b, &way.options);
	CHECK_EQ_U64(w->file->n_events, 3);
	CHECK_EQ_U64(w->n_losses, 2);
	CHECK_EQ_U64(w->outcome.n_damaged, 2);
	CHECK_EQ_U64(w->outcome.n_samples, 4);
	written_free(w);
	perf_builder_fini(&b);
}

TEST(attrs_of_different_sizes)
{
	const struct written_way way = written_way(0);
	struct event_attr attr;
	struct perf_builder b;
	struct written *w;

	perf_builder_init(&b, PERF_BUILDER_PIPE);
	attr = source_attr(PERF_COUNT_SW_CPU_CLOCK, 0, 0);
	attr.size = ATTR_SIZE_VER0;
	perf_builder_event(&b, &attr, "old", (uint64_t[]){ 1 }, 1);
	attr.size = ATTR_SIZE_VER8;
	attr.config3 = 77;
	perf_builder_event(&b, &attr, "new", (uint64_t[]){ 2 }, 1);
	w = written_make(&b, &way.options);
	CHECK_EQ_U64(w->file->n_events, 2);
	CHECK_EQ_U64(w->file->events[0].attr.size, ATTR_SIZE_VER8);
	CHECK_EQ_U64(w->file->events[1].attr.config3, 77);
	written_free(w);
	perf_builder_fini(&b);
}
