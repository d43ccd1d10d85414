#include "record/events/event_modifiers.h"

#include <errno.h>
#include <string.h>

#define MODIFIERS   "ukhpPGHISDeWbRX"
#define PRECISE_MAX 3
#define MODES       (ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV)
#define GUEST_HOST  (ATTR_EXCLUDE_GUEST | ATTR_EXCLUDE_HOST)

bool event_modifiers_are(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!text[i] || !strchr(MODIFIERS, text[i]))
			return false;
	return size > 0;
}

/* Checks all letters first, so that applying them cannot fail halfway. */
static int modifiers_check(const char *text, size_t size, size_t *ret_bad)
{
	for (size_t i = 0; i < size; i++) {
		size_t before = 0;
		size_t most = text[i] == 'p' ? PRECISE_MAX : 1;

		for (size_t j = 0; j < i; j++)
			before += text[j] == text[i];
		if (!text[i] || !strchr(MODIFIERS, text[i]) || before >= most) {
			*ret_bad = i;
			return -EINVAL;
		}
	}
	return 0;
}

/* The modes asked for so far. The first mode letter excludes all modes; each then includes its own. */
struct modifier_state {
	uint64_t flags;
	unsigned precise;
	bool modes_given;
	bool guest_host_given;
};

static void state_mode(struct modifier_state *s, uint64_t exclude)
{
	if (!s->modes_given)
		s->flags |= MODES;
	s->modes_given = true;
	s->flags &= ~exclude;
}

static void state_guest_host(struct modifier_state *s, uint64_t exclude)
{
	if (!s->guest_host_given)
		s->flags |= GUEST_HOST;
	s->guest_host_given = true;
	s->flags &= ~exclude;
}

/* Precise events and those of user mode do not exist for guests unless they are asked for. */
static void state_host_only(struct modifier_state *s)
{
	if (!s->guest_host_given)
		s->flags |= ATTR_EXCLUDE_GUEST;
}

static void modifier_apply(struct event_spec *spec, struct modifier_state *s, char letter)
{
	switch (letter) {
	case 'u':
		state_host_only(s);
		state_mode(s, ATTR_EXCLUDE_USER);
		break;
	case 'k': state_mode(s, ATTR_EXCLUDE_KERNEL); break;
	case 'h': state_mode(s, ATTR_EXCLUDE_HV); break;
	case 'G': state_guest_host(s, ATTR_EXCLUDE_GUEST); break;
	case 'H': state_guest_host(s, ATTR_EXCLUDE_HOST); break;
	case 'I': s->flags |= ATTR_EXCLUDE_IDLE; break;
	case 'p':
		s->precise++;
		state_host_only(s);
		break;
	case 'P':
		spec->precise = EVENT_PRECISE_MAX;
		s->precise = PRECISE_MAX;
		break;
	case 'S': spec->sample_read = true; break;
	case 'D': s->flags |= ATTR_PINNED; break;
	case 'e': s->flags |= ATTR_EXCLUSIVE; break;
	case 'R': spec->extra.sample_type |= PERF_SAMPLE_WEIGHT_STRUCT; break; /* it has the latency of retiring */
	case 'W': spec->weak = true; break;
	default: break; /* b and X, of perf stat and of metrics: nothing to a recording */
	}
}

int event_modifiers_apply(struct event_spec *spec, const char *text, size_t size, bool of_group, size_t *ret_bad)
{
	uint64_t flags = spec->attr.flags;
	struct modifier_state s = { .flags = flags };
	int result = modifiers_check(text, size, ret_bad);

	if (result)
		return result;
	if (of_group) {
		s.modes_given = flags & MODES;
		s.guest_host_given = spec->exclude_given && flags & GUEST_HOST;
	} else {
		s.flags &= ~(MODES | GUEST_HOST);
	}
	for (size_t i = 0; i < size; i++)
		modifier_apply(spec, &s, text[i]);
	if (of_group && s.precise && spec->precise != EVENT_PRECISE_MAX)
		s.precise += (unsigned)((flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT);
	if (s.precise > PRECISE_MAX && spec->precise != EVENT_PRECISE_MAX)
		return -ERANGE;
	if (s.precise > PRECISE_MAX)
		s.precise = PRECISE_MAX;
	if (s.precise)
		s.flags = (s.flags & ~ATTR_PRECISE_IP_MASK) | (uint64_t)s.precise << ATTR_PRECISE_IP_SHIFT;
	spec->attr.flags = s.flags;
	spec->exclude_given |= s.modes_given || s.guest_host_given;
	return 0;
}

void event_modifiers_default(struct event_spec *spec)
{
	spec->attr.flags |= ATTR_EXCLUDE_GUEST;
}
