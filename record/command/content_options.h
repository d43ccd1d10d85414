/*
 * content_options: options that say what else samples and the records beside them hold, each a bit or two of the attrs.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_CONTENT_OPTIONS_H
#define PREC_RECORD_COMMAND_CONTENT_OPTIONS_H

#include "record/sampler/sampler_config.h"

#include "common/error.h"

/* Keys of options without a letter; the others have theirs. */
enum content_key {
	CONTENT_TRANSACTION = 600,
	CONTENT_PHYS_DATA,
	CONTENT_DATA_PAGE_SIZE,
	CONTENT_CODE_PAGE_SIZE,
	CONTENT_MEM_INFO,
	CONTENT_ALL_CGROUPS,
	CONTENT_SWITCH_EVENTS,
	CONTENT_RUNNING_TIME,
};

/* Takes an option of this kind. value: its argument, NULL where it has none. 1; 0: it is another; -EINVAL. */
int content_options_take(struct sampler_config *config, int key, const char *value, struct error *err);

#endif
