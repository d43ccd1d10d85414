#include "tests/unit/record/sampler/opening.h"

#include "tests/support/test.h"

#include <string.h>

void opening_init(struct opening *o, const char *events, pid_t tid, int (*refuse)(const struct fake_call *call))
{
	const struct target_config config = {
		.kind = tid < 0 ? TARGET_SYSTEM : TARGET_THREADS, .ids = &tid, .n_ids = tid >= 0, .inherit = true
	};

	memset(o, 0, sizeof(*o));
	o->err = (struct error)ERROR_INIT;
	o->config.ring_bytes = 64 * 1024;
	o->config.interval.freq = 1000;
	diagnostics_init(&o->diagnostics, NOTICE_DEBUG);
	event_list_init(&o->list);
	CHECK_EQ_I64(event_list_parse(&o->list, events, NULL, NULL), 0);
	CHECK_EQ_I64(target_init(&o->target, &config, NULL), 0);
	o->kernel = fake_perf_start(refuse);
	o->files = fake_perf_count_files();
}

void opening_fini(struct opening *o)
{
	sampler_close(&o->sampler);
	CHECK_EQ_U64(fake_perf_count_files(), o->files);
	target_fini(&o->target);
	event_list_fini(&o->list);
	diagnostics_fini(&o->diagnostics);
}

int opening_open(struct opening *o)
{
	return sampler_open(&o->sampler, &o->list, &o->config, &o->target, &o->diagnostics, &o->err);
}

void opening_check_fails(struct opening *o, int result, const char *message)
{
	CHECK_EQ_I64(opening_open(o), result);
	if (!strstr(o->err.message, message))
		CHECK_STR(o->err.message, message);
	opening_fini(o);
}

bool opening_was_noticed(const struct opening *o, const char *text)
{
	for (uint32_t i = 0; i < o->diagnostics.n; i++)
		if (strstr(o->diagnostics.list[i].text, text))
			return true;
	return false;
}
