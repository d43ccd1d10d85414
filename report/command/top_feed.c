#include "report/command/top_feed.h"

#include "common/clock_ns.h"

int top_feed_start(struct top_feed *f, const struct top_guardian_config *config, struct error *err)
{
	int result = top_recorder_start(&f->recorder, config, err);

	f->now = clock_now();
	return result;
}

void top_feed_fini(struct top_feed *f)
{
	top_recorder_stop(&f->recorder);
	top_kept_fini(&f->kept);
}

void top_feed_ask(struct top_feed *f)
{
	if (f->is_asked)
		return;
	top_recorder_ask(&f->recorder);
	f->is_asked = true;
}

int top_feed_take(struct top_feed *f, struct error *err)
{
	int fd = top_recorder_take(&f->recorder, err);
	uint64_t since = f->now;

	if (fd < 0)
		return fd;
	f->is_asked = false;
	f->now = clock_now();
	top_kept_add(&f->kept, fd, since, f->now);
	return 0;
}
