#include "tests/fuzz/fuzz_commands.h"

#include "command/commands.h"
#include "common/log.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/built_file.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <unistd.h>

#define ARGUMENTS_MAX 14

/* Where the header of a file has it. */
#define HEADER_DATA_SIZE 48

/*
 * One way to run a command, and what it finds in a fixture (tests/support/fixtures.h). "IN" and "OUT" stand for the
 * files' names. The samples of prec mem are script's lines, and so is what prec export writes.
 */
struct run {
	const char *arguments[ARGUMENTS_MAX];
	const char *fixture;
	uint64_t found;
};

/* Other commands follow in the same process. */
#define NO_SANDBOX "--no-sandbox"
/*
 * What lies on this machine is read by a few sets alone: it takes its time, and says nothing of the file. The folder
 * has to exist, and no recording names what is in it.
 */
#define NO_FILES "--symfs", "/dev/fd"

static const struct run reports[] = {
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES }, "flat", 7 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--header", "-I", "-s", "pid,tid,cpu,event,dso,sym" },
	  "flat",
	  7 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "-g", "fractal,0,callee", "-n" }, "flat", 7 },
	{ { "report", NO_SANDBOX, "-i", "IN", "-s", "sym,comm", "-g", "folded,0" }, "flat", 7 },
	{ { "report", NO_SANDBOX, "-i", "IN", "--stats" }, "flat", 10 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "-e", "*", "--time", "10%-90%", "-U" }, "flat", 3 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--time", ",0.00105", "-e", "cpu-clock", "-j", "2" },
	  "flat",
	  2 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--branch-history" }, "branch-history", 206 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--folded" }, "chains", 6 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--folded=period", "-s", "comm,sym", "-e", "*" },
	  "off-cpu",
	  1 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--json", "-g", "caller" }, "chains", 8 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "-H", "--symbol-filter", "e", "--show-cpu-utilization" },
	  "chains",
	  26 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--group", "--group-sort-idx", "1", "--show-total-period" },
	  "group",
	  23 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--latency", "--parallelism", "1-64", "-t", "," },
	  "switches",
	  2 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--stitch-lbr", "--max-stack", "3", "-p", "." },
	  "call-stacks",
	  84 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--mem-mode", "--ignore-callees", "e" }, "memory", 4 },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "-b", "--percentage", "relative", "-c", "alpha" },
	  "branches",
	  5 },
	{ { "report", NO_SANDBOX, "-i", "IN", "--tasks", "--guest" }, "flat", 4 },
};

static const struct run scripts[] = {
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES }, "flat", 83 },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "--show-task-events", "--show-mmap-events",
	    "--show-lost-events", "--ns", "--show-namespace-events" },
	  "flat",
	  90 },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "--header", "-I", "-F",
	    "comm,pid,tid,cpu,time,event,ip,sym,dso" },
	  "flat",
	  83 },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "--time", ",0.00105", "-F", "+period,+flags" }, "flat", 50 },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "--time", "10%-90%" }, "flat", 66 },
	{ { "script", NO_SANDBOX, "-i", "IN" }, "flat", 83 },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "-e", "*", "-F", "+misc,+symoff", "--stop-bt", "e" },
	  "flat",
	  83 },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "-F", "comm,time,ip,sym,addr,cgroup,data_src,weight" },
	  "memory",
	  100 },
	{ { "mem", "report", NO_SANDBOX, "-i", "IN", NO_FILES, "-D", "-p", "--data-page-size" }, "memory", 100 },
	{ { "export", NO_SANDBOX, "-i", "IN", NO_FILES, "-f", "speedscope" }, "chains", 9 },
	{ { "export", NO_SANDBOX, "-i", "IN", NO_FILES, "-f", "callgrind", "--guest" }, "group", 63 },
	{ { "export", NO_SANDBOX, "-i", "IN", "-f", "callgrind", "-e", "*" }, "odd-names", 146 },
	{ { "export", NO_SANDBOX, "-i", "IN", NO_FILES, "-f", "csv", "-s", "comm,sym,trace_fields" }, "trace", 5 },
	{ { "export", NO_SANDBOX, "-i", "IN", NO_FILES, "-f", "jsonl", "-s", "pid,sym,srcline" }, "odd-names", 16 },
	{ { "export", NO_SANDBOX, "-i", "IN", NO_FILES, "-f", "flamescope", "--time", "10%-90%" }, "chains", 325 },
};

static const struct run dumps[] = {
	{ { "dump", NO_SANDBOX, "IN" }, "flat", 104 },
	{ { "dump", NO_SANDBOX, "--json", "IN" }, "flat", 104 },
	{ { "dump", NO_SANDBOX, "--hex", "IN" }, "flat", 503 },
	{ { "dump", NO_SANDBOX, "--validate", "IN" }, "flat", 1 },
};

static const struct run recoveries[] = { { { "recover", NO_SANDBOX, "-f", "IN", "-o", "OUT" }, "unfinished", 96 } };

static const struct run stats[] = {
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "OUT" }, "stat-cpus", 8 },
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "OUT", "-A", "-x", ";" }, "stat-cpus", 26 },
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "OUT", "--per-thread", "-j", "--summary" }, "stat-cpus", 12 },
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "OUT", "--per-cache", "--metric-only", "--no-scale" },
	  "stat-cpus",
	  5 },
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "OUT", "--per-core", "--hybrid-merge" }, "stat-cpus", 26 },
};

static const struct run conversions[] = {
	{ { "convert", NO_SANDBOX, "-f", "IN", "-o", "OUT" }, "flat", 96 },
	{ { "convert", NO_SANDBOX, "-f", "IN", "-o", "OUT", "-z", "1" }, "flat", 97 },
	{ { "convert", NO_SANDBOX, "-f", "IN", "-o", "OUT", "--time", "0.00105,5" }, "flat", 47 },
	{ { "convert", NO_SANDBOX, "IN", "-o", "-", "-z", "1" }, "flat", 104 },
	{ { "convert", NO_SANDBOX, "IN", "-o", "-" }, "flat", 104 },
	{ { "convert", NO_SANDBOX, "-f", "IN", "-o", "OUT", NO_FILES, "--redact=names" }, "flat", 97 },
	{ { "convert", NO_SANDBOX, "-f", "IN", "-o", "OUT", NO_FILES, "--redact=args", "--bundle" }, "stacks", 16 },
	{ { "convert", NO_SANDBOX, "IN", "-o", "-", NO_FILES, "--redact=stacks" }, "flat", 104 },
};

/* What was packed again may hold more for each of its bytes than before. */
static const struct run validation = {
	.arguments = { "dump", NO_SANDBOX, "--validate", "--max-expansion", "1000000", "IN" },
};

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const struct run *runs;
	size_t n_runs;
} commands[FUZZ_COMMANDS] = {
	[FUZZ_REPORT] = { "report", cmd_report, reports, ARRAY_SIZE(reports) },
	[FUZZ_SCRIPT] = { "script", cmd_script, scripts, ARRAY_SIZE(scripts) },
	[FUZZ_DUMP] = { "dump", cmd_dump, dumps, ARRAY_SIZE(dumps) },
	[FUZZ_CONVERT] = { "convert", cmd_convert, conversions, ARRAY_SIZE(conversions) },
	[FUZZ_STAT] = { "stat", cmd_stat_report, stats, ARRAY_SIZE(stats) },
	[FUZZ_RECOVER] = { "recover", cmd_recover, recoveries, ARRAY_SIZE(recoveries) },
};

/* What the commands print and write; made by the first run, and emptied by each. */
static int printed = -1, written = -1;

const char *fuzz_command_name(enum fuzz_command command)
{
	return commands[command].name;
}

unsigned fuzz_command_variants(enum fuzz_command command)
{
	return (unsigned)commands[command].n_runs;
}

static const struct run *find_run(enum fuzz_command command, unsigned variant)
{
	return &commands[command].runs[variant % commands[command].n_runs];
}

const char *fuzz_command_fixture(enum fuzz_command command, unsigned variant, uint64_t *ret_found)
{
	*ret_found = find_run(command, variant)->found;
	return find_run(command, variant)->fixture;
}

static void file_empty(int *fd)
{
	if (*fd < 0)
		*fd = memfd_create("fuzz", MFD_CLOEXEC);
	FUZZ_CHECK(*fd >= 0 && !ftruncate(*fd, 0) && !lseek(*fd, 0, SEEK_SET));
}

/* Standard output goes to the file until it is given what this returns. */
static int output_turn(int fd)
{
	int saved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

	fflush(stdout);
	FUZZ_CHECK(saved >= 0 && dup2(fd, STDOUT_FILENO) == STDOUT_FILENO);
	return saved;
}

static void output_return(int saved)
{
	fflush(stdout);
	FUZZ_CHECK(dup2(saved, STDOUT_FILENO) == STDOUT_FILENO);
	close(saved);
}

/* Returns the exit status; what is printed goes to `out`. */
static int run(int (*command)(int argc, char **argv), const struct run *r, int in, int out)
{
	char in_path[32], out_path[32];
	char *argv[ARGUMENTS_MAX + 1] = { NULL };
	int argc = 0, saved = output_turn(out), status;

	snprintf(in_path, sizeof(in_path), "/proc/self/fd/%d", in);
	snprintf(out_path, sizeof(out_path), "/proc/self/fd/%d", written);
	for (; argc < ARGUMENTS_MAX && r->arguments[argc]; argc++) {
		const char *word = r->arguments[argc];

		argv[argc] = !strcmp(word, "IN") ? in_path : !strcmp(word, "OUT") ? out_path : (char *)(uintptr_t)word;
	}
	if (!strcmp(argv[0], "mem"))
		command = cmd_mem_report;
	else if (!strcmp(argv[0], "export"))
		command = cmd_export;
	status = command(argc, argv);
	output_return(saved);
	return status;
}

/* --- what came of it -------------------------------------------------------------- */

/* Tells of each time that the file is opened from now on. */
static int watch(int fd)
{
	int watcher = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	FUZZ_CHECK(watcher >= 0 && inotify_add_watch(watcher, path, IN_OPEN) >= 0);
	return watcher;
}

static bool watch_end(int watcher)
{
	struct inotify_event event[16];
	bool seen = read(watcher, event, sizeof(event)) > 0;

	close(watcher);
	return seen;
}

/* Lines with something in them; not those that only explain. */
static uint64_t count_lines(int fd)
{
	char text[65536];
	uint64_t n = 0;
	char last = '\n';
	ssize_t size;

	for (off_t at = 0; (size = pread(fd, text, sizeof(text), at)) > 0; at += size) {
		for (ssize_t i = 0; i < size; i++) {
			n += last == '\n' && text[i] != '\n' && text[i] != '#';
			last = text[i];
		}
	}
	return n;
}

/* "FILE: well-formed: 96 records, 83 of them samples" */
static uint64_t count_records(int fd)
{
	char text[256] = "";
	ssize_t size = pread(fd, text, sizeof(text) - 1, 0);
	const char *count = size > 0 ? strstr(text, "well-formed: ") : NULL;

	return count ? strtoull(count + strlen("well-formed: "), NULL, 10) : 0;
}

/* The size of the data, which is the last thing that is written, is not 0. */
static bool is_finished(int fd)
{
	uint64_t size;

	return pread(fd, &size, sizeof(size), HEADER_DATA_SIZE) == sizeof(size) && size;
}

/* Of recover and convert, which return 1 for a damaged file, too. */
static void check_written(struct fuzz_outcome *outcome, int file, int spare, bool is_pipe)
{
	if (lseek(file, 0, SEEK_END) <= 0 || (outcome->status && (is_pipe || !is_finished(file))))
		return;
	file_empty(&spare);
	outcome->wrote_wrong = run(cmd_dump, &validation, file, spare);
	outcome->found = count_records(spare);
}

struct fuzz_outcome fuzz_command_run(enum fuzz_command command, unsigned variant, int in)
{
	const struct run *r = find_run(command, variant);
	struct fuzz_outcome outcome = { 0 };
	int watcher = watch(in);

	file_empty(&printed);
	file_empty(&written);
	outcome.status = run(commands[command].run, r, in, printed);
	outcome.opened = watch_end(watcher);
	if (command != FUZZ_RECOVER && command != FUZZ_CONVERT)
		outcome.found = count_lines(command == FUZZ_STAT ? written : printed);
	else if (lseek(written, 0, SEEK_END) > 0)
		check_written(&outcome, written, printed, false);
	else
		check_written(&outcome, printed, written, true);
	return outcome;
}

void fuzz_command_quiet(enum fuzz_command command, unsigned variant, int in)
{
	struct fuzz_outcome outcome;

	/* Not even errors: every other input is one. */
	log_set_level(LOG_QUIET - 1);
	outcome = fuzz_command_run(command, variant, in);
	FUZZ_CHECK(outcome.opened);
	FUZZ_CHECK(outcome.status == 0 || outcome.status == 1);
	FUZZ_CHECK(!outcome.wrote_wrong);
	fuzz_found += outcome.found;
}

void fuzz_command(enum fuzz_command command, unsigned variant, const uint8_t *data, size_t size)
{
	int in = built_fd(data, size);

	fuzz_command_quiet(command, variant, in);
	close(in);
}
