#include "formats/jit/jitdump.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define MAGIC         0x4a695444u
#define MAGIC_SWAPPED 0x4454694au

/* Bytes of a record's type, size and time. */
#define PREFIX_SIZE 16

/* No record has this type or a greater one, nor will one soon. */
#define TYPE_TOO_LARGE 256

/* Bytes of a LOAD without its name and code. */
#define LOAD_SIZE 56

/* Bytes of a DEBUG_INFO without its lines and the padding after them: V8 pads to a multiple of 8. */
#define DEBUG_INFO_SIZE 32
#define PADDING_MAX     7

/* Bytes of an UNWINDING_INFO without its sections. */
#define UNWINDING_INFO_SIZE 40

/* In place of a file's name: the file of the line before. */
#define SAME_FILE "\xff"

int jitdump_open(struct jitdump *d, const void *data, size_t size, struct error *err)
{
	struct cursor c = cursor_make(data, size, false);
	uint32_t magic = cursor_u32(&c);
	uint64_t time, flags;
	uint32_t header_size, machine, pid;

	if (cursor_ok(&c) && magic != MAGIC && magic != MAGIC_SWAPPED)
		return error_at(err, -EBADMSG, 0, ERROR_NO_RECORD, "no jitdump: it begins with %#x", magic);
	c.swap = magic == MAGIC_SWAPPED;
	cursor_skip(&c, 4); /* version: all there were are alike in what is read here */
	header_size = cursor_u32(&c);
	machine = cursor_u32(&c);
	cursor_skip(&c, 4); /* padding */
	pid = cursor_u32(&c);
	time = cursor_u64(&c);
	flags = cursor_u64(&c);
	if (!cursor_ok(&c))
		return error_at(err, -ENODATA, 0, ERROR_NO_RECORD, "its header is cut off");
	if (header_size < JITDUMP_HEADER_SIZE || header_size > size)
		return error_at(err, -EBADMSG, 8, ERROR_NO_RECORD, "a header of %u bytes", header_size);
	if (flags & ~(uint64_t)JITDUMP_ARCH_TIMESTAMP)
		return error_at(err, -ENOTSUP, 32, ERROR_NO_RECORD, "unknown flags %#" PRIx64, flags);
	*d = (struct jitdump){ .data = data,
			       .size = size,
			       .swap = c.swap,
			       .machine = machine,
			       .pid = pid,
			       .time = time,
			       .flags = flags,
			       .pos = header_size,
			       .first_bad = ERROR_INIT };
	return 0;
}

static void jitdump_bad(struct jitdump *d, size_t offset, const char *what)
{
	if (!d->n_bad++)
		error_at(&d->first_bad, -EBADMSG, offset, ERROR_NO_RECORD, "%s", what);
}

/* Reads a LOAD after its prefix. *c ends where the record or the bytes end. False: its sizes are impossible. */
static bool read_load(struct cursor *c, uint64_t record_size, struct jitdump_code *ret)
{
	const uint8_t *nul;
	uint64_t room;

	ret->pid = cursor_u32(c);
	cursor_skip(c, 4 + 8); /* tid, vma */
	ret->addr = cursor_u64(c);
	ret->size = cursor_u64(c);
	ret->index = cursor_u64(c);
	if (!cursor_ok(c) || record_size < LOAD_SIZE + 1 || ret->size > record_size - LOAD_SIZE - 1)
		return false;
	room = record_size - LOAD_SIZE - ret->size; /* of the name */
	nul = memchr(c->pos, 0, room < cursor_left(c) ? room : cursor_left(c));
	ret->name = (const char *)c->pos;
	ret->name_size = nul ? (size_t)(nul - c->pos) : 0;
	return nul && ret->size <= UINT64_MAX - ret->addr;
}

static bool read_move(struct cursor *c, struct jitdump_code *ret)
{
	ret->pid = cursor_u32(c);
	cursor_skip(c, 4 + 8 + 8); /* tid, vma, old address */
	ret->addr = cursor_u64(c);
	ret->size = cursor_u64(c);
	ret->index = cursor_u64(c);
	return cursor_ok(c) && ret->size <= UINT64_MAX - ret->addr;
}

static void read_debug_info(struct jitdump *d, struct cursor *c, size_t at, size_t size)
{
	d->lines_addr = cursor_u64(c);
	d->lines_at = at;
	d->lines_size = size >= DEBUG_INFO_SIZE ? size : 0;
}

/* Gives the LOAD the lines that came before it, if they have its address, and forgets them. */
static void take_lines(struct jitdump *d, struct jitdump_code *code)
{
	if (d->lines_size && d->lines_addr == code->addr) {
		code->lines_at = d->lines_at;
		code->lines_size = d->lines_size;
	}
	d->lines_size = 0;
}

/* Reads an UNWINDING_INFO: an .eh_frame, and after it an .eh_frame_hdr, which is of no use for one function. */
static void read_unwinding_info(struct jitdump *d, struct cursor *c, size_t at)
{
	uint64_t size = cursor_u64(c), header_size = cursor_u64(c);

	cursor_skip(c, 8); /* how much of it is mapped */
	d->unwind_size = 0;
	if (!cursor_ok(c) || size > cursor_left(c) || header_size > size)
		return;
	d->unwind_at = at + UNWINDING_INFO_SIZE;
	d->unwind_size = (size_t)(size - header_size);
}

static void take_unwinding_info(struct jitdump *d, struct jitdump_code *code)
{
	code->unwind_at = d->unwind_at;
	code->unwind_size = d->unwind_size;
	d->unwind_size = 0;
}

/*
 * True if the record at `at`, whose record_size bytes are cut off, may still be being written; false: it is no record.
 */
static bool may_be_written(const struct jitdump *d, uint32_t type, size_t at, uint64_t record_size)
{
	struct cursor c = cursor_make(d->data + at, d->size - at, d->swap);

	if (type >= TYPE_TOO_LARGE)
		return false;
	cursor_skip(&c, PREFIX_SIZE + 24);
	return type != JITDUMP_LOAD || cursor_left(&c) < 8 || cursor_u64(&c) <= record_size;
}

int jitdump_next(struct jitdump *d, struct jitdump_code *ret_code)
{
	while (d->size - d->pos >= PREFIX_SIZE) {
		size_t at = d->pos;
		struct cursor c = cursor_make(d->data + at, d->size - at, d->swap);
		uint32_t type = cursor_u32(&c), size = cursor_u32(&c);
		struct jitdump_code code = { .type = type, .time = cursor_u64(&c) };

		if (size < PREFIX_SIZE || size > d->size - at) {
			if (size < PREFIX_SIZE || !may_be_written(d, type, at, size))
				jitdump_bad(d, at, "a record of impossible size");
			d->pos = d->size;
			return 0;
		}
		d->pos += size;
		c.end = c.start + size;
		if (type == JITDUMP_LOAD) {
			code.offset = at + size;
			if (read_load(&c, size, &code)) {
				code.offset -= code.size;
				take_lines(d, &code);
				take_unwinding_info(d, &code);
				*ret_code = code;
				return 1;
			}
			jitdump_bad(d, at, "code of impossible size, or without a name");
		} else if (type == JITDUMP_MOVE) {
			if (read_move(&c, &code)) {
				*ret_code = code;
				return 1;
			}
			jitdump_bad(d, at, "a move of impossible size");
		} else if (type == JITDUMP_DEBUG_INFO) {
			read_debug_info(d, &c, at, size);
		} else if (type == JITDUMP_UNWINDING_INFO) {
			read_unwinding_info(d, &c, at);
		}
	}
	return 0;
}

struct jitdump_lines jitdump_lines_open(const struct jitdump *d, size_t lines_at, size_t lines_size)
{
	struct jitdump_lines l = { .cursor = cursor_make(d->data + lines_at, lines_size, d->swap) };

	cursor_skip(&l.cursor, PREFIX_SIZE + 8);
	l.n = cursor_u64(&l.cursor);
	return l;
}

int jitdump_lines_next(struct jitdump_lines *l, struct jitdump_line *ret_line)
{
	struct jitdump_line line = { 0 };
	const char *file;

	if (!l->n)
		return cursor_ok(&l->cursor) && cursor_left(&l->cursor) <= PADDING_MAX ? 0 : -EBADMSG;
	line.addr = cursor_u64(&l->cursor);
	line.line = cursor_u32(&l->cursor);
	cursor_skip(&l->cursor, 4); /* column, or a discriminator */
	file = (const char *)l->cursor.pos;
	if (!cursor_string(&l->cursor))
		return -EBADMSG;
	/* Up to where the cursor found the NUL: the bytes may change at any time. */
	line.file = file;
	line.file_size = (size_t)((const char *)l->cursor.pos - file) - 1;
	if (line.file_size == 1 && *file == *SAME_FILE) {
		line.file = l->last.file;
		line.file_size = l->last.file_size;
	}
	l->n--;
	*ret_line = l->last = line;
	return 1;
}

bool jitdump_is_path(const char *path, size_t size)
{
	static const char prefix[] = "jit-", suffix[] = ".dump";
	const char *slash = memrchr(path, '/', size);
	const char *p = slash ? slash + 1 : path;
	const char *digits, *end = path + size;

	if ((size_t)(end - p) < sizeof(prefix) - 1 || memcmp(p, prefix, sizeof(prefix) - 1) != 0)
		return false;
	p += sizeof(prefix) - 1;
	for (digits = p; p < end && *p >= '0' && *p <= '9'; p++)
		continue;
	return p > digits && (size_t)(end - p) == sizeof(suffix) - 1 && memcmp(p, suffix, sizeof(suffix) - 1) == 0;
}
