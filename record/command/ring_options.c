/*
 * ring_options: the options of the buffers that the kernel fills: -m and --overwrite.
 */
#include "record/command/option_groups.h"

#include "record/command/record_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* "128" pages, or a size with its unit. What follows a comma is the size of the areas for hardware traces. */
static int take_mmap_pages(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	size_t size = strcspn(text, ",");
	char first[32];
	bool good;

	snprintf(first, sizeof(first), "%.*s", (int)size, text);
	good = !size || option_size(first, page, &o->sampler.ring_bytes);
	if (good && *text && (!text[size] || option_size(text + size + 1, page, &o->sampler.trace.area_bytes)))
		return 0;
	return error_set(err, -EINVAL, "-m '%s': not a number of pages, nor a size such as 512K", text);
}

static const struct option options[] = {
	{ 'm', "mmap-pages", "SIZE",
	  "size of each buffer: pages, or bytes with B, K, M or G\n"
	  "(rounded up to a power of two pages); SIZE,AREA: of each area for\n"
	  "hardware traces, too",
	  OPTION_CALL(take_mmap_pages) },
	{ 0, "overwrite", NULL,
	  "keep the last samples only, as many as the buffers (-m) hold, and write\n"
	  "them at the end, and at each signal of --switch-output",
	  OPTION_FLAG(struct record_options, sampler.overwrite) },
	{ 0, "aio", "N", "what is recorded is written as it comes, in whole blocks",
	  .flags = OPTION_IGNORED | OPTION_ARG_OPTIONAL, OPTION_RANGE(0, UINT32_MAX) },
	{ 0 },
};

const struct option_group ring_group = { .options = options };
