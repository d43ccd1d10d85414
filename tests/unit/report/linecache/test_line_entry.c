/* Entries of the line cache: what is encoded comes back; what is damaged, of another key or of another time does not.
 */
#include "report/linecache/line_entry.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct line_key key = {
	.build_id = { .size = 4, .data = { 0xab, 0xcd, 0xef, 0x01 } },
	.file = { .inode = 7, .size = 1000, .modified = 5, .changed = 6 },
	.below = 3,
};

static struct buffer encoded(const struct line_other *others, uint32_t n_others)
{
	struct line_piece pieces[] = {
		{ .begin = 0x200, .end = 0x300, .has_lines = true, .size = 4, .data = "late" },
		{ .begin = 0x100, .end = 0x200, .has_lines = true, .size = 5, .data = "early" },
		{ .begin = 0x180, .end = 0x280, .has_lines = false, .size = 5, .data = "other" },
		{ .begin = 0x1f0, .end = 0x400, .has_lines = true, .size = 4, .data = "over" },
	};
	struct buffer b;

	buffer_init(&b);
	line_entry_encode(&b, &key, others, n_others, pieces, 4);
	CHECK(buffer_ok(&b));
	return b;
}

/* The bytes for an address, or "". */
static const char *found(const struct line_entry *e, uint64_t address, bool lines)
{
	static char text[16];
	struct line_piece p;

	if (!line_entry_find(e, address, lines, &p))
		return "";
	snprintf(text, sizeof(text), "%.*s", (int)p.size, (const char *)p.data);
	return text;
}

TEST(what_is_kept_is_found)
{
	struct buffer b = encoded(NULL, 0);
	struct line_entry e;

	CHECK_EQ_I64(line_entry_parse(&e, &key, b.data, b.size), 0);
	CHECK_EQ_U64(e.n_windows, 3);
	CHECK_STR(found(&e, 0xff, true), "");
	CHECK_STR(found(&e, 0x100, true), "early");
	CHECK_STR(found(&e, 0x1ff, true), "early");
	CHECK_STR(found(&e, 0x200, true), "over");
	CHECK_STR(found(&e, 0x3ff, true), "over");
	CHECK_STR(found(&e, 0x400, true), "");
	CHECK_STR(found(&e, 0x100, false), "");
	CHECK_STR(found(&e, 0x200, false), "other");
	CHECK_STR(found(&e, UINT64_MAX, true), "");
	buffer_fini(&b);
}

TEST(every_truncation_and_every_flipped_bit_is_noticed)
{
	static const struct line_other other = { { .inode = 1 }, "/there" };
	struct buffer b = encoded(&other, 1);
	struct line_entry e;

	for (size_t size = 0; size < b.size; size++) {
		uint8_t *copy = malloc(size + 1);

		memcpy(copy, b.data, size);
		CHECK(line_entry_parse(&e, &key, copy, size) != 0);
		free(copy);
	}
	for (size_t bit = 0; bit < 8 * b.size; bit++) {
		unsigned lost = 0;

		b.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
		/* Of a window only that one is lost. */
		if (line_entry_parse(&e, &key, b.data, b.size) == 0) {
			for (uint32_t i = 0; i < e.n_windows; i++) {
				struct line_piece p;

				lost += !line_entry_piece(&e, i, &p);
			}
			CHECK_EQ_U64(lost, 1);
		}
		b.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
	buffer_fini(&b);
}

TEST(an_entry_of_another_key_is_not_used)
{
	struct buffer b = encoded(NULL, 0);
	struct line_key others[6];
	struct line_entry e;

	for (int i = 0; i < 6; i++)
		others[i] = key;
	others[0].build_id.data[3]++;
	others[1].build_id.size--;
	others[2].file.inode++;
	others[3].file.changed++;
	others[4].file.size++;
	others[5].below++;
	for (int i = 0; i < 6; i++)
		CHECK_EQ_I64(line_entry_parse(&e, &others[i], b.data, b.size), -ESTALE);
	buffer_fini(&b);
}

TEST(an_entry_lasts_as_long_as_the_files_beside_it)
{
	struct line_other others[2];
	char there[300], missing[300];
	struct line_entry e;
	struct tree t;
	struct buffer b;

	tree_init(&t);
	tree_write(&t, "there", "1");
	snprintf(there, sizeof(there), "%s/there", t.root);
	snprintf(missing, sizeof(missing), "%s/missing", t.root);
	others[0] = (struct line_other){ line_identity_at(there), there };
	others[1] = (struct line_other){ line_identity_at(missing), missing };
	b = encoded(others, 2);
	CHECK_EQ_I64(line_entry_parse(&e, &key, b.data, b.size), 0);
	CHECK_EQ_U64(e.n_others, 2);
	CHECK_STR(line_entry_other(&e, 1).path, missing);
	CHECK(line_entry_is_current(&e));
	tree_write(&t, "missing", "");
	CHECK(!line_entry_is_current(&e));
	CHECK(!remove(missing));
	CHECK(line_entry_is_current(&e));
	tree_write(&t, "there", "longer");
	CHECK(!line_entry_is_current(&e));
	buffer_fini(&b);
	tree_fini(&t);
}

TEST(what_is_too_large_is_left_out)
{
	static char zeros[LINE_ENTRY_MAX / 2];
	struct line_piece pieces[3];
	struct line_entry e;
	struct buffer b;

	for (uint32_t i = 0; i < 3; i++)
		pieces[i] = (struct line_piece){
			.begin = i, .end = i + 1, .size = i == 2 ? 3 : sizeof(zeros), .data = i == 2 ? "end" : zeros
		};
	buffer_init(&b);
	line_entry_encode(&b, &key, NULL, 0, pieces, 3);
	CHECK(b.size <= LINE_ENTRY_MAX);
	CHECK_EQ_I64(line_entry_parse(&e, &key, b.data, b.size), 0);
	CHECK_EQ_U64(e.n_windows, 2);
	CHECK_STR(found(&e, 2, false), "end");
	buffer_fini(&b);
}

TEST(names_are_digits)
{
	char name[LINE_NAME_SIZE];

	CHECK(line_name_is_good(line_key_name(&key, name)));
	CHECK(!strncmp(name, "abcdef01-", 9));
	CHECK(!line_name_is_good("../abcdef01-00000000"));
	CHECK(!line_name_is_good("abcdef01"));
	CHECK(!line_name_is_good("abcdef0-00000000"));
	CHECK(!line_name_is_good("abcdef01-0000000"));
	CHECK(!line_name_is_good("abcdef01-00000000.new-1"));
}
