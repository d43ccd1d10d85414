#include "report/browser/cells.h"

#include "common/buffer.h"
#include "common/printable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Above them nothing is a letter. */
#define DIRECTION_FIRST  0x202au
#define DIRECTION_LAST   0x202eu
#define ISOLATE_FIRST    0x2066u
#define ISOLATE_LAST     0x2069u
#define CONTROLS_HIGHEST 0x9fu
#define ASCII_HIGHEST    0x7eu

int cells_init(struct cells *c, unsigned columns, unsigned lines, bool is_utf8)
{
	*c = (struct cells){ .list = calloc((size_t)columns * lines + 1, sizeof(*c->list)), .is_utf8 = is_utf8 };
	if (!c->list)
		return -ENOMEM;
	c->columns = columns;
	c->lines = lines;
	cells_clear(c);
	return 0;
}

void cells_fini(struct cells *c)
{
	free(c->list);
	*c = (struct cells){ 0 };
}

void cells_clear(struct cells *c)
{
	for (size_t i = 0; i < (size_t)c->columns * c->lines; i++)
		c->list[i] = (struct cell){ .letter = ' ', .width = 1 };
}

static uint32_t decode(const uint8_t *p, size_t size)
{
	static const uint8_t first_bits[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	uint32_t letter = p[0] & first_bits[size];

	for (size_t i = 1; i < size; i++)
		letter = letter << 6 | (p[i] & 0x3f);
	return letter;
}

static bool is_forbidden(uint32_t letter)
{
	return letter <= CONTROLS_HIGHEST || (letter >= DIRECTION_FIRST && letter <= DIRECTION_LAST) ||
	       (letter >= ISOLATE_FIRST && letter <= ISOLATE_LAST);
}

uint32_t cells_letter(const char **text, bool is_utf8, unsigned *ret_width)
{
	const uint8_t *p = (const uint8_t *)*text;
	uint32_t letter;
	size_t size;
	int width;

	*ret_width = 1;
	*text += 1;
	if (*p >= ' ' && *p <= ASCII_HIGHEST)
		return *p;
	size = *p > ASCII_HIGHEST ? utf8_size(p, strnlen((const char *)p, 4), NULL) : 0;
	if (!size)
		return '?';
	*text += size - 1;
	letter = decode(p, size);
	if (!is_utf8 || is_forbidden(letter))
		return '?';
	width = wcwidth((wchar_t)letter);
	if (width < 0)
		return '?';
	*ret_width = (unsigned)width;
	return letter;
}

/* What is overwritten in its half is no letter any more. */
static void put_letter(struct cells *c, unsigned line, unsigned column, struct cell cell)
{
	struct cell *at = &c->list[(size_t)line * c->columns + column];

	if (!at->width && column)
		at[-1] = (struct cell){ .letter = ' ', .width = 1, .style = at[-1].style };
	if (at[cell.width - 1].width == 2 && column + cell.width < c->columns)
		at[cell.width] = (struct cell){ .letter = ' ', .width = 1, .style = cell.style };
	at[0] = cell;
	if (cell.width == 2)
		at[1] = (struct cell){ .style = cell.style };
}

unsigned cells_put(struct cells *c, unsigned line, unsigned column, unsigned width, enum cell_style style,
		   const char *text)
{
	unsigned used = 0;

	if (line >= c->lines || column >= c->columns)
		return 0;
	width = width > c->columns - column ? c->columns - column : width;
	while (*text) {
		unsigned size;
		uint32_t letter = cells_letter(&text, c->is_utf8, &size);

		if (!size)
			continue;
		if (used + size > width)
			break;
		put_letter(c, line, column + used,
			   (struct cell){ .letter = letter, .width = (uint8_t)size, .style = (uint8_t)style });
		used += size;
	}
	return used;
}

void cells_paint(struct cells *c, unsigned line, unsigned column, unsigned width, enum cell_style style)
{
	for (unsigned i = column; line < c->lines && i < c->columns && i - column < width; i++)
		c->list[(size_t)line * c->columns + i].style = (uint8_t)style;
}

unsigned cells_width(const struct cells *c, const char *text)
{
	unsigned width = 0, size;

	while (*text) {
		cells_letter(&text, c->is_utf8, &size);
		width += size;
	}
	return width;
}

static void put_utf8(struct buffer *b, uint32_t letter)
{
	uint8_t bytes[4];
	size_t size = letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
	static const uint8_t marks[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = size; i-- > 1; letter >>= 6)
		bytes[i] = (uint8_t)(0x80 | (letter & 0x3f));
	bytes[0] = (uint8_t)(marks[size] | letter);
	buffer_append(b, bytes, size);
}

char *cells_line(const struct cells *c, unsigned line)
{
	const struct cell *cell = c->list + (size_t)line * c->columns;
	size_t end = 0;
	struct buffer b;

	buffer_init(&b);
	for (unsigned i = 0; i < c->columns; i++) {
		if (cell[i].width)
			put_utf8(&b, cell[i].letter);
		if (cell[i].letter != ' ')
			end = b.size;
	}
	b.size = end;
	buffer_append(&b, "", 1);
	if (buffer_ok(&b))
		return (char *)b.data;
	buffer_fini(&b);
	return NULL;
}
