#include "report/command/reader_source.h"

#include "common/log.h"
#include "report/sandbox/sandbox.h"
#include "report/source/source_worker.h"

#include <string.h>

static void confine(void)
{
	struct sandbox sandbox;

	sandbox_init(&sandbox);
	sandbox_enter(&sandbox);
}

void reader_source_start(struct reader_source *r, const struct reader_options *o)
{
	struct source_worker_options options = { .confine = o->no_sandbox ? NULL : confine };
	int code = source_server_start(&r->server, o->workers, source_worker_run, &options);

	if (code)
		log_verbose("no process to read debug information: %s", strerror(-code));
	else
		r->source = source_new(&r->server);
}

void reader_source_stop(struct reader_source *r)
{
	uint32_t lost = r->source ? source_lost(r->source) : 0;

	if (lost)
		log_warn("debug information that cannot be read, of %u files or parts of files: inlined functions and "
			 "source lines there are missing",
			 lost);
	source_free(r->source);
	source_server_stop(&r->server);
	*r = (struct reader_source){ 0 };
}
