#include "report/fetch/fetch_client.h"

#include "common/bytes.h"
#include "common/safe_open.h"
#include "formats/elf/build_id.h"

#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

struct fetch_client {
	debuginfod_client *library;
	bool (*go_on)(void *context);
	void *context;
};

/* The functions of the library that are used. */
static struct {
	debuginfod_client *(*begin)(void);
	void (*end)(debuginfod_client *);
	int (*find[2])(debuginfod_client *, const unsigned char *, int, char **); /* by enum fetch_kind */
	void (*set_progress)(debuginfod_client *, debuginfod_progressfn_t);
	void (*set_user_data)(debuginfod_client *, void *);
	void *(*get_user_data)(debuginfod_client *);
} library;

static char cache[PATH_MAX];
static bool cache_is_own;

/* --- the cache ----------------------------------------------------------------------------- */

/* Makes a directory and its parents. False: it cannot be written or, for root, others can write to it. */
static bool folder_make(const char *path)
{
	unsigned root_alone = geteuid() ? 0 : OWN_FOLDER_OWN | OWN_FOLDER_WHOLE;
	int fd = *path == '/' ? own_folder_open(path, OWN_FOLDER_MAKE | root_alone, 0700) : -EINVAL;

	if (fd >= 0)
		close(fd);
	return fd >= 0 && !access(path, W_OK | X_OK);
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Finds the cache of the library: debuginfod_find_debuginfo(3), "CACHE" and DEBUGINFOD_CACHE_PATH. */
static void cache_of_library(void)
{
	const char *given = getenv("DEBUGINFOD_CACHE_PATH");
	const char *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	*cache = 0;
	if (given && *given) {
		snprintf(cache, sizeof(cache), "%s", given);
		return;
	}
	if (home && *home) {
		snprintf(cache, sizeof(cache), "%s/.debuginfod_client_cache", home);
		if (is_folder(cache))
			return;
	}
	if (xdg && *xdg)
		snprintf(cache, sizeof(cache), "%s/debuginfod_client", xdg);
	else if (home && *home)
		snprintf(cache, sizeof(cache), "%s/.cache/debuginfod_client", home);
	else
		*cache = 0;
}

static int cache_choose(void)
{
	const char *folder = getenv("TMPDIR");

	cache_of_library();
	if (!folder_make(cache)) {
		snprintf(cache, sizeof(cache), "%s/prec-debuginfod-XXXXXX", folder && *folder ? folder : "/tmp");
		if (!mkdtemp(cache))
			return -errno;
		cache_is_own = true;
	}
	return setenv("DEBUGINFOD_CACHE_PATH", cache, 1) ? -errno : 0;
}

static int entry_remove(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	remove(path);
	return 0;
}

void fetch_client_close(void)
{
	if (cache_is_own)
		nftw(cache, entry_remove, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

void fetch_client_remove(const struct build_id *id, enum fetch_kind kind)
{
	char path[PATH_MAX], text[BUILD_ID_TEXT_SIZE];
	int n = snprintf(path, sizeof(path), "%s/%s/%s", cache, build_id_text(id, text),
			 kind == FETCH_DEBUGINFO ? "debuginfo" : "executable");

	if (*cache && n > 0 && (size_t)n < sizeof(path))
		unlink(path);
}

/* --- the library ----------------------------------------------------------------------------- */

/* RLIMIT_FSIZE makes the write of a file that grows beyond the limit fail, whatever size the server announced. */
static void limit_files(void)
{
	const char *most = getenv("DEBUGINFOD_MAXSIZE");
	unsigned long long bytes = most ? strtoull(most, NULL, 10) : 0;
	struct rlimit limit;

	signal(SIGXFSZ, SIG_IGN);
	if (getrlimit(RLIMIT_FSIZE, &limit))
		return;
	if (!bytes || bytes > FETCH_FILE_MAX)
		bytes = FETCH_FILE_MAX;
	if (limit.rlim_cur > bytes)
		limit.rlim_cur = bytes;
	setrlimit(RLIMIT_FSIZE, &limit);
}

static int library_load(void)
{
	static const struct {
		const char *name;
		void *function;
	} functions[] = {
		{ "debuginfod_begin", &library.begin },
		{ "debuginfod_end", &library.end },
		{ "debuginfod_find_debuginfo", &library.find[FETCH_DEBUGINFO] },
		{ "debuginfod_find_executable", &library.find[FETCH_EXECUTABLE] },
		{ "debuginfod_set_progressfn", &library.set_progress },
		{ "debuginfod_set_user_data", &library.set_user_data },
		{ "debuginfod_get_user_data", &library.get_user_data },
	};
	void *handle = dlopen(DEBUGINFOD_SONAME, RTLD_NOW);

	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		void *found = handle ? dlsym(handle, functions[i].name) : NULL;

		if (!found)
			return -ELIBACC;
		memcpy(functions[i].function, &found, sizeof(found));
	}
	return 0;
}

int fetch_client_open(void)
{
	int code = library_load();

	limit_files();
	return code ? code : cache_choose();
}

/* Called by the library; a value other than 0 ends the request. */
static int progress(debuginfod_client *handle, long done, long all)
{
	const struct fetch_client *c = library.get_user_data(handle);

	(void)done;
	(void)all;
	return !c->go_on(c->context);
}

struct fetch_client *fetch_client_new(bool (*go_on)(void *context), void *context)
{
	struct fetch_client *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	*c = (struct fetch_client){ .library = library.begin(), .go_on = go_on, .context = context };
	if (!c->library) {
		free(c);
		return NULL;
	}
	library.set_user_data(c->library, c);
	library.set_progress(c->library, progress);
	return c;
}

void fetch_client_free(struct fetch_client *c)
{
	if (c)
		library.end(c->library);
	free(c);
}

int fetch_client_get(struct fetch_client *c, const struct build_id *id, enum fetch_kind kind, char path[PATH_MAX])
{
	char *found = NULL;
	int fd = library.find[kind](c->library, id->data, id->size, &found);
	int code = fd < 0 ? fd : 0;

	if (fd >= 0)
		close(fd);
	if (!code && (!found || strlen(found) >= PATH_MAX))
		code = -ENAMETOOLONG;
	if (!code)
		memcpy(path, found, strlen(found) + 1);
	free(found);
	return code;
}
