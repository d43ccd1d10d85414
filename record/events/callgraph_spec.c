#include "record/events/callgraph_spec.h"

#include "common/bytes.h"
#include "record/pmu/event_context.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A whole number, decimal or with 0x. */
static bool parse_number(const char *text, unsigned long *ret_number)
{
	char *end;

	errno = 0;
	*ret_number = strtoul(text, &end, event_number_base(text));
	return isdigit((unsigned char)*text) && !errno && !*end;
}

int callgraph_spec_parse_size(const char *text, uint32_t *ret_size, struct error *err)
{
	unsigned long size;

	if (!parse_number(text, &size) || !size || size > CALLGRAPH_STACK_MAX)
		return error_set(err, -EINVAL, "'%s' is no size of a stack: 1 to %u bytes", text, CALLGRAPH_STACK_MAX);
	*ret_size = (uint32_t)align_up(size, 8);
	return 0;
}

int callgraph_spec_parse_max(const char *text, uint16_t *ret_max, struct error *err)
{
	unsigned long max;

	if (!parse_number(text, &max) || max > UINT16_MAX)
		return error_set(err, -EINVAL, "'%s' is no number of callers: 0 to %d", text, UINT16_MAX);
	*ret_max = (uint16_t)max;
	return 0;
}

int callgraph_spec_parse(struct callgraph_spec *spec, const char *text, struct error *err)
{
	static const struct {
		const char *name;
		enum callgraph_mode mode;
	} modes[] = { { "fp", CALLGRAPH_FP }, { "dwarf", CALLGRAPH_DWARF }, { "lbr", CALLGRAPH_LBR } };
	size_t length = strcspn(text, ",");
	const char *comma = text[length] ? text + length : NULL;

	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		uint32_t size = 0;

		if (strlen(modes[i].name) != length || memcmp(text, modes[i].name, length))
			continue;
		if (comma && modes[i].mode == CALLGRAPH_LBR)
			return error_set(err, -EINVAL, "'%s': only dwarf takes a size", text);
		if (comma && modes[i].mode == CALLGRAPH_FP && strcmp(comma + 1, "defer") != 0)
			return error_set(err, -EINVAL, "'%s': fp takes defer, and only dwarf takes a size", text);
		if (comma && modes[i].mode == CALLGRAPH_DWARF && callgraph_spec_parse_size(comma + 1, &size, err))
			return -EINVAL;
		spec->mode = modes[i].mode;
		spec->defer = comma && modes[i].mode == CALLGRAPH_FP;
		spec->stack_size = size;
		return 0;
	}
	return error_set(err, -EINVAL,
			 "'%s' is no way to record call chains; there are fp[,defer], dwarf[,SIZE] and lbr", text);
}
