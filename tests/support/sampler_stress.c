/*
 * sampler_stress: a sampler (prec/sampler.h) over many processes that are added and removed while all of them touch
 * pages, each at addresses that are known.
 *
 *	sampler_stress PROCESSES CHANGES [writes]
 *
 * What every process has touched is known from memory that it shares, so what was touched between an addition and a
 * removal has to have been handed out. With `writes` a variable is written beside each page, and a breakpoint samples
 * that. Prints what it saw as "WORD NUMBER" lines; lost_at_the_end is what found no room while all were killed, when
 * nobody polled. Status 1: something was wrong, which is said.
 */

#include <prec/sampler.h>

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGES         64u
#define PROCESSES_MAX 1000u
#define REST_US       150u /* between PAGES touches, for each process: all together they leave some of the CPUs */

/* A process, as it says itself. */
struct shared {
	_Atomic uint64_t begun, done; /* touches */
};

/* And as the sampler sees it. */
struct watched {
	pid_t pid;
	bool is_in, is_whole; /* is_whole: nothing else has changed since it was added */
	uint64_t since;       /* touches that had begun when it was added */
	uint64_t samples, writes;
	unsigned exits;
};

static struct shared *shared;
static struct watched watched[PROCESSES_MAX];
static unsigned n_processes;
static bool with_writes;
static volatile uint64_t variable __attribute__((aligned(64)));
static struct prec_sampler *sampler;
static char *region; /* which the processes alone touch; each has its own pages there */
static uint64_t n_samples, n_writes, n_others, n_late, n_wrong, n_missing, n_lost, n_checked;

__attribute__((format(printf, 1, 2))) static _Noreturn void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

__attribute__((no_sanitize("address", "thread"))) static void touch(uint32_t page)
{
	*(volatile char *)(region + page * 4096ul) = 1;
	if (with_writes)
		variable = page;
}

static _Noreturn void work(unsigned number)
{
	struct shared *s = &shared[number];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		for (uint32_t i = 0; i < PAGES; i++) {
			atomic_fetch_add(&s->begun, 1);
			touch(i);
			atomic_fetch_add(&s->done, 1);
		}
		madvise(region, PAGES * 4096ul, MADV_DONTNEED);
		usleep(REST_US * n_processes);
	}
}

static struct watched *find(pid_t pid)
{
	for (unsigned i = 0; i < n_processes; i++)
		if (watched[i].pid == pid)
			return &watched[i];
	return NULL;
}

static void on_sample(void *arg, const struct prec_sample *s)
{
	static struct watched *last;
	struct watched *w = last && last->pid == (pid_t)s->pid ? last : find((pid_t)s->pid);

	(void)arg;
	last = w;
	if (!w || !w->is_in) {
		n_late++;
		return;
	}
	n_samples++;
	if (s->event == 1) {
		n_wrong += s->addr != (uintptr_t)&variable;
		w->writes++;
		n_writes++;
	} else if (s->addr - (uintptr_t)region < PAGES * 4096ul) {
		n_wrong += s->addr % 4096 != 0;
		w->samples++;
	} else {
		n_others++;
	}
}

static void on_exit_of(void *arg, pid_t pid)
{
	struct watched *w = find(pid);

	(void)arg;
	if (!w || !w->is_in)
		die("the exit of %d, which is not in the set", pid);
	w->exits++;
}

static void on_lost(void *arg, uint64_t n)
{
	(void)arg;
	n_lost += n;
}

static const struct prec_sampler_ops ops = { .sample = on_sample, .exit = on_exit_of, .lost = on_lost };

static void drain(void)
{
	int result;

	do {
		result = prec_sampler_poll(sampler, 0, &ops, NULL);
	} while (result > 0);
	if (result < 0)
		die("poll: %s", strerror(-result));
}

static void add(unsigned i)
{
	struct watched *w = &watched[i];

	/* What had begun before may be sampled or not. */
	if (prec_sampler_add(sampler, w->pid))
		die("add %d: %s", w->pid, prec_sampler_message(sampler));
	w->is_in = w->is_whole = true;
	w->since = atomic_load(&shared[i].begun);
	w->samples = w->writes = 0;
}

static void take_out(unsigned i)
{
	struct watched *w = &watched[i];
	const uint64_t done = atomic_load(&shared[i].done), lost = n_lost;

	drain();
	if (prec_sampler_remove(sampler, w->pid))
		die("remove %d", w->pid);
	w->is_in = false;
	if (!w->is_whole || n_lost != lost)
		return;
	n_checked++;
	if (done > w->since && w->samples < done - w->since)
		n_missing += done - w->since - w->samples;
	if (with_writes && done > w->since && w->writes < done - w->since)
		n_missing += done - w->since - w->writes;
}

/* All at once: every other one. */
static void update(unsigned odd)
{
	pid_t pids[PROCESSES_MAX];
	size_t n = 0;

	drain();
	for (unsigned i = odd; i < n_processes; i += 2)
		pids[n++] = watched[i].pid;
	if (prec_sampler_update(sampler, pids, n))
		die("update: %s", prec_sampler_message(sampler));
	for (unsigned i = 0; i < n_processes; i++) {
		watched[i].is_in = i % 2 == odd;
		watched[i].is_whole = false;
	}
}

static void pause_all(void)
{
	drain();
	if (prec_sampler_set_period(sampler, 0) || prec_sampler_set_period(sampler, 1))
		die("period: %s", prec_sampler_message(sampler));
	for (unsigned i = 0; i < n_processes; i++)
		watched[i].is_whole = false;
}

static void change(unsigned long number)
{
	const unsigned i = (unsigned)rand() % n_processes;

	if (number % 500 == 499)
		update(number / 500 % 2);
	else if (number % 97 == 96)
		pause_all();
	else if (watched[i].is_in)
		take_out(i);
	else
		add(i);
	if (prec_sampler_poll(sampler, 0, &ops, NULL) < 0)
		die("poll");
}

static unsigned n_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static long resident_kib(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long pages = 0;

	if (f && fscanf(f, "%*d %ld", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return pages * 4;
}

static void start_processes(void)
{
	shared = mmap(NULL, n_processes * sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	region = mmap(NULL, PAGES * 4096ul, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || region == MAP_FAILED)
		die("no memory");
	madvise(region, PAGES * 4096ul, MADV_NOHUGEPAGE);
	for (unsigned i = 0; i < n_processes; i++) {
		watched[i].pid = fork();
		if (watched[i].pid < 0)
			die("fork: %s", strerror(errno));
		if (!watched[i].pid)
			work(i);
	}
	/* The first round has faults of other pages. */
	for (unsigned i = 0; i < n_processes; i++)
		while (atomic_load(&shared[i].done) < 2 * PAGES)
			usleep(1000);
}

static unsigned end_processes(void)
{
	unsigned wanted = 0, seen = 0;

	update(0);
	for (unsigned i = 0; i < n_processes; i++) {
		kill(watched[i].pid, SIGKILL);
		waitpid(watched[i].pid, NULL, 0);
		wanted += watched[i].is_in;
	}
	while (prec_sampler_size(sampler))
		if (prec_sampler_poll(sampler, 1000, &ops, NULL) < 0)
			die("poll");
	for (unsigned i = 0; i < n_processes; i++) {
		seen += watched[i].exits;
		if (watched[i].exits != watched[i].is_in)
			die("process %u: %u exits were reported", i, watched[i].exits);
	}
	return seen == wanted ? seen : 0;
}

int main(int argc, char **argv)
{
	struct prec_sampler_options options = { .fields = PREC_ADDR, .period = 1, .ring_bytes = 4u << 20 };
	char events[64] = "page-faults:u";
	unsigned long changes = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	unsigned before, exits;
	uint64_t lost;
	struct prec_error err;
	long memory;

	n_processes = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
	with_writes = argc > 3 && !strcmp(argv[3], "writes");
	if (!n_processes || n_processes > PROCESSES_MAX || !changes)
		die("usage: sampler_stress PROCESSES CHANGES [writes]");
	if (with_writes)
		snprintf(events, sizeof(events), "page-faults:u,mem:%#" PRIxPTR "/8:w", (uintptr_t)&variable);
	before = n_descriptors();
	if (prec_sampler_new(&sampler, events, &options, &err)) {
		fprintf(stderr, "%s\n", err.message);
		return 77;
	}
	start_processes();
	for (unsigned long i = 0; i < changes / 4; i++)
		change(i);
	memory = resident_kib();
	for (unsigned long i = changes / 4; i < changes; i++)
		change(i);
	memory = resident_kib() - memory;
	lost = n_lost;
	exits = end_processes();
	prec_sampler_free(sampler);
	printf("samples %" PRIu64 "\nwrites %" PRIu64 "\nothers %" PRIu64 "\nlate %" PRIu64 "\nwrong %" PRIu64
	       "\nmissing %" PRIu64 "\nlost %" PRIu64 "\nlost_at_the_end %" PRIu64 "\nchecked %" PRIu64
	       "\nexits %u\ndescriptors %d\ngrown_kib %ld\n",
	       n_samples, n_writes, n_others, n_late, n_wrong, n_missing, lost, n_lost - lost, n_checked, exits,
	       (int)n_descriptors() - (int)before, memory);
	return n_late || n_wrong || n_missing || !exits || n_descriptors() != before || memory > 4096;
}
