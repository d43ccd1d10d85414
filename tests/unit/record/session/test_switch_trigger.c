/* Events that have the recording go on in another file: whose samples count, and when. */

#include "record/session/switch_trigger.h"

#include "record/events/event_parse.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
	struct event_list list;
	struct target target;
	struct switch_trigger trigger;
};

/* Page faults of this thread, and of what it starts. */
static void fixture_init(struct fixture *f)
{
	const pid_t self = (pid_t)gettid();
	const struct target_config config = { .kind = TARGET_THREADS, .ids = &self, .n_ids = 1, .inherit = true };
	struct error err = ERROR_INIT;
	int result;

	*f = (struct fixture){ 0 };
	event_list_init(&f->list);
	CHECK_EQ_I64(event_list_parse(&f->list, "page-faults:u", NULL, NULL), 0);
	CHECK_EQ_I64(target_init(&f->target, &config, NULL), 0);
	result = switch_trigger_open(&f->trigger, &f->list, false, &f->target, NULL, &err);
	if (result == -EACCES || result == -EPERM || result == -ENOSYS)
		test_skip("cannot open events: %s", err.message);
	CHECK_EQ_I64(result, 0);
}

static void fixture_fini(struct fixture *f)
{
	switch_trigger_close(&f->trigger);
	target_fini(&f->target);
	event_list_fini(&f->list);
}

static void touch_pages(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = aligned_alloc(page, 64 * page);

	CHECK(memory);
	for (size_t i = 0; i < 64; i++)
		((volatile char *)memory)[i * page] = 1;
	free(memory);
}

static void touch_pages_in_child(void)
{
	pid_t child = fork();

	CHECK(child >= 0);
	if (!child) {
		touch_pages();
		_exit(0);
	}
	CHECK_EQ_I64(waitpid(child, NULL, 0), child);
}

static bool is_sampled(struct fixture *f)
{
	bool sampled = false;

	for (uint32_t i = 0; i < f->trigger.sampler.rings.n_rings; i++)
		CHECK_EQ_I64(switch_trigger_take(&f->trigger, i, &sampled, NULL), 0);
	return sampled;
}

TEST(the_sideband_has_no_rings)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_U64(f.trigger.sampler.rings.n_rings, (uint64_t)f.target.cpus.n);
	for (uint32_t i = 0; i < f.trigger.sampler.rings.n_rings; i++)
		CHECK(!f.trigger.sampler.rings.rings[i].is_sideband);
	fixture_fini(&f);
}

TEST(what_this_process_does_does_not_count)
{
	struct fixture f;

	fixture_init(&f);
	CHECK_EQ_I64(switch_trigger_switch(&f.trigger, true, NULL), 0);
	touch_pages();
	CHECK(!is_sampled(&f));
	touch_pages_in_child();
	CHECK(is_sampled(&f));
	fixture_fini(&f);
}

TEST(switched_off)
{
	struct fixture f;

	fixture_init(&f);
	touch_pages_in_child();
	CHECK(!is_sampled(&f));
	CHECK_EQ_I64(switch_trigger_switch(&f.trigger, true, NULL), 0);
	CHECK_EQ_I64(switch_trigger_switch(&f.trigger, false, NULL), 0);
	is_sampled(&f);
	touch_pages_in_child();
	CHECK(!is_sampled(&f));
	fixture_fini(&f);
}
