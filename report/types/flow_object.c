#include "report/types/flow_object.h"

#include "common/sorting.h"

/* The value that GCC and clang compare before a function returns. */
#define CANARY_OFFSET 0x28

/* More than scopes are deep. */
#define DEPTHS 0x10000u

/* Limit of arrays of arrays. */
#define ARRAYS_MAX 32u

static int64_t sum(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t difference(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

static uint64_t size_of(const struct flow_place *p, uint32_t type)
{
	return type == TYPE_NONE ? 0 : type_table_get(&p->v->types, type)->size;
}

/* What was found so far, and how good it is: its size, then whether it is a structure and the depth of its scope. */
struct choice {
	struct flow_object best;
	uint64_t size;
	unsigned rank;
};

/* Takes an object of the type, if that holds the offset, and if it is better. */
static void consider(struct choice *c, const struct flow_place *p, uint32_t type, int64_t offset, unsigned depth)
{
	const uint64_t size = size_of(p, type);
	unsigned rank;
	uint8_t reason = !size                                    ? TYPE_NO_POINTER
			 : offset < 0 || (uint64_t)offset >= size ? TYPE_BAD_OFFSET
								  : TYPE_FOUND;

	if (reason != TYPE_FOUND) {
		if (c->best.reason != TYPE_FOUND)
			c->best.reason = reason;
		return;
	}
	rank = depth + (type_table_is(&p->v->types, type, TYPE_AGGREGATE) ? DEPTHS : 0);
	if (c->best.reason == TYPE_FOUND && (c->size > size || (c->size == size && c->rank >= rank)))
		return;
	*c = (struct choice){ { .reason = reason, .type = type, .offset = (uint64_t)offset }, size, rank };
}

/* Where in the frame a variable is. False: it is not known. */
static bool frame_offset(const struct flow_place *p, const struct place *place, int64_t *ret_offset)
{
	const struct flow_value *reg = place->reg < FLOW_REGISTERS ? &p->state->regs[place->reg] : NULL;

	if (place->kind == PLACE_FRAME)
		*ret_offset = place->offset;
	else if (place->kind == PLACE_MEMORY && reg && reg->kind == FLOW_FRAME)
		*ret_offset = sum(reg->offset, place->offset);
	else
		return false;
	return true;
}

/* What the pointer that is a variable, or a part of it, points to. False: that is no pointer. */
static bool pointee(const struct flow_place *p, const struct place *place, uint32_t *ret_target)
{
	struct type_table *types = &p->v->types;
	const uint32_t type = type_table_is(types, place->type, TYPE_POINTER)
				      ? place->type
				      : type_table_member(types, place->type, place->part);

	if (!type_table_is(types, type, TYPE_POINTER))
		return false;
	*ret_target = type_table_target(types, type);
	return true;
}

/* A variable in memory, of which the byte `at` of a part is accessed. */
static void consider_memory(struct choice *c, const struct flow_place *p, const struct place *place, int64_t at)
{
	if (at >= 0 && (uint64_t)at < place->size)
		consider(c, p, place->type, sum(at, (int64_t)place->part), place->depth + 1u);
}

/* A variable that may be at register + offset, or point there. */
static void consider_place(struct choice *c, const struct flow_place *p, const struct place *place, unsigned reg,
			   int64_t offset)
{
	const struct flow_value *value = &p->state->regs[reg];
	uint32_t target;
	int64_t at;

	if (place->kind == PLACE_VALUE && place->reg == reg) {
		/* What is not a pointer is a number that the address was made of. */
		if (pointee(p, place, &target))
			consider(c, p, target, difference(offset, place->offset), place->depth + 1u);
		else
			consider(c, p, TYPE_NONE, 0, 0);
	} else if (place->kind == PLACE_MEMORY && place->reg == reg) {
		consider_memory(c, p, place, difference(offset, place->offset));
	} else if (value->kind == FLOW_FRAME && frame_offset(p, place, &at)) {
		consider_memory(c, p, place, difference(sum(value->offset, offset), at));
	}
}

/* How many places begin at an address or before it. */
static uint32_t places_until(const struct places *places, uint64_t pc)
{
	return BISECT(0, places->n, i, places->list[i].low <= pc);
}

static struct flow_object of_register(const struct flow_place *p, unsigned reg, int64_t offset)
{
	const struct flow_value *value = &p->state->regs[reg];
	const uint32_t n = places_until(p->places, p->pc);
	struct choice c = { .best = { .reason = TYPE_NO_VARIABLE } }, tracked;

	for (uint32_t i = 0; i < n; i++)
		if (p->places->list[i].high > p->pc)
			consider_place(&c, p, &p->places->list[i], reg, offset);
	tracked = c;
	if (value->kind == FLOW_POINTER)
		consider(&tracked, p, value->type, sum(value->offset, offset), 0);
	if (tracked.best.type != c.best.type || tracked.best.reason != c.best.reason)
		tracked.best.is_tracked = tracked.best.reason == TYPE_FOUND;
	return tracked.best;
}

static struct flow_object of_address(const struct flow_place *p, uint64_t address)
{
	struct flow_object o = { .reason = TYPE_NO_VARIABLE };

	o.type = variables_global(p->v, address, &o.offset);
	if (o.type != TYPE_NONE)
		o.reason = TYPE_FOUND;
	return o;
}

struct flow_object flow_object_of(const struct flow_place *p, const struct operand *o)
{
	struct flow_object found;

	if (o->base == OPERAND_NO_REGISTER) {
		if (o->segment && o->index == OPERAND_NO_REGISTER && o->offset == CANARY_OFFSET)
			return (struct flow_object){ .reason = TYPE_CANARY };
		/* What threads have for themselves has no address; what CPUs have is a variable of the kernel. */
		return o->segment == OPERAND_FS ? (struct flow_object){ .reason = TYPE_NO_VARIABLE }
						: of_address(p, (uint64_t)o->offset);
	}
	found = of_register(p, o->base, o->offset);
	if (found.reason != TYPE_FOUND && o->index != OPERAND_NO_REGISTER && o->scale == 1) {
		struct flow_object other = of_register(p, o->index, o->offset);

		if (other.reason == TYPE_FOUND)
			found = other;
	}
	if (found.reason == TYPE_FOUND)
		found.type = type_table_element(&p->v->types, found.type, &found.offset);
	return found;
}

/* --- values ----------------------------------------------------------------------------------- */

static struct flow_value pointer_to(uint32_t type, int64_t offset)
{
	return type == TYPE_NONE ? (struct flow_value){ 0 } : (struct flow_value){ FLOW_POINTER, type, offset };
}

struct flow_value flow_register(const struct flow_place *p, unsigned reg)
{
	struct flow_value best = p->state->regs[reg];
	const uint32_t n = places_until(p->places, p->pc);

	for (uint32_t i = 0; i < n && best.kind != FLOW_FRAME; i++) {
		const struct place *place = &p->places->list[i];
		uint32_t target;

		if (place->high <= p->pc || place->kind != PLACE_VALUE || place->reg != reg ||
		    !pointee(p, place, &target))
			continue;
		if (size_of(p, target) > (best.kind == FLOW_POINTER ? size_of(p, best.type) : 0))
			best = pointer_to(target, difference(0, place->offset));
	}
	return best;
}

struct flow_value flow_global(struct variables *v, uint64_t address)
{
	uint64_t offset = 0;
	uint32_t type = variables_global(v, address, &offset);

	/* To an element, since code goes from one to the next. */
	for (unsigned i = 0; i < ARRAYS_MAX && type_table_is(&v->types, type, TYPE_ARRAY); i++) {
		const uint32_t element = type_table_target(&v->types, type);
		const uint64_t size = element == TYPE_NONE ? 0 : type_table_get(&v->types, element)->size;

		if (!size)
			break;
		offset %= size;
		type = element;
	}
	return pointer_to(type, (int64_t)offset);
}

struct flow_value flow_pointer_at(struct variables *v, uint32_t type, uint64_t offset)
{
	const uint32_t member = type_table_member(&v->types, type, offset);

	if (!type_table_is(&v->types, member, TYPE_POINTER))
		return (struct flow_value){ 0 };
	return pointer_to(type_table_target(&v->types, member), 0);
}

struct flow_value flow_moved(struct variables *v, struct flow_value value, int64_t by)
{
	const uint64_t size = value.kind == FLOW_POINTER ? type_table_get(&v->types, value.type)->size : 0;

	if (value.kind == FLOW_UNKNOWN || (size && size <= INT64_MAX && by % (int64_t)size == 0))
		return value;
	value.offset = sum(value.offset, by);
	return value;
}
