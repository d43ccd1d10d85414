#include "formats/text/kallsyms.h"

#include "common/bytes.h"

#include <string.h>

struct kallsyms_reader kallsyms_open(const char *text, size_t size)
{
	return (struct kallsyms_reader){ .pos = text, .end = text + size };
}

/* Eight bytes in one word: the first is the lowest. */
#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
#define TOP_BITS   EACH(0x80)

static uint64_t kallsyms_word(const char *p)
{
	return load_u64_order(p, order_is_swapped(false));
}

/* The top bit of each byte that is at least low and at most high. No byte of x has its top bit set. */
static uint64_t kallsyms_within(uint64_t x, uint8_t low, uint8_t high)
{
	return (x + EACH(0x80 - low)) & ~(x + EACH(0x7f - high)) & TOP_BITS;
}

/* Eight hexadecimal digits at once; false when one of them is none. Addresses are half of what a line costs to read. */
static bool kallsyms_parse_8(const char *p, uint32_t *ret_value)
{
	uint64_t x = kallsyms_word(p);
	uint64_t letters;

	if (x & TOP_BITS)
		return false;
	letters = kallsyms_within(x | EACH(0x20), 'a', 'f');
	if ((letters | kallsyms_within(x, '0', '9')) != TOP_BITS)
		return false;
	x = (x & EACH(0x0f)) + (letters >> 7) * 9;
	x = (x << 4 | x >> 8) & UINT64_C(0x00ff00ff00ff00ff);
	x = (x << 8 | x >> 16) & UINT64_C(0x0000ffff0000ffff);
	*ret_value = (uint32_t)(x << 16 | x >> 32);
	return true;
}

static int kallsyms_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* The address, 1 to 16 digits. The text after it, or NULL. */
static const char *kallsyms_parse_address(const char *p, const char *end, uint64_t *ret_address)
{
	const char *start = p;
	uint32_t high, low;
	int digit;

	if (end - p > 16 && kallsyms_parse_8(p, &high) && kallsyms_parse_8(p + 8, &low)) {
		*ret_address = (uint64_t)high << 32 | low;
		return p + 16;
	}
	*ret_address = 0;
	for (; p < end && (digit = kallsyms_hex_digit(*p)) >= 0; p++)
		*ret_address = *ret_address << 4 | (uint64_t)digit;
	return p == start || p - start > 16 ? NULL : p;
}

static bool kallsyms_ends_word(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* The end of a name: a blank, or the end of the line or the text. Blanks are the lowest bytes that text has. */
static const char *kallsyms_word_end(const char *p, const char *end)
{
	for (; end - p >= 8; p += 8) {
		uint64_t x = kallsyms_word(p);

		if ((x - EACH(' ' + 1)) & ~x & TOP_BITS)
			break;
	}
	while (p < end && !kallsyms_ends_word(*p))
		p++;
	return p;
}

/* What comes after a name: "[module]" or nothing. */
static bool kallsyms_parse_module(struct kallsyms_entry *e, const char *p, const char *end)
{
	const char *close;

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p == end)
		return true;
	close = memchr(p, ']', (size_t)(end - p));
	if (*p != '[' || !close)
		return false;
	e->module = p + 1;
	e->module_size = (size_t)(close - p - 1);
	return true;
}

/* Where the line ends that p is in: at its newline, or at the end of the text. */
static const char *kallsyms_line_end(const char *p, const char *end)
{
	const char *newline = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;

	return newline ? newline : end;
}

/* One line from p on. Where it ends if it is one of kallsyms, else NULL. */
static const char *kallsyms_parse_line(struct kallsyms_entry *e, const char *p, const char *end)
{
	p = kallsyms_parse_address(p, end, &e->address);
	if (!p || end - p < 4 || p[0] != ' ' || p[1] == '\n' || p[2] != ' ')
		return NULL;
	e->type = p[1];
	e->name = p + 3;
	e->module = NULL;
	e->module_size = 0;
	p = kallsyms_word_end(e->name, end);
	e->name_size = (size_t)(p - e->name);
	if (!e->name_size)
		return NULL;
	if (p == end || *p == '\n')
		return p;
	end = kallsyms_line_end(p, end);
	return kallsyms_parse_module(e, p, end) ? end : NULL;
}

int kallsyms_next(struct kallsyms_reader *r, struct kallsyms_entry *ret_entry)
{
	while (r->pos < r->end) {
		const char *line = r->pos;
		const char *end = kallsyms_parse_line(ret_entry, line, r->end);
		bool taken = end != NULL;

		if (!taken)
			end = kallsyms_line_end(line, r->end);
		r->pos = end < r->end ? end + 1 : end;
		if (taken)
			return 1;
		if (end > line)
			r->n_bad++;
	}
	return 0;
}

bool kallsyms_is_named(const struct kallsyms_entry *entry, const char *name)
{
	return entry->name_size == strlen(name) && !memcmp(entry->name, name, entry->name_size);
}

bool kallsyms_type_is_wanted(char type)
{
	switch (type) {
	case 'd':
	case 'D':
	case 'b':
	case 'B':
	case 'u': /* a unique global one; 'U' is an undefined one: case matters there */
	case 'l': return true;
	default: return kallsyms_type_is_function(type);
	}
}
