#include "record/open/inheritance.h"

#include "record/events/event_parse.h"
#include "tests/support/test.h"

#include <errno.h>

#define IN_KERNEL "mem:0xffffffff82000000/8:w"

struct inherited {
	struct event_list list;
	struct target target;
	struct event_set set;
	struct error err;
};

static void inherited_init(struct inherited *in, const char *events)
{
	const struct sampler_config config = { .attachable = true };

	memset(in, 0, sizeof(*in));
	in->target.kind = TARGET_COMMAND;
	in->target.inherit = true;
	event_list_init(&in->list);
	CHECK_EQ_I64(event_list_parse(&in->list, events, NULL, &in->err), 0);
	CHECK_EQ_I64(event_set_init(&in->set, &in->list, &config, &in->target, &in->err), 0);
}

static void inherited_fini(struct inherited *in)
{
	event_set_fini(&in->set);
	event_list_fini(&in->list);
}

static bool is_inherited(const struct inherited *in, size_t i)
{
	return in->set.events[i].attr.flags & ATTR_INHERIT;
}

/* The kernel inherits a group as a whole. */
TEST(breakpoint_in_the_kernel)
{
	struct inherited in;

	inherited_init(&in, "cpu-clock,{page-faults," IN_KERNEL "},mem:0x1000:w");
	for (size_t i = 0; i < in.set.n; i++)
		CHECK(is_inherited(&in, i));
	CHECK_EQ_I64(inheritance_prepare(&in.set, true, &in.err), 0);
	for (size_t i = 0; i < in.set.n; i++) {
		const bool alone = i == 1 || i == 2;

		CHECK_EQ_I64(is_inherited(&in, i), !alone);
		CHECK_EQ_I64(in.set.events[i].alone != NULL, alone);
	}
	CHECK(strstr(in.set.events[2].alone, "in the kernel"));
	inherited_fini(&in);
}

TEST(what_must_be_inherited)
{
	struct inherited in;

	inherited_init(&in, "cpu-clock," IN_KERNEL);
	CHECK_EQ_I64(inheritance_prepare(&in.set, false, &in.err), -EOPNOTSUPP);
	CHECK(strstr(in.err.message, "event '" IN_KERNEL "' cannot be inherited"));
	inherited_fini(&in);
	inherited_init(&in, IN_KERNEL "/no-inherit/");
	CHECK_EQ_I64(inheritance_prepare(&in.set, false, &in.err), 0);
	CHECK(!in.set.events[0].alone);
	inherited_fini(&in);
}
