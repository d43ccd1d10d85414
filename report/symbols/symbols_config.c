#include "report/symbols/symbols_config.h"

#include "common/buffer.h"
#include "common/fileio.h"
#include "common/procfs.h"
#include "formats/cache/cache_names.h"
#include "formats/text/kallsyms.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* As Linux perf in the tree of --symfs, where there is one and PERF_BUILDID_DIR names no other. */
char *symbols_default_cache(const char *symfs)
{
	char dir[PATH_MAX];

	if (*symfs && !getenv("PERF_BUILDID_DIR"))
		return snprintf(dir, sizeof(dir), "%s/.debug", symfs) < PATH_MAX ? strdup(dir) : NULL;
	return strdup(cache_dir_find(dir, getenv("HOME"), geteuid()) ? dir : "/.debug");
}

/* Enough to see an address that is not zero: the first symbols of x86-64 are those of per-CPU data, at 0. */
#define KALLSYMS_LOOK (1u << 20)

/* Ways through /proc/PID are closed to a process without privileges; a folder that is open is not. */
static int check_symfs(struct symbols_config *config, struct error *err)
{
	int fd = open(config->symfs, O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return error_set(err, -errno, "--symfs %s: %s", config->symfs, strerror(errno));
	if (strncmp(config->symfs, "/proc/", 6) != 0) {
		close(fd);
		return 0;
	}
	snprintf(config->symfs_opened, sizeof(config->symfs_opened), "/proc/self/fd/%d", fd);
	config->symfs = config->symfs_opened;
	return 0;
}

static int check_file(const char *option, const char *path, struct error *err)
{
	struct stat st;

	if (stat(path, &st) || access(path, R_OK))
		return error_set(err, -errno, "%s %s: %s", option, path, strerror(errno));
	return S_ISREG(st.st_mode) ? 0 : error_set(err, -EINVAL, "%s %s: not a file", option, path);
}

static int read_head(const char *path, struct buffer *text)
{
	uint8_t *room = buffer_reserve(text, KALLSYMS_LOOK);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	ssize_t n = !room ? -ENOMEM : fd < 0 ? -errno : fileio_read(fd, room, KALLSYMS_LOOK);

	if (fd >= 0)
		close(fd);
	if (n > 0)
		text->size = (size_t)n;
	return n < 0 ? (int)n : 0;
}

static int check_kallsyms(const char *path, struct error *err)
{
	char advice[KERNEL_POINTERS_ADVICE_MAX];
	int result = check_file("--kallsyms", path, err);
	struct kallsyms_reader reader;
	struct kallsyms_entry entry = { 0 };
	struct buffer text;
	bool any = false;

	if (result)
		return result;
	buffer_init(&text);
	result = read_head(path, &text);
	reader = kallsyms_open((const char *)text.data, text.size);
	while (!result && !entry.address && kallsyms_next(&reader, &entry) > 0)
		any = true;
	buffer_fini(&text);
	if (result)
		return error_set(err, result, "--kallsyms %s: %s", path, strerror(-result));
	if (!any)
		return error_set(err, -EINVAL, "--kallsyms %s: not in the form of /proc/kallsyms", path);
	if (!entry.address)
		return error_set(err, -EACCES, "--kallsyms %s: all its addresses are zero (on this machine %s)", path,
				 kernel_pointers_advice(advice));
	return 0;
}

int symbols_config_check(struct symbols_config *config, struct error *err)
{
	int result = 0;

	if (config->symfs && *config->symfs)
		result = check_symfs(config, err);
	if (!result && config->vmlinux)
		result = check_file("-k", config->vmlinux, err);
	if (!result && config->kallsyms)
		result = check_kallsyms(config->kallsyms, err);
	return result;
}
