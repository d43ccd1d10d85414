#include "report/command/cmd_buildid_cache.h"

#include "common/log.h"
#include "formats/elf/build_id.h"
#include "report/command/cache_actions.h"
#include "report/command/reader.h"
#include "report/command/reader_fetch.h"
#include "report/command/recorded_ids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_USAGE 129

enum cache_option {
	OPTION_BUILDID_DIR = 256,
};

static const struct option_def cache_option_defs[] = {
	{ 'a', "add", "FILES", "add these files: a comma-separated list", 0 },
	{ 'r', "remove", "FILES", "remove the entries of these files, as they are now", 0 },
	{ 'u', "update", "FILES", "remove the entries of these files, and add them again", 0 },
	{ 'p', "purge", "FILES", "remove all entries of files that were at these paths", 0 },
	{ 'P', "purge-all", NULL, "remove all entries", 0 },
	{ 'l', "list", NULL, "list what is in the cache", 0 },
	{ 'M', "missing", "FILE", "list what the recording FILE names and the cache does not have", 0 },
	{ OPTION_BUILDID_DIR, "buildid-dir", "DIR", "the cache (default: ~/.debug)", 0 },
	{ READER_DEBUGINFOD, "debuginfod", "URLS",
	  "add debug information of these files too, from debuginfod\n"
	  "servers (default: those in DEBUGINFOD_URLS)",
	  OPTION_ARG_OPTIONAL | OPTION_NEGATABLE },
	READER_FETCH_TIMEOUT_DEF,
	{ 'f', "force", NULL, "whosever the recording is", OPTION_IGNORED },
	READER_FILE_DEFS,
	READER_HELP_DEFS,
	{ 0 },
};

static const struct option_absent cache_options_absent[] = {
	{ "-k --kcore", "prec report -k FILE takes the kernel's symbols from a file" },
	{ "--target-ns", "-a /proc/PID/root/FILE adds a file as process PID sees it" },
	{ 0 },
};

static const struct option_range cache_option_ranges[] = { INPUT_OPTION_RANGES, READER_FETCH_RANGES, { 0 } };
static const struct option_table cache_option_table = { cache_option_defs, cache_option_ranges, cache_options_absent };

struct cache_options {
	struct reader_options reader;
	const char *dir;
	char *add, *remove, *update, *purge; /* lists, which are cut at their commas */
	bool purge_all, list;
	const char *missing;
};

static int cache_option(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct cache_options *o = context;

	switch (key) {
	case 'a': o->add = (char *)value; return 0;
	case 'r': o->remove = (char *)value; return 0;
	case 'u': o->update = (char *)value; return 0;
	case 'p': o->purge = (char *)value; return 0;
	case 'P': o->purge_all = true; return 0;
	case 'l': o->list = true; return 0;
	case 'M': o->missing = value; return 0;
	case OPTION_BUILDID_DIR: o->dir = value; return 0;
	case 'v': log_set_level(LOG_VERBOSE); return 0;
	default: return reader_option(&o->reader, key, value, negated, err);
	}
}

static int cache_options_parse(struct cache_options *o, int argc, char **argv, struct error *err)
{
	int rest = options_parse(&cache_option_table, argc, argv, cache_option, o, err);

	if (rest < 0 || o->reader.help)
		return rest < 0 ? rest : 0;
	if (rest < argc)
		return error_set(err, -EINVAL, "'%s': files are named with an option: -a FILE, -r FILE ...",
				 argv[rest]);
	if (o->reader.fetch.given && !o->add && !o->update)
		return error_set(err, -EINVAL, "--debuginfod gets debug information of files that are added: -a, -u");
	if (o->reader.fetch.given && !o->reader.fetch.urls && !reader_fetch_urls())
		return error_set(err, -EINVAL,
				 "--debuginfod: no servers are named; --debuginfod=URLS or "
				 "DEBUGINFOD_URLS name them");
	if (!o->add && !o->remove && !o->update && !o->purge && !o->purge_all && !o->list && !o->missing)
		return error_set(err, -EINVAL, "nothing to do; --help lists the options");
	return 0;
}

/* One action for each file of a list; the first failure's code. */
static int each_file(struct cache_actions *a, char *list, int (*action)(struct cache_actions *, const char *))
{
	int first = 0;

	for (char *path = list ? strtok(list, ",") : NULL; path; path = strtok(NULL, ",")) {
		int result = action(a, path);

		if (!first)
			first = result;
	}
	return first;
}

static int print_missing(struct reader *r, const struct build_id_cache *cache, struct error *err)
{
	char text[BUILD_ID_TEXT_SIZE];
	struct recorded_ids ids;
	int result = recorded_ids_init(&ids) ? error_nomem(err) : recorded_ids_read(&ids, r, false, err);

	for (uint32_t i = 0; i < ids.n && result >= 0; i++)
		if (!build_id_cache_has_any(cache, &ids.list[i].id))
			printf("%s %s\n", build_id_text(&ids.list[i].id, text),
			       strtab_get(&ids.names, ids.list[i].name));
	recorded_ids_fini(&ids);
	return result;
}

/* Whether something failed. */
static bool show_missing(struct cache_options *o, const struct build_id_cache *cache)
{
	struct error err = ERROR_INIT;
	struct reader r = { 0 };
	int result;

	o->reader.input = o->missing;
	result = reader_open(&r, &o->reader, READER_INPUT, &err);
	if (!result)
		result = print_missing(&r, cache, &err);
	if (result < 0)
		log_error("%s", err.message);
	reader_close(&r);
	return result;
}

/* In Linux perf's order. Whether something failed. */
static bool run_actions(struct cache_options *o, struct cache_actions *a)
{
	bool failed = o->list && cache_action_list(a);

	failed |= !!each_file(a, o->add, cache_action_add);
	failed |= !!each_file(a, o->remove, cache_action_remove);
	failed |= !!each_file(a, o->purge, cache_action_purge);
	failed |= o->purge_all && cache_action_purge_all(a);
	failed |= !!each_file(a, o->update, cache_action_update);
	/* A recording is read when nothing is left to be written. */
	failed |= o->missing && show_missing(o, &a->cache);
	return failed;
}

/* One that is not there is made, also to be shown. */
static int open_cache(struct build_id_cache *cache, const struct cache_options *o, const char *dir, struct error *err)
{
	bool changes = o->add || o->remove || o->update || o->purge || o->purge_all;
	int result = changes ? -ENOENT : build_id_cache_open(cache, dir, false, err);

	return result == -ENOENT ? build_id_cache_open(cache, dir, true, err) : result;
}

static int cache_run(struct cache_options *o)
{
	char *usual = o->dir ? NULL : symbols_default_cache("");
	const char *dir = o->dir ? o->dir : usual;
	struct error err = ERROR_INIT;
	struct cache_actions a = { 0 };
	bool failed;

	if (!dir || open_cache(&a.cache, o, dir, &err)) {
		log_error("%s", dir ? err.message : "out of memory");
		free(usual);
		return 1;
	}
	if (o->reader.fetch.given)
		reader_fetch_start(&o->reader);
	a.fetch = o->reader.symbols.fetch;
	failed = run_actions(o, &a) || (o->reader.fetch.given && o->reader.fetch.seconds && !a.fetch);
	reader_fetch_explain(&o->reader);
	reader_fetch_stop(&o->reader);
	build_id_cache_close(&a.cache);
	free(usual);
	return failed;
}

static void cache_usage(void)
{
	puts("Usage: prec buildid-cache OPTIONS\n\nShow and change the build-id cache, which Linux perf uses too.\n\n"
	     "Options:");
	options_print(stdout, cache_option_defs);
}

int cmd_buildid_cache(int argc, char **argv)
{
	struct error err = ERROR_INIT;
	struct cache_options o = { .reader = { .workers = workers_default(), .fetch.seconds = READER_FETCH_SECONDS } };

	log_init("prec buildid-cache");
	if (cache_options_parse(&o, argc, argv, &err)) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (o.reader.help) {
		cache_usage();
		return 0;
	}
	return cache_run(&o);
}
