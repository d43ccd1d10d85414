#include "record/buildid/cache_fill.h"

#include "common/aside_steps.h"
#include "common/fileio.h"
#include "common/safe_open.h"
#include "formats/cache/build_id_cache.h"
#include "formats/cache/cache_names.h"
#include "formats/cache/jit_cache.h"
#include "record/buildid/kernel_images.h"
#include "record/buildid/open_mapped_file.h"
#include "record/privilege/privilege.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* What was done, in memory shared with the process that does it. */
struct outcome {
	struct error err;
	uint32_t added, gone, failed, removed;
	uint32_t too_large;   /* how many files exceed a limit */
	char large[PATH_MAX]; /* the last one of them */
	struct error why;     /* why the last of `failed` failed */
	bool begun;
	struct build_id_cache cache;
	uint32_t at, done;     /* how many files were begun, and ended */
	uint32_t stuck;        /* how many files are on a file system that does not answer */
	char name[PATH_MAX];   /* the file that was begun last */
	char silent[PATH_MAX]; /* the last one that is stuck */
};

struct filling {
	const struct cache_candidates *kept;
	const char *dir;
	uint64_t limit;
	const struct passwd *user; /* who called sudo(8); NULL: sudo was not used */
	struct timespec since;
	struct outcome *o;
	uint32_t left; /* how many needed steps were not reached */
	int why_left;  /* the negative errno */
};

/* Opens the file that was mapped. Returns a descriptor that the caller closes, or a negative errno. */
static int open_file(const struct filling *f, const struct cache_candidate *file)
{
	struct stat status;
	int found;

	if (file->fd < 0 && !file->of.id.size)
		return -ENOENT;
	found = file->fd < 0 ? open_mapped_file_by_name(strtab_get(&f->kept->names, file->name), &file->of)
			     : dup(file->fd);
	if (found >= 0 && f->user && (fstat(found, &status) || !(status.st_mode & S_IROTH))) {
		close(found);
		return -EACCES;
	}
	return found < 0 ? found : regular_file_open(found);
}

static bool is_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static void count(struct outcome *o, int result, const char *name)
{
	o->added += result > 0;
	o->too_large += result == -EFBIG;
	o->failed += result < 0 && result != -EFBIG;
	if (result == -EFBIG)
		snprintf(o->large, sizeof(o->large), "%s", name);
}

/* Adds a program without a build-id, if it is as it was when it was mapped. */
static void add_mapped(const struct filling *f, const struct cache_candidate *file)
{
	const char *name = strtab_get(&f->kept->names, file->name);
	struct outcome *o = f->o;
	int fd = open_file(f, file);
	struct stat status;

	if (fd >= 0 && !fstat(fd, &status) && !is_time(&status.st_mtim, &file->modified)) {
		close(fd);
		fd = -ESTALE;
	}
	/* Not each file that is mapped as code is a program, and nobody misses the others. */
	if (fd < 0)
		return;
	count(o, build_id_cache_add_mapped(&o->cache, &file->of.file, name, fd, &file->changed, &o->why), name);
	close(fd);
}

static void add_file(const struct filling *f, const struct cache_candidate *file)
{
	const char *name = strtab_get(&f->kept->names, file->name);
	struct outcome *o = f->o;
	bool there = build_id_cache_has(&o->cache, BUILD_ID_CACHE_ELF, &file->of.id);
	int fd = there ? -EEXIST : open_file(f, file);
	int result;

	if (fd < 0 && fd != -EEXIST) {
		o->gone++;
		return;
	}
	result = build_id_cache_add(&o->cache, &file->of.id, name, fd, true, &o->why);
	if (fd >= 0)
		close(fd);
	count(o, result, name);
}

static void add_module(struct build_id_cache *cache, const struct candidate_module *module, struct outcome *o)
{
	const struct mapped_identity of = { .id = module->id };
	bool there = build_id_cache_has(cache, BUILD_ID_CACHE_ELF, &module->id);
	int fd = there ? -EEXIST : open_mapped_file_by_name(module->path, &of);

	if (fd >= 0)
		fd = regular_file_open(fd);
	if (fd < 0 && fd != -EEXIST) {
		o->gone++;
		return;
	}
	count(o, build_id_cache_add(cache, &module->id, module->path, fd, true, &o->why), module->path);
	if (fd >= 0)
		close(fd);
}

/* Adds an image. fd: a negative errno: the kernel does not show it to this user; -EEXIST: it is in the cache. */
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

/* Adds what is needed of the running kernel, which is the one that was recorded. */
static void add_kernel(struct build_id_cache *cache, const struct candidate_kernel *k, struct outcome *o)
{
	struct build_id vdso = { .size = 0 }, vdso32 = { .size = 0 };
	int fd;

	if (k->is_sampled && k->id.size) {
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

static void note_stuck(struct outcome *o, const char *name)
{
	o->stuck++;
	memmove(o->silent, name, strlen(name) + 1);
}

/* Counts the file that the process before this one was stuck at. */
static void note_left(struct outcome *o)
{
	if (o->at == o->done)
		return;
	note_stuck(o, o->name);
	o->done = o->at;
}

static bool become(const struct passwd *user, struct error *err)
{
	if (!initgroups(user->pw_name, user->pw_gid) && !setresgid(user->pw_gid, user->pw_gid, user->pw_gid) &&
	    !setresuid(user->pw_uid, user->pw_uid, user->pw_uid))
		return true;
	error_set(err, -errno, "cannot become %s: %s", user->pw_name, strerror(errno));
	return false;
}

static bool begin(void *context)
{
	const struct filling *f = context;
	struct outcome *o = f->o;
	const struct cache_room before = o->cache.room;

	note_left(o);
	if ((f->user && !become(f->user, &o->err)) || build_id_cache_open(&o->cache, f->dir, true, &o->err))
		return false;
	o->cache.room = before;
	if (!o->begun) {
		o->cache.room.left = file_copy_room(o->cache.dir, f->limit);
		o->cache.room.file = o->cache.room.left / 2;
	}
	o->begun = true;
	return true;
}

static struct jit_kept_sources jit_sources(const struct cache_candidates *k)
{
	return (struct jit_kept_sources){ &k->kept_jit, &k->jit, &k->dumps };
}

/* Copies a perf map or jitdump; after the last removes what is beyond their limit. Most processes have none. */
static void jit_step(const struct filling *f, uint32_t i)
{
	const struct jit_kept_sources from = jit_sources(f->kept);
	struct build_id_cache *cache = &f->o->cache;

	if (i < jit_kept_count(&from))
		jit_kept_step(&from, i, cache->dir, f->user, &cache->room);
	else
		jit_cache_limit(cache->dir);
}

/*
 * Does step i: a file; after the files the kernel's part; then removes entries beyond the limit; then JIT code.
 */
static void step(void *context, uint32_t i)
{
	const struct filling *f = context;
	const struct cache_candidates *k = f->kept;
	struct outcome *o = f->o;
	const char *name = i < k->n ? strtab_get(&k->names, k->files[i].name) : f->dir;

	if (i >= k->n + 2) {
		jit_step(f, i - k->n - 2);
		return;
	}
	if (i < k->n && !k->files[i].needed)
		return;
	snprintf(o->name, sizeof(o->name), "%s", name);
	o->at++;
	if (i < k->n && k->files[i].is_stuck)
		note_stuck(o, name);
	else if (i < k->n && !k->files[i].of.id.size)
		add_mapped(f, &k->files[i]);
	else if (i < k->n)
		add_file(f, &k->files[i]);
	else if (i == k->n)
		add_kernel(&o->cache, &k->kernel, o);
	else if (o->added)
		build_id_cache_limit(&o->cache, f->limit, f->since, &o->removed, &o->err);
	o->done++;
}

/* Returns how many steps there is something to do in. */
static uint32_t count_needed(const struct cache_candidates *k)
{
	uint32_t n = 2;

	for (uint32_t i = 0; i < k->n; i++)
		n += k->files[i].needed;
	return n;
}

static void fill(struct filling *f)
{
	const struct cache_candidates *k = f->kept;
	const struct jit_kept_sources from = jit_sources(k);
	int *fds = calloc(k->n + 1 + k->jit.n + k->dumps.n, sizeof(*fds));
	struct aside_steps steps = { .n = k->n + 3 + jit_kept_count(&from),
				     .begin = begin,
				     .step = step,
				     .context = f,
				     .progress = &f->o->cache.room.left,
				     .keep = fds };

	if (!fds) {
		error_nomem(&f->o->err);
		return;
	}
	for (uint32_t i = 0; i < k->n; i++)
		if (k->files[i].fd >= 0)
			fds[steps.n_keep++] = k->files[i].fd;
	for (uint32_t i = 0; i < k->jit.n; i++)
		fds[steps.n_keep++] = k->jit.list[i].folder;
	for (uint32_t i = 0; i < k->dumps.n; i++)
		fds[steps.n_keep++] = k->dumps.list[i].fd;
	clock_gettime(CLOCK_REALTIME_COARSE, &f->since);
	f->why_left = aside_steps_run(&steps);
	f->left = count_needed(k) - f->o->at;
	note_left(f->o);
	free(fds);
}

/*
 * Into dir. False: nobody's home is known, or the path is too long. HOME is taken also where this program has
 * capabilities of its file: the cache is written with the user's own rights alone, and is where readers look for it.
 */
static bool find_dir(char dir[PATH_MAX], const char *given, const struct passwd *user)
{
	if (given)
		return snprintf(dir, PATH_MAX, "%s", given) < PATH_MAX;
	return cache_dir_find(dir, user ? user->pw_dir : getenv("HOME"), user ? user->pw_uid : geteuid());
}

static void describe(const struct filling *f, struct diagnostics *diagnostics)
{
	const struct outcome *o = f->o;
	const char *dir = f->dir;

	if (f->left && !o->err.code)
		diagnostics_add(diagnostics, NOTICE_WARNING, "build-id cache %s: files are not kept for names: %s", dir,
				f->why_left == -ETIMEDOUT ? "it took too long"
							  : strerror(f->why_left ? -f->why_left : EIO));
	if (o->added || o->removed)
		diagnostics_add(diagnostics, NOTICE_VERBOSE,
				"build-id cache %s: %u files added, %u of older recordings removed", dir, o->added,
				o->removed);
	if (o->gone)
		diagnostics_add(diagnostics, NOTICE_VERBOSE,
				"build-id cache: %u files are not there any more, or not this user's to read", o->gone);
	if (o->too_large)
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"build-id cache %s: %u files were left out, the last %s: a recording may put %.4g "
				"MiB there (--buildid-cache-size) and half of what is free, a file half of that",
				dir, o->too_large, o->large, (double)f->limit / (1 << 20));
	if (o->stuck)
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"%u files are not kept for names, the last %s: their file system does not answer",
				o->stuck, o->silent);
	if (o->failed)
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"build-id cache %s: %u files could not be added, the last because %s", dir, o->failed,
				o->why.message);
}

int cache_fill(const struct cache_candidates *k, const struct cache_fill_config *config,
	       struct diagnostics *diagnostics, struct error *err)
{
	char dir[PATH_MAX];
	struct filling f = { .kept = k, .dir = dir, .limit = config->limit, .o = aside_memory(sizeof(*f.o)) };
	uid_t uid;
	gid_t gid;
	int result;

	if (!f.o)
		return error_nomem(err);
	if (sudo_user(&uid, &gid))
		f.user = getpwuid(uid);
	if (!find_dir(dir, config->dir, f.user))
		error_set(&f.o->err, -ENOENT, "there is no build-id cache: HOME is not set");
	else
		fill(&f);
	describe(&f, diagnostics);
	result = f.o->err.code;
	if (result && err)
		*err = f.o->err;
	aside_memory_free(f.o, sizeof(*f.o));
	return result;
}
