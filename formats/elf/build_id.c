#include "formats/elf/build_id.h"

#include "common/fileio.h"
#include "formats/elf/elf_header.h"

#include <errno.h>
#include <fcntl.h>

/*
 * How much of the notes of a file is looked through, and the largest table that is: any number of entries may name the
 * same notes. What is read from a file is copied, so less of it.
 */
#define NOTES_MAX      (16u << 20)
#define NOTES_READ_MAX (1u << 20)
#define TABLE_MAX      (16u << 20)

/* Bytes; the notes of the kernel or a module have some 500. */
#define KERNEL_NOTES_MAX 65536

const char *build_id_text(const struct build_id *id, char text[BUILD_ID_TEXT_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	size_t n = 0;

	for (size_t i = 0; i < id->size && i < BUILD_ID_SIZE_MAX; i++) {
		text[n++] = digits[id->data[i] >> 4];
		text[n++] = digits[id->data[i] & 15];
	}
	text[n] = 0;
	return text;
}

bool build_id_equal(const struct build_id *a, const struct build_id *b)
{
	return a->size == b->size && !memcmp(a->data, b->data, a->size);
}

bool build_id_matches(const struct build_id *recorded, const struct build_id *found)
{
	const struct build_id *longer = recorded->size > found->size ? recorded : found;
	uint8_t shorter = recorded->size < found->size ? recorded->size : found->size;

	if (!shorter || memcmp(recorded->data, found->data, shorter) != 0)
		return false;
	for (int i = shorter; i < longer->size; i++) {
		if (longer->data[i])
			return false;
	}
	return true;
}

/* Skips to the next multiple of align; the last note of a segment may lack its padding. */
static void note_skip(struct cursor *c, uint64_t size, size_t align)
{
	uint64_t padding = align_up(size, align) - size;

	cursor_skip(c, size);
	cursor_skip(c, padding < cursor_left(c) ? padding : cursor_left(c));
}

int build_id_find_note(struct build_id *ret_id, struct cursor notes, size_t align)
{
	if (align != 8)
		align = 4;
	while (cursor_left(&notes)) {
		uint32_t name_size = cursor_u32(&notes);
		uint32_t size = cursor_u32(&notes);
		uint32_t type = cursor_u32(&notes);
		const uint8_t *name = notes.pos;
		struct cursor data;

		/*
		 * With alignment 8, name and description begin at multiples of 8 from the note's start, 12 bytes
		 * before.
		 */
		note_skip(&notes, name_size, 1);
		cursor_skip(&notes, align_up(12 + (uint64_t)name_size, align) - 12 - name_size);
		data = cursor_make(notes.pos, cursor_left(&notes), notes.swap);
		note_skip(&notes, size, align);
		if (!cursor_ok(&notes))
			return -EBADMSG;
		if (type != NT_GNU_BUILD_ID || name_size != sizeof(ELF_NOTE_GNU) ||
		    memcmp(name, ELF_NOTE_GNU, name_size) || !size)
			continue;
		*ret_id = (struct build_id){ .size = size < BUILD_ID_SIZE_MAX ? size : BUILD_ID_SIZE_MAX };
		memcpy(ret_id->data, data.pos, ret_id->size);
		return 0;
	}
	return -ENOENT;
}

/* A file whose notes are searched. */
struct note_search {
	struct elf_bytes bytes;
	struct elf_header header;
	uint64_t left;       /* bytes of notes that may still be looked at */
	struct buffer table; /* what was read of these, if they are not in memory */
	struct buffer notes;
};

static int search_notes(struct note_search *s, uint64_t offset, uint64_t size, uint64_t align, struct build_id *ret_id)
{
	struct cursor notes;

	if (size > s->left)
		size = s->left;
	notes = elf_bytes_range(&s->bytes, offset, size, s->header.swap, &s->notes);
	if (!cursor_ok(&notes))
		return -EBADMSG;
	s->left -= size;
	return build_id_find_note(ret_id, notes, align);
}

/* Searches the notes of all segments, or of all sections. */
static int search_table(struct note_search *s, const struct elf_table *table, struct build_id *ret_id)
{
	bool sections = table == &s->header.sections;
	int result = -ENOENT;
	struct cursor c;

	if (!table->n || table->n > TABLE_MAX / table->entry_size)
		return result;
	c = elf_header_table(&s->header, table, &s->bytes, &s->table);
	for (uint64_t i = 0; i < table->n && cursor_ok(&c) && result && s->left; i++) {
		if (sections) {
			struct elf_section section = elf_section_read(&c, s->header.is_64);

			if (section.type == SHT_NOTE)
				result = search_notes(s, section.offset, section.size, section.align, ret_id);
		} else {
			struct elf_segment segment = elf_segment_read(&c, s->header.is_64);

			if (segment.type == PT_NOTE)
				result = search_notes(s, segment.offset, segment.file_size, segment.align, ret_id);
		}
	}
	return result;
}

static int search_file(struct note_search *s, bool sections_first, struct build_id *ret_id)
{
	const struct elf_table *sections = &s->header.sections, *segments = &s->header.segments;
	int result = elf_header_read(&s->header, &s->bytes);

	if (result)
		return result;
	buffer_init(&s->table);
	buffer_init(&s->notes);
	result = search_table(s, sections_first ? sections : segments, ret_id);
	if (result) {
		int other = search_table(s, sections_first ? segments : sections, ret_id);

		/* That the first were damaged is still to be reported. */
		result = other == -ENOENT ? result : other;
	}
	buffer_fini(&s->table);
	buffer_fini(&s->notes);
	return result;
}

int build_id_find(struct build_id *ret_id, const void *data, size_t size)
{
	struct note_search s = { .bytes = elf_bytes_memory(data, size), .left = NOTES_MAX };

	return search_file(&s, true, ret_id);
}

int build_id_read(struct build_id *ret_id, int fd)
{
	struct note_search s = { .left = NOTES_READ_MAX };
	uint8_t first[ELF_FIRST_READ];
	int result = elf_bytes_file(&s.bytes, fd, first);

	return result ? result : search_file(&s, false, ret_id);
}

int build_id_read_notes(struct build_id *ret_id, const char *path)
{
	struct buffer notes;
	int result;

	buffer_init(&notes);
	result = fileio_read_file(AT_FDCWD, path, &notes, KERNEL_NOTES_MAX);
	if (!result)
		result = build_id_find_note(ret_id, cursor_make(notes.data, notes.size, false), 4);
	buffer_fini(&notes);
	return result;
}
