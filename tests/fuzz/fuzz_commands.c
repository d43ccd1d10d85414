#include "tests/fuzz/fuzz_commands.h"

#include "common/log.h"
#include "report/command/cmd_convert.h"
#include "report/command/cmd_dump.h"
#include "report/command/cmd_mem_report.h"
#include "report/command/cmd_recover.h"
#include "report/command/cmd_report.h"
#include "report/command/cmd_script.h"
#include "report/command/cmd_stat_report.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/built_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define ARGUMENTS_MAX 12

/* Where the header of a file has it. */
#define HEADER_DATA_SIZE 48

/* One way to run a command. "IN" and "OUT" stand for the files' names. The samples of prec mem are script's lines. */
struct run {
	const char *arguments[ARGUMENTS_MAX];
};

/* Other commands follow in the same process. */
#define NO_SANDBOX "--no-sandbox"
/* What lies on this machine is read by one set in five: it takes its time, and says nothing of the file. */
#define NO_FILES "--symfs", "/nonexistent"

static const struct run reports[] = {
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES } },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "--header", "-I", "-s", "pid,tid,cpu,event,dso,sym" } },
	{ { "report", NO_SANDBOX, "-i", "IN", NO_FILES, "-g", "fractal,0,callee", "-n" } },
	{ { "report", NO_SANDBOX, "-i", "IN", "-s", "sym,comm", "-g", "folded,0" } },
	{ { "report", NO_SANDBOX, "-i", "IN", "--stats" } },
};

static const struct run scripts[] = {
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES } },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "--show-task-events", "--show-mmap-events",
	    "--show-lost-events", "--ns", "--show-namespace-events" } },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "--header", "-I", "-F",
	    "comm,pid,tid,cpu,time,event,ip,sym,dso" } },
	{ { "script", NO_SANDBOX, "-i", "IN", NO_FILES, "--time", "10%-90%", "-F", "+addr,+period,+flags" } },
	{ { "script", NO_SANDBOX, "-i", "IN" } },
	{ { "mem", "report", NO_SANDBOX, "-i", "IN", NO_FILES, "-D", "-p", "--data-page-size" } },
};

static const struct run dumps[] = {
	{ { "dump", NO_SANDBOX, "IN" } },
	{ { "dump", NO_SANDBOX, "--json", "IN" } },
	{ { "dump", NO_SANDBOX, "--hex", "IN" } },
	{ { "dump", NO_SANDBOX, "--validate", "IN" } },
};

static const struct run recoveries[] = { { { "recover", NO_SANDBOX, "-f", "IN", "-o", "OUT" } } };

static const struct run stats[] = {
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "/dev/null" } },
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "/dev/null", "-A", "-x", ";" } },
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "/dev/null", "--per-thread", "-j", "--summary" } },
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "/dev/null", "--per-cache", "--metric-only", "--no-scale" } },
	{ { "stat", NO_SANDBOX, "-i", "IN", "-o", "/dev/null", "--per-core", "--hybrid-merge" } },
};

static const struct run conversions[] = {
	{ { "convert", NO_SANDBOX, "-f", "IN", "-o", "OUT" } },
	{ { "convert", NO_SANDBOX, "-f", "IN", "-o", "OUT", "-z", "1" } },
	{ { "convert", NO_SANDBOX, "-f", "IN", "-o", "OUT", "--time", "0.001,5" } },
	{ { "convert", NO_SANDBOX, "IN", "-o", "-", "-z", "1" } },
	{ { "convert", NO_SANDBOX, "IN", "-o", "-" } },
};

/* What was packed again may hold more for each of its bytes than before. */
static const struct run validation = { { "dump", NO_SANDBOX, "--validate", "--max-expansion", "1000000", "IN" } };

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

const char *fuzz_command_name(enum fuzz_command command)
{
	return commands[command].name;
}

unsigned fuzz_command_variants(enum fuzz_command command)
{
	return (unsigned)commands[command].n_runs;
}

static int run(int (*command)(int argc, char **argv), const struct run *r, int in, int out)
{
	char in_path[32], out_path[32];
	char *argv[ARGUMENTS_MAX + 1] = { NULL };
	int argc = 0;

	snprintf(in_path, sizeof(in_path), "/proc/self/fd/%d", in);
	snprintf(out_path, sizeof(out_path), "/proc/self/fd/%d", out);
	for (; argc < ARGUMENTS_MAX && r->arguments[argc]; argc++) {
		const char *word = r->arguments[argc];

		argv[argc] = !strcmp(word, "IN") ? in_path : !strcmp(word, "OUT") ? out_path : (char *)(uintptr_t)word;
	}
	return strcmp(argv[0], "mem") ? command(argc, argv) : cmd_mem_report(argc, argv);
}

int fuzz_command_run(enum fuzz_command command, unsigned variant, int in, int out)
{
	return run(commands[command].run, &commands[command].runs[variant % commands[command].n_runs], in, out);
}

/* The size of the data, which is the last thing that is written, is not 0. */
static bool is_finished(int fd)
{
	uint64_t size;

	return pread(fd, &size, sizeof(size), HEADER_DATA_SIZE) == sizeof(size) && size;
}

bool fuzz_command_wrote_wrong(enum fuzz_command command, int status, int out)
{
	/* Convert returns 1 for a damaged file, too. */
	if ((command != FUZZ_RECOVER && command != FUZZ_CONVERT) || (status && !is_finished(out)))
		return false;
	return lseek(out, 0, SEEK_END) > 0 && run(cmd_dump, &validation, out, -1);
}

/* Standard output goes nowhere until it is given what this returns. */
static int output_close(void)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int saved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

	fflush(stdout);
	FUZZ_CHECK(nowhere >= 0 && saved >= 0 && dup2(nowhere, STDOUT_FILENO) == STDOUT_FILENO);
	close(nowhere);
	return saved;
}

static void output_open(int saved)
{
	fflush(stdout);
	FUZZ_CHECK(dup2(saved, STDOUT_FILENO) == STDOUT_FILENO);
	close(saved);
}

void fuzz_command_quiet(enum fuzz_command command, unsigned variant, int in)
{
	int out = memfd_create("out", MFD_CLOEXEC), saved = output_close();
	bool wrong;
	int status;

	FUZZ_CHECK(out >= 0);
	/* Not even errors: every other input is one. */
	log_set_level(LOG_QUIET - 1);
	status = fuzz_command_run(command, variant, in, out);
	wrong = fuzz_command_wrote_wrong(command, status, out);
	output_open(saved);
	FUZZ_CHECK(status == 0 || status == 1);
	FUZZ_CHECK(!wrong);
	close(out);
}

void fuzz_command(enum fuzz_command command, unsigned variant, const uint8_t *data, size_t size)
{
	int in = built_fd(data, size);

	fuzz_command_quiet(command, variant, in);
	close(in);
}
