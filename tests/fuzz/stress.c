/*
 * stress [OPTIONS] SEED...: mutants of files (tests/fuzz/mutate.h) through report, script, dump, recover and convert.
 *
 *	-n COUNT	so many mutants (1000), numbered from -f FIRST (0) on
 *	-o FOLDER	keep what is found there: NUMBER-COMMAND.data, and what was said as .txt
 *	-r		the files as they are, with each command's sets of options
 *	-t		with a third of these, which is another one for each name
 *	-w NUMBER	write this mutant to standard output and do nothing else
 *
 * The commands run in a child of this process for each mutant, forked and not executed: some hundred a second. A
 * finding is a child that dies, that a sanitizer ends, that returns what no command returns, that takes more CPU time
 * or memory than the limits below; one that has not opened its input; and a file that recover or convert wrote and
 * `prec dump --validate` does not find well-formed. Before all mutants each set of options is tried on an undamaged
 * fixture, in which it has to find what is known to be there. 0: no finding, 1: some.
 */

#include "common/fileio.h"
#include "common/log.h"
#include "tests/fuzz/fuzz_commands.h"
#include "tests/fuzz/mutate.h"
#include "tests/support/built_file.h"
#include "tests/support/fixtures.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What waits for something takes no CPU time; on a busy machine all take longer. */
#define WALL_SECONDS_MAX 300
/* The search for leaks, which comes last, hangs now and then. */
#define LEAKS_SECONDS_MAX 60
#define SAID_MAX          65536

/*
 * AddressSanitizer needs an eighth more, its red zones, and what it keeps back of freed memory; and three times as long
 * on a machine that may be half as fast.
 */
#ifdef PREC_SANITIZERS
#define RSS_MIB_MAX     768
#define CPU_SECONDS_MAX 30
#else
#define RSS_MIB_MAX     256
#define CPU_SECONDS_MAX 5
#endif

#define EXIT_MEMORY        96
#define EXIT_STATUS        97
#define EXIT_NOT_RECOVERED 98
#define EXIT_NOT_OPENED    95
#define EXIT_SANITIZER     99

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
int __lsan_is_turned_off(void);

/* Mutants a child runs: to fork takes longer than to run. */
#define BATCH 16

/* The search for leaks takes ten times as long as a command: it is done after every LEAKS_EVERYth batch only. */
#define LEAKS_EVERY 4
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

/* What the child reports to this process as it goes on, findings or not. */
struct progress {
	uint64_t number;
	enum fuzz_command command;
	bool ran; /* all of the batch */
	struct worst {
		uint64_t number;
		enum fuzz_command command;
		double value;
	} slowest, largest; /* in seconds, in MiB */
};

struct stress {
	uint64_t first, count;
	bool raw, third;
	const char *folder;
	struct buffer *seeds;
	char **names;
	int n_seeds;
	unsigned n_variants;                /* of the command that has most */
	int in, said;                       /* descriptors */
	volatile struct progress *progress; /* shared with the child */
	uint64_t n_findings;
};

static void die(const char *what)
{
	perror(what);
	exit(2);
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

	if (s->raw)
		seed = &s->seeds[number / s->n_variants % (unsigned)s->n_seeds];
	buffer_init(ret_mutant);
	buffer_append(ret_mutant, seed->data, seed->size);
	if (!buffer_ok(ret_mutant))
		die("stress: memory");
	if (!s->raw && !mutate(ret_mutant, (struct mutate_bytes){ other->data, other->size }, &r))
		die("stress: memory");
}

/* --- within the child ----------------------------------------------------------- */

static void note_worst(volatile struct worst *worst, const volatile struct progress *p, double value)
{
	if (value <= worst->value)
		return;
	worst->number = p->number;
	worst->command = p->command;
	worst->value = value;
}

static struct rusage used_so_far(double *ret_seconds)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	*ret_seconds =
		used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
	return used;
}

static void child_run(const struct stress *s, enum fuzz_command command, unsigned variant)
{
	struct rlimit cpu = { .rlim_max = RLIM_INFINITY };
	double before, after;
	struct fuzz_outcome outcome;
	struct rusage used;

	s->progress->command = command;
	used_so_far(&before);
	cpu.rlim_cur = (rlim_t)before + 1 + CPU_SECONDS_MAX;
	alarm(WALL_SECONDS_MAX);
	setrlimit(RLIMIT_CPU, &cpu);
	outcome = fuzz_command_run(command, variant, s->in);
	if (outcome.status > 1)
		exit(EXIT_STATUS);
	if (!outcome.opened)
		exit(EXIT_NOT_OPENED);
	if (outcome.wrote_wrong)
		exit(EXIT_NOT_RECOVERED);
	used = used_so_far(&after);
	note_worst(&s->progress->slowest, s->progress, after - before);
	note_worst(&s->progress->largest, s->progress, used.ru_maxrss / 1024.0);
	if (after - before > CPU_SECONDS_MAX)
		raise(SIGXCPU);
	if (used.ru_maxrss > RSS_MIB_MAX * 1024l)
		exit(EXIT_MEMORY);
}

/* Whether a file is read as it is with this set of options. */
static bool is_wanted(const struct stress *s, uint64_t number, unsigned variant)
{
	const char *path = s->names[number / s->n_variants % (unsigned)s->n_seeds], *slash = strrchr(path, '/');
	unsigned sum = 0;

	for (const char *c = slash ? slash : path; *c; c++)
		sum += (unsigned char)*c;
	return !s->third || variant % 3 == sum % 3;
}

static void child_mutant(const struct stress *s, uint64_t number, enum fuzz_command first)
{
	struct buffer mutant;

	s->progress->number = number;
	mutant_make(s, number, &mutant);
	if (ftruncate(s->said, 0) || lseek(s->said, 0, SEEK_SET) || ftruncate(s->in, 0) || lseek(s->in, 0, SEEK_SET) ||
	    fileio_write(s->in, mutant.data, mutant.size, NULL))
		die("stress: the mutant");
	buffer_fini(&mutant);
	for (enum fuzz_command command = first; command < FUZZ_COMMANDS; command++) {
		unsigned variant = (unsigned)(s->raw ? number % s->n_variants : number);

		if (!s->raw || (variant < fuzz_command_variants(command) && is_wanted(s, number, variant)))
			child_run(s, command, variant);
	}
}

static void child(const struct stress *s, uint64_t number, enum fuzz_command first, uint64_t end)
{
	dup2(s->said, STDERR_FILENO);
	leaks_off = number / BATCH % LEAKS_EVERY != 0;
	for (; number < end; number++, first = 0)
		child_mutant(s, number, first);
	s->progress->ran = true;
	alarm(LEAKS_SECONDS_MAX);
	exit(0);
}

/* --- what came of it -------------------------------------------------------------- */

/* What is wrong with how the child ended, or NULL. */
static const char *verdict(int status, bool ran)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return ran ? NULL : "hangs";
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		return "takes too long";
	if (WIFSIGNALED(status))
		return strsignal(WTERMSIG(status));
	switch (WEXITSTATUS(status)) {
	case 0: return NULL;
	case EXIT_SANITIZER: return ran ? "leaks, or one of its batch" : "sanitizer";
	case EXIT_NOT_OPENED: return "does not open its input";
	case EXIT_NOT_RECOVERED: return "what it wrote is not well-formed";
	case EXIT_MEMORY: return "takes too much memory";
	default: return "no exit status of a command";
	}
}

static void keep(const struct stress *s, uint64_t number, const char *command)
{
	char path[4096], said[SAID_MAX];
	ssize_t n = pread(s->said, said, sizeof(said), 0);
	struct buffer mutant;
	int fd;

	mutant_make(s, number, &mutant);
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%" PRIu64 "-%s.%s", s->folder, number, command, i ? "txt" : "data");
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		if (fd < 0 || fileio_write(fd, i ? (void *)said : mutant.data, i ? (n > 0 ? n : 0) : mutant.size, NULL))
			die(path);
		close(fd);
	}
	buffer_fini(&mutant);
}

/* Runs the commands on mutants from *number and *command up to `end`; both move to where it is to go on. */
static void run_child(struct stress *s, uint64_t *number, enum fuzz_command *command, uint64_t end)
{
	const char *wrong, *name;
	int status = 0;
	pid_t pid;

	s->progress->ran = false;
	pid = fork();
	if (!pid)
		child(s, *number, *command, end);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		die("stress: fork");
	wrong = verdict(status, s->progress->ran);
	if (wrong) {
		name = fuzz_command_name(s->progress->command);
		s->n_findings++;
		printf("%" PRIu64 " %s: %s\n", s->progress->number, name, wrong);
		fflush(stdout);
		if (s->folder)
			keep(s, s->progress->number, name);
	}
	*number = s->progress->ran ? end : s->progress->number;
	*command = s->progress->ran ? 0 : s->progress->command + 1;
	if (*command == FUZZ_COMMANDS) {
		++*number;
		*command = 0;
	}
}

static void print_worst(const char *what, const char *unit, const volatile struct worst *w)
{
	printf("%s: %.2f %s, %s of %" PRIu64 "\n", what, w->value, unit, fuzz_command_name(w->command), w->number);
}

/* --- undamaged ---------------------------------------------------------------------- */

/* Whether the command finds in its fixture what is there. */
static bool is_found(enum fuzz_command command, unsigned variant)
{
	uint64_t known;
	const char *name = fuzz_command_fixture(command, variant, &known);
	const struct fixture *fixture = fixture_find(name);
	struct fuzz_outcome outcome;
	struct perf_builder b;
	const struct buffer *file = fixture ? fixture_make(fixture, &b) : NULL;
	int in;

	if (!file)
		die(name);
	in = built_fd(file->data, file->size);
	outcome = fuzz_command_run(command, variant, in);
	close(in);
	perf_builder_fini(&b);
	if (outcome.opened && !outcome.status && !outcome.wrote_wrong && outcome.found == known && known)
		return true;
	printf("%s %u: finds %" PRIu64 " in %s, where %" PRIu64 " are (exit status %d)\n", fuzz_command_name(command),
	       variant, outcome.found, name, known, outcome.status);
	return false;
}

/* Before mutants alone: tests/fuzz/mutants tries them for tests/fuzz/hostile, too. */
static void check_undamaged(struct stress *s)
{
	log_set_level(LOG_QUIET);
	for (enum fuzz_command command = 0; command < FUZZ_COMMANDS; command++) {
		unsigned n = fuzz_command_variants(command);

		for (unsigned variant = 0; variant < n && !s->raw; variant++)
			s->n_findings += !is_found(command, variant);
		if (n > s->n_variants)
			s->n_variants = n;
	}
	log_set_level(LOG_NORMAL);
}

static void stress_run(struct stress *s)
{
	uint64_t number = s->first, end = s->first + s->count;
	enum fuzz_command command = 0;

	s->in = memfd_create("mutant", MFD_CLOEXEC);
	s->said = memfd_create("said", MFD_CLOEXEC);
	s->progress = mmap(NULL, sizeof(*s->progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s->progress == MAP_FAILED || s->in < 0 || s->said < 0)
		die("stress");
	fflush(stdout);
	while (number < end) {
		uint64_t batch_end = (number / BATCH + 1) * BATCH;

		run_child(s, &number, &command, batch_end < end ? batch_end : end);
	}
	printf("%" PRIu64 " files, each through %d commands: %" PRIu64 " findings\n", s->count, FUZZ_COMMANDS,
	       s->n_findings);
	print_worst("slowest", "s", &s->progress->slowest);
	print_worst("largest", "MiB", &s->progress->largest);
}

int main(int argc, char **argv)
{
	struct stress s = { .count = 1000 };
	int64_t write_number = -1;
	int option;

	while ((option = getopt(argc, argv, "f:n:o:rtw:")) != -1) {
		switch (option) {
		case 'f': s.first = strtoull(optarg, NULL, 10); break;
		case 'n': s.count = strtoull(optarg, NULL, 10); break;
		case 'o': s.folder = optarg; break;
		case 'r': s.raw = true; break;
		case 't': s.third = true; break;
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
		check_undamaged(&s);
		if (s.raw)
			s.count = s.n_variants * (uint64_t)s.n_seeds;
		stress_run(&s);
		option = s.n_findings > 0;
	}
	for (int i = 0; i < s.n_seeds; i++)
		buffer_fini(&s.seeds[i]);
	free(s.seeds);
	return option != 0;
}
