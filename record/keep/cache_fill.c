#include "record/keep/cache_fill.h"

#include "record/keep/file_grab.h"
#include "record/keep/kernel_images.h"
#include "record/privilege/sudo_user.h"

#include "common/file_copy.h"
#include "formats/cache/build_id_cache.h"
#include "formats/cache/cache_place.h"

#include <errno.h>
#include <grp.h>
#include <inttypes.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What was done; shared with the process that does it. */
struct outcome {
	struct error err;
	uint32_t added, gone, failed, removed;
	uint32_t too_large;   /* for a limit; of these */
	char large[PATH_MAX]; /* the last one */
	struct error why;     /* the last one failed */
};

/* The file itself, as it was mapped. A descriptor to be closed, or a negative errno. */
static int open_file(const struct kept_files *k, const struct kept_file *file, bool for_others)
{
	struct stat status;

	if (file->fd < 0)
		return file_grab_by_name(strtab_get(&k->names, file->name), &file->id);
	if (for_others && (fstat(file->fd, &status) || !(status.st_mode & S_IROTH)))
		return -EACCES;
	return dup(file->fd);
}

static void count(struct outcome *o, int result, const char *name)
{
	o->added += result > 0;
	o->too_large += result == -EFBIG;
	o->failed += result < 0 && result != -EFBIG;
	if (result == -EFBIG)
		snprintf(o->large, sizeof(o->large), "%s", name);
}

static void add_file(struct build_id_cache *cache, const struct kept_files *k, const struct kept_file *file,
		     bool for_others, struct outcome *o)
{
	const char *name = strtab_get(&k->names, file->name);
	bool there = build_id_cache_has(cache, BUILD_ID_CACHE_ELF, &file->id);
	int fd = there ? -EEXIST : open_file(k, file, for_others);
	int result;

	if (fd < 0 && fd != -EEXIST) {
		o->gone++;
		return;
	}
	result = build_id_cache_add(cache, &file->id, name, fd, true, &o->why);
	if (fd >= 0)
		close(fd);
	count(o, result, name);
}

static void add_module(struct build_id_cache *cache, const struct kept_module *module, struct outcome *o)
{
	bool there = build_id_cache_has(cache, BUILD_ID_CACHE_ELF, &module->id);
	int fd = there ? -EEXIST : file_grab_by_name(module->path, &module->id);

	if (fd < 0 && fd != -EEXIST) {
		o->gone++;
		return;
	}
	count(o, build_id_cache_add(cache, &module->id, module->path, fd, true, &o->why), module->path);
	if (fd >= 0)
		close(fd);
}

/* fd: an error of opening stands for what this user is not shown. */
static void add_image(struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id, int fd,
		      struct outcome *o)
{
	if (fd < 0 && fd != -EEXIST) {
		o->gone++;
		return;
	}
	count(o, build_id_cache_add_image(cache, kind, id, fd, true, &o->why), "what the kernel has in memory");
	if (fd >= 0)
		close(fd);
}

/* The kernel that was recorded is the one that runs. */
static void add_kernel(struct build_id_cache *cache, const struct kept_kernel *k, struct outcome *o)
{
	struct build_id vdso = { .size = 0 }, vdso32 = { .size = 0 };
	int fd;

	if (k->sampled && k->id.size) {
		bool there = build_id_cache_has(cache, BUILD_ID_CACHE_KALLSYMS, &k->id);

		add_image(cache, BUILD_ID_CACHE_KALLSYMS, &k->id, there ? -EEXIST : kernel_images_kallsyms(), o);
	}
	for (uint32_t i = 0; i < k->n; i++)
		if (k->modules[i].needed)
			add_module(cache, &k->modules[i], o);
	fd = k->vdso_size ? kernel_images_vdso(k->vdso_size, &vdso) : -ENOENT;
	if (fd >= 0)
		add_image(cache, BUILD_ID_CACHE_VDSO, &vdso, fd, o);
	fd = k->has_vdso32 ? kernel_images_vdso32(&vdso32) : -ENOENT;
	if (fd >= 0)
		add_image(cache, BUILD_ID_CACHE_VDSO, &vdso32, fd, o);
}

static void fill(const struct kept_files *k, const char *dir, uint64_t limit, bool for_others, struct outcome *o)
{
	struct build_id_cache cache;
	struct timespec since;

	clock_gettime(CLOCK_REALTIME_COARSE, &since);
	if (build_id_cache_open(&cache, dir, true, &o->err))
		return;
	cache.left = file_copy_room(cache.dir, limit);
	cache.file_max = cache.left / 2;
	for (uint32_t i = 0; i < k->n; i++)
		if (k->files[i].needed)
			add_file(&cache, k, &k->files[i], for_others, o);
	add_kernel(&cache, &k->kernel, o);
	if (o->added)
		build_id_cache_limit(&cache, limit, since, &o->removed, &o->err);
	build_id_cache_close(&cache);
}

/* Ends the process with an exit status of no meaning: what there is to say is in *o. */
static void fill_as(const struct kept_files *k, const char *dir, uint64_t limit, const struct passwd *user,
		    struct outcome *o)
{
	pid_t child = fork();

	if (child < 0) {
		error_set(&o->err, -errno, "fork: %s", strerror(errno));
		return;
	}
	if (child) {
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			;
		return;
	}
	if (initgroups(user->pw_name, user->pw_gid) || setresgid(user->pw_gid, user->pw_gid, user->pw_gid) ||
	    setresuid(user->pw_uid, user->pw_uid, user->pw_uid))
		error_set(&o->err, -errno, "cannot become %s: %s", user->pw_name, strerror(errno));
	else
		fill(k, dir, limit, true, o);
	_exit(0);
}

/*
 * Into dir. False: nobody's home is known, or the path is too long. HOME is taken also where this program has
 * capabilities of its file: the cache is written with the user's own rights alone, and is where readers look for it.
 */
static bool find_dir(char dir[PATH_MAX], const char *given, const struct passwd *user)
{
	if (given)
		return snprintf(dir, PATH_MAX, "%s", given) < PATH_MAX;
	return cache_place_find(dir, user ? user->pw_dir : getenv("HOME"), user ? user->pw_uid : geteuid());
}

static void describe(const struct outcome *o, const char *dir, uint64_t limit, struct notices *notices)
{
	if (o->added || o->removed)
		notices_add(notices, NOTICE_VERBOSE,
			    "build-id cache %s: %u files added, %u of older recordings removed", dir, o->added,
			    o->removed);
	if (o->gone)
		notices_add(notices, NOTICE_VERBOSE,
			    "build-id cache: %u files are not there any more, or not this user's to read", o->gone);
	if (o->too_large)
		notices_add(notices, NOTICE_WARNING,
			    "build-id cache %s: %u files were left out, the last %s: a recording may put %" PRIu64
			    " MiB there (--buildid-cache-size) and half of what is free, a file half of that",
			    dir, o->too_large, o->large, limit >> 20);
	if (o->failed)
		notices_add(notices, NOTICE_WARNING,
			    "build-id cache %s: %u files could not be added, the last because %s", dir, o->failed,
			    o->why.message);
}

int cache_fill(const struct kept_files *k, const struct cache_fill_config *config, struct notices *notices,
	       struct error *err)
{
	struct outcome *o = mmap(NULL, sizeof(*o), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	const struct passwd *user = NULL;
	char dir[PATH_MAX];
	uid_t uid;
	gid_t gid;
	int result;

	if (o == MAP_FAILED)
		return error_nomem(err);
	if (sudo_user(&uid, &gid))
		user = getpwuid(uid);
	if (!find_dir(dir, config->dir, user))
		error_set(&o->err, -ENOENT, "there is no build-id cache: HOME is not set");
	else if (user)
		fill_as(k, dir, config->limit, user, o);
	else
		fill(k, dir, config->limit, false, o);
	describe(o, dir, config->limit, notices);
	result = o->err.code;
	if (result && err)
		*err = o->err;
	munmap(o, sizeof(*o));
	return result;
}
