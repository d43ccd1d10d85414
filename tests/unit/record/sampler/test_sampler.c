/* Sampling without a session, a file or a command line: this thread, by a software event in user space. */

#include "record/sampler/live_events.h"

#include "formats/record/record.h"
#include "formats/record/sample_decode.h"
#include "record/events/event_parse.h"
#include "tests/support/breakpoint.h"
#include "tests/support/test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
	struct event_list list;
	struct sampler_config config;
	struct target target;
	struct sampler sampler;
	struct diagnostics diagnostics;
	struct error err;
};

/* inherit: children too, which takes a ring for each CPU. */
static void fixture_init(struct fixture *f, const char *events, bool inherit)
{
	const pid_t self = (pid_t)gettid();
	const struct target_config config = { .kind = TARGET_THREADS, .ids = &self, .n_ids = 1, .inherit = inherit };

	*f = (struct fixture){ .config.ring_bytes = 64 * 1024, .config.interval.period = 1, .err = ERROR_INIT };
	diagnostics_init(&f->diagnostics, NOTICE_DEBUG);
	event_list_init(&f->list);
	CHECK_EQ_I64(event_list_parse(&f->list, events, NULL, NULL), 0);
	CHECK_EQ_I64(target_init(&f->target, &config, NULL), 0);
}

static int fixture_open(struct fixture *f)
{
	int result = sampler_open(&f->sampler, &f->list, &f->config, &f->target, &f->diagnostics, &f->err);

	if (result == -EACCES || result == -EPERM || result == -ENOSYS)
		test_skip("cannot open events: %s", f->err.message);
	return result;
}

static void fixture_fini(struct fixture *f)
{
	sampler_close(&f->sampler);
	target_fini(&f->target);
	event_list_fini(&f->list);
	diagnostics_fini(&f->diagnostics);
}

static void touch_pages(size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = aligned_alloc(page, n * page);

	CHECK(memory);
	for (size_t i = 0; i < n; i++)
		((volatile char *)memory)[i * page] = 1;
	free(memory);
}

static size_t count_samples(const struct sampler *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->rings.n_rings; i++) {
		struct buffer records;

		buffer_init(&records);
		CHECK(ring_drain(&s->rings.rings[i].ring, &records) >= 0);
		for (size_t at = 0; at < records.size; at += load_u16(records.data + at + 6))
			n += load_u32(records.data + at) == PERF_RECORD_SAMPLE;
		buffer_fini(&records);
	}
	return n;
}

TEST(samples_this_thread)
{
	struct fixture f;

	fixture_init(&f, "page-faults:u", false);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(f.sampler.rings.n_rings, 2);
	CHECK_EQ_U64(f.sampler.rings.n_events, 2);
	touch_pages(64);
	CHECK_EQ_U64(count_samples(&f.sampler), 0);
	CHECK_EQ_I64(ring_set_enable(&f.sampler.rings, false, OPEN_EVERY_CPU, NULL), 0);
	touch_pages(256);
	ring_set_disable(&f.sampler.rings, OPEN_ALL);
	CHECK(count_samples(&f.sampler) > 0);
	touch_pages(64);
	CHECK_EQ_U64(count_samples(&f.sampler), 0);
	fixture_fini(&f);
}

TEST(a_ring_for_each_cpu)
{
	struct fixture f;

	fixture_init(&f, "page-faults:u", true);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(f.sampler.rings.n_rings, 2 * (uint64_t)f.target.cpus.n);
	CHECK_EQ_U64(f.sampler.set.events[0].n_ids, (uint64_t)f.target.cpus.n);
	CHECK(ring_set_have_cpu(&f.sampler.rings, f.target.cpus.cpus[0]));
	fixture_fini(&f);
}

/* The first sample of the rings. */
static bool first_sample(const struct sampler *s, struct buffer *records, struct sample *ret_sample)
{
	for (size_t i = 0; i < s->rings.n_rings; i++) {
		size_t size, from = records->size;

		CHECK(ring_drain(&s->rings.rings[i].ring, records) >= 0);
		for (size_t at = from; at < records->size; at += size) {
			struct record r;

			size = load_u16(records->data + at + 6);
			if (load_u32(records->data + at) != PERF_RECORD_SAMPLE)
				continue;
			CHECK_EQ_I64(record_at(&r, records->data + at, size, 0, false, NULL), 0);
			CHECK_EQ_I64(sample_decode(&r, &s->set.events[0].attr, ret_sample, NULL), 0);
			return true;
		}
	}
	return false;
}

/* A breakpoint knows the address of what is written. Physical ones are for privileged users alone. */
TEST(samples_hold_where_data_and_code_are)
{
	static volatile uint64_t watched;
	struct buffer records;
	struct sample sample;
	struct fixture f;
	char event[64];

	if (breakpoint_is_hit() <= 0)
		test_skip("this machine reports no hit of a breakpoint");
	snprintf(event, sizeof(event), "mem:0x%llx/8:w", (unsigned long long)(uintptr_t)&watched);
	fixture_init(&f, event, false);
	f.config.fields.data_addresses = true;
	f.config.fields.more = PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE |
			       PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_TRANSACTION;
	watched = 1;
	if (fixture_open(&f))
		test_skip("no such event: %s", f.err.message);
	CHECK_EQ_I64(ring_set_enable(&f.sampler.rings, false, OPEN_EVERY_CPU, NULL), 0);
	watched = 2;
	ring_set_disable(&f.sampler.rings, OPEN_ALL);
	buffer_init(&records);
	CHECK(first_sample(&f.sampler, &records, &sample));
	CHECK_EQ_U64(sample.addr, (uintptr_t)&watched);
	CHECK_EQ_U64(sample.data_page_size, (uint64_t)sysconf(_SC_PAGESIZE));
	CHECK(sample.code_page_size >= (uint64_t)sysconf(_SC_PAGESIZE));
	if (!geteuid())
		CHECK(sample.phys_addr && !((sample.phys_addr ^ (uintptr_t)&watched) & 4095));
	buffer_fini(&records);
	fixture_fini(&f);
}

/* The message is in the error, for the caller to print or not. */
TEST(what_fails_is_an_error)
{
	struct fixture f;

	fixture_init(&f, "cpu-clock/period=1/u", false);
	f.list.events[0].attr.type = 0x7ffffff0;
	CHECK_EQ_I64(fixture_open(&f), -ENOENT);
	CHECK(f.sampler.is_missing);
	CHECK(strstr(f.err.message, "this kernel or CPU does not have it"));
	fixture_fini(&f);
}

/* As many page faults at least: memory that was never used before. */
static void fault_pages(size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, n * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(memory != MAP_FAILED);
	madvise(memory, n * page, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < n; i++)
		((volatile char *)memory)[i * page] = 1;
	munmap(memory, n * page);
}

/* A child process that waits until it is killed. */
static pid_t start_child(void)
{
	pid_t pid = fork();

	if (!pid)
		for (;;)
			pause();
	CHECK(pid > 0);
	return pid;
}

static void end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	CHECK_EQ_I64(waitpid(pid, NULL, 0), pid);
}

static void close_owner(struct ring_set *o, pid_t owner)
{
	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].fd >= 0 && o->events[i].owner == owner)
			ring_set_close(o, &o->events[i]);
	ring_set_forget(o);
}

/* Processes that come later have the rings and the ids of the first; closing all leaves the rings. */
TEST(processes_come_and_go)
{
	struct fixture f;
	struct ring_set *o = &f.sampler.rings;
	pid_t child = start_child();
	uint32_t n;

	fixture_init(&f, "page-faults:u", true);
	f.config.attachable = true;
	CHECK_EQ_I64(fixture_open(&f), 0);
	n = o->n_events;
	for (int i = 0; i < 3; i++) {
		CHECK_EQ_I64(sampler_add_process(&f.sampler, child, NULL), 0);
		CHECK(live_events_have(o, child));
		CHECK_EQ_U64(o->n_events, 2 * (uint64_t)n);
		CHECK_EQ_U64(o->n_rings, 2 * (uint64_t)f.target.cpus.n);
		CHECK_EQ_U64(f.sampler.set.events[0].n_ids, (uint64_t)f.target.cpus.n);
		CHECK(o->rings[0].n_renewals == 1 && o->rings[0].has_own_fd);
		close_owner(o, child);
		CHECK(!live_events_have(o, child));
		CHECK_EQ_U64(o->rings[0].n_renewals, 0);
	}
	end_child(child);
	CHECK_EQ_I64(sampler_add_process(&f.sampler, child, NULL), 0);
	CHECK(!live_events_have(o, child));
	close_owner(o, (pid_t)gettid());
	CHECK(o->rings[0].ring.base);
	fixture_fini(&f);
}

TEST(events_switched_by_name)
{
	struct error err = ERROR_INIT;
	struct fixture f;
	struct ring_set *o = &f.sampler.rings;

	fixture_init(&f, "page-faults:u,minor-faults:u", false);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_I64(live_events_switch(o, "minor-faults:u", true, false, NULL), 0);
	fault_pages(64);
	CHECK_EQ_I64(live_events_switch(o, "minor-faults:u", false, true, NULL), 0);
	CHECK(f.sampler.set.events[0].is_off && f.sampler.set.events[1].is_off);
	CHECK(count_samples(&f.sampler) >= 64);
	fault_pages(64);
	CHECK_EQ_U64(count_samples(&f.sampler), 0);
	CHECK_EQ_I64(live_events_switch(o, NULL, true, true, NULL), 0);
	fault_pages(64);
	CHECK_EQ_I64(live_events_switch(o, NULL, false, true, NULL), 0);
	CHECK(count_samples(&f.sampler) >= 128);
	CHECK_EQ_I64(live_events_switch(o, "nosuch", true, true, &err), -ENOENT);
	CHECK_STR(err.message, "can't find 'nosuch' event");
	fixture_fini(&f);
}

/* Number of the events of the set that got the rate, or a negative errno. */
static int set_rate(struct fixture *f, const char *name, uint64_t rate, bool freq)
{
	bool changed[8] = { 0 };
	int n = live_events_set_rate(&f->sampler.set, name, rate, freq, changed, &f->err);

	for (size_t i = 0; !n && i < f->sampler.set.n; i++)
		if (changed[i])
			return changed[f->sampler.set.n - 1] ? -1 : (int)i + 1;
	return n;
}

TEST(rates_that_change)
{
	struct fixture f;
	struct event_attr *faults, *clock;

	fixture_init(&f, "page-faults:u,cpu-clock/freq=100/u,{cs,cs}", false);
	f.config.fields.period = SAMPLE_PERIOD_LIVE;
	CHECK_EQ_I64(fixture_open(&f), 0);
	faults = &f.sampler.set.events[0].attr;
	clock = &f.sampler.set.events[1].attr;
	CHECK(!(faults->sample_type & PERF_SAMPLE_PERIOD) && clock->sample_type & PERF_SAMPLE_PERIOD);
	CHECK_EQ_I64(set_rate(&f, NULL, 50, true), 2);
	CHECK(clock->sample_period == 50 && clock->flags & ATTR_FREQ);
	CHECK_EQ_I64(set_rate(&f, NULL, 1000000, false), 2);
	CHECK(clock->sample_period == 1000000 && !(clock->flags & ATTR_FREQ));
	CHECK_EQ_U64(faults->sample_period, 1);
	CHECK_EQ_I64(set_rate(&f, "page-faults:u", 16, false), -EINVAL);
	CHECK_STR(f.err.message,
		  "event 'page-faults:u' is counted by the kernel's software, and its period cannot change");
	CHECK_EQ_I64(set_rate(&f, "page-faults:u", 16, true), -EINVAL);
	CHECK_STR(f.err.message,
		  "event 'page-faults:u' is counted by the kernel's software, and its period cannot change");
	CHECK_EQ_I64(set_rate(&f, "cs", 16, true), -EINVAL);
	CHECK_STR(f.err.message, "event 'cs' is in a group, which is opened as a whole");
	CHECK_EQ_I64(set_rate(&f, NULL, INT64_MAX, true), -EINVAL);
	CHECK(strstr(f.err.message, "is more than kernel.perf_event_max_sample_rate"));
	CHECK_EQ_I64(set_rate(&f, "nosuch", 50, true), -ENOENT);
	CHECK_STR(f.err.message, "can't find 'nosuch' event");
	fixture_fini(&f);
}

TEST(rates_that_stay)
{
	struct fixture f;
	struct set_event *clock;

	fixture_init(&f, "cpu-clock/freq=100/u", false);
	f.config.fields.period = SAMPLE_PERIOD_LIVE;
	CHECK_EQ_I64(fixture_open(&f), 0);
	clock = &f.sampler.set.events[0];
	clock->attr.sample_type |= PERF_SAMPLE_READ;
	CHECK_EQ_I64(set_rate(&f, NULL, 50, true), -EINVAL);
	CHECK(strstr(f.err.message, "modifier S"));
	clock->attr.sample_type &= ~(uint64_t)PERF_SAMPLE_READ;
	f.list.events[0].is_off_cpu = true;
	CHECK_EQ_I64(set_rate(&f, NULL, 50, true), -EINVAL);
	CHECK(strstr(f.err.message, "time off the CPU"));
	CHECK_EQ_U64(clock->attr.sample_period, 100);
	fixture_fini(&f);
}

static uint64_t after_all(const struct ring_set *o)
{
	uint64_t last = 0;

	for (uint32_t i = 0; i < o->n_events; i++)
		last = o->events[i].opened > last ? o->events[i].opened : last;
	return last + 1;
}

/* Nothing is inherited: no child gets the event; and what has another owner gets it once. */
TEST(opened_again_where_it_was_open)
{
	struct fixture f;
	struct ring_set *o = &f.sampler.rings;
	const pid_t self = (pid_t)gettid();
	pid_t child = start_child();
	uint64_t first;
	uint32_t n;

	for (int inherit = 0; inherit < 2; inherit++) {
		fixture_init(&f, "page-faults:u", inherit);
		f.config.attachable = true;
		CHECK_EQ_I64(fixture_open(&f), 0);
		if (inherit)
			CHECK_EQ_I64(sampler_add_process(&f.sampler, child, NULL), 0);
		n = o->n_events;
		first = after_all(o);
		f.sampler.set.events[0].attr.flags |= ATTR_ENABLE_ON_EXEC;
		CHECK_EQ_I64(
			reopen_event(&f.sampler,
				     &(struct reopening){ .owner = self, .first = first, .pids = NULL, .n_pids = 0 },
				     NULL),
			0);
		CHECK(!(f.sampler.set.events[0].attr.flags & ATTR_ENABLE_ON_EXEC));
		CHECK(o->n_events > n);
		for (uint32_t i = n; i < o->n_events; i++)
			CHECK(o->events[i].tid == self && o->events[i].opened >= first);
		/* The kernel refuses an attr: what was open stays, and nothing else. */
		f.sampler.set.events[0].attr.sample_period = UINT64_MAX;
		n = o->n_events;
		CHECK(reopen_event(
			      &f.sampler,
			      &(struct reopening){ .owner = self, .first = after_all(o), .pids = NULL, .n_pids = 0 },
			      &f.err) < 0);
		CHECK_EQ_U64(o->n_events, n);
		for (uint32_t i = 0; i < n; i++)
			CHECK(o->events[i].fd >= 0);
		fixture_fini(&f);
	}
	end_child(child);
}

/* The old ones sample no more once the new ones do. */
TEST(replaced)
{
	struct fixture f;
	struct ring_set *o = &f.sampler.rings;
	const pid_t self = (pid_t)gettid();
	uint64_t first;

	fixture_init(&f, "page-faults:u", true);
	f.config.attachable = true;
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_I64(live_events_enable(o, self, false, NULL), 0);
	first = after_all(o);
	CHECK_EQ_I64(reopen_event(&f.sampler,
				  &(struct reopening){ .owner = self, .first = first, .pids = NULL, .n_pids = 0 },
				  NULL),
		     0);
	count_samples(&f.sampler);
	CHECK_EQ_I64(live_events_replace(o, 0, self, first, true, NULL), 0);
	for (uint32_t i = 0; i < o->n_events; i++) {
		uint64_t before[8] = { 0 }, after[8] = { 0 };

		if (o->events[i].event || o->events[i].opened >= first)
			continue;
		CHECK_EQ_I64(read(o->events[i].fd, before, sizeof(before)) > 0, true);
		fault_pages(64);
		CHECK_EQ_I64(read(o->events[i].fd, after, sizeof(after)) > 0, true);
		CHECK_EQ_U64(before[0], after[0]);
	}
	CHECK(count_samples(&f.sampler) > 0);
	fixture_fini(&f);
}

/* What has inherited the event gets it too when it is opened once more, and nobody else. */
TEST(opened_again_for_what_inherits)
{
	struct fixture f;
	struct ring_set *o = &f.sampler.rings;
	const pid_t pids[] = { start_child(), start_child() };
	uint32_t n;

	fixture_init(&f, "page-faults:u", true);
	f.config.attachable = true;
	CHECK_EQ_I64(fixture_open(&f), 0);
	n = o->n_events;
	CHECK_EQ_I64(reopen_event(&f.sampler,
				  &(struct reopening){
					  .owner = (pid_t)gettid(), .first = after_all(o), .pids = pids, .n_pids = 1 },
				  NULL),
		     0);
	CHECK_EQ_U64(o->n_events, n + 2 * (uint32_t)f.target.cpus.n);
	for (uint32_t i = n; i < o->n_events; i++) {
		CHECK(o->events[i].event == 0 && o->events[i].opened > o->events[n - 1].opened);
		CHECK_EQ_I64(o->events[i].owner, gettid());
		CHECK(o->events[i].tid == gettid() || o->events[i].tid == pids[0]);
		CHECK_EQ_U64(o->events[i].suspect, 0);
	}
	/* One that was perhaps forked after that. */
	n = o->n_events;
	CHECK_EQ_I64(reopen_inherited(&f.sampler, 0, (pid_t)gettid(), 77, pids[1], NULL), 0);
	CHECK_EQ_U64(o->n_events, n + (uint32_t)f.target.cpus.n);
	for (uint32_t i = n; i < o->n_events; i++)
		CHECK(o->events[i].tid == pids[1] && o->events[i].suspect == 77);
	/* It has it, and gets no other. */
	CHECK_EQ_I64(reopen_inherited(&f.sampler, 0, (pid_t)gettid(), 77, pids[1], NULL), 0);
	CHECK_EQ_U64(o->n_events, n + (uint32_t)f.target.cpus.n);
	end_child(pids[0]);
	end_child(pids[1]);
	fixture_fini(&f);
}

/* Each closed entry is taken once, by the same event on the same CPU. */
TEST(closed_entries)
{
	struct fixture f;
	struct ring_set *o = &f.sampler.rings;
	const pid_t self = (pid_t)gettid();
	struct event_fd before[256];
	uint32_t n;

	fixture_init(&f, "page-faults:u,minor-faults:u", true);
	f.config.attachable = true;
	CHECK_EQ_I64(fixture_open(&f), 0);
	n = o->n_events;
	if (n > 256)
		test_skip("too many CPUs");
	memcpy(before, o->events, n * sizeof(*before));
	for (int i = 0; i < 3; i++) {
		pid_t child = start_child();

		CHECK_EQ_I64(sampler_add_process(&f.sampler, child, NULL), 0);
		CHECK_EQ_U64(o->n_events, 2 * n);
		close_owner(o, i ? child : self);
		end_child(child);
		CHECK_EQ_I64(i ? 0 : sampler_add_process(&f.sampler, self, NULL), 0);
		CHECK_EQ_U64(o->n_events, 2 * n);
		for (uint32_t k = 0; k < n; k++)
			CHECK(o->events[k].fd >= 0 && o->events[k].event == before[k].event &&
			      o->events[k].cpu == before[k].cpu && o->events[k].id == before[k].id);
		if (!i)
			close_owner(o, child);
	}
	fixture_fini(&f);
}

static void note_open(void *context, const struct planned_open *planned)
{
	char *names = context;

	strcat(strcat(names, planned->event->name), " ");
}

/* What is opened on CPU 1, which was not there when the recording began on CPU 0; the first and third event are traces.
 */
static void check_new_cpu(enum trace_kind kind, const char *wanted, bool noted)
{
	const struct cpulist cpus = { (int[]){ 0 }, 1 };
	const struct target_config config = { .kind = TARGET_SYSTEM, .cpus = &cpus };
	char names[256] = "";
	const struct sampler_plan plan = { note_open, names };
	struct fixture f;

	fixture_init(&f, "{dummy/name=t/,dummy/name=a/},dummy/name=u/,dummy/name=b/", false);
	target_fini(&f.target);
	CHECK_EQ_I64(target_init(&f.target, &config, NULL), 0);
	f.target.cpus_given = false;
	f.list.events[0].trace.kind = f.list.events[2].trace.kind = kind;
	CHECK_EQ_I64(sampler_plan(&f.sampler, &f.list, &f.config, &f.target, &plan, NULL), 0);
	f.sampler.walk.opener.diagnostics = &f.diagnostics;
	names[0] = 0;
	CHECK_EQ_I64(sampler_add_cpu(&f.sampler, 1, NULL), 0);
	CHECK_STR(names, wanted);
	CHECK_EQ_U64(f.diagnostics.n, noted);
	fixture_fini(&f);
}

TEST(traces_of_a_cpu_that_the_file_does_not_describe)
{
	check_new_cpu(TRACE_ARM_SPE, "b dummy:u ", true);
	check_new_cpu(TRACE_CS_ETM, "b dummy:u ", true);
	check_new_cpu(TRACE_INTEL_PT, "t a u b dummy:u ", false);
}
