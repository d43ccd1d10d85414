#include "formats/record/simpleperf_items.h"

static const struct record_item no_items[] = { END };
static const struct record_item address_items[] = { X64(NULL), END };

static const struct record_item kernel_symbol_items[] = { U32("kallsyms_size"),
							  { .name = "kallsyms", .type = ITEM_BYTES, .count = 1 },
							  END };

const struct field_word simpleperf_type_words[] = { { SIMPLEPERF_KERNEL, "kernel" },
						    { SIMPLEPERF_MODULE, "kernel_module" },
						    { SIMPLEPERF_ELF, "elf" },
						    { SIMPLEPERF_DEX, "dex" },
						    { SIMPLEPERF_SYMBOL_MAP, "symbol_map" },
						    { SIMPLEPERF_UNKNOWN, "unknown" },
						    { 0, NULL } };
static const struct record_item dso_items[] = {
	{ .name = "dso_type", .type = ITEM_U64, .words = simpleperf_type_words },
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

static const struct record_type types[SIMPLEPERF_RECORD_END - SIMPLEPERF_RECORD_START] = {
	[SIMPLEPERF_RECORD_KERNEL_SYMBOL - SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_KERNEL_SYMBOL",
									.items = kernel_symbol_items },
	[SIMPLEPERF_RECORD_DSO - SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_DSO", .items = dso_items },
	[SIMPLEPERF_RECORD_SYMBOL - SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_SYMBOL", .items = symbol_items },
	[SIMPLEPERF_RECORD_SPLIT - SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_SPLIT", .items = split_items },
	[SIMPLEPERF_RECORD_SPLIT_END - SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_SPLIT_END", .items = no_items },
	[SIMPLEPERF_RECORD_EVENT_ID -
		SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_EVENT_ID", .items = event_id_items },
	[SIMPLEPERF_RECORD_CALLCHAIN -
		SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_CALLCHAIN", .items = callchain_items },
	[SIMPLEPERF_RECORD_UNWINDING_RESULT -
		SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_UNWINDING_RESULT", .items = unwinding_result_items },
	[SIMPLEPERF_RECORD_TRACING_DATA -
		SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_TRACING_DATA", .items = tracing_data_items },
	[SIMPLEPERF_RECORD_DEBUG - SIMPLEPERF_RECORD_START] = { .name = "SIMPLEPERF_DEBUG", .items = debug_items },
};

const struct record_type *simpleperf_record_type(uint32_t type)
{
	return type - SIMPLEPERF_RECORD_START < ARRAY_SIZE(types) ? &types[type - SIMPLEPERF_RECORD_START] : NULL;
}
