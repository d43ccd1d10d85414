#include "report/command/top_kept.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void drop_first(struct top_kept *k)
{
	close(k->list[0].fd);
	k->bytes -= k->list[0].size;
	k->n--;
	memmove(k->list, k->list + 1, k->n * sizeof(*k->list));
}

void top_kept_fini(struct top_kept *k)
{
	while (k->n)
		drop_first(k);
}

static bool is_too_much(const struct top_kept *k, uint64_t until)
{
	return k->n == TOP_KEPT_FILES || k->bytes > TOP_KEPT_BYTES || until - k->list[0].until >= k->span;
}

void top_kept_add(struct top_kept *k, int fd, uint64_t since, uint64_t until)
{
	struct stat status;
	uint64_t size = fstat(fd, &status) ? 0 : (uint64_t)status.st_size;

	k->bytes += size;
	while (k->n && is_too_much(k, until))
		drop_first(k);
	k->list[k->n++] = (struct top_recording){ .fd = fd, .since = since, .until = until, .size = size };
}

void top_kept_path(const struct top_kept *k, unsigned i, char path[TOP_KEPT_PATH])
{
	snprintf(path, TOP_KEPT_PATH, "/proc/self/fd/%d", k->list[i].fd);
}
