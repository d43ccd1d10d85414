#include "record/command/record_options.h"

#include "common/clock_ns.h"
#include "common/log.h"
#include "common/perf_config.h"
#include "formats/file/zframe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_FREQ 4000
#define OFF_CPU_MSEC 500

int record_options_init(struct record_options *o)
{
	memset(o, 0, sizeof(*o));
	event_list_init(&o->events);
	event_list_init(&o->switch_events);
	o->sampler.interval.freq = DEFAULT_FREQ;
	o->usual_callgraph.mode = CALLGRAPH_FP;
	o->sampler.sideband.wants_build_ids = o->sampler.sideband.bpf_programs = true;
	o->session.wants_build_ids = true;
	o->session.off_cpu_ns = OFF_CPU_MSEC * NS_PER_MS;
	o->session.keep_files = true;
	o->cache.limit = CACHE_FILL_LIMIT;
	o->session.level = ZFRAME_LEVEL_DEFAULT;
	return 0;
}

static bool take_mode(struct record_options *o, const char *value, struct error *err)
{
	return !callgraph_spec_parse(&o->usual_callgraph, value, err);
}

static bool take_dump_size(struct record_options *o, const char *value, struct error *err)
{
	return !callgraph_spec_parse_size(value, &o->usual_callgraph.stack_size, err);
}

/* "cache" is what is done anyway. */
static bool take_build_id(struct record_options *o, const char *value, struct error *err)
{
	(void)err;
	if (!strcmp(value, "no-cache"))
		o->session.keep_files = false;
	else if (!strcmp(value, "skip"))
		o->sampler.sideband.wants_build_ids = o->session.wants_build_ids = false;
	return true;
}

static const struct setting {
	const char *section, *name;
	bool (*take)(struct record_options *o, const char *value, struct error *err);
} settings[] = {
	{ "call-graph", "record-mode", take_mode },
	{ "call-graph", "dump-size", take_dump_size },
	{ "record", "build-id", take_build_id },
};

int record_options_configure(struct record_options *o, struct error *err)
{
	struct perf_config config;
	bool ok = true;

	perf_config_read(&config, getenv("HOME"), geteuid());
	for (int i = 0; i < PERF_CONFIG_FILES; i++)
		if (config.files[i].is_another_users)
			log_warn("%s is not owned by this user or root, and is not read", config.files[i].path);
	for (size_t i = 0; i < ARRAY_SIZE(settings) && ok; i++) {
		char value[PATH_MAX];
		const struct perf_config_file *file =
			perf_config_get(&config, settings[i].section, settings[i].name, value);
		struct error why = ERROR_INIT;

		if (file && !settings[i].take(o, value, &why))
			log_warn("%s: %s.%s: %s: it is left out", file->path, settings[i].section, settings[i].name,
				 why.message);
		else if (file)
			ok = perf_config_note(&o->configured, file, settings[i].section, settings[i].name, value);
	}
	perf_config_fini(&config);
	return ok ? 0 : error_nomem(err);
}

void record_options_fini(struct record_options *o)
{
	free(o->target.pids);
	free(o->target.tids);
	free(o->configured);
	event_list_fini(&o->events);
	event_list_fini(&o->switch_events);
	sample_times_fini(&o->session.times);
}
