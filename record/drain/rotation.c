#include "record/drain/rotation.h"

#include "common/clock_ns.h"
#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RETRY_NS NS_PER_S

void rotation_init(struct rotation *r, const struct rotation_config *config)
{
	*r = (struct rotation){ .config = *config };
}

void rotation_fini(struct rotation *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		free(r->files[i].name);
	free(r->files);
	memset(r, 0, sizeof(*r));
}

void rotation_begin(struct rotation *r, uint64_t now)
{
	r->next_ns = r->config.interval_ns ? now + r->config.interval_ns : 0;
	r->postponed_ns = 0;
}

bool rotation_is_due(const struct rotation *r, uint64_t now, uint64_t bytes, bool signalled)
{
	if (now < r->postponed_ns)
		return false;
	return (r->config.on_signal && signalled) || (r->config.bytes && bytes >= r->config.bytes) ||
	       (r->next_ns && now >= r->next_ns);
}

uint64_t rotation_wake_ns(const struct rotation *r)
{
	return r->next_ns && r->postponed_ns > r->next_ns ? r->postponed_ns : r->next_ns;
}

bool rotation_postpone(struct rotation *r, uint64_t now)
{
	bool first = !r->postponed_ns;

	r->postponed_ns = now + RETRY_NS;
	return first;
}

static void remove_file(const struct rotated_file *file, struct diagnostics *diagnostics)
{
	struct stat status;

	if (lstat(file->name, &status) || status.st_dev != file->device || status.st_ino != file->inode)
		return;
	if (unlink(file->name))
		diagnostics_add(diagnostics, NOTICE_WARNING, "cannot remove %s: %s", file->name, strerror(errno));
}

/* Where the next one goes: at the end, or in the place of the oldest one, which is removed. NULL without memory. */
static struct rotated_file *take_slot(struct rotation *r, struct diagnostics *diagnostics)
{
	struct rotated_file *file;

	if (r->n < r->config.max_files)
		return list_reserve(&r->files, r->n, &r->capacity, sizeof(*r->files)) ? &r->files[r->n++] : NULL;
	file = &r->files[r->oldest];
	r->oldest = (r->oldest + 1) % r->n;
	remove_file(file, diagnostics);
	free(file->name);
	return file;
}

int rotation_keep(struct rotation *r, const char *name, struct diagnostics *diagnostics)
{
	struct rotated_file ended = { 0 };
	struct rotated_file *slot;
	struct stat status;

	r->n_ended++;
	if (!r->config.max_files || stat(name, &status))
		return 0;
	ended = (struct rotated_file){ .name = strdup(name), .device = status.st_dev, .inode = status.st_ino };
	slot = ended.name ? take_slot(r, diagnostics) : NULL;
	if (!slot) {
		free(ended.name);
		return -ENOMEM;
	}
	*slot = ended;
	return 0;
}
