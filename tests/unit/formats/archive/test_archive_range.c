#include "formats/archive/archive_range.h"

#include "tests/support/test.h"

#define DECISIONS 20000

/* Mostly no, at times yes for long; and ends with what makes carries. */
static bool decision(unsigned i)
{
	return i % 1000 > 900 || i * 2654435761u >> 27 == 3;
}

static void put_all(struct buffer *out)
{
	struct archive_chance chances[2] = { ARCHIVE_CHANCE_EVEN, ARCHIVE_CHANCE_EVEN };
	struct archive_range r;

	buffer_init(out);
	archive_range_begin(&r);
	for (unsigned i = 0; i < DECISIONS; i++)
		archive_range_put(&r, &chances[i % 2], decision(i), out);
	archive_range_end(&r, out);
	CHECK(buffer_ok(out));
}

TEST(decisions_come_back_from_fewer_bits)
{
	struct archive_chance chances[2] = { ARCHIVE_CHANCE_EVEN, ARCHIVE_CHANCE_EVEN };
	struct archive_range r;
	struct buffer bytes;
	size_t at = 0;

	put_all(&bytes);
	CHECK(bytes.size < DECISIONS / 8 / 2);
	archive_range_open(&r, &bytes, &at);
	for (unsigned i = 0; i < DECISIONS; i++)
		CHECK_EQ_I64(archive_range_take(&r, &chances[i % 2], &bytes, &at), decision(i));
	CHECK_EQ_U64(at, bytes.size);
	buffer_fini(&bytes);
}

TEST(certainty_never_becomes_an_error)
{
	struct archive_chance yes = ARCHIVE_CHANCE_EVEN, again = ARCHIVE_CHANCE_EVEN;
	struct archive_range r;
	struct buffer bytes;
	size_t at = 0;

	buffer_init(&bytes);
	archive_range_begin(&r);
	for (unsigned i = 0; i < DECISIONS; i++)
		archive_range_put(&r, &yes, i != DECISIONS / 2, &bytes);
	archive_range_end(&r, &bytes);
	archive_range_open(&r, &bytes, &at);
	for (unsigned i = 0; i < DECISIONS; i++)
		CHECK_EQ_I64(archive_range_take(&r, &again, &bytes, &at), i != DECISIONS / 2);
	CHECK_EQ_U64(at, bytes.size);
	buffer_fini(&bytes);
}

TEST(missing_bytes_are_wanted)
{
	struct archive_chance chances[2] = { ARCHIVE_CHANCE_EVEN, ARCHIVE_CHANCE_EVEN };
	struct archive_range r;
	struct buffer bytes;
	size_t at = 0;

	put_all(&bytes);
	bytes.size = 9;
	archive_range_open(&r, &bytes, &at);
	for (unsigned i = 0; i < DECISIONS; i++)
		archive_range_take(&r, &chances[i % 2], &bytes, &at);
	CHECK(at > bytes.size);
	buffer_fini(&bytes);
}
