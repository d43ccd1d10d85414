/*
 * simpleperf's own records: names, items, and those that tell symbols. See formats/file/simpleperf.h.
 */
#include "formats/file/simpleperf.h"
#include "formats/record/record.h"
#include "formats/record/record_tables.h"

#include <errno.h>

/* --- names and items ------------------------------------------------------------ */

static const struct record_item no_items[] = { END };
static const struct record_item address_items[] = { X64(NULL), END };

static const struct record_item kernel_symbol_items[] = { U32("kallsyms_size"),
							  { .name = "kallsyms", .type = ITEM_BYTES, .count = 1 },
							  END };

static const struct field_word dso_types[] = { { SIMPLEPERF_KERNEL, "kernel" },
					       { SIMPLEPERF_MODULE, "kernel_module" },
					       { SIMPLEPERF_ELF, "elf" },
					       { SIMPLEPERF_DEX, "dex" },
					       { SIMPLEPERF_SYMBOL_MAP, "symbol_map" },
					       { SIMPLEPERF_UNKNOWN, "unknown" },
					       { 0, NULL } };
static const struct record_item dso_items[] = {
	{ .name = "dso_type", .type = ITEM_U64, .words = dso_types },
	U64("dso_id"),
	X64("min_vaddr"),
	STRING("dso_name"),
	END,
};

static const struct record_item symbol_items[] = {
	X64("addr"), X64("len"), U64("dso_id"), STRING("name"), END,
};

static const struct record_item split_items[] = { { .name = "data", .type = ITEM_BYTES }, END };

static const struct record_item event_id_entry[] = { U64("attr_id"), U64("event_id"), END };
static const struct record_item event_id_items[] = {
	U64("count"), { .name = "ids", .type = ITEM_LIST, .count = 1, .items = event_id_entry }, END
};

static const struct field_word chain_types[] = { { 0, "original_offline" },
						 { 1, "original_remote" },
						 { 2, "joined_offline" },
						 { 3, "joined_remote" },
						 { 0, NULL } };
static const struct record_item callchain_items[] = {
	U32("pid"),
	U32("tid"),
	{ .name = "chain_type", .type = ITEM_U64, .words = chain_types },
	U64("time"),
	U64("ip_nr"),
	{ .name = "ips", .type = ITEM_LIST, .count = 5, .items = address_items },
	{ .name = "sps", .type = ITEM_LIST, .count = 5, .items = address_items },
	END,
};

static const struct record_item unwinding_result_items[] = {
	U64("time"),
	U64("used_time"),
	U64("error_code"),
	X64("error_addr"),
	X64("stack_start"),
	X64("stack_end"),
	U64("abi"),
	X64("reg_mask"),
	{ .name = "regs", .type = ITEM_LIST, .count = 8, .count_bits = true, .items = address_items },
	X64("stack_size"),
	{ .name = "stack", .type = ITEM_BYTES, .count = 10 },
	{ .name = "dyn_size",
	  .type = ITEM_U64,
	  .format = FIELD_ADDRESS,
	  .when = 10,
	  .when_value = 0,
	  .when_not = true },
	{ .name = "callchain_length", .type = ITEM_U64, .optional = true },
	{ .name = "ips", .type = ITEM_LIST, .count = 13, .items = address_items },
	{ .name = "sps", .type = ITEM_LIST, .count = 13, .items = address_items },
	END,
};

static const struct record_item tracing_data_items[] = { U32("data_size"),
							 { .name = "data", .type = ITEM_BYTES, .count = 1 },
							 END };

static const struct record_item debug_items[] = { U64("time"), STRING("text"), END };

static const struct {
	const char *name;
	const struct record_item *items;
} types[SIMPLEPERF_RECORD_END - SIMPLEPERF_RECORD_START] = {
	[SIMPLEPERF_RECORD_KERNEL_SYMBOL - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_KERNEL_SYMBOL",
									kernel_symbol_items },
	[SIMPLEPERF_RECORD_DSO - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_DSO", dso_items },
	[SIMPLEPERF_RECORD_SYMBOL - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_SYMBOL", symbol_items },
	[SIMPLEPERF_RECORD_SPLIT - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_SPLIT", split_items },
	[SIMPLEPERF_RECORD_SPLIT_END - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_SPLIT_END", no_items },
	[SIMPLEPERF_RECORD_EVENT_ID - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_EVENT_ID", event_id_items },
	[SIMPLEPERF_RECORD_CALLCHAIN - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_CALLCHAIN", callchain_items },
	[SIMPLEPERF_RECORD_UNWINDING_RESULT -
		SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_UNWINDING_RESULT", unwinding_result_items },
	[SIMPLEPERF_RECORD_TRACING_DATA - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_TRACING_DATA", tracing_data_items },
	[SIMPLEPERF_RECORD_DEBUG - SIMPLEPERF_RECORD_START] = { "SIMPLEPERF_DEBUG", debug_items },
};

const char *simpleperf_record_name(uint32_t type)
{
	return type - SIMPLEPERF_RECORD_START < ARRAY_SIZE(types) ? types[type - SIMPLEPERF_RECORD_START].name : NULL;
}

const struct record_item *simpleperf_record_items(uint32_t type)
{
	return type - SIMPLEPERF_RECORD_START < ARRAY_SIZE(types) ? types[type - SIMPLEPERF_RECORD_START].items : NULL;
}

/* --- those that tell symbols ------------------------------------------------------- */

int simpleperf_decode_dso(const struct simpleperf_record *r, struct simpleperf_dso *ret_dso)
{
	struct cursor c = r->body;
	struct simpleperf_dso d;

	d.type = cursor_u64(&c);
	d.id = cursor_u64(&c);
	d.min_vaddr = cursor_u64(&c);
	d.path = cursor_string(&c);
	if (!cursor_ok(&c))
		return -EBADMSG;
	*ret_dso = d;
	return 0;
}

int simpleperf_decode_symbol(const struct simpleperf_record *r, struct simpleperf_dso_symbol *ret_symbol)
{
	struct simpleperf_dso_symbol s;
	struct cursor c = r->body;

	s.symbol.vaddr = cursor_u64(&c);
	s.symbol.size = cursor_u64(&c);
	s.dso = cursor_u64(&c);
	s.symbol.name = cursor_string(&c);
	if (!cursor_ok(&c))
		return -EBADMSG;
	s.symbol.name_size = strlen(s.symbol.name);
	*ret_symbol = s;
	return 0;
}

int simpleperf_decode_kallsyms(const struct simpleperf_record *r, const char **ret_text, size_t *ret_size,
			       bool *ret_is_piece)
{
	struct cursor c = r->body;
	uint32_t size = cursor_u32(&c);
	const uint8_t *text;

	/* No text has a size of 0 or 1: that is the mark of the last piece. */
	*ret_is_piece = size <= 1;
	if (*ret_is_piece)
		size = cursor_u32(&c);
	text = cursor_bytes(&c, size);
	if (!text)
		return -EBADMSG;
	*ret_text = (const char *)text;
	*ret_size = size;
	return 0;
}

/* --- split ones --------------------------------------------------------------------- */

/* A record that has ended is over: a second end of it is the end of none. */
static void split_next(struct simpleperf_join *j)
{
	if (!j->ended)
		return;
	buffer_clear(&j->bytes);
	j->ended = j->failed = false;
}

static int split_add(struct simpleperf_join *j, const struct record *r)
{
	size_t size = r->size - RECORD_HEADER_SIZE;

	if (j->bytes.size + size > SIMPLEPERF_JOIN_MAX)
		j->failed = true;
	if (!j->failed && !buffer_append(&j->bytes, r->data + RECORD_HEADER_SIZE, size))
		return -ENOMEM;
	return 0;
}

/* The size of a record of simpleperf's has 32 bits: its upper half stands where others have misc. */
static int split_end(struct simpleperf_join *j, bool swap, struct simpleperf_record *ret_record)
{
	struct cursor c = cursor_make(j->bytes.data, j->bytes.size, swap);
	uint32_t type = cursor_u32(&c);
	uint32_t size = (uint32_t)cursor_u16(&c) << 16;

	size |= cursor_u16(&c);
	if (j->failed)
		return -E2BIG;
	if (!cursor_ok(&c) || size != j->bytes.size)
		return -EBADMSG;
	*ret_record = (struct simpleperf_record){ .type = type, .body = c };
	return 1;
}

int simpleperf_join(struct simpleperf_join *j, const struct record *r, struct simpleperf_record *ret_record)
{
	int result;

	if (r->type == SIMPLEPERF_RECORD_SPLIT || r->type == SIMPLEPERF_RECORD_SPLIT_END)
		split_next(j);
	if (r->type == SIMPLEPERF_RECORD_SPLIT)
		return split_add(j, r);
	if (r->type == SIMPLEPERF_RECORD_SPLIT_END) {
		result = split_end(j, r->swap, ret_record);
		/* The record is a view of the bytes, so they stay for now. */
		j->ended = true;
		return result;
	}
	*ret_record = (struct simpleperf_record){
		.type = r->type,
		.body = cursor_make(r->data + RECORD_HEADER_SIZE, r->size - RECORD_HEADER_SIZE, r->swap),
	};
	return 1;
}
