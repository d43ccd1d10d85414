#include "record/output/output_watch.h"

#include "common/fileio.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void output_watch_start(struct output_watch *w, int fd, const char *path)
{
	struct stat status;

	memset(w, 0, sizeof(*w));
	if (fstat(fd, &status) || !S_ISREG(status.st_mode))
		return;
	w->fd = fd;
	w->path = path;
	w->counts_names = status.st_nlink;
}

/* The last bytes before `size`, as far as the file has any. Their number or a negative errno. */
static ssize_t read_tail(const struct output_watch *w, uint64_t size, uint8_t tail[OUTPUT_WATCH_TAIL])
{
	size_t wanted = size < OUTPUT_WATCH_TAIL ? (size_t)size : OUTPUT_WATCH_TAIL;

	return fileio_pread(w->fd, tail, wanted, size - wanted);
}

bool output_is_named(const char *path, const struct stat *status)
{
	struct stat now;

	if (stat(path, &now))
		return errno != ENOENT && errno != ENOTDIR;
	return now.st_dev == status->st_dev && now.st_ino == status->st_ino;
}

static bool is_overwritten(const struct output_watch *w)
{
	uint8_t tail[OUTPUT_WATCH_TAIL];
	ssize_t n = read_tail(w, w->size, tail);

	return n >= 0 && w->tail_size >= 0 && (n != w->tail_size || memcmp(tail, w->tail, (size_t)n));
}

/* What has become of the contents; NULL: nothing. */
static const char *find_loss(const struct output_watch *w, const struct stat *status)
{
	if (w->counts_names && !status->st_nlink)
		return "removed";
	if (w->was_cut || (uint64_t)status->st_size < w->size)
		return "cut short";
	return is_overwritten(w) ? "overwritten" : NULL;
}

/* Marks nothing where contents were destroyed before this write, so that the next check finds it. */
void output_watch_mark(struct output_watch *w, uint64_t written)
{
	struct stat status;

	if (!w->fd || fstat(w->fd, &status) || find_loss(w, &status))
		return;
	w->was_cut = (uint64_t)status.st_size < written;
	w->size = (uint64_t)status.st_size;
	w->tail_size = read_tail(w, w->size, w->tail);
}

static int find_name(struct output_watch *w, const struct stat *status)
{
	char link[32], name[PATH_MAX];
	ssize_t size;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", w->fd);
	size = readlink(link, name, sizeof(name) - 1);
	name[size > 0 ? size : 0] = 0;
	if (size <= 0 || !output_is_named(name, status)) {
		w->nameless = true;
		return OUTPUT_WATCH_NAMELESS;
	}
	strcpy(w->renamed, name);
	w->path = w->renamed;
	return OUTPUT_WATCH_RENAMED;
}

int output_watch_check(struct output_watch *w, struct error *err)
{
	struct stat status;
	const char *loss;

	if (!w->fd || fstat(w->fd, &status))
		return OUTPUT_WATCH_SAME;
	loss = find_loss(w, &status);
	w->is_lost = loss;
	if (loss)
		return error_set(err, -ESTALE,
				 "%s was %s while it was being written: what was in it is lost, and recording ended",
				 w->path, loss);
	return w->nameless || output_is_named(w->path, &status) ? OUTPUT_WATCH_SAME : find_name(w, &status);
}
