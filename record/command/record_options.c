#include "record/command/record_options.h"

#include "common/clock_ns.h"

#include "formats/file/zframe.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_FREQ 4000
#define OFF_CPU_MSEC 500

int record_options_init(struct record_options *o)
{
	memset(o, 0, sizeof(*o));
	event_list_init(&o->events);
	event_list_init(&o->switch_events);
	o->sampler.interval.freq = DEFAULT_FREQ;
	o->sampler.sideband.build_ids = o->sampler.sideband.bpf_programs = true;
	o->session.build_ids = true;
	o->session.off_cpu_ns = OFF_CPU_MSEC * NS_PER_MS;
	o->session.keep_files = true;
	o->cache.limit = CACHE_FILL_LIMIT;
	o->session.level = ZFRAME_LEVEL_DEFAULT;
	return 0;
}

void record_options_fini(struct record_options *o)
{
	free(o->target.pids);
	free(o->target.tids);
	event_list_fini(&o->events);
	event_list_fini(&o->switch_events);
	sample_times_fini(&o->session.times);
}
