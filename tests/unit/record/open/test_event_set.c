#include "record/events/event_parse.h"
#include "record/open/event_set.h"
#include "record/open/host_regs.h"
#include "tests/support/test.h"

#define SAME_OFFSETS                                                                                     \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | \
	 PERF_SAMPLE_CPU)

struct recording {
	struct sampler_config config;
	struct event_list list;
	struct target target;
	struct event_set set;
};

static void recording_init(struct recording *r, const char *events)
{
	memset(r, 0, sizeof(*r));
	event_list_init(&r->list);
	CHECK_EQ_I64(event_list_parse(&r->list, events, NULL, NULL), 0);
}

static void recording_make(struct recording *r)
{
	CHECK_EQ_I64(event_set_init(&r->set, &r->list, &r->config, &r->target, NULL), 0);
}

static void recording_fini(struct recording *r)
{
	event_set_fini(&r->set);
	event_list_fini(&r->list);
}

TEST(fields_at_the_same_places)
{
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults");
	recording_make(&r);
	CHECK_EQ_U64(r.set.n, 3);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK_EQ_U64(r.set.events[i].attr.sample_type & SAME_OFFSETS,
			     PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_CPU);
	recording_fini(&r);
}

/* ADDR comes before ID, and the sideband event has none. */
TEST(identifier_beside_addresses)
{
	struct recording r;

	recording_init(&r, "cpu-clock");
	r.config.fields.data_addresses = true;
	recording_make(&r);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK_EQ_U64(r.set.events[i].attr.sample_type & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER),
			     PERF_SAMPLE_IDENTIFIER);
	CHECK(r.set.events[0].attr.sample_type & PERF_SAMPLE_ADDR);
	recording_fini(&r);
}

TEST(callchains_in_all_events)
{
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults");
	recording_make(&r);
	CHECK(!(event_set_sideband(&r.set)->attr.sample_type & PERF_SAMPLE_CALLCHAIN));
	event_set_fini(&r.set);
	r.config.fields.callgraph.mode = CALLGRAPH_FP;
	recording_make(&r);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK(r.set.events[i].attr.sample_type & PERF_SAMPLE_CALLCHAIN);
	recording_fini(&r);
}

/* Readers that take all samples for those of the last event have to find the period. */
TEST(period_in_all_events_or_none)
{
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults");
	for (int wanted = 0; wanted <= 1; wanted++) {
		r.config.fields.period = wanted ? SAMPLE_PERIOD_ALWAYS : SAMPLE_PERIOD_NEVER;
		recording_make(&r);
		for (size_t i = 0; i < r.set.n; i++)
			CHECK_EQ_I64(!!(r.set.events[i].attr.sample_type & PERF_SAMPLE_PERIOD), wanted);
		event_set_fini(&r.set);
	}
	event_list_fini(&r.list);
}

TEST(mappings_of_data)
{
	static const struct {
		bool addresses;
		enum data_maps data_maps;
		bool wanted;
	} cases[] = {
		{ false, DATA_MAPS_WITH_ADDRESSES, false },
		{ true, DATA_MAPS_WITH_ADDRESSES, true },
		{ false, DATA_MAPS_ALWAYS, true },
		{ true, DATA_MAPS_NEVER, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct recording r;

		recording_init(&r, "cpu-clock");
		r.config.fields.data_addresses = cases[i].addresses;
		r.config.sideband.data_maps = cases[i].data_maps;
		recording_make(&r);
		CHECK(!(event_set_sideband(&r.set)->attr.flags & ATTR_MMAP_DATA) == !cases[i].wanted);
		recording_fini(&r);
	}
}

#define STACK_FIELDS (PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER)

/* What Linux perf 7.3 opens for --call-graph dwarf. */
TEST(copies_of_the_stack)
{
	struct recording r;
	const struct event_attr *attr;

	recording_init(&r, "cpu-clock");
	r.config.fields.callgraph = (struct callgraph_spec){ .mode = CALLGRAPH_DWARF };
	recording_make(&r);
	attr = &r.set.events[0].attr;
	CHECK_EQ_U64(attr->sample_type & STACK_FIELDS, STACK_FIELDS);
	CHECK(attr->flags & ATTR_EXCLUDE_CALLCHAIN_USER && !(attr->flags & ATTR_EXCLUDE_CALLCHAIN_KERNEL));
	CHECK_EQ_U64(attr->sample_stack_user, 8192);
	CHECK_EQ_U64(attr->sample_regs_user, host_regs_mask());
	CHECK_EQ_U64(event_set_sideband(&r.set)->attr.sample_type & STACK_FIELDS, PERF_SAMPLE_CALLCHAIN);
	/* Else Linux perf 6.1 unwinds nothing. */
	CHECK(event_set_sideband(&r.set)->attr.flags & ATTR_MMAP_DATA);
	event_set_fini(&r.set);
	r.config.fields.callgraph.stack_size = 16384;
	r.config.fields.regs_user = 1;
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[0].attr.sample_stack_user, 16384);
	CHECK_EQ_U64(r.set.events[0].attr.sample_regs_user, 1 | host_regs_unwind_mask());
	recording_fini(&r);
}

/* What Linux perf 7.3 opens for --call-graph fp,defer. */
TEST(deferred_chains)
{
	const uint64_t both = ATTR_DEFER_CALLCHAIN | ATTR_DEFER_OUTPUT;
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults/call-graph=no/");
	r.config.fields.callgraph = (struct callgraph_spec){ .mode = CALLGRAPH_FP, .defer = true };
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[0].attr.flags & both, ATTR_DEFER_CALLCHAIN);
	CHECK_EQ_U64(r.set.events[1].attr.flags & both, 0);
	CHECK_EQ_U64(event_set_sideband(&r.set)->attr.flags & both, ATTR_DEFER_OUTPUT);
	event_set_fini(&r.set);
	/* Of the kernel's part nothing is deferred. */
	r.config.fields.kernel_callchain = true;
	recording_make(&r);
	CHECK_EQ_U64((r.set.events[0].attr.flags | event_set_sideband(&r.set)->attr.flags) & both, 0);
	recording_fini(&r);
}

TEST(stacks_by_terms)
{
	static const struct {
		const char *event;
		uint64_t fields;
		uint32_t stack_size;
		uint16_t max_stack;
	} cases[] = {
		{ "cpu-clock/call-graph=dwarf,stack-size=1001/", STACK_FIELDS, 1008, 0 },
		{ "cpu-clock/call-graph=dwarf/", STACK_FIELDS, 8192, 0 },
		{ "cpu-clock/call-graph=fp/", PERF_SAMPLE_CALLCHAIN, 0, 0 },
		{ "cpu-clock/call-graph=no/", 0, 0, 0 },
		{ "cpu-clock/max-stack=5/", STACK_FIELDS, 16384, 5 },
		{ "cpu-clock/stack-size=24/", STACK_FIELDS, 24, 0 },
		{ "cpu-clock", STACK_FIELDS, 16384, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct recording r;

		recording_init(&r, cases[i].event);
		r.config.fields.callgraph = (struct callgraph_spec){ .mode = CALLGRAPH_DWARF, .stack_size = 16384 };
		recording_make(&r);
		CHECK_EQ_U64(r.set.events[0].attr.sample_type & STACK_FIELDS, cases[i].fields);
		CHECK_EQ_U64(r.set.events[0].attr.sample_stack_user, cases[i].stack_size);
		CHECK_EQ_U64(r.set.events[0].attr.sample_max_stack, cases[i].max_stack);
		recording_fini(&r);
	}
}

TEST(max_stack_means_a_callchain)
{
	struct recording r;

	recording_init(&r, "cpu-clock");
	r.config.fields.callgraph.max_stack = 7;
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[0].attr.sample_type & STACK_FIELDS, PERF_SAMPLE_CALLCHAIN);
	CHECK_EQ_U64(r.set.events[0].attr.sample_max_stack, 7);
	recording_fini(&r);
}

/* Those of the kernel's events are followed through frame pointers. */
TEST(branches_as_callchains)
{
	struct recording r;

	recording_init(&r, "cycles,cycles:k");
	r.config.fields.callgraph.mode = CALLGRAPH_LBR;
	recording_make(&r);
	CHECK(r.set.events[0].attr.sample_type & PERF_SAMPLE_BRANCH_STACK);
	CHECK(r.set.events[0].attr.sample_type & PERF_SAMPLE_CALLCHAIN);
	CHECK_EQ_U64(r.set.events[0].attr.branch_sample_type, 1 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 17);
	CHECK(r.set.events[1].attr.sample_type & PERF_SAMPLE_CALLCHAIN);
	CHECK(!(r.set.events[1].attr.sample_type & PERF_SAMPLE_BRANCH_STACK));
	recording_fini(&r);
}

TEST(registers)
{
	struct recording r;

	recording_init(&r, "cpu-clock");
	r.config.fields.regs_user = 3;
	r.config.fields.regs_intr = 5;
	recording_make(&r);
	CHECK(r.set.events[0].attr.sample_type & PERF_SAMPLE_REGS_USER);
	CHECK(r.set.events[0].attr.sample_type & PERF_SAMPLE_REGS_INTR);
	CHECK_EQ_U64(r.set.events[0].attr.sample_regs_user, 3);
	CHECK_EQ_U64(r.set.events[0].attr.sample_regs_intr, 5);
	recording_fini(&r);
}

/* A tracepoint's or breakpoint's period of 1 stands, unless -F was typed. */
TEST(frequency_and_period)
{
	struct recording r;

	recording_init(&r, "cpu-clock,mem:0x1000:w,cpu-clock/period=77/");
	r.config.interval.freq = 99;
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[0].attr.sample_period, 99);
	CHECK(r.set.events[0].attr.flags & ATTR_FREQ);
	CHECK_EQ_U64(r.set.events[1].attr.sample_period, 1);
	CHECK(!(r.set.events[1].attr.flags & ATTR_FREQ));
	CHECK_EQ_U64(r.set.events[2].attr.sample_period, 77);
	event_set_fini(&r.set);
	r.config.interval.freq_of_traces = true;
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[1].attr.sample_period, 99);
	CHECK(r.set.events[1].attr.flags & ATTR_FREQ);
	event_set_fini(&r.set);
	r.config.interval.none = true;
	recording_make(&r);
	for (size_t i = 0; i < 3; i++)
		CHECK_EQ_U64(r.set.events[i].attr.sample_period, 0);
	recording_fini(&r);
}

/* What it is called then is an event again. */
TEST(modifier_that_is_added)
{
	static const char *const names[][2] = {
		{ "cpu-clock", "cpu-clock:u" },
		{ "cpu-clock:p", "cpu-clock:pu" },
		{ "mem:0x1000", "mem:0x1000:u" },
		{ "mem:0x1000/8:w", "mem:0x1000/8:w:u" },
		{ "mem:0x1000:rw:p", "mem:0x1000:rw:pu" },
		{ "mem:0x1000:p", "mem:0x1000:pu" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct recording r;

		recording_init(&r, names[i][0]);
		recording_make(&r);
		CHECK(!set_event_add_modifier(&r.set.events[0], 'u'));
		CHECK_STR(r.set.events[0].name, names[i][1]);
		recording_fini(&r);
		recording_init(&r, names[i][1]);
		recording_make(&r);
		CHECK(r.set.events[0].attr.flags & ATTR_EXCLUDE_KERNEL);
		recording_fini(&r);
	}
}

TEST(period_in_samples)
{
	static const struct {
		enum sample_period period;
		bool with_freq, with_period; /* whether samples of that kind have it */
	} cases[] = {
		{ SAMPLE_PERIOD_VARYING, true, false },
		{ SAMPLE_PERIOD_ALWAYS, true, true },
		{ SAMPLE_PERIOD_NEVER, false, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct recording r;

		recording_init(&r, "cpu-clock,cpu-clock/period=77/");
		r.config.interval.freq = 99;
		r.config.fields.period = cases[i].period;
		recording_make(&r);
		CHECK_EQ_U64(!!(r.set.events[0].attr.sample_type & PERF_SAMPLE_PERIOD), cases[i].with_freq);
		CHECK_EQ_U64(!!(r.set.events[1].attr.sample_type & PERF_SAMPLE_PERIOD), cases[i].with_period);
		recording_fini(&r);
	}
}

TEST(sideband_fields)
{
	struct recording r;
	uint64_t flags;

	recording_init(&r, "cpu-clock");
	recording_make(&r);
	flags = event_set_sideband(&r.set)->attr.flags;
	CHECK(!(flags & (ATTR_BUILD_ID | ATTR_BPF_EVENT | ATTR_TEXT_POKE)) && flags & ATTR_DISABLED);
	event_set_fini(&r.set);
	r.config.sideband =
		(struct sideband_fields){ .wants_build_ids = true, .bpf_programs = true, .text_pokes = true };
	r.config.starts_later = true;
	recording_make(&r);
	flags = event_set_sideband(&r.set)->attr.flags;
	CHECK(flags & ATTR_BUILD_ID && flags & ATTR_BPF_EVENT && flags & ATTR_TEXT_POKE);
	CHECK(!(flags & ATTR_DISABLED) && !(r.set.events[0].attr.flags & ATTR_TEXT_POKE));
	CHECK(r.set.events[0].attr.flags & ATTR_DISABLED);
	recording_fini(&r);
}

/* Only a target of threads has anything to inherit. */
TEST(inherited_by_the_target)
{
	struct recording r;

	recording_init(&r, "cpu-clock");
	r.target.inherit = true;
	recording_make(&r);
	CHECK(!(r.set.events[0].attr.flags & ATTR_INHERIT));
	event_set_fini(&r.set);
	r.target.kind = TARGET_THREADS;
	recording_make(&r);
	CHECK(r.set.events[0].attr.flags & ATTR_INHERIT);
	recording_fini(&r);
}

/* What Linux perf 7.3 opens: the members follow the leader, and do not sample. */
TEST(groups_read_at_samples)
{
	struct recording r;
	const struct event_attr *leader, *member;

	recording_init(&r, "{cpu-clock,page-faults,minor-faults/period=3/}:S");
	r.config.interval.freq = 99;
	r.target = (struct target){ .kind = TARGET_COMMAND, .inherit = true };
	recording_make(&r);
	leader = &r.set.events[0].attr;
	CHECK(leader->flags & ATTR_FREQ && leader->flags & ATTR_INHERIT && leader->flags & ATTR_DISABLED);
	CHECK(leader->sample_type & PERF_SAMPLE_READ && leader->sample_type & PERF_SAMPLE_PERIOD);
	for (size_t i = 0; i < 3; i++) {
		member = &r.set.events[i].attr;
		CHECK_EQ_U64(member->sample_type, leader->sample_type);
		CHECK_EQ_U64(member->read_format, PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST);
		CHECK_EQ_U64(member->sample_period, i ? 0 : 99);
		CHECK(!i || !(member->flags & (ATTR_FREQ | ATTR_DISABLED)));
	}
	CHECK(!(event_set_sideband(&r.set)->attr.read_format & PERF_FORMAT_GROUP));
	recording_fini(&r);
}

TEST(members_hold_what_their_leader_holds)
{
	struct recording r;

	recording_init(
		&r, "{cpu-clock/call-graph=dwarf,stack-size=64/,page-faults}:S,{cpu-clock,page-faults/max-stack=3/}");
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[1].attr.sample_type & STACK_FIELDS, STACK_FIELDS);
	CHECK_EQ_U64(r.set.events[1].attr.sample_stack_user, 64);
	CHECK(r.set.events[1].attr.flags & ATTR_EXCLUDE_CALLCHAIN_USER);
	CHECK(!(r.set.events[2].attr.sample_type & PERF_SAMPLE_CALLCHAIN));
	CHECK_EQ_U64(r.set.events[3].attr.sample_max_stack, 3);
	recording_fini(&r);
}

/* One event has nobody to be read with. */
TEST(an_event_read_at_its_own_samples)
{
	static const char *const alone[] = { "cpu-clock:S", "{cpu-clock}:S", "{cpu-clock:S}" };

	for (size_t i = 0; i < ARRAY_SIZE(alone); i++) {
		struct recording r;

		recording_init(&r, alone[i]);
		r.config.interval.freq = 99;
		recording_make(&r);
		CHECK(r.set.events[0].attr.sample_type & PERF_SAMPLE_READ);
		CHECK_EQ_U64(r.set.events[0].attr.read_format, PERF_FORMAT_ID | PERF_FORMAT_LOST);
		CHECK_EQ_U64(r.set.events[0].attr.sample_period, 99);
		recording_fini(&r);
	}
}

TEST(branches)
{
	struct recording r;

	recording_init(&r, "cycles,page-faults");
	r.config.fields.branches = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_TYPE_SAVE;
	r.config.fields.callgraph.mode = CALLGRAPH_LBR;
	recording_make(&r);
	for (size_t i = 0; i < 2; i++) {
		CHECK(r.set.events[i].attr.sample_type & PERF_SAMPLE_BRANCH_STACK);
		CHECK_EQ_U64(r.set.events[i].attr.branch_sample_type, 1 << 3 | 1 << 16);
		CHECK(r.set.events[i].attr.sample_type & PERF_SAMPLE_CALLCHAIN);
	}
	CHECK(!(event_set_sideband(&r.set)->attr.sample_type & PERF_SAMPLE_BRANCH_STACK));
	recording_fini(&r);
}

TEST(fields_by_options_of_their_own)
{
	const uint64_t more = PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP | PERF_SAMPLE_RAW;
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults");
	r.config.fields.more = more;
	r.config.fields.read_times = true;
	recording_make(&r);
	for (size_t i = 0; i < 3; i++) {
		const struct event_attr *attr = &r.set.events[i].attr;

		CHECK_EQ_U64(attr->sample_type & more, i < 2 ? more : 0);
		CHECK_EQ_U64(attr->read_format, PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
							PERF_FORMAT_ID | PERF_FORMAT_LOST);
		CHECK(!(attr->sample_type & PERF_SAMPLE_IDENTIFIER));
	}
	recording_fini(&r);
}

/* Records of cgroups are few, those of switches are not; uncore PMUs see no thread. */
TEST(who_brings_records_of_cgroups_and_switches)
{
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults,minor-faults");
	r.list.events[0].pmu_is_system = true;
	r.config.sideband = (struct sideband_fields){ .wants_cgroups = true, .wants_switches = true };
	recording_make(&r);
	for (size_t i = 0; i < 4; i++) {
		uint64_t flags = r.set.events[i].attr.flags;

		CHECK_EQ_I64(!!(flags & ATTR_CONTEXT_SWITCH), i == 1);
		CHECK_EQ_I64(!!(flags & ATTR_CGROUP), i == 3);
	}
	recording_fini(&r);
}

/* Switches are the kernel's, whatever modes the other events have. */
TEST(time_off_the_cpu)
{
	struct recording r;
	const struct event_attr *attr;

	recording_init(&r, "cpu-clock");
	CHECK_EQ_I64(event_list_add_off_cpu(&r.list), 0);
	r.config.interval.freq = 99;
	r.config.modes.no_kernel = true;
	r.config.sideband.wants_switches = true;
	recording_make(&r);
	attr = &r.set.events[1].attr;
	CHECK_STR(r.set.events[1].name, "offcpu-time");
	CHECK_EQ_U64(attr->config, PERF_COUNT_SW_CONTEXT_SWITCHES);
	CHECK_EQ_U64(attr->sample_period, 1);
	CHECK(!(attr->flags & (ATTR_FREQ | ATTR_EXCLUDE_KERNEL)) && attr->flags & ATTR_CONTEXT_SWITCH);
	CHECK(attr->sample_type & PERF_SAMPLE_CALLCHAIN && attr->sample_type & PERF_SAMPLE_PERIOD);
	CHECK(!(r.set.events[0].attr.flags & ATTR_CONTEXT_SWITCH));
	CHECK(!(r.set.events[0].attr.sample_type & PERF_SAMPLE_CALLCHAIN));
	event_set_fini(&r.set);
	r.config.fields.callgraph = (struct callgraph_spec){ .mode = CALLGRAPH_DWARF };
	recording_make(&r);
	CHECK_EQ_U64(r.set.events[1].attr.sample_type & STACK_FIELDS, STACK_FIELDS);
	event_set_fini(&r.set);
	/* Callers that come later would come after the time is over. */
	r.config.fields.callgraph = (struct callgraph_spec){ .mode = CALLGRAPH_FP, .defer = true };
	recording_make(&r);
	CHECK(r.set.events[0].attr.flags & ATTR_DEFER_CALLCHAIN);
	CHECK(!(r.set.events[1].attr.flags & ATTR_DEFER_CALLCHAIN));
	recording_fini(&r);
}

/* What an event's own terms and modifiers ask for. */
TEST(terms_in_attrs)
{
	struct recording r;

	recording_init(&r, "cpu-clock/no-inherit/,faults/inherit/,cs:R,bpf-output,dummy");
	r.list.events[4].extra.aux_sample_size = 16;
	r.list.events[4].extra.aux_action = AUX_ACTION_PAUSE;
	r.list.events[4].extra.aux_flags = ATTR_AUX_OUTPUT;
	r.target.kind = TARGET_PROCESSES;
	r.target.inherit = true;
	recording_make(&r);
	CHECK(!(r.set.events[0].attr.flags & ATTR_INHERIT) && r.set.events[2].attr.flags & ATTR_INHERIT);
	CHECK(r.set.events[2].attr.sample_type & PERF_SAMPLE_WEIGHT_STRUCT);
	CHECK_EQ_U64(r.set.events[3].attr.sample_period, 1);
	CHECK(r.set.events[3].attr.sample_type & PERF_SAMPLE_RAW && !(r.set.events[3].attr.flags & ATTR_FREQ));
	CHECK(r.set.events[4].attr.sample_type & PERF_SAMPLE_AUX && r.set.events[4].attr.flags & ATTR_AUX_OUTPUT);
	CHECK_EQ_U64(r.set.events[4].attr.aux_sample_size, 16);
	CHECK_EQ_U64(r.set.events[4].attr.aux_action, AUX_ACTION_PAUSE);
	event_set_fini(&r.set);
	r.target.inherit = false;
	recording_make(&r);
	CHECK(r.set.events[1].attr.flags & ATTR_INHERIT && !(r.set.events[2].attr.flags & ATTR_INHERIT));
	event_set_fini(&r.set);
	r.target.per_thread = true; /* the kernel maps no ring for an inherited event of no CPU */
	recording_make(&r);
	CHECK(!(r.set.events[1].attr.flags & ATTR_INHERIT));
	recording_fini(&r);
}

/* The option is for all events that say nothing else, and never for the sideband. */
TEST(overwriting)
{
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults/no-overwrite/,cs/overwrite/");
	recording_make(&r);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK_EQ_U64(!!(r.set.events[i].attr.flags & ATTR_WRITE_BACKWARD), i == 2);
	event_set_fini(&r.set);
	r.config.overwrite = true;
	recording_make(&r);
	for (size_t i = 0; i < r.set.n; i++)
		CHECK_EQ_U64(!!(r.set.events[i].attr.flags & ATTR_WRITE_BACKWARD), i == 0 || i == 2);
	recording_fini(&r);
}

/* The ring of a trace is as large as that of the sideband: a reader that is woken later than it fills reads too late.
 */
TEST(watermarks)
{
	static const struct event_watermarks watermarks = { .samples = 131072, .sideband = 4096, .area = 65536 };
	struct recording r;

	recording_init(&r, "cpu-clock,page-faults");
	r.list.events[1].trace.kind = TRACE_INTEL_PT;
	recording_make(&r);
	event_set_reset(&r.set, &watermarks);
	for (size_t i = 0; i < 3; i++) {
		CHECK_EQ_U64(r.set.events[i].attr.wakeup_events, i ? 4096 : 131072);
		CHECK_EQ_U64(r.set.events[i].attr.aux_watermark, i == 1 ? 65536 : 0);
	}
	recording_fini(&r);
}
