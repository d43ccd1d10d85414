#include "record/events/mem_breakpoints.h"

#include "common/text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BREAKPOINTS     4  /* of a CPU */
#define LENGTH_DEFAULT  4  /* as in Linux perf */
#define BREAKPOINT_SIZE 8u /* at most */
#define NAME_MAX_BYTES  128

/* mem:PLACE[/LENGTH][:rwx][MODIFIERS], taken apart. */
struct breakpoint {
	char name[NAME_MAX_BYTES]; /* "": an address */
	uint64_t address, offset, length;
	const char *access;
	int access_size;
	const char *rest; /* modifiers, up to what follows the event */
	int rest_size;
	bool plain; /* such that prec record takes it as it is */
};

static bool take_number(const char **p, uint64_t *ret_number)
{
	char *end;

	errno = 0;
	*ret_number = strtoull(*p, &end, 0);
	if (errno || !isdigit((unsigned char)**p))
		return false;
	*p = end;
	return true;
}

static size_t name_size(const char *p)
{
	size_t n = 0;

	if (!isalpha((unsigned char)*p) && *p != '_')
		return 0;
	while (isalnum((unsigned char)p[n]) || (p[n] && strchr("_.$@", p[n])))
		n++;
	return n;
}

static bool is_end(char c)
{
	return !c || c == ',' || c == '}';
}

/* p: after "mem:". *ret_end: after the event. False: nothing of the kind; whoever parses events says what is wrong. */
static bool parse(struct breakpoint *b, const char *p, const char **ret_end)
{
	size_t size = name_size(p);

	*b = (struct breakpoint){ .access = "rw", .access_size = 2, .plain = !size };
	if (size >= sizeof(b->name))
		return false;
	memcpy(b->name, p, size);
	p += size;
	if (!size && !take_number(&p, &b->address))
		return false;
	if (*p == '+') {
		p++;
		b->plain = false;
		if (!take_number(&p, &b->offset))
			return false;
	}
	if (*p == '/' && isdigit((unsigned char)p[1])) {
		p++;
		if (!take_number(&p, &b->length) || !b->length)
			return false;
	}
	if (*p == ':' && p[1] && strchr("rwx", p[1])) {
		b->access = ++p;
		b->access_size = (int)strspn(p, "rwx");
		p += b->access_size;
	}
	b->rest = p;
	while (!is_end(*p))
		p++;
	b->rest_size = (int)(p - b->rest);
	*ret_end = p;
	return true;
}

/* One breakpoint covers it. */
static bool is_single(const struct breakpoint *b)
{
	return b->length <= BREAKPOINT_SIZE && !(b->length & (b->length - 1)) &&
	       (!b->length || !(b->address % b->length));
}

static int locate(struct breakpoint *b, const struct data_target *target, struct error *err)
{
	struct data_place place = { b->address, 0 };

	if (b->name[0]) {
		int result = data_symbol_find(&place, target, b->name, err);

		if (result)
			return result;
	}
	if (!b->length && place.size > b->offset)
		b->length = place.size - b->offset;
	if (!b->length)
		b->length = LENGTH_DEFAULT;
	b->address = place.address + b->offset;
	if (b->address < b->offset || b->length - 1 > UINT64_MAX - b->address)
		return error_set(err, -EINVAL, "-e mem:...: an address of more than 64 bits");
	return 0;
}

/* How much of the range one breakpoint at its beginning covers. */
static uint64_t piece_size(uint64_t address, uint64_t length)
{
	uint64_t size = BREAKPOINT_SIZE;

	while (size > length || address % size)
		size /= 2;
	return size;
}

static void put_piece(struct buffer *out, const struct breakpoint *b, uint64_t address, uint64_t size)
{
	text_printf(out, "mem:0x%" PRIx64 "/%" PRIu64 ":%.*s", address, size, b->access_size, b->access);
	if (b->name[0] && (!b->rest_size || *b->rest != '/')) {
		uint64_t offset = b->offset + (address - b->address);

		text_printf(out, "/name=%s", b->name);
		if (offset)
			text_printf(out, "+%" PRIu64, offset);
		text_put(out, "/");
	}
	text_printf(out, "%.*s", b->rest_size, b->rest);
}

static int put_pieces(struct buffer *out, const struct breakpoint *b, struct error *err)
{
	uint64_t address = b->address, left = b->length;

	for (int n = 0; left; n++) {
		uint64_t size = piece_size(address, left);

		if (n == BREAKPOINTS)
			return error_set(err, -EINVAL,
					 "-e mem:%s: %" PRIu64 " bytes are more than the CPU's breakpoints cover; name "
					 "a part, as in mem:%s+0/8",
					 b->name[0] ? b->name : "ADDRESS", b->length, b->name[0] ? b->name : "ADDRESS");
		if (n)
			text_put(out, ",");
		put_piece(out, b, address, size);
		address += size;
		left -= size;
	}
	return 0;
}

int mem_breakpoints_expand(struct buffer *ret_text, const char *text, const struct data_target *target,
			   struct error *err)
{
	bool begins = true;

	for (const char *p = text; *p;) {
		struct breakpoint b;
		const char *end;
		int result;

		if (!begins || strncmp(p, "mem:", 4) != 0 || !parse(&b, p + 4, &end) || (b.plain && is_single(&b))) {
			begins = *p == ',' || *p == '{';
			text_printf(ret_text, "%c", *p++);
			continue;
		}
		result = locate(&b, target, err);
		if (!result)
			result = put_pieces(ret_text, &b, err);
		if (result)
			return result;
		p = end;
		begins = false;
	}
	if (!buffer_append(ret_text, "", 1) || !buffer_ok(ret_text))
		return error_nomem(err);
	return 0;
}
