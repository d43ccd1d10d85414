/* flow_state: what two ways to one instruction have in common. */
#include "report/types/flow_state.h"
#include "tests/support/test.h"

static struct flow_value pointer(uint32_t type, int64_t offset)
{
	return (struct flow_value){ FLOW_POINTER, type, offset };
}

TEST(a_stored_value_is_found_until_it_is_replaced)
{
	struct flow_state s = { 0 };

	flow_state_store(&s, -16, pointer(1, 0));
	flow_state_store(&s, -24, pointer(2, 8));
	CHECK_EQ_U64(flow_state_stored(&s, -16).type, 1);
	CHECK_EQ_U64(flow_state_stored(&s, -24).offset, 8);
	CHECK_EQ_U64(flow_state_stored(&s, -8).kind, FLOW_UNKNOWN);
	flow_state_store(&s, -16, (struct flow_value){ 0 });
	CHECK_EQ_U64(flow_state_stored(&s, -16).kind, FLOW_UNKNOWN);
	CHECK_EQ_U64(flow_state_stored(&s, -24).type, 2);
}

TEST(more_words_than_there_is_room_for_are_not_known)
{
	struct flow_state s = { 0 };

	for (int64_t i = 0; i < FLOW_SLOTS + 2; i++)
		flow_state_store(&s, i * 8, pointer(1, i));
	CHECK_EQ_U64(s.n_slots, FLOW_SLOTS);
	CHECK_EQ_U64(flow_state_stored(&s, FLOW_SLOTS * 8).kind, FLOW_UNKNOWN);
}

TEST(ways_keep_what_they_share)
{
	struct flow_state s = { 0 }, one = { 0 }, other = { 0 };

	one.regs[0] = other.regs[0] = pointer(1, 0);
	one.regs[1] = pointer(1, 0);
	other.regs[1] = pointer(1, 8);
	one.regs[2] = pointer(1, 0);
	flow_state_store(&one, -8, pointer(3, 0));
	flow_state_store(&one, -16, pointer(4, 0));
	flow_state_store(&other, -16, pointer(4, 0));
	CHECK(flow_state_meet(&s, &one));
	CHECK(!flow_state_meet(&s, &one));
	CHECK(flow_state_meet(&s, &other));
	CHECK(!flow_state_meet(&s, &other));
	CHECK_EQ_U64(s.regs[0].type, 1);
	CHECK_EQ_U64(s.regs[1].kind, FLOW_UNKNOWN);
	CHECK_EQ_U64(s.regs[2].kind, FLOW_UNKNOWN);
	CHECK_EQ_U64(flow_state_stored(&s, -8).kind, FLOW_UNKNOWN);
	CHECK_EQ_U64(flow_state_stored(&s, -16).type, 4);
}
