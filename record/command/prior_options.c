/*
 * prior_options: the options that say what is recorded of that which runs when a recording begins: --synth. Those that
 * say how long that may take, or how often it is done, are accepted and change nothing.
 */
#include "record/command/option_groups.h"

#include "record/command/record_options.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

static bool is_word(const char *text, size_t size, const char *word)
{
	return strlen(word) == size && !strncasecmp(text, word, size);
}

/* "task,cgroup": what is recorded. Mappings imply their processes; "no" and "all" undo what is before them. */
static int take_synth(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	struct prior_left_out left_out = { .no_tasks = true, .no_maps = true, .no_cgroups = true };

	for (const char *p = text;; p++) {
		size_t size = strcspn(p, ",");

		if (is_word(p, size, "no"))
			left_out = (struct prior_left_out){ true, true, true };
		else if (is_word(p, size, "all"))
			left_out = (struct prior_left_out){ 0 };
		else if (is_word(p, size, "task"))
			left_out.no_tasks = false;
		else if (is_word(p, size, "mmap"))
			left_out.no_tasks = left_out.no_maps = false;
		else if (is_word(p, size, "cgroup"))
			left_out.no_cgroups = false;
		else
			return error_set(err, -EINVAL, "--synth '%s': there are no, task, mmap, cgroup and all", text);
		p += size;
		if (!*p)
			break;
	}
	o->session.left_out = left_out;
	return 0;
}

static const struct option options[] = {
	{ 0, "synth", "WHAT",
	  "of what runs already, record processes (task), also their mappings\n"
	  "(mmap), cgroups, nothing (no), or everything (all, the default)",
	  OPTION_CALL(take_synth) },
	{ 0, "num-thread-synthesize", "N", "one thread is enough", .flags = OPTION_IGNORED,
	  OPTION_RANGE(0, UINT32_MAX) },
	{ 0, "proc-map-timeout", "MSEC", "/proc is read to its end", .flags = OPTION_IGNORED,
	  OPTION_RANGE(0, UINT32_MAX) },
	{ 0, "namespaces", NULL, "of every process", .flags = OPTION_IGNORED },
	{ 0, "tail-synthesize", NULL, "what runs is known at the end, too", .flags = OPTION_IGNORED },
	{ 0 },
};

const struct option_group prior_group = { .options = options };
