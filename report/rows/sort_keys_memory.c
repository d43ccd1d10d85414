/*
 * Accesses to memory: what was accessed, and where it was found (perf_event_open(2), PERF_SAMPLE_DATA_SRC).
 */
#include "report/rows/mem_data.h"
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

#include <inttypes.h>
#include <stdio.h>

#define TEXT_MAX         4096
#define CACHE_LINE       64
#define ADDRESS_WIDTH    22 /* "[.] 0x" and 16 digits */
#define OFFSET_WIDTH     18 /* "+0x" and what an offset may take */
#define CACHE_LINE_WIDTH 19
#define UNKNOWN_WIDTH    16

/* --- where the data are ---------------------------------------------------------------------------------------- */

/*
 * Texts of addresses: the second word is the string, the third whether it is a symbol's. Of a cache line the fourth is
 * the file it is of, and of memory of no file the process.
 */
enum { WORD_TEXT = 1, WORD_NAMED = 2, WORD_WHERE = 3 };

static int cache_line_compare(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	int result = sort_key_labels(r, column, a, b);

	return result ? result : sort_key_upwards(r, column, a + WORD_WHERE, b + WORD_WHERE);
}

/* As Linux perf leaves room for an offset behind each symbol. */
static int address_width(const struct rows *r, const uint64_t *value, const char *text)
{
	(void)r;
	return value[WORD_NAMED] ? (int)strlen(text) + OFFSET_WIDTH : ADDRESS_WIDTH;
}

static int cache_line_width(const struct rows *r, const uint64_t *value, const char *text)
{
	(void)r;
	return value[WORD_NAMED] ? (int)strlen(text) + CACHE_LINE_WIDTH : ADDRESS_WIDTH;
}

static void locate(const struct key_sample *s, uint64_t addr, struct location *ret_location)
{
	locator_find(&s->rows->resolver->locator, s->at, sample_key_mode(&s->entry->key), addr,
		     RESOLVE_SYMBOL | RESOLVE_DATA, ret_location);
}

/* "[.] name+0x10", of data at `shown`; of no symbol the address. */
static bool data_text(const struct key_sample *s, char level, const struct location *location, uint64_t shown,
		      uint64_t value[static SORT_KEY_WORDS])
{
	char text[TEXT_MAX];

	value[WORD_NAMED] = location->map && location->has_symbol && location->symbol.kind != SYMBOL_KIND_BOUNDS;
	if (!value[WORD_NAMED])
		sort_key_put_address(level, shown, text, sizeof(text));
	else if (location->symbol.object && location->addr != location->symbol.start)
		snprintf(text, sizeof(text), "[%c] %s+%#" PRIx64, level, location->symbol.name,
			 location->addr - location->symbol.start);
	else
		snprintf(text, sizeof(text), "[%c] %s%s", level, location->symbol.name,
			 location->symbol.object ? "+0x0" : "");
	return sort_key_intern(s, text, &value[WORD_TEXT]);
}

/* What no mode can be told of: nothing was accessed. */
static char data_level(const struct key_sample *s, uint64_t addr)
{
	return addr ? resolver_level(sample_key_mode(&s->entry->key)) : '.';
}

static bool address_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	struct location location;

	value[0] = sort_key_sample(s->rows, s->column, s->entry);
	locate(s, value[0], &location);
	return data_text(s, data_level(s, value[0]), &location, value[0], value);
}

/* As in Linux perf, s: data shared with others; X: in no mapping. */
static char line_level(const struct key_sample *s, const struct location *location)
{
	unsigned mode = sample_key_mode(&s->entry->key);

	if (!location->map)
		return 'X';
	return mode != RECORD_MISC_KERNEL && location->map->shared_data ? 's' : resolver_level(mode);
}

static bool cache_line_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	uint64_t addr = sort_key_sample(s->rows, s->column, s->entry);
	struct location location;

	locate(s, addr, &location);
	/* Of memory that is of no file, the address itself. */
	if (location.map && location.dso->kind != DSO_ANON && location.dso->kind != DSO_NO_FILE)
		addr = location.addr;
	if (location.map)
		value[WORD_WHERE] = location.dso->kind == DSO_ANON || location.dso->kind == DSO_NO_FILE
					    ? (uint64_t)sample_key_pid(&s->entry->key) << 32
					    : location.map->dso + 1;
	value[0] = addr & ~(uint64_t)(CACHE_LINE - 1);
	/* All addresses of an object in the line have one text: where the line begins in it. */
	if (location.map && location.has_symbol)
		location.addr = value[0] > location.symbol.start ? value[0] : location.symbol.start;
	return data_text(s, line_level(s, &location), &location, value[0], value);
}

/* As in Linux perf, "[unknown]" takes as much as an address. */
static int dso_width(const struct rows *r, const uint64_t *value, const char *text)
{
	return *value == r->frames->unknown_dso ? UNKNOWN_WIDTH : (int)strlen(text);
}

static bool dso_daddr_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	struct location location;

	locate(s, sort_key_sample(s->rows, s->column, s->entry), &location);
	/* Of code made there at run time nothing is known here: it is data. */
	if (location.map && location.dso->kind == DSO_ANON)
		return sort_key_intern(s, "anon", value);
	value[0] = location.map ? location.dso->name : s->rows->frames->unknown_dso;
	return true;
}

static bool phys_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = sort_key_sample(s->rows, s->column, s->entry);
	value[1] = (uint64_t)data_level(s, value[0]);
	return true;
}

static void phys_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		      char *text, size_t size)
{
	(void)r, (void)column, (void)row;
	sort_key_put_address((char)value[1], value[0], text, size);
}

/* --- sizes of pages -------------------------------------------------------------------------------------------- */

static void page_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		      char *text, size_t size)
{
	static const char units[] = "BKM"; /* as Linux perf has them: 1024M is a gigabyte */
	uint64_t n = *value;
	size_t unit = 0;

	(void)r, (void)column, (void)row;
	for (; n >= 1024 && units[unit + 1]; unit++)
		n /= 1024;
	if (n)
		snprintf(text, size, "%" PRIu64 "%c", n, units[unit]);
	else
		snprintf(text, size, "N/A");
}

/* --- where they were found ------------------------------------------------------------------------------------- */

/* The first word is the field that the order is by, the second the text of all. */
static bool source_value(const struct key_sample *s, uint64_t (*field)(uint64_t),
			 void (*put)(struct buffer *, uint64_t), uint64_t value[static SORT_KEY_WORDS])
{
	uint64_t source = sort_key_sample(s->rows, s->column, s->entry);
	struct buffer b;
	bool ok;

	buffer_init(&b);
	put(&b, source);
	buffer_put_u8(&b, 0);
	value[0] = field(source);
	ok = buffer_ok(&b) && sort_key_intern(s, (const char *)b.data, &value[WORD_TEXT]);
	buffer_fini(&b);
	return ok;
}

#define SOURCE_KEY(name)                                                                            \
	static bool name##_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS]) \
	{                                                                                           \
		return source_value(s, mem_data_##name, mem_data_put_##name, value);                \
	}

SOURCE_KEY(level)
SOURCE_KEY(snoop)
SOURCE_KEY(tlb)
SOURCE_KEY(lock)
SOURCE_KEY(block)

#define MEMORY_KEY(key_name, key_title, key_width, key_value)                                        \
	{                                                                                            \
		.name = key_name, .title = key_title, .mode = SORT_KEY_MEMORY, .width = key_width,   \
		.values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_DATA_SRC), .n_words = 2, .value = key_value, \
		.compare = sort_key_labels, .text = sort_key_put_label                               \
	}
#define ADDRESS_KEY(key_name, key_title, bit)                                                                \
	{                                                                                                    \
		.name = key_name, .title = key_title, .mode = SORT_KEY_MEMORY, .width = ADDRESS_WIDTH,       \
		.needs = KEY_ADDRESS | KEY_THREAD | KEY_MODE, .values = SAMPLE_VALUE_BIT(bit), .n_words = 3, \
		.value = address_value, .compare = sort_key_labels, .text = sort_key_put_label,              \
		.text_width = address_width, .unpadded = true                                                \
	}

const struct sort_key sort_keys_memory[] = {
	ADDRESS_KEY("symbol_daddr", "Data Symbol", SAMPLE_VALUE_ADDR),
	{ .name = "dso_daddr",
	  .title = "Data Object",
	  .mode = SORT_KEY_MEMORY,
	  .needs = KEY_ADDRESS | KEY_THREAD | KEY_MODE,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_ADDR),
	  .n_words = 1,
	  .value = dso_daddr_value,
	  .compare = sort_key_strings_downwards,
	  .text = sort_key_put_string,
	  .text_width = dso_width },
	{ .name = "locked",
	  .title = "Locked",
	  .mode = SORT_KEY_MEMORY,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_DATA_SRC),
	  .n_words = 2,
	  .value = lock_value,
	  .compare = sort_key_labels,
	  .text = sort_key_put_label,
	  .unpadded = true },
	MEMORY_KEY("tlb", "TLB access", 22, tlb_value),
	MEMORY_KEY("mem", "Memory access", 39, level_value),
	MEMORY_KEY("snoop", "Snoop", 12, snoop_value),
	{ .name = "dcacheline",
	  .title = "Data Cacheline",
	  .mode = SORT_KEY_MEMORY,
	  .width = ADDRESS_WIDTH,
	  .needs = KEY_ADDRESS | KEY_THREAD | KEY_MODE,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_ADDR),
	  .n_words = 4,
	  .value = cache_line_value,
	  .compare = cache_line_compare,
	  .text = sort_key_put_label,
	  .text_width = cache_line_width,
	  .unpadded = true },
	ADDRESS_KEY("symbol_iaddr", "Code Symbol", SAMPLE_VALUE_IP),
	{ .name = "phys_daddr",
	  .title = "Data Physical Address",
	  .mode = SORT_KEY_MEMORY,
	  .needs = KEY_MODE,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_PHYS_ADDR),
	  .width = ADDRESS_WIDTH,
	  .n_words = 2,
	  .value = phys_value,
	  .compare = sort_key_words,
	  .text = phys_text },
	{ .name = "data_page_size",
	  .title = "Data Page Size",
	  .mode = SORT_KEY_MEMORY,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_DATA_PAGE_SIZE),
	  .width = ADDRESS_WIDTH,
	  .n_words = 1,
	  .value = sort_key_sample_value,
	  .compare = sort_key_upwards,
	  .text = page_text },
	{ .name = "blocked",
	  .title = "Blocked",
	  .mode = SORT_KEY_MEMORY,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_DATA_SRC),
	  .width = 10,
	  .n_words = 2,
	  .value = block_value,
	  .compare = sort_key_labels,
	  .text = sort_key_put_label,
	  .unpadded = true },
	{ .name = "code_page_size",
	  .title = "Code Page Size",
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_CODE_PAGE_SIZE),
	  .n_words = 1,
	  .value = sort_key_sample_value,
	  .compare = sort_key_upwards,
	  .text = page_text },
	{ 0 },
};
