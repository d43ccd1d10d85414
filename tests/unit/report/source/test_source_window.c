/* Windows: what is encoded comes back, and what cannot be is refused. */
#include "report/source/source_window.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

static struct source_row rows[] = { { 0x1000, 0, 1 }, { 0x1010, 1, 2 }, { 0x1020, 3, 0 } };
static struct source_frame frames[] = { { 0, 1, 21 }, { 5, 1, 6 }, { 0, 1, 21 } };
static const char strings[] = "\0a.c\0mix";

static struct source_window sample(void)
{
	return (struct source_window){ .begin = 0x1000,
				       .end = 0x1030,
				       .n_rows = 3,
				       .n_frames = 3,
				       .strings_size = sizeof(strings),
				       .rows = rows,
				       .frames = frames,
				       .strings = strings };
}

static struct buffer encoded(const struct source_window *w)
{
	struct buffer b;

	buffer_init(&b);
	source_window_encode(w, &b);
	CHECK(buffer_ok(&b));
	return b;
}

static int decode_error(const struct source_window *w)
{
	struct buffer b = encoded(w);
	struct source_window *decoded = NULL;
	int code = source_window_decode(&decoded, b.data, b.size, NULL);

	free(decoded);
	buffer_fini(&b);
	return code;
}

TEST(round_trip)
{
	struct source_window w = sample(), *decoded;
	struct buffer b = encoded(&w);
	const struct source_row *row;
	size_t size;

	CHECK_EQ_I64(source_window_decode(&decoded, b.data, b.size, &size), 0);
	CHECK(size > sizeof(*decoded));
	row = source_window_row(decoded, 0x1011);
	CHECK_EQ_U64(row->n, 2);
	CHECK_STR(decoded->strings + decoded->frames[row->first].name, "mix");
	CHECK_STR(decoded->strings + decoded->frames[row->first].file, "a.c");
	CHECK_EQ_U64(decoded->frames[row->first].line, 6);
	CHECK_EQ_U64(source_window_row(decoded, 0x1000)->start, 0x1000);
	CHECK_EQ_U64(source_window_row(decoded, 0x100f)->start, 0x1000);
	CHECK_EQ_U64(source_window_row(decoded, 0x1010)->start, 0x1010);
	CHECK_EQ_U64(source_window_row(decoded, 0x102f)->n, 0);
	free(decoded);
	buffer_fini(&b);
}

TEST(every_truncation_is_refused)
{
	struct source_window w = sample(), *decoded;
	struct buffer b = encoded(&w);

	for (size_t size = 0; size < b.size; size++)
		CHECK_EQ_I64(source_window_decode(&decoded, b.data, size, NULL), -EBADMSG);
	buffer_put_u8(&b, 0);
	CHECK_EQ_I64(source_window_decode(&decoded, b.data, b.size, NULL), -EBADMSG);
	buffer_fini(&b);
}

/* A copy of the sample's rows and frames, with one word wrong. */
TEST(lies_are_refused)
{
	struct source_row lying_rows[3];
	struct source_frame lying_frames[3];
	struct source_window w = sample();

	w.end = w.begin;
	CHECK_EQ_I64(decode_error(&w), -EBADMSG);
	w = sample();
	w.n_rows = 0;
	CHECK_EQ_I64(decode_error(&w), -EBADMSG);
	w = sample();
	w.strings = "abcdefg";
	w.strings_size = 8;
	CHECK_EQ_I64(decode_error(&w), -EBADMSG);
	w.strings = "\0bcdefgh";
	CHECK_EQ_I64(decode_error(&w), -EBADMSG);
	w = sample();
	w.strings_size = 0;
	CHECK_EQ_I64(decode_error(&w), -EBADMSG);
	for (unsigned lie = 0; lie < 7; lie++) {
		memcpy(lying_rows, rows, sizeof(rows));
		memcpy(lying_frames, frames, sizeof(frames));
		w = sample();
		w.rows = lying_rows;
		w.frames = lying_frames;
		switch (lie) {
		case 0: lying_rows[0].start = 0x1001; break;           /* not where the window begins */
		case 1: lying_rows[2].start = 0x1010; break;           /* out of order */
		case 2: lying_rows[2].start = 0x1030; break;           /* at the end */
		case 3: lying_rows[1].n = 3; break;                    /* more frames than there are */
		case 4: lying_rows[1].first = UINT32_MAX; break;       /* likewise */
		case 5: lying_frames[1].name = sizeof(strings); break; /* beyond the strings */
		default: lying_frames[2].file = UINT32_MAX; break;
		}
		CHECK_EQ_I64(decode_error(&w), -EBADMSG);
	}
}

TEST(an_empty_window_has_no_frames)
{
	struct source_window *w = source_window_empty(5, 6);

	CHECK(w);
	CHECK_EQ_U64(source_window_row(w, 5)->n, 0);
	free(w);
}
