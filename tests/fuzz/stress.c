/*
 * stress [OPTIONS] SEED...: mutants of files (tests/fuzz/mutate.h) through report, script, dump and recover.
 *
 *	-n COUNT	so many mutants (1000), numbered from -f FIRST (0) on
 *	-o FOLDER	keep what is found there: NUMBER-COMMAND.data, and what was said as .txt
 *	-w NUMBER	write this mutant to standard output and do nothing else
 *
 * The commands run in a child of this process for each mutant, forked and not executed: some hundred a second. A
 *finding is a child that dies, that a sanitizer ends, that returns what no command returns, that takes more CPU time or
 *memory than the limits below; and a recovered file that `prec dump --validate` does not find well-formed. 0: no
 *finding, 1: some.
 */
#include "config.h"

#include "common/fileio.h"
#include "tests/fuzz/fuzz_commands.h"
#include "tests/fuzz/mutate.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define CPU_SECONDS_MAX  5
#define WALL_SECONDS_MAX 60 /* what waits for something takes no CPU time */
#define SAID_MAX         65536

/* AddressSanitizer needs an eighth more, its red zones, and what it keeps back of freed memory. */
#ifdef PREC_SANITIZERS
#define RSS_MIB_MAX 768
#else
#define RSS_MIB_MAX 256
#endif

#define EXIT_STATUS        97
#define EXIT_NOT_RECOVERED 98
#define EXIT_SANITIZER     99

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
int __lsan_is_turned_off(void);

/* The search for leaks takes ten times as long as a command: it is done after every LEAKS_EVERYth mutant only. */
#define LEAKS_EVERY 32
static int leaks_off;

int __lsan_is_turned_off(void)
{
	return leaks_off;
}

const char *__asan_default_options(void)
{
	return "exitcode=99:quarantine_size_mb=8:max_allocation_size_mb=256:handle_abort=1";
}

const char *__ubsan_default_options(void)
{
	return "exitcode=99:print_stacktrace=1";
}

/* How far the child is: at which command, FUZZ_COMMANDS behind the last; and the CPU time of each, in seconds. */
struct progress {
	enum fuzz_command command;
	double seconds[FUZZ_COMMANDS];
};

struct stress {
	uint64_t first, count;
	const char *folder;
	struct buffer *seeds;
	char **names;
	int n_seeds;
	int in, out, said, nowhere;         /* descriptors */
	volatile struct progress *progress; /* shared with the child */
	uint64_t n_runs, n_findings;
	double slowest;
	uint64_t slowest_number, largest_number;
	enum fuzz_command slowest_command;
	long largest; /* KiB */
};

static void die(const char *what)
{
	perror(what);
	exit(2);
}

/* --- within the child ----------------------------------------------------------- */

static double cpu_seconds(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static void child_run(const struct stress *s, enum fuzz_command command, uint64_t number)
{
	double before = cpu_seconds();
	struct rlimit cpu = { (rlim_t)before + 1 + CPU_SECONDS_MAX, RLIM_INFINITY };
	int status;

	s->progress->command = command;
	alarm(WALL_SECONDS_MAX);
	setrlimit(RLIMIT_CPU, &cpu);
	status = fuzz_command_run(command, (unsigned)number, s->in, s->out);
	if (status > 1)
		exit(EXIT_STATUS);
	if (!status && command == FUZZ_RECOVER && fuzz_command_validate(s->out))
		exit(EXIT_NOT_RECOVERED);
	s->progress->seconds[command] = cpu_seconds() - before;
	if (s->progress->seconds[command] > CPU_SECONDS_MAX)
		raise(SIGXCPU);
}

static void child(const struct stress *s, enum fuzz_command first, uint64_t number)
{
	dup2(s->nowhere, STDOUT_FILENO);
	dup2(s->said, STDERR_FILENO);
	leaks_off = number % LEAKS_EVERY != 0;
	for (enum fuzz_command command = first; command < FUZZ_COMMANDS; command++)
		child_run(s, command, number);
	s->progress->command = FUZZ_COMMANDS;
	exit(0);
}

/* --- what came of it -------------------------------------------------------------- */

/* What is wrong with how the child ended, or NULL. The search for leaks, which comes last, hangs once in 100,000 times.
 */
static const char *verdict(int status, const struct rusage *used, bool ran)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return ran ? NULL : "hangs";
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		return "takes too long";
	if (WIFSIGNALED(status))
		return strsignal(WTERMSIG(status));
	if (WEXITSTATUS(status) == EXIT_SANITIZER)
		return ran ? "leaks" : "sanitizer";
	if (WEXITSTATUS(status) == EXIT_NOT_RECOVERED)
		return "what recover wrote is not well-formed";
	if (WEXITSTATUS(status))
		return "no exit status of a command";
	if (used->ru_maxrss > RSS_MIB_MAX * 1024l)
		return "takes too much memory";
	return NULL;
}

static void keep(const struct stress *s, uint64_t number, const char *command, const struct buffer *mutant)
{
	char path[4096], said[SAID_MAX];
	ssize_t n = pread(s->said, said, sizeof(said), 0);
	int fd;

	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%" PRIu64 "-%s.%s", s->folder, number, command, i ? "txt" : "data");
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		if (fd < 0 ||
		    fileio_write(fd, i ? (void *)said : mutant->data, i ? (n > 0 ? n : 0) : mutant->size, NULL))
			die(path);
		close(fd);
	}
}

static void note_largest(struct stress *s, uint64_t number, const struct rusage *used)
{
	if (used->ru_maxrss <= s->largest)
		return;
	s->largest = used->ru_maxrss;
	s->largest_number = number;
}

static void note_slowest(struct stress *s, uint64_t number)
{
	for (enum fuzz_command command = 0; command < FUZZ_COMMANDS; command++) {
		if (s->progress->seconds[command] <= s->slowest)
			continue;
		s->slowest = s->progress->seconds[command];
		s->slowest_number = number;
		s->slowest_command = command;
	}
}

/* Runs the commands from `first` on. Returns the one behind that at which it came to an end. */
static enum fuzz_command run_child(struct stress *s, enum fuzz_command first, uint64_t number,
				   const struct buffer *mutant)
{
	enum fuzz_command at;
	const char *wrong, *name;
	struct rusage used;
	int status = 0;
	pid_t pid;

	if (ftruncate(s->said, 0) || lseek(s->said, 0, SEEK_SET))
		die("stress");
	s->progress->command = first;
	pid = fork();
	if (!pid)
		child(s, first, number);
	if (pid < 0 || wait4(pid, &status, 0, &used) != pid)
		die("stress: fork");
	at = s->progress->command;
	note_largest(s, number, &used);
	wrong = verdict(status, &used, at == FUZZ_COMMANDS);
	if (!wrong)
		return FUZZ_COMMANDS;
	name = at < FUZZ_COMMANDS ? fuzz_command_name(at) : "all";
	s->n_findings++;
	printf("%" PRIu64 " %s: %s (%ld MiB)\n", number, name, wrong, used.ru_maxrss >> 10);
	fflush(stdout);
	if (s->folder)
		keep(s, number, name, mutant);
	return at + 1;
}

static void run_mutant(struct stress *s, uint64_t number, const struct buffer *mutant)
{
	if (ftruncate(s->in, 0) || lseek(s->in, 0, SEEK_SET) || fileio_write(s->in, mutant->data, mutant->size, NULL))
		die("stress: the mutant");
	for (enum fuzz_command command = 0; command < FUZZ_COMMANDS;)
		command = run_child(s, command, number, mutant);
	note_slowest(s, number);
	s->n_runs += FUZZ_COMMANDS;
}

/* --- seeds and mutants -------------------------------------------------------------- */

static void seed_read(struct buffer *b, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = 0;

	buffer_init(b);
	if (fd < 0)
		die(path);
	do {
		b->size += n;
		if (!buffer_reserve(b, 65536))
			die(path);
		n = fileio_read(fd, b->data + b->size, 65536);
	} while (n > 0);
	close(fd);
	if (n < 0)
		die(path);
}

static void mutant_make(const struct stress *s, uint64_t number, struct buffer *ret_mutant)
{
	struct mutate_random r = { .state = number * 0x2545f4914f6cdd1dull };
	const struct buffer *seed = &s->seeds[mutate_random_below(&r, s->n_seeds)];
	const struct buffer *other = &s->seeds[mutate_random_below(&r, s->n_seeds)];

	buffer_init(ret_mutant);
	buffer_append(ret_mutant, seed->data, seed->size);
	if (!mutate(ret_mutant, (struct mutate_bytes){ other->data, other->size }, &r))
		die("stress: memory");
}

static void stress_run(struct stress *s)
{
	s->in = memfd_create("mutant", MFD_CLOEXEC);
	s->out = memfd_create("recovered", MFD_CLOEXEC);
	s->said = memfd_create("said", MFD_CLOEXEC);
	s->nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	s->progress = mmap(NULL, sizeof(*s->progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s->progress == MAP_FAILED || s->in < 0 || s->out < 0 || s->said < 0 || s->nowhere < 0)
		die("stress");
	for (uint64_t number = s->first; number < s->first + s->count; number++) {
		struct buffer mutant;

		mutant_make(s, number, &mutant);
		run_mutant(s, number, &mutant);
		buffer_fini(&mutant);
	}
	printf("%" PRIu64 " files, %" PRIu64 " runs, %" PRIu64 " findings\n", s->count, s->n_runs, s->n_findings);
	printf("slowest: %.2f s, %s of %" PRIu64 "; largest: %ld MiB, %" PRIu64 "\n", s->slowest,
	       fuzz_command_name(s->slowest_command), s->slowest_number, s->largest >> 10, s->largest_number);
}

int main(int argc, char **argv)
{
	struct stress s = { .count = 1000 };
	int64_t write_number = -1;
	int option;

	while ((option = getopt(argc, argv, "f:n:o:w:")) != -1) {
		switch (option) {
		case 'f': s.first = strtoull(optarg, NULL, 10); break;
		case 'n': s.count = strtoull(optarg, NULL, 10); break;
		case 'o': s.folder = optarg; break;
		case 'w': write_number = strtoll(optarg, NULL, 10); break;
		default: return 2;
		}
	}
	s.n_seeds = argc - optind;
	s.names = argv + optind;
	s.seeds = calloc(s.n_seeds + 1, sizeof(*s.seeds));
	if (!s.seeds || !s.n_seeds) {
		fputs("usage: stress [-n COUNT] [-f FIRST] [-o FOLDER] [-w NUMBER] SEED...\n", stderr);
		return 2;
	}
	for (int i = 0; i < s.n_seeds; i++)
		seed_read(&s.seeds[i], s.names[i]);
	if (write_number >= 0) {
		struct buffer mutant;

		mutant_make(&s, write_number, &mutant);
		option = fileio_write(STDOUT_FILENO, mutant.data, mutant.size, NULL);
		buffer_fini(&mutant);
	} else {
		stress_run(&s);
		option = s.n_findings > 0;
	}
	for (int i = 0; i < s.n_seeds; i++)
		buffer_fini(&s.seeds[i]);
	free(s.seeds);
	return option != 0;
}
