#include "report/tracepoint/trace_type.h"

#include "common/bytes.h"

#include <string.h>

static const struct trace_type types[] = {
	{ "u8", "1", UINT8_MAX },     { "s8", "1", UINT8_MAX },
	{ "char", "1", UINT8_MAX },   { "unsigned char", NULL, UINT8_MAX },
	{ "u16", "2", UINT16_MAX },   { "s16", "2", UINT16_MAX },
	{ "short", "2", UINT16_MAX }, { "unsigned short", NULL, UINT16_MAX },
	{ "u32", "4", UINT32_MAX },   { "s32", "4", UINT32_MAX },
	{ "int", "4", UINT32_MAX },   { "unsigned int", "4", UINT32_MAX },
	{ "u64", "8", UINT64_MAX },   { "s64", "8", UINT64_MAX },
	{ "long", "8", UINT64_MAX },  { "unsigned long", "8", UINT64_MAX },
	{ "*", "8", UINT64_MAX },
};

const struct trace_type *trace_type_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(name, types[i].name))
			return &types[i];
	return NULL;
}
