/* flame_rows: rows are sorted and added up, in whatever order they come. */
#include "report/flame/flame_rows.h"

#include "tests/support/test.h"

#include <stdlib.h>

#define N 5000

/* Whether a row comes before another one, by all that tells rows apart. */
static bool is_before(const struct flame_row *a, const struct flame_row *b)
{
	const uint64_t of_a[] = { a->thread, a->time, a->event, a->cpu, a->stack };
	const uint64_t of_b[] = { b->thread, b->time, b->event, b->cpu, b->stack };

	for (size_t i = 0; i < 5; i++)
		if (of_a[i] != of_b[i])
			return of_a[i] < of_b[i];
	return false;
}

/* Adds rows of few threads, CPUs and stacks; how far times fall: 0: they do not. */
static void add_rows(struct flame_recording *r, unsigned falls)
{
	unsigned seed = 1;

	for (uint32_t i = 0; i < N; i++) {
		const struct flame_row row = { .time = 1000 + i / 7 - (falls ? (unsigned)rand_r(&seed) % falls : 0),
					       .weight = 2,
					       .thread = (uint32_t)rand_r(&seed) % 3 * 2,
					       .stack = (uint32_t)rand_r(&seed) % 4,
					       .count = 1,
					       .cpu = (uint16_t)(rand_r(&seed) % 2),
					       .event = (uint16_t)(rand_r(&seed) % 2) };

		CHECK(!flame_rows_add(r, &row));
	}
}

/* Rows are in order, each once, and nothing is lost. */
static void check_merged(unsigned falls)
{
	struct flame_recording r = { 0 };
	uint64_t count = 0, weight = 0;

	add_rows(&r, falls);
	flame_rows_merge(&r);
	CHECK(r.n > N / 4 && r.n < N);
	for (uint32_t i = 0; i < r.n; i++) {
		CHECK(!i || is_before(&r.rows[i - 1], &r.rows[i]));
		count += r.rows[i].count;
		weight += r.rows[i].weight;
	}
	CHECK_EQ_U64(count, N);
	CHECK_EQ_U64(weight, 2 * N);
	free(r.rows);
}

TEST(rows_that_come_in_the_order_of_time)
{
	check_merged(0);
}

TEST(rows_that_come_late)
{
	check_merged(20);
}

TEST(no_rows)
{
	struct flame_recording r = { 0 };

	flame_rows_merge(&r);
	CHECK_EQ_U64(r.n, 0);
}
