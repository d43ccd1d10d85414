#include "report/command/top_merge.h"

#include "report/rewrite/rewrite.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct merge {
	struct perf_file *files[TOP_KEPT_FILES];
	unsigned n, first; /* from `first` on they have the same events */
};

static void close_all(struct merge *m)
{
	for (unsigned i = 0; i < m->n; i++)
		perf_file_close(m->files[i]);
}

static int open_all(struct merge *m, const struct top_kept *kept, const struct input_options *options,
		    struct error *err)
{
	char path[TOP_KEPT_PATH];
	int result = 0;

	for (unsigned i = 0; i < kept->n && !result; i++) {
		top_kept_path(kept, i, path);
		result = input_open(&m->files[i], path, options, err);
		m->n += m->files[i] != NULL;
	}
	return result;
}

static bool same_event(const struct file_event *a, const struct file_event *b)
{
	return a->attr.type == b->attr.type && a->attr.config == b->attr.config &&
	       a->attr.sample_type == b->attr.sample_type && a->n_ids == b->n_ids &&
	       (!a->n_ids || !memcmp(a->ids, b->ids, a->n_ids * sizeof(*a->ids)));
}

static bool same_events(const struct perf_file *a, const struct perf_file *b)
{
	bool same = a->n_events == b->n_events;

	for (uint32_t i = 0; same && i < a->n_events; i++)
		same = same_event(&a->events[i], &b->events[i]);
	return same;
}

static void ignore_loss(void *context, const struct error *loss)
{
	(void)context, (void)loss;
}

static int write_all(const struct merge *m, int fd, struct error *err)
{
	const struct rewrite_options options = { .more = (const struct perf_file *const *)m->files + m->first + 1,
						 .n_more = m->n - m->first - 1 };
	struct rewrite_outcome outcome;

	return rewrite_file(m->files[m->first], fd, &options, (struct rewrite_reporter){ .loss = ignore_loss },
			    &outcome, err);
}

int top_merge(const struct top_kept *kept, const struct input_options *options, struct error *err)
{
	struct merge m = { 0 };
	int fd = memfd_create("recording", MFD_CLOEXEC);
	int result = fd < 0 ? error_set(err, -errno, "no memory for a recording: %s", strerror(errno))
			    : open_all(&m, kept, options, err);

	for (m.first = m.n ? m.n - 1 : 0; m.first && same_events(m.files[m.first - 1], m.files[m.n - 1]); m.first--)
		;
	if (!result)
		result = write_all(&m, fd, err);
	close_all(&m);
	if (!result)
		return fd;
	if (fd >= 0)
		close(fd);
	return result;
}
