#include "report/command/reader_fetch.h"

#include "common/log.h"
#include "common/text.h"
#include "report/fetch/fetch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A renewed line on a terminal while files are waited for. */
static void show_waiting(void *context, unsigned done, unsigned all, unsigned seconds_left)
{
	(void)context;
	if (!all)
		fputs("\r\033[K", stderr);
	else
		fprintf(stderr, "\rdebuginfod: %u of %u files, %u s left\033[K", done, all, seconds_left);
}

const char *reader_fetch_urls(void)
{
	const char *urls = getenv("DEBUGINFOD_URLS");

	return urls && urls[strspn(urls, " ")] ? urls : NULL;
}

void reader_fetch_start(struct reader_options *o)
{
	const char *urls = o->fetch.urls ? o->fetch.urls : reader_fetch_urls();
	struct fetch_options options = { .urls = o->fetch.urls, .seconds = o->fetch.seconds };
	int code;

	if (o->fetch.is_off || !o->fetch.seconds || !urls || !urls[strspn(urls, " ")])
		return;
	if (log_level() > LOG_QUIET && isatty(STDERR_FILENO))
		options.waiting = show_waiting;
	code = fetch_start(&o->symbols.fetch, &options);
	if (code && o->fetch.is_given)
		log_warn("debuginfod is not asked: %s",
			 code == -ENOSYS ? "prec was built without it" : strerror(-code));
	else if (code)
		log_verbose("debuginfod is not asked: %s",
			    code == -ENOSYS ? "prec was built without it" : strerror(-code));
}

static const char *reason(int code)
{
	switch (code) {
	case -ELIBACC: return "libdebuginfod.so.1 is not installed";
	case -EPIPE: return "the process that asks has ended";
	case -EFBIG: return "too large a file";
	default: return strerror(-code);
	}
}

void reader_fetch_explain(const struct reader_options *o)
{
	struct fetch_counts c;
	struct buffer b;

	if (!o->symbols.fetch)
		return;
	c = fetch_counts(o->symbols.fetch);
	log_verbose("debuginfod: of %u files asked for %u are here, %u are on no server", c.asked, c.found, c.absent);
	if (!c.late && !c.failed && !c.refused)
		return;
	buffer_init(&b);
	if (c.late)
		text_printf(&b, ", %u did not come within %u s (--debuginfod-timeout)", c.late, o->fetch.seconds);
	if (c.failed)
		text_printf(&b, ", %u could not be fetched (%s)", c.failed, reason(c.code));
	if (c.refused)
		text_printf(&b, ", %u were other files and are not used", c.refused);
	buffer_append(&b, "", 1);
	if (buffer_ok(&b))
		log_warn("debuginfod: of %u files asked for%s; --no-debuginfod asks for none", c.asked,
			 (const char *)b.data + 1);
	buffer_fini(&b);
}

void reader_fetch_stop(struct reader_options *o)
{
	fetch_stop(o->symbols.fetch);
	o->symbols.fetch = NULL;
}
