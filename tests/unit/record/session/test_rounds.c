/* rounds: the sideband is looked at many times between two rounds, where that is wanted. */
#include "record/session/rounds.h"
#include "tests/support/test.h"

#define MS  1000000ull
#define NOW (1000000 * MS)

TEST(rounds_alone)
{
	struct rounds r = { 0 };

	CHECK(rounds_is_due(&r, NOW));
	rounds_end(&r, NOW);
	CHECK(!rounds_is_due(&r, NOW + 899 * MS) && rounds_is_due(&r, NOW + 900 * MS));
	CHECK_EQ_U64(rounds_next(&r), NOW + 900 * MS);
	CHECK(!rounds_take_sideband(&r, NOW + 900 * MS));
}

/* A process that lives for 60 ms is seen while it does. */
TEST(sideband_between_them)
{
	struct rounds r = { 0 };
	unsigned n = 0;

	rounds_end(&r, NOW);
	rounds_watch_sideband(&r, NOW);
	for (uint64_t now = NOW; now < NOW + 900 * MS; now = rounds_next(&r)) {
		CHECK(rounds_next(&r) <= now + 60 * MS && !rounds_is_due(&r, now));
		n += rounds_take_sideband(&r, now);
		CHECK(!rounds_take_sideband(&r, now));
	}
	CHECK(n > 15);
	/* When the recorder comes late, it is once. */
	CHECK(rounds_take_sideband(&r, NOW + 5000 * MS) && !rounds_take_sideband(&r, NOW + 5000 * MS));
	CHECK(rounds_is_due(&r, NOW + 5000 * MS));
}
