#include "record/buildid/kernel_code.h"

#include "common/fileio.h"
#include "common/procfs.h"
#include "formats/text/kallsyms.h"
#include "formats/text/proc_modules.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* The alignment of what is copied, whatever the machine's page size. */
#define PAGE 4096u

/* How often it is tried to copy the code while no module is loaded or removed; one copy takes less than a second. */
#define SAVE_TRIES 5

const char *const kernel_code_files[KERNEL_CODE_FILES] = { "kcore", "kallsyms", "modules" };

static int explain_kcore(int code, struct error *err)
{
	switch (code) {
	case -ENOENT:
		return error_set(err, code,
				 "this kernel does not show its code: it has no /proc/kcore "
				 "(CONFIG_PROC_KCORE); record without --kcore");
	case -EACCES:
		return error_set(err, code,
				 "no permission to read the kernel's code (/proc/kcore): run it as root: "
				 "sudo prec record --kcore ...");
	case -EPERM:
		return error_set(err, code,
				 "the kernel's code (/proc/kcore) may not be read: that takes CAP_SYS_RAWIO (in a "
				 "container: docker run --cap-add SYS_RAWIO), and a kernel that is not locked down "
				 "(cat /sys/kernel/security/lockdown)");
	default: return error_set(err, code, "/proc/kcore: %s", strerror(-code));
	}
}

static int open_proc(const struct kernel_code *c, const char *name)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", c->proc, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int read_proc(const struct kernel_code *c, const char *name, struct buffer *text, size_t limit)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", c->proc, name);
	buffer_clear(text);
	return fileio_read_file(AT_FDCWD, path, text, limit);
}

/* Reads /proc/modules; a kernel without modules has none, which is no error. */
static int read_modules(const struct kernel_code *c, struct buffer *text)
{
	int result = read_proc(c, "modules", text, PROC_MODULES_MAX);

	return result == -ENOENT ? 0 : result;
}

static int explain_hidden(struct error *err)
{
	char advice[KERNEL_POINTERS_ADVICE_MAX];

	return error_set(err, -EACCES, "/proc/kallsyms does not show where the kernel's code is: %s",
			 kernel_pointers_advice(advice));
}

static int find_code(struct kernel_code *c, struct error *err)
{
	struct kernel_ranges ranges = kernel_ranges_find(&c->kallsyms, &c->modules, PAGE);

	if (!ranges.text.end)
		return explain_hidden(err);
	if (!kcore_add(&c->kcore, &ranges.text))
		return error_set(err, -ENODATA, "/proc/kcore has no segment with the kernel's code, at %#llx",
				 (unsigned long long)ranges.text.start);
	if (ranges.modules.end)
		kcore_add(&c->kcore, &ranges.modules);
	return 0;
}

/* Reads modules before all else, so that save_once notices those that are loaded from then on. */
static int read_all(struct kernel_code *c, struct error *err)
{
	int fd = open_proc(c, "kcore");
	int result = fd < 0 ? explain_kcore(fd, err) : kcore_open(&c->kcore, fd, err);

	if (result)
		return result;
	result = read_modules(c, &c->modules);
	if (result)
		return error_set(err, result, "/proc/modules: %s", strerror(-result));
	result = read_proc(c, "kallsyms", &c->kallsyms, KALLSYMS_MAX);
	if (result)
		return error_set(err, result, "/proc/kallsyms: %s", strerror(-result));
	return find_code(c, err);
}

int kernel_code_open(struct kernel_code *c, const char *proc, struct error *err)
{
	int result;

	memset(c, 0, sizeof(*c));
	c->proc = proc;
	c->kcore.fd = -1;
	buffer_init(&c->kallsyms);
	buffer_init(&c->modules);
	result = read_all(c, err);
	if (result)
		kernel_code_close(c);
	return result;
}

void kernel_code_close(struct kernel_code *c)
{
	kcore_close(&c->kcore);
	buffer_fini(&c->kallsyms);
	buffer_fini(&c->modules);
}

static int make_file(int dirfd, const char *name, struct error *err)
{
	int fd = openat(dirfd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0400);

	return fd < 0 ? error_set(err, -errno, "%s cannot be made: %s", name, strerror(errno)) : fd;
}

static int save_text(int dirfd, const char *name, const struct buffer *text, struct error *err)
{
	int fd = make_file(dirfd, name, err);
	int result;

	if (fd < 0)
		return fd;
	result = fileio_write(fd, text->data, text->size, NULL);
	if (close(fd) && !result)
		result = -errno;
	return result ? error_set(err, result, "%s cannot be written: %s", name, strerror(-result)) : 0;
}

static int save_kcore(const struct kernel_code *c, int dirfd, struct error *err)
{
	int fd = make_file(dirfd, "kcore", err);
	int result;

	if (fd < 0)
		return fd;
	result = kcore_write(&c->kcore, fd, PAGE, err);
	if (close(fd) && !result)
		result = error_set(err, -errno, "kcore cannot be written: %s", strerror(errno));
	return result;
}

/* Returns 1 if the modules are not those that were read; 0, or a negative errno. */
static int modules_changed(const struct kernel_code *c)
{
	struct buffer now;
	int result;

	buffer_init(&now);
	result = read_modules(c, &now);
	if (!result)
		result = now.size != c->modules.size || (now.size && memcmp(now.data, c->modules.data, now.size));
	buffer_fini(&now);
	return result;
}

/* Writes the files once. 0; 1: modules were loaded or removed meanwhile, and only kcore exists; or a negative errno. */
static int save_once(const struct kernel_code *c, int dirfd, struct error *err)
{
	int result = save_kcore(c, dirfd, err);

	if (result)
		return result;
	result = modules_changed(c);
	if (result < 0)
		return error_set(err, result, "/proc/modules: %s", strerror(-result));
	if (!result)
		result = save_text(dirfd, "kallsyms", &c->kallsyms, err);
	return result ? result : save_text(dirfd, "modules", &c->modules, err);
}

static int read_anew(struct kernel_code *c, int dirfd, struct error *err)
{
	if (unlinkat(dirfd, "kcore", 0))
		return error_set(err, -errno, "kcore cannot be removed: %s", strerror(errno));
	kcore_close(&c->kcore);
	return read_all(c, err);
}

int kernel_code_save(struct kernel_code *c, int dirfd, struct error *err)
{
	int result = save_once(c, dirfd, err);

	for (int i = 1; i < SAVE_TRIES && result > 0; i++) {
		result = read_anew(c, dirfd, err);
		if (!result)
			result = save_once(c, dirfd, err);
	}
	return result > 0
		       ? error_set(err, -EAGAIN, "modules come and go all the time: record again, or without --kcore")
		       : result;
}
