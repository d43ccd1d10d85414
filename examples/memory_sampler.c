/*
 * memory_sampler: loads, stores or page faults of processes that come and go, as they happen.
 *
 *	cc memory_sampler.c $(pkg-config --cflags --libs libprec) -o memory_sampler
 *	./memory_sampler loads|stores|EVENT PERIOD PID...
 *
 * Lines of standard input change the set and the period while it runs: "+PID", "-PID", "PERIOD".
 */
#include <prec/sampler.h>

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void on_sample(void *arg, const struct prec_sample *s)
{
	unsigned long *n = arg;

	++*n;
	printf("%" PRIu32 " %" PRIu32 " cpu %" PRIu32 " address %#" PRIx64 " from %#" PRIx64 "\n", s->pid, s->tid,
	       s->cpu, s->addr, s->ip);
}

static void on_exit_of(void *arg, pid_t pid)
{
	(void)arg;
	printf("%d has ended\n", pid);
}

static void on_lost(void *arg, uint64_t n)
{
	(void)arg;
	fprintf(stderr, "memory_sampler: %" PRIu64 " samples were lost\n", n);
}

static int open_sampler(struct prec_sampler **sampler, const char *what, uint64_t period, struct prec_error *err)
{
	const struct prec_sampler_options options = { .fields = PREC_ADDR, .period = period };

	if (!strcmp(what, "loads"))
		return prec_sampler_memory(sampler, PREC_LOADS, &options, err);
	if (!strcmp(what, "stores"))
		return prec_sampler_memory(sampler, PREC_STORES, &options, err);
	return prec_sampler_new(sampler, what, &options, err);
}

static int obey(struct prec_sampler *sampler, const char *line)
{
	const long number = atol(line + strspn(line, "+-"));

	switch (*line) {
	case '+': return prec_sampler_add(sampler, (pid_t)number);
	case '-': return prec_sampler_remove(sampler, (pid_t)number);
	default: return prec_sampler_set_period(sampler, (uint64_t)number);
	}
}

/* Whether there is more to come from standard input. */
static int read_line(struct prec_sampler *sampler)
{
	char line[64];

	if (!fgets(line, sizeof(line), stdin))
		return 0;
	if (obey(sampler, line))
		fprintf(stderr, "memory_sampler: %s\n", prec_sampler_message(sampler));
	return 1;
}

static int run(struct prec_sampler *sampler)
{
	const struct prec_sampler_ops ops = { .sample = on_sample, .exit = on_exit_of, .lost = on_lost };
	struct pollfd fds[] = { { prec_sampler_fd(sampler), POLLIN, 0 }, { STDIN_FILENO, POLLIN, 0 } };
	unsigned long n = 0;
	int result = 0;

	setvbuf(stdin, NULL, _IONBF, 0); /* so that poll knows of each line */
	while (result >= 0 && (prec_sampler_size(sampler) || fds[1].fd >= 0)) {
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			return 1;
		if (fds[1].revents && !read_line(sampler))
			fds[1].fd = -1;
		result = prec_sampler_poll(sampler, 0, &ops, &n);
		fflush(stdout);
	}
	printf("%lu samples\n", n);
	return result < 0;
}

int main(int argc, char **argv)
{
	struct prec_sampler *sampler;
	struct prec_error err;
	int result;

	if (argc < 3) {
		fprintf(stderr, "usage: memory_sampler loads|stores|EVENT PERIOD PID...\n");
		return 2;
	}
	if (open_sampler(&sampler, argv[1], strtoull(argv[2], NULL, 10), &err)) {
		fprintf(stderr, "memory_sampler: %s\n", err.message);
		return 1;
	}
	for (int i = 3; i < argc; i++)
		if (prec_sampler_add(sampler, atoi(argv[i])))
			fprintf(stderr, "memory_sampler: %s\n", prec_sampler_message(sampler));
	result = run(sampler);
	prec_sampler_free(sampler);
	return result;
}
