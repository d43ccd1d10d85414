/* prec buildid-cache: lists and changes the build-id cache. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "formats/elf/build_id.h"
#include "report/command/cache_actions.h"
#include "report/command/reader.h"
#include "report/command/reader_fetch.h"
#include "report/command/recorded_ids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct cache_options {
	struct reader_options reader;
	const char *dir;
	char *add, *remove, *update, *purge; /* lists, which are cut at their commas */
	bool purge_all, list;
	const char *missing;
};

static const struct option options[] = {
	{ 'a', "add", "FILES", "add these files: a comma-separated list", OPTION_TEXT(struct cache_options, add) },
	{ 'r', "remove", "FILES", "remove the entries of these files, as they are now",
	  OPTION_TEXT(struct cache_options, remove) },
	{ 'u', "update", "FILES", "remove the entries of these files, and add them again",
	  OPTION_TEXT(struct cache_options, update) },
	{ 'p', "purge", "FILES", "remove all entries of files that were at these paths",
	  OPTION_TEXT(struct cache_options, purge) },
	{ 'P', "purge-all", NULL, "remove all entries", OPTION_FLAG(struct cache_options, purge_all) },
	{ 'l', "list", NULL, "list what is in the cache", OPTION_FLAG(struct cache_options, list) },
	{ 'M', "missing", "FILE", "list what the recording FILE names and the cache does not have",
	  OPTION_TEXT(struct cache_options, missing) },
	{ 0, "buildid-dir", "DIR", "the cache (default: ~/.debug)", OPTION_TEXT(struct cache_options, dir) },
	{ 0, "debuginfod", "URLS",
	  "add debug information of these files too, from debuginfod\n"
	  "servers (default: those in DEBUGINFOD_URLS)",
	  OPTION_ARG_OPTIONAL | OPTION_NEGATABLE, OPTION_CALL_OF(struct cache_options, reader.fetch, reader_fetch_take),
	  .negate = reader_fetch_leave_out },
	OPTION_GROUP(struct cache_options, reader, &reader_fetch_timeout_group),
	{ 'f', "force", NULL, "whosever the recording is", .flags = OPTION_IGNORED },
	OPTION_GROUP(struct cache_options, reader, &reader_file_group),
	OPTION_GROUP(struct cache_options, reader, &reader_help_group),
	OPTION_ABSENT("-k --kcore", "prec report -k FILE takes the kernel's symbols from a file"),
	OPTION_ABSENT("--target-ns", "-a /proc/PID/root/FILE adds a file as process PID sees it"),
	{ 0 },
};

static const struct option_group cache_group = {
	.options = options,
	.usage = "Usage: prec buildid-cache OPTIONS\n\n"
		 "Show and change the build-id cache, which Linux perf uses too.\n",
};

static int cache_options_parse(struct cache_options *o, int argc, char **argv, struct error *err)
{
	int rest = options_take(&cache_group, o, argc, argv, err);

	if (rest < 0 || o->reader.help)
		return rest < 0 ? rest : 0;
	if (rest < argc)
		return error_set(err, -EINVAL, "'%s': files are named with an option: -a FILE, -r FILE ...",
				 argv[rest]);
	if (o->reader.fetch.is_given && !o->add && !o->update)
		return error_set(err, -EINVAL, "--debuginfod gets debug information of files that are added: -a, -u");
	if (o->reader.fetch.is_given && !o->reader.fetch.urls && !reader_fetch_urls())
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
	int result = recorded_ids_init(&ids) ? error_nomem(err) : recorded_ids_read(&ids, r, RECORDED_ALL, err);

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
	if (o->reader.fetch.is_given)
		reader_fetch_start(&o->reader);
	a.fetch = o->reader.symbols.fetch;
	failed = run_actions(o, &a) || (o->reader.fetch.is_given && o->reader.fetch.seconds && !a.fetch);
	reader_fetch_explain(&o->reader);
	reader_fetch_stop(&o->reader);
	build_id_cache_close(&a.cache);
	free(usual);
	return failed;
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
		options_help(&cache_group, stdout);
		return 0;
	}
	return cache_run(&o);
}
