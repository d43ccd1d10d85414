#include "report/types/flow_state.h"

static struct flow_slot *find(struct flow_state *s, int64_t at)
{
	for (unsigned i = 0; i < s->n_slots; i++)
		if (s->slots[i].at == at)
			return &s->slots[i];
	return NULL;
}

void flow_state_store(struct flow_state *s, int64_t at, struct flow_value value)
{
	struct flow_slot *slot = find(s, at);

	if (slot && value.kind == FLOW_UNKNOWN)
		*slot = s->slots[--s->n_slots];
	else if (slot)
		slot->value = value;
	else if (value.kind != FLOW_UNKNOWN && s->n_slots < FLOW_SLOTS)
		s->slots[s->n_slots++] = (struct flow_slot){ at, value };
}

struct flow_value flow_state_stored(const struct flow_state *s, int64_t at)
{
	const struct flow_slot *slot = find((struct flow_state *)s, at);

	return slot ? slot->value : (struct flow_value){ 0 };
}

static bool is_same(const struct flow_value *a, const struct flow_value *b)
{
	return a->kind == b->kind && a->type == b->type && a->offset == b->offset;
}

bool flow_state_meet(struct flow_state *s, const struct flow_state *other)
{
	bool has_changed = !s->is_reached;

	if (!s->is_reached) {
		*s = *other;
		s->is_reached = true;
		return true;
	}
	for (unsigned i = 0; i < FLOW_REGISTERS; i++)
		if (s->regs[i].kind != FLOW_UNKNOWN && !is_same(&s->regs[i], &other->regs[i])) {
			s->regs[i] = (struct flow_value){ 0 };
			has_changed = true;
		}
	for (unsigned i = s->n_slots; i-- > 0;) {
		const struct flow_value value = flow_state_stored(other, s->slots[i].at);

		if (is_same(&s->slots[i].value, &value))
			continue;
		s->slots[i] = s->slots[--s->n_slots];
		has_changed = true;
	}
	return has_changed;
}
