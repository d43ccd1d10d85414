#include "record/synth/synth.h"

#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SYNTH_READ_STEP (64u << 10)
#define SYNTH_TEXT_MAX  (256u << 20) /* a maps file of over a million mappings */
#define SYNTH_DIRENTS   (32u << 10)
#define SYNTH_READ_PATH 64

struct synth *synth_new(const struct synth_options *options, const struct synth_sink *sink, struct error *err)
{
	struct synth *s = calloc(1, sizeof(*s));
	struct stat st;

	if (!s) {
		error_nomem(err);
		return NULL;
	}
	s->options = *options;
	s->sink = *sink;
	s->id.sample_type = options->sample_id_all ? options->sample_type : 0;
	s->id.id = options->id;
	s->id.time = options->time;
	buffer_init(&s->record);
	buffer_init(&s->text);
	s->proc = open(synth_root(s), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->proc < 0) {
		error_set(err, -errno, "cannot open %s: %s", synth_root(s), strerror(errno));
		synth_free(s);
		return NULL;
	}
	if (!fstatat(s->proc, "self/ns/mnt", &st, 0)) {
		s->own_mount_namespace = st.st_ino;
		s->namespace_device = st.st_dev;
	}
	return s;
}

const char *synth_root(const struct synth *s)
{
	return s->options.proc_root ? s->options.proc_root : "/proc";
}

void synth_free(struct synth *s)
{
	if (!s)
		return;
	if (s->proc >= 0)
		close(s->proc);
	elf_build_id_cache_fini(&s->files);
	buffer_fini(&s->record);
	buffer_fini(&s->text);
	free(s);
}

int synth_emit(struct synth *s)
{
	int result;

	if (!buffer_ok(&s->record))
		return error_nomem(s->err);
	result = s->sink.emit(s->sink.context, s->record.data, s->record.size);
	buffer_clear(&s->record);
	return result;
}

/* one_read: a single read(2) returns the whole file. */
static int read_all(struct synth *s, int fd, bool one_read)
{
	for (;;) {
		uint8_t *room = buffer_reserve(&s->text, SYNTH_READ_STEP);
		ssize_t n;

		if (!room)
			return -ENOMEM;
		n = read(fd, room, s->text.capacity - s->text.size - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		s->text.size += n;
		s->text.data[s->text.size] = 0;
		if (!n || one_read)
			return 0;
		if (s->text.size > SYNTH_TEXT_MAX)
			return -E2BIG;
	}
}

int synth_open(const struct synth *s, enum privilege privilege, const char *path, int flags)
{
	const struct privilege_held held = privilege_raise(privilege);
	int fd = openat(s->proc, path, flags | O_CLOEXEC);

	privilege_drop(&held);
	return fd < 0 ? -errno : fd;
}

static int read_file(struct synth *s, enum privilege privilege, const char *path, bool one_read)
{
	int fd = synth_open(s, privilege, path, O_RDONLY);
	int result;

	if (fd < 0)
		return fd;
	buffer_clear(&s->text);
	result = read_all(s, fd, one_read);
	close(fd);
	return result;
}

int synth_read(struct synth *s, enum privilege privilege, const char *path)
{
	return read_file(s, privilege, path, false);
}

int synth_read_task(struct synth *s, const char *path)
{
	return read_file(s, PRIVILEGE_PROCESSES, path, true);
}

struct read_call {
	char root[SYNTH_ROOT_MAX], path[SYNTH_READ_PATH];
};

/* Copies the whole file into a file without a name. */
static int copy_all(int from, int to)
{
	static uint8_t step[SYNTH_READ_STEP];
	ssize_t n;
	int result = 0;

	while (!result && (n = fileio_read(from, step, sizeof(step))))
		result = n < 0 ? (int)n : fileio_write(to, step, (size_t)n, NULL);
	return result;
}

static int read_aside(void *data, int *ret_fd)
{
	const struct read_call *c = data;
	int folder = open(c->root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	int from = folder < 0 ? -1 : openat(folder, c->path, O_RDONLY | O_CLOEXEC);
	int result = from < 0 ? -errno : 0;

	privilege_drop(&held);
	if (folder >= 0)
		close(folder);
	if (result)
		return result;
	*ret_fd = memfd_create("maps", MFD_CLOEXEC);
	result = *ret_fd < 0 ? -errno : copy_all(from, *ret_fd);
	close(from);
	return result;
}

int synth_read_aside(struct synth *s, const char *path)
{
	struct read_call c;
	int fd, result;

	if (!s->options.aside)
		return synth_read(s, PRIVILEGE_PROCESSES, path);
	snprintf(c.root, sizeof(c.root), "%s", synth_root(s));
	snprintf(c.path, sizeof(c.path), "%s", path);
	result = aside_call(s->options.aside, read_aside, &c, sizeof(c), &fd);
	buffer_clear(&s->text);
	if (!result && lseek(fd, 0, SEEK_SET))
		result = -errno;
	if (!result)
		result = read_all(s, fd, false);
	if (fd >= 0)
		close(fd);
	return result;
}

struct linux_dirent64 {
	uint64_t inode;
	int64_t offset;
	uint16_t size;
	uint8_t type;
	char name[];
};

/* With hidepid, /proc lists only the processes that this thread may see at the time of the call. */
static long get_entries(int dir, void *entries, size_t size)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	long n = syscall(SYS_getdents64, dir, entries, size);

	privilege_drop(&held);
	return n;
}

/* readdir(3) without its allocation for every folder. */
int synth_each_number(struct synth *s, int dir, int (*each)(struct synth *s, pid_t number, void *context),
		      void *context)
{
	union {
		char bytes[SYNTH_DIRENTS];
		struct linux_dirent64 aligned;
	} entries;
	long n;

	while ((n = get_entries(dir, entries.bytes, sizeof(entries.bytes))) > 0)
		for (long at = 0; at < n;) {
			const struct linux_dirent64 *entry = (const void *)(entries.bytes + at);
			char *end;
			long number = strtol(entry->name, &end, 10);
			int result = 0;

			at += entry->size;
			if (!*end && number > 0 && number <= INT32_MAX)
				result = each(s, (pid_t)number, context);
			if (result)
				return result;
		}
	return n < 0 ? -errno : 0;
}
