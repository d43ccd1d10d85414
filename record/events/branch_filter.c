#include "record/events/branch_filter.h"

#include "common/bytes.h"
#include "formats/record/abi.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

/* What is recorded of all branches; modes, transactions and fields say more of it. */
#define KINDS                                                                                   \
	(PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_ANY_CALL | PERF_SAMPLE_BRANCH_ANY_RETURN | \
	 PERF_SAMPLE_BRANCH_IND_CALL | PERF_SAMPLE_BRANCH_ABORT_TX | PERF_SAMPLE_BRANCH_COND |  \
	 PERF_SAMPLE_BRANCH_CALL_STACK | PERF_SAMPLE_BRANCH_IND_JUMP | PERF_SAMPLE_BRANCH_CALL)
#define NAMES_OF_BRANCH "any any_call any_ret ind_call ind_jmp call cond stack in_tx no_tx abort_tx"
#define NAMES_OF_MODE   "u k hv"
#define NAMES_OF_FIELD  "no_flags no_cycles save_type hw_index priv counter"

static const struct {
	const char *name;
	uint64_t bit;
} names[] = {
	{ "u", PERF_SAMPLE_BRANCH_USER },
	{ "k", PERF_SAMPLE_BRANCH_KERNEL },
	{ "hv", PERF_SAMPLE_BRANCH_HV },
	{ "any", PERF_SAMPLE_BRANCH_ANY },
	{ "any_call", PERF_SAMPLE_BRANCH_ANY_CALL },
	{ "any_ret", PERF_SAMPLE_BRANCH_ANY_RETURN },
	{ "ind_call", PERF_SAMPLE_BRANCH_IND_CALL },
	{ "abort_tx", PERF_SAMPLE_BRANCH_ABORT_TX },
	{ "in_tx", PERF_SAMPLE_BRANCH_IN_TX },
	{ "no_tx", PERF_SAMPLE_BRANCH_NO_TX },
	{ "cond", PERF_SAMPLE_BRANCH_COND },
	{ "stack", PERF_SAMPLE_BRANCH_CALL_STACK },
	{ "ind_jmp", PERF_SAMPLE_BRANCH_IND_JUMP },
	{ "call", PERF_SAMPLE_BRANCH_CALL },
	{ "no_flags", PERF_SAMPLE_BRANCH_NO_FLAGS },
	{ "no_cycles", PERF_SAMPLE_BRANCH_NO_CYCLES },
	{ "save_type", PERF_SAMPLE_BRANCH_TYPE_SAVE },
	{ "hw_index", PERF_SAMPLE_BRANCH_HW_INDEX },
	{ "priv", PERF_SAMPLE_BRANCH_PRIV_SAVE },
	{ "counter", PERF_SAMPLE_BRANCH_COUNTERS },
};

static uint64_t find(const char *word, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i].name) == size && !strncasecmp(names[i].name, word, size))
			return names[i].bit;
	return 0;
}

int branch_filter_parse(const char *text, uint64_t *ret_branches, struct error *err)
{
	uint64_t branches = 0;

	for (const char *word = text; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
		size_t size = strcspn(word, ",");
		uint64_t found = find(word, size);

		if (!found)
			return error_set(err, -EINVAL,
					 "no branch filter '%.*s'; there are the branches " NAMES_OF_BRANCH
					 ", the modes " NAMES_OF_MODE ", and " NAMES_OF_FIELD,
					 (int)size, word);
		branches |= found;
	}
	*ret_branches = branches & KINDS ? branches : branches | PERF_SAMPLE_BRANCH_ANY;
	return 0;
}
