#include "record/command/output_options.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "common/log.h"
#include "formats/file/zframe.h"
#include "record/command/option_groups.h"
#include "record/command/record_options.h"
#include "record/drain/rotation.h"
#include "record/events/event_parse.h"
#include "record/events/event_traces.h"
#include "record/open/target.h"
#include "record/output/output_kcore.h"
#include "record/output/output_stamp.h"
#include "record/pmu/event_context.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTPUT_DEFAULT "perf.data"
#define PROC_PATH_ROOM 64
#define COMM_ROOM      32

/* As with Linux perf, a number without a unit is none: the user may mean bytes, or megabytes. */
static bool parse_size(const char *text, uint64_t *ret_bytes)
{
	size_t size = strlen(text);

	return size && !isdigit((unsigned char)text[size - 1]) && option_size(text, 1, ret_bytes);
}

static int take_max_size(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	if (parse_size(text, &o->session.max_bytes))
		return 0;
	return error_set(err, -EINVAL, "--max-size '%s': not a size with its unit, such as 500M (B, K, M, G)", text);
}

/* "30s": seconds, minutes, hours, days, as Linux perf has them. */
static bool parse_time(const char *text, uint64_t *ret_ns)
{
	static const struct {
		char unit;
		uint64_t seconds;
	} units[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };
	unsigned long number;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	number = strtoul(text, &end, 10);
	if (errno || !number || number > UINT32_MAX || !*end || end[1])
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (units[i].unit == *end) {
			*ret_ns = number * units[i].seconds * NS_PER_S;
			return *ret_ns / NS_PER_S == number * units[i].seconds;
		}
	return false;
}

/*
 * "signal", a size or a time; NULL: a signal. Files then have names with times. The last one counts. A size has a
 * capital letter where a time has the same one in lower case.
 */
static int take_switch_output(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	struct rotation_config rotation = { .max_files = o->session.rotation.max_files,
					    .on_signal = o->switch_events.n };

	if (!text || !strcmp(text, "signal"))
		rotation.on_signal = true;
	else if (!parse_time(text, &rotation.interval_ns) && !parse_size(text, &rotation.bytes))
		return error_set(err, -EINVAL,
				 "--switch-output '%s': neither 'signal', nor a size such as 30M (B, K, M, G), nor a "
				 "time such as 10s (s, m, h, d)",
				 text);
	o->session.rotation = rotation;
	o->session.is_stamped = true;
	return 0;
}

/* Events and a signal are alike from here on; a size or an age may be beside. */
static int take_switch_event(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	const struct event_context context = event_context_of_environment();
	int result = event_list_parse(&o->switch_events, text, &context, err);

	if (!result && event_traces_first(&o->switch_events))
		result = error_set(err, -EINVAL, "'%s': a hardware trace takes no samples", text);
	if (result) {
		error_prefix(err, "--switch-output-event");
		return result;
	}
	o->session.rotation.on_signal = true;
	o->session.is_stamped = true;
	o->filters_switch = true;
	return 0;
}

/* Which option has the file's name get a time. */
static const char *stamping_option(const struct record_options *o)
{
	const struct rotation_config *rotation = &o->session.rotation;

	if (o->switch_events.n && !rotation->bytes && !rotation->interval_ns)
		return "--switch-output-event";
	return rotation_is_wanted(rotation) ? "--switch-output" : "--timestamp-filename";
}

/* As in Linux perf, with the changes that the kernel makes to its code while it is recorded. */
static int take_kcore(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;

	(void)value, (void)err;
	o->kcore = true;
	o->sampler.sideband.text_pokes = true;
	return 0;
}

/* Each file would be a directory with the code of its own. */
static int check_output(const void *options, struct error *err)
{
	const struct record_options *o = options;

	if (o->bundles && (o->kcore || o->session.is_stamped))
		return error_set(err, -EINVAL, "--bundle and %s cannot be used together: --bundle writes one file",
				 o->kcore ? "--kcore" : stamping_option(o));
	if (!o->kcore || !rotation_is_wanted(&o->session.rotation))
		return 0;
	return error_set(err, -EINVAL, "--kcore and %s cannot be used together: --kcore writes one directory",
			 stamping_option(o));
}

const char *output_options_path(const struct record_options *o)
{
	struct stat status;

	if (o->output)
		return o->output;
	return !o->kcore && !o->session.is_stamped && !fstat(STDOUT_FILENO, &status) && S_ISFIFO(status.st_mode)
		       ? "-"
		       : OUTPUT_DEFAULT;
}

static bool reads_pipe(pid_t pid, ino_t pipe)
{
	char path[PROC_PATH_ROOM];
	struct stat status;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", pid, STDIN_FILENO);
	return !stat(path, &status) && S_ISFIFO(status.st_mode) && status.st_ino == pipe;
}

static bool read_name(pid_t pid, char *name, size_t room)
{
	char path[PROC_PATH_ROOM];
	bool is_read;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	f = fopen(path, "re");
	is_read = f && fgets(name, (int)room, f);
	if (f)
		fclose(f);
	name[strcspn(name, "\n")] = 0;
	return is_read;
}

/* The name of the process of this job that reads the pipe, which has the inode number, as its standard input. */
static bool find_reader(ino_t pipe, char *name, size_t room)
{
	struct error err = ERROR_INIT;
	pid_t *pids = NULL;
	bool found = false;
	size_t n = 0;

	if (target_list_all(&pids, &n, &err))
		return false;
	for (size_t i = 0; i < n && !found; i++)
		found = pids[i] != getpid() && getpgid(pids[i]) == getpgrp() && reads_pipe(pids[i], pipe) &&
			read_name(pids[i], name, room);
	free(pids);
	return found;
}

void output_options_warn_of_pipe(const struct record_options *o)
{
	char name[COMM_ROOM] = "";
	struct stat status;

	if (o->output || strcmp(output_options_path(o), "-") != 0 || fstat(STDOUT_FILENO, &status))
		return;
	if (find_reader(status.st_ino, name, sizeof(name)) &&
	    (!strncmp(name, "prec", strlen("prec")) || !strncmp(name, "perf", strlen("perf"))))
		return;
	log_note("standard output is a pipe, so the recording went there%s%s, as Linux perf has it; -o FILE writes a "
		 "file",
		 *name ? ", to " : "", name);
}

int output_options_check_path(const struct record_options *o, const char *path, struct error *err)
{
	struct stat status;
	int result = o->kcore ? output_kcore_check(path, err) : 0;

	if (o->heir && (fstat((int)o->heir, &status) || !S_ISSOCK(status.st_mode)))
		return error_set(err, -EINVAL, "--hand-over %u: that is no socket", o->heir);
	if (o->heir)
		return 0;
	if (o->bundles && !strcmp(path, "-"))
		return error_set(err, -EINVAL, "--bundle: a pipe cannot carry a bundle; -o FILE writes a file");
	if (result) {
		error_prefix(err, "--kcore");
		return result;
	}
	result = o->session.is_stamped ? output_stamp_check(path, err) : 0;
	if (result)
		error_prefix(err, "%s", stamping_option(o));
	return result;
}

static int take_level(void *options, const char *level, struct error *err)
{
	struct record_options *o = options;

	(void)err;
	o->session.level = level ? (int)option_number(level) : ZFRAME_LEVEL_DEFAULT;
	o->level_given = true;
	return 0;
}

static void warn_of_output(const void *options)
{
	const struct record_options *o = options;

	if (o->session.rotation.max_files && !rotation_is_wanted(&o->session.rotation))
		log_warn("--switch-max-files has no effect without --switch-output: there is one file");
}

static const struct option options[] = {
	/* Linux perf's -z takes its level only without a space between; here both forms work. */
	{ 'z', NULL, "LEVEL", "compress with zstd at LEVEL, 1 to 22 (default: 2); 0: do not compress",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER, ZFRAME_LEVEL_OPTION, OPTION_CALL(take_level) },
	{ 0, "compression-level", "LEVEL", "the same", OPTION_ARG_OPTIONAL, ZFRAME_LEVEL_OPTION,
	  OPTION_CALL(take_level) },
	{ 'o', "output", "FILE", "file to write (default: perf.data); '-' is standard output",
	  OPTION_TEXT(struct record_options, output) },
	{ 0, "timestamp-filename", NULL, "add the time of its end to the file's name",
	  OPTION_FLAG(struct record_options, session.is_stamped) },
	{ 0, "switch-output", "WHEN",
	  "begin another file at a signal (SIGUSR2), or when the file has a\n"
	  "size (30M) or an age (10s, 5m); implies --timestamp-filename",
	  OPTION_ARG_OPTIONAL, OPTION_CALL(take_switch_output) },
	{ 0, "switch-output-event", "EVENTS",
	  "begin another file each time one of these samples; they are not recorded", OPTION_CALL(take_switch_event) },
	{ 0, "switch-max-files", "N", "keep the last N of these files",
	  OPTION_NUMBER(struct record_options, session.rotation.max_files, 0, UINT32_MAX) },
	{ 0, "kcore", NULL, "make FILE a directory, with a copy of the kernel's code; as root",
	  OPTION_CALL(take_kcore) },
	{ 0, "hand-over", "FD", "make files without names, and send each through a socket when it is finished",
	  OPTION_HIDDEN, OPTION_NUMBER(struct record_options, heir, 3, INT32_MAX) },
	{ 0, "bundle", NULL,
	  "at the end, add the names of all that was hit, and unwind stacks,\nso that other machines show the same",
	  OPTION_FLAG(struct record_options, bundles) },
	{ 0, "max-size", "SIZE", "end the recording when the file has SIZE, for example 500M",
	  OPTION_CALL(take_max_size) },
	{ 0, "no-buffering", NULL, "write the file once a second, even if little was recorded",
	  OPTION_FLAG(struct record_options, session.no_waiting) },
	{ 0 },
};

const struct option_group output_group = { .options = options, .check = check_output, .warn_unused = warn_of_output };
