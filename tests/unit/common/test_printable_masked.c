#include "common/printable.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Texts of any size come out whole, masked, and with no character cut by the end of a piece. */
TEST(characters_across_pieces)
{
	enum { N = 3 * MASKED_PIECE };
	char want[N], got[N + 1];
	int ends[2];
	FILE *out;

	CHECK_EQ_I64(pipe2(ends, O_CLOEXEC), 0);
	out = masked_stream(ends[1]);
	CHECK(out);
	for (int i = 0; i + 2 < N; i += 3) {
		const bool is_command = i % 7 == 0;

		CHECK_EQ_I64(fputs(is_command ? "\033\302\200" : "\342\202\254", out) < 0, 0);
		memcpy(want + i, is_command ? "???" : "\342\202\254", 3);
	}
	CHECK_EQ_I64(fclose(out), 0);
	CHECK_EQ_I64(read(ends[0], got, sizeof(got)), N);
	CHECK(!memcmp(got, want, N));
	close(ends[0]);
}

TEST(lines_are_written_at_once)
{
	char got[8];
	int ends[2];
	FILE *out;

	CHECK_EQ_I64(pipe2(ends, O_CLOEXEC), 0);
	out = masked_stream(ends[1]);
	fputs("a\033\n", out);
	CHECK_EQ_I64(read(ends[0], got, sizeof(got)), 3);
	CHECK(!memcmp(got, "a?\n", 3));
	fclose(out);
	close(ends[0]);
}

TEST(what_cannot_be_written)
{
	FILE *out = masked_stream(open("/dev/full", O_WRONLY | O_CLOEXEC));

	fputs("a", out);
	CHECK_EQ_I64(fflush(out), EOF);
	CHECK_EQ_I64(errno, ENOSPC);
	fclose(out);
}
