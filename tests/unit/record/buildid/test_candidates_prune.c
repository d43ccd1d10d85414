/* What stays of processes that have ended. */
#include "record/buildid/candidates_prune.h"

#include "formats/record/record_write.h"
#include "tests/support/test.h"

#include <unistd.h>

#define NOBODY 0x40000000u /* above PID_MAX_LIMIT: no process has that or a higher number */

static void take(struct cache_candidates *k, struct buffer *b)
{
	struct record r;

	CHECK_EQ_I64(record_at(&r, b->data, b->size, 0, false, NULL), 0);
	CHECK_EQ_I64(cache_candidates_take(k, &r), 0);
	buffer_clear(b);
}

/* A file of nowhere, with an id made of its letter. */
static void map(struct cache_candidates *k, uint32_t pid, char letter)
{
	const struct record_trailer id = { 0 };
	const char name[] = { '/', 'n', 'o', 's', 'u', 'c', 'h', '/', letter, 0 };
	const struct record_mapping mapping = { .pid = pid,
						.tid = pid,
						.start = 0x1000,
						.length = 0x1000,
						.prot = 5,
						.build_id = { .size = 1, .data = { (uint8_t)letter } },
						.name = name };
	struct buffer b;

	buffer_init(&b);
	record_put_mmap2(&b, RECORD_MISC_USER, &mapping, &id);
	take(k, &b);
	buffer_fini(&b);
}

static void fork_from(struct cache_candidates *k, uint32_t pid, uint32_t parent)
{
	const struct record_task task = { pid, parent, pid, parent, 0 };
	const struct record_trailer id = { 0 };
	struct buffer b;

	buffer_init(&b);
	record_put_fork(&b, &task, &id);
	take(k, &b);
	buffer_fini(&b);
}

static void init(struct cache_candidates *k)
{
	CHECK_EQ_I64(cache_candidates_init(k), 0);
	k->is_running = true;
}

static void prune(struct cache_candidates *k, bool late)
{
	CHECK_EQ_I64(candidates_prune_look(k), 0);
	CHECK_EQ_I64(candidates_prune(k, late), 0);
}

static bool needs(const struct cache_candidates *k, char letter)
{
	for (uint32_t i = 0; i < k->n; i++)
		if (k->files[i].of.id.data[0] == (uint8_t)letter)
			return k->files[i].needed;
	return false;
}

/* However many processes come and go, memory is that of those that run, and what was sampled is needed. */
TEST(many_processes)
{
	struct cache_candidates k;
	uint32_t most = 0;

	init(&k);
	map(&k, (uint32_t)getpid(), 'l');
	for (uint32_t i = 0; i < 100000; i++) {
		uint32_t pid = NOBODY + i;

		fork_from(&k, pid, (uint32_t)getpid());
		map(&k, pid, 'a');
		map(&k, pid, i == 300 ? 's' : 'b');
		if (i == 300)
			CHECK_EQ_I64(cache_candidates_note(&k, pid), 0);
		if (candidates_prune_is_due(&k))
			prune(&k, false);
		most = k.mappings.n > most ? k.mappings.n : most;
	}
	CHECK(most <= 65536);
	CHECK(k.mappings.capacity <= 131072 && k.parents.table.n <= 65536);
	CHECK(needs(&k, 's') && needs(&k, 'a') && !needs(&k, 'b'));
	/* One that runs is still known. */
	CHECK_EQ_I64(cache_candidates_note(&k, (uint32_t)getpid()), 0);
	CHECK_EQ_I64(cache_candidates_decide(&k), 0);
	CHECK(needs(&k, 'l'));
	cache_candidates_fini(&k);
}

/* A process that runs has the mappings of one that has ended, as long as it has not replaced them. */
TEST(mappings_of_ancestors)
{
	struct cache_candidates k;

	init(&k);
	map(&k, NOBODY, 'a');
	fork_from(&k, NOBODY + 1, NOBODY);
	fork_from(&k, (uint32_t)getpid(), NOBODY + 1);
	map(&k, NOBODY + 2, 'o');
	prune(&k, false);
	CHECK_EQ_U64(k.mappings.n, 1);
	CHECK_EQ_I64(cache_candidates_note(&k, (uint32_t)getpid()), 0);
	CHECK_EQ_I64(cache_candidates_decide(&k), 0);
	CHECK(needs(&k, 'a') && !needs(&k, 'o'));
	cache_candidates_fini(&k);
}

/* A number that was sampled, and is another process's by now. */
TEST(a_number_again)
{
	struct cache_candidates k;

	init(&k);
	CHECK_EQ_I64(cache_candidates_note(&k, NOBODY), 0);
	prune(&k, false);
	map(&k, NOBODY, 'a');
	prune(&k, false);
	CHECK(!needs(&k, 'a'));
	map(&k, NOBODY, 'a');
	CHECK_EQ_I64(cache_candidates_note(&k, NOBODY), 0);
	prune(&k, false);
	CHECK(needs(&k, 'a'));
	cache_candidates_fini(&k);
}

/* A number that becomes another process's while the rings are drained. */
TEST(a_number_again_meanwhile)
{
	struct cache_candidates k;

	init(&k);
	map(&k, NOBODY, 'o');
	CHECK_EQ_I64(candidates_prune_look(&k), 0);
	fork_from(&k, NOBODY, (uint32_t)getpid());
	map(&k, NOBODY, 'a');
	CHECK_EQ_I64(candidates_prune(&k, false), 0);
	CHECK_EQ_I64(cache_candidates_note(&k, NOBODY), 0);
	CHECK_EQ_I64(cache_candidates_decide(&k), 0);
	CHECK(needs(&k, 'a'));
	cache_candidates_fini(&k);
}

/* Whose samples may still come. */
TEST(late_samples)
{
	struct cache_candidates k;

	init(&k);
	map(&k, NOBODY, 'a');
	prune(&k, true);
	CHECK(needs(&k, 'a'));
	CHECK_EQ_U64(k.mappings.n, 0);
	cache_candidates_fini(&k);
}
