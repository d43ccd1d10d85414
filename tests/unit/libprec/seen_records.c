#include "tests/unit/libprec/seen_records.h"

#include "tests/support/test.h"

#include <dirent.h>
#include <errno.h>

static void on_sample(void *arg, const struct prec_sample *s)
{
	struct seen *seen = arg;
	uint32_t page;

	CHECK(s->fields & PREC_ADDR && s->fields & PREC_TID);
	if ((pid_t)s->pid != seen->pid) {
		seen->others++;
	} else if (page_child_has(s->addr, &page)) {
		seen->pages[page]++;
		seen->n++;
	}
	if (seen->remove_at == (pid_t)s->pid)
		CHECK_EQ_I64(prec_sampler_remove(seen->sampler, seen->remove_at), 0);
}

static void on_exit_of(void *arg, pid_t pid)
{
	struct seen *seen = arg;

	CHECK_EQ_I64(pid, seen->pid);
	seen->exits++;
}

static void on_lost(void *arg, uint64_t n)
{
	struct seen *seen = arg;

	seen->lost += (unsigned)n;
}

const struct prec_sampler_ops seen_ops = { .sample = on_sample, .exit = on_exit_of, .lost = on_lost };

const struct prec_sampler_options seen_addresses = { .fields = PREC_ADDR, .ring_bytes = 65536 };

struct prec_sampler *seen_sampler(const char *events, const struct prec_sampler_options *options)
{
	struct prec_sampler *s;
	struct prec_error err;
	int result = prec_sampler_new(&s, events, options, &err);

	if (result == -EACCES || result == -EPERM || result == -ENOSYS)
		test_skip("%s", err.message);
	if (result)
		test_fail(__FILE__, __LINE__, "%s", err.message);
	return s;
}

void seen_add(struct prec_sampler *s, pid_t pid)
{
	if (prec_sampler_add(s, pid))
		test_fail(__FILE__, __LINE__, "%s", prec_sampler_message(s));
}

void seen_drain(struct prec_sampler *s, struct seen *seen)
{
	while (prec_sampler_poll(s, 0, &seen_ops, seen) > 0)
		;
}

void seen_check(const struct seen *seen, uint32_t from, uint32_t to, uint32_t each)
{
	for (uint32_t i = from; i < to; i++)
		CHECK_EQ_U64(seen->pages[i], each);
}

unsigned seen_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned n = 0;

	CHECK(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}
