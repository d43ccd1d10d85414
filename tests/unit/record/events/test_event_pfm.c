/* Events by the names of libpfm4, of a CPU that LIBPFM_FORCE_PMU chooses. */
#include "record/events/event_listing.h"
#include "record/events/event_pfm.h"
#include "record/events/pfm_library.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/support/tree.h"

/* Skylake server: MEM_LOAD_RETIRED is 0xd1, INST_RETIRED 0xc0 and BR_INST_RETIRED 0xc4 in Intel's tables. */
#define CPU "skx"

struct machine {
	struct tree tree;
	struct event_context context;
	struct event_list list;
	struct error err;
};

static void machine_init(struct machine *m)
{
	struct pfm_library *library;

	setenv("LIBPFM_FORCE_PMU", CPU, 1);
	memset(m, 0, sizeof(*m));
	if (pfm_library_open(&library, &m->err))
		test_skip("%s", m->err.message);
	pfm_library_close(library);
	tree_init(&m->tree);
	tree_write(&m->tree, "bus/event_source/devices/cpu/type", "4\n");
	m->context = (struct event_context){ m->tree.root, NULL, m->tree.root };
	event_list_init(&m->list);
}

static void machine_fini(struct machine *m)
{
	event_list_fini(&m->list);
	tree_fini(&m->tree);
}

static int parse(struct machine *m, const char *text)
{
	event_list_fini(&m->list);
	return event_pfm_parse(&m->list, text, &m->context, &m->err);
}

TEST(encodings)
{
	const struct event_spec *specs;
	struct machine m;

	machine_init(&m);
	if (parse(&m, "MEM_LOAD_RETIRED:L3_MISS,inst_retired:any_p:u," CPU
		      "::BR_INST_RETIRED:ALL_BRANCHES:k:c=2:precise=2,MEM_TRANS_RETIRED:LOAD_LATENCY:ldlat=30:freq=50"))
		test_fail(__FILE__, __LINE__, "%s", m.err.message);
	specs = m.list.events;
	CHECK_EQ_I64(m.list.n, 4);
	CHECK_EQ_U64(specs[0].attr.type, PERF_TYPE_RAW);
	CHECK_EQ_U64(specs[0].attr.config & 0xffff, 0x20d1);
	CHECK_STR(specs[0].name, "MEM_LOAD_RETIRED:L3_MISS");
	CHECK_STR(specs[0].pmu, "cpu");
	CHECK(specs[0].attr.flags & ATTR_EXCLUDE_GUEST);
	CHECK_EQ_U64(specs[1].attr.config & 0xffff, 0xc0);
	CHECK(specs[1].attr.flags & ATTR_EXCLUDE_KERNEL && !(specs[1].attr.flags & ATTR_EXCLUDE_USER));
	CHECK_EQ_U64(specs[2].attr.config >> 24 & 0xff, 2);
	CHECK(specs[2].attr.flags & ATTR_EXCLUDE_USER);
	CHECK_EQ_U64((specs[2].attr.flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT, 2);
	CHECK_EQ_U64(specs[3].attr.config1, 30);
	CHECK_EQ_U64(specs[3].freq, 50);
	CHECK_EQ_I64(specs[3].item, 4);
	machine_fini(&m);
}

TEST(groups)
{
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(parse(&m, "INST_RETIRED:period=1000,{BR_INST_RETIRED,MEM_LOAD_RETIRED:L3_MISS},INST_RETIRED"), 0);
	CHECK_EQ_U64(m.list.events[0].period, 1000);
	CHECK_EQ_I64(m.list.events[0].group, 0);
	CHECK_EQ_I64(m.list.events[1].group, 1);
	CHECK_EQ_I64(m.list.events[2].group, 1);
	CHECK_EQ_I64(m.list.events[3].group, 0);
	machine_fini(&m);
}

static void check_error(struct machine *m, const char *text, int code, const char *want)
{
	CHECK_EQ_I64(parse(m, text), code);
	CHECK_EQ_I64(m->list.n, 0);
	CHECK_EQ_I64(m->list.n_groups, 0);
	if (!strstr(m->err.message, want))
		test_fail(__FILE__, __LINE__, "'%s' not in: %s", want, m->err.message);
}

TEST(errors)
{
	struct machine m;

	machine_init(&m);
	check_error(&m, "INST_RETIRED,NO_SUCH", -ENOENT, "--pfm-events: no event 'NO_SUCH': libpfm4: event not found");
	check_error(&m, "INST_RETIRED:NO_MASK", -ENOENT, "'INST_RETIRED:NO_MASK'");
	check_error(&m, "{INST_RETIRED", -EINVAL, "'{' without '}'");
	check_error(&m, "INST_RETIRED}", -EINVAL, "'}' without '{'");
	check_error(&m, "{INST_RETIRED,{BR_INST_RETIRED}}", -EINVAL, "a group within a group");
	check_error(&m, "{}", -EINVAL, "a group without events");
	check_error(&m, "", -EINVAL, "an event is missing");
	machine_fini(&m);
}

struct listed {
	int n;
	bool has_mask;
};

static void count(void *context, const struct event_listed *event)
{
	struct listed *listed = context;

	if (event->kind != EVENT_KIND_PFM)
		return;
	listed->n++;
	if (!strcmp(event->name, CPU "::MEM_LOAD_RETIRED:L3_MISS"))
		listed->has_mask = event->about && !strcmp(event->unit, CPU);
}

TEST(listing)
{
	struct listed listed = { 0 };
	struct machine m;

	machine_init(&m);
	event_listing_each(&m.context, count, &listed);
	CHECK(listed.has_mask);
	CHECK(listed.n > 100);
	m.context.sys_root = "/nonexistent";
	listed.n = 0;
	event_listing_each(&m.context, count, &listed);
	CHECK_EQ_I64(listed.n, 0);
	machine_fini(&m);
}
