#include "formats/archive/archive_part.h"

#include "common/sha256.h"
#include "formats/archive/archive_block.h"

#define PART_MAGIC      0x4b4c4241u /* "ABLK" */
#define PART_CHECK      24          /* its offset in the head */
#define PART_CHECK_SIZE 8
#define PART_MAX        (2 * ARCHIVE_BLOCK_MAX)

/* Computes the check of a part whose packed bytes follow its head. */
static void part_check(const uint8_t *head, size_t packed, uint8_t ret_check[SHA256_SIZE])
{
	struct sha256 sha;

	sha256_init(&sha);
	sha256_add(&sha, head, PART_CHECK);
	sha256_add(&sha, head + ARCHIVE_PART_HEAD_SIZE, packed);
	sha256_end(&sha, ret_check);
}

void archive_part_begin(struct buffer *b)
{
	buffer_clear(b);
	b->swap = order_is_swapped(false);
	buffer_append(b, NULL, ARCHIVE_PART_HEAD_SIZE);
}

void archive_part_finish(struct buffer *b, const struct archive_part *p)
{
	uint8_t check[SHA256_SIZE];

	if (!buffer_ok(b))
		return;
	buffer_set_u32(b, 0, PART_MAGIC);
	buffer_set_u32(b, 4, p->kind);
	buffer_set_u64(b, 8, p->offset);
	buffer_set_u32(b, 16, p->size);
	buffer_set_u32(b, 20, (uint32_t)(b->size - ARCHIVE_PART_HEAD_SIZE));
	part_check(b->data, b->size - ARCHIVE_PART_HEAD_SIZE, check);
	memcpy(b->data + PART_CHECK, check, PART_CHECK_SIZE);
}

bool archive_part_read(const uint8_t *data, size_t left, struct archive_part *ret_part)
{
	struct cursor c = cursor_make(data, left < ARCHIVE_PART_HEAD_SIZE ? left : ARCHIVE_PART_HEAD_SIZE,
				      order_is_swapped(false));

	if (cursor_u32(&c) != PART_MAGIC)
		return false;
	ret_part->kind = cursor_u32(&c);
	ret_part->offset = cursor_u64(&c);
	ret_part->size = cursor_u32(&c);
	ret_part->packed_size = cursor_u32(&c);
	ret_part->head = data;
	return cursor_skip(&c, PART_CHECK_SIZE) && ret_part->kind >= ARCHIVE_MODEL && ret_part->kind <= ARCHIVE_END &&
	       ret_part->packed_size <= left - ARCHIVE_PART_HEAD_SIZE && ret_part->packed_size <= PART_MAX &&
	       ret_part->size <= ARCHIVE_BLOCK_MAX;
}

bool archive_part_is_whole(const struct archive_part *p)
{
	uint8_t check[SHA256_SIZE];

	part_check(p->head, p->packed_size, check);
	return !memcmp(check, p->head + PART_CHECK, PART_CHECK_SIZE);
}

struct cursor archive_part_content(const struct archive_part *p)
{
	return cursor_make(p->head + ARCHIVE_PART_HEAD_SIZE, p->packed_size, order_is_swapped(false));
}
