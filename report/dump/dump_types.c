#include "report/dump/dump_types.h"

#include "formats/record/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int type_parse(const char *word, size_t size, uint32_t *ret_type)
{
	char text[32];
	char *end;

	if (!size || size >= sizeof(text))
		return -EINVAL;
	memcpy(text, word, size);
	text[size] = 0;
	for (uint32_t type = 0; type < SIMPLEPERF_RECORD_END; type++) {
		const char *name = record_type_name(type);

		if (name && !strcasecmp(name, text)) {
			*ret_type = type;
			return 0;
		}
	}
	*ret_type = (uint32_t)strtoul(text, &end, 0);
	return *end || text[0] == '-' ? -EINVAL : 0;
}

int dump_types_parse(struct dump_types *ret_types, const char *list, struct error *err)
{
	struct dump_types types = { 0 };

	while (*list) {
		size_t size = strcspn(list, ",");

		if (types.n == DUMP_TYPES_MAX)
			return error_set(err, -EINVAL, "more than %d types", DUMP_TYPES_MAX);
		if (type_parse(list, size, &types.types[types.n++]))
			return error_set(err, -EINVAL, "no type of record is called '%.*s'", (int)size, list);
		list += size;
		list += *list == ',';
	}
	*ret_types = types;
	return 0;
}

bool dump_types_have(const struct dump_types *types, uint32_t type)
{
	for (uint32_t i = 0; i < types->n; i++)
		if (types->types[i] == type)
			return true;
	return !types->n;
}
