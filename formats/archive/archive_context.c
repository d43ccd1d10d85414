#include "formats/archive/archive_context.h"

#define FROM_SINGLE CONTEXT_PAIR_WAYS
#define FROM_NEXT   (FROM_SINGLE + CONTEXT_SINGLE_WAYS)
#define FROM_KNOWN  (FROM_NEXT + 1)
#define FROM_NEW    (FROM_KNOWN + 1)
#define FROM_END    (1u << CONTEXT_FROM_BITS)

void archive_address_kind_begin(struct archive_address_kind *kind, unsigned stream)
{
	kind->known = stream;
	kind->new = stream + 2;
	for (unsigned i = 0; i < ARRAY_SIZE(kind->same); i++)
		kind->same[i] = ARCHIVE_CHANCE_EVEN;
	for (unsigned i = 0; i < CONTEXT_FROMS; i++)
		for (unsigned k = 0; k < FROM_END; k++)
			kind->from[i][k] = ARCHIVE_CHANCE_EVEN;
}

/* Returns where a value is among n; n: it is not there. */
static unsigned way_of(const uint64_t *ways, unsigned n, uint64_t value)
{
	unsigned i = 0;

	while (i < n && ways[i] != value)
		i++;
	return i;
}

/* Moves a value to the front; the last one goes if it is not there. */
static void way_to_front(uint64_t *ways, unsigned n, uint64_t value)
{
	unsigned i = way_of(ways, n - 1, value);

	for (; i; i--)
		ways[i] = ways[i - 1];
	ways[0] = value;
}

static uint64_t address_numbered(const struct archive_addresses *a, uint64_t number)
{
	return number < a->list.size / 8 ? load_u64(a->list.data + 8 * number) : 0;
}

static void address_add(struct archive_addresses *a, uint32_t slot, uint64_t address)
{
	buffer_append(&a->list, &address, sizeof(address));
	a->known[slot] = (uint32_t)(a->list.size / 8);
}

static uint32_t known_slot(uint64_t address)
{
	return context_slot(context_mix(0, address), CONTEXT_KNOWN_BITS);
}

/* Codes an address that was not predicted: it was met, or is new. */
static void code_unpredicted(struct archive_coder *c, struct archive_addresses *a,
			     const struct archive_address_kind *kind, uint8_t from, uint64_t *address)
{
	const uint64_t newest = a->list.size / 8 - 1;
	uint64_t number, *base;
	uint8_t top;

	if (from <= FROM_KNOWN) {
		number = a->next;
		if (from == FROM_KNOWN) {
			number = c->decodes ? 0 : a->known[known_slot(*address)] - 1u;
			archive_code_number(c, kind->known, newest, &number);
		}
		a->next = number + 1;
		*address = address_numbered(a, number);
		address_add(a, known_slot(*address), *address);
		return;
	}
	top = from - FROM_NEW;
	base = &a->last_new[top];
	archive_code_number(c, kind->new, *base, address);
	*base = *address;
	address_add(a, known_slot(*address), *address);
}

static uint8_t source_of(const struct archive_addresses *a, const uint64_t *pair, const uint64_t *single,
			 uint64_t address)
{
	unsigned way = way_of(pair, CONTEXT_PAIR_WAYS, address);
	uint32_t known;

	if (way < CONTEXT_PAIR_WAYS)
		return (uint8_t)way;
	way = way_of(single, CONTEXT_SINGLE_WAYS, address);
	if (way < CONTEXT_SINGLE_WAYS)
		return (uint8_t)(FROM_SINGLE + way);
	if (a->next && address_numbered(a, a->next) == address)
		return FROM_NEXT;
	known = a->known[known_slot(address)];
	if (known && address_numbered(a, known - 1) == address)
		return FROM_KNOWN;
	return (uint8_t)(FROM_NEW + (address >> 40 & 0x7f) % (FROM_END - FROM_NEW));
}

/* Notes whether the first was right. */
static void pair_learn(struct archive_pair *pair, bool is_first)
{
	pair->history = (pair->history ? pair->history : 1) << 1 | is_first;
	if (pair->history >= CONTEXT_HISTORY)
		pair->history = pair->history % (CONTEXT_HISTORY / 2) + CONTEXT_HISTORY / 2;
}

/* Where an address that is not the first of its pair may be from depends on what there is. */
static unsigned from_context(const struct archive_pair *pair, const uint64_t *single)
{
	return (pair->ways[0] != 0) + (pair->ways[1] != 0) + (pair->ways[2] != 0) + 4 * (single[0] != 0);
}

void archive_code_address(struct archive_coder *c, struct archive_addresses *a, struct archive_address_kind *kind,
			  uint64_t before, uint64_t before_that, uint64_t *address)
{
	const uint64_t one = context_mix(0, before);
	struct archive_pair *pair = &a->pairs[context_slot(context_mix(one, before_that), CONTEXT_PAIR_BITS)];
	uint64_t *single = a->singles[context_slot(one, CONTEXT_SINGLE_BITS)];
	bool is_first = pair->ways[0] == *address;
	uint8_t from = 0;

	archive_code_choice(c, &kind->same[pair->history], &is_first);
	pair_learn(pair, is_first);
	if (is_first) {
		*address = pair->ways[0];
		return;
	}
	if (!c->decodes)
		from = source_of(a, pair->ways, single, *address);
	archive_code_few(c, kind->from[from_context(pair, single)], CONTEXT_FROM_BITS, &from);
	if (from >= FROM_NEXT)
		code_unpredicted(c, a, kind, from, address);
	else if (c->decodes)
		*address = from < FROM_SINGLE ? pair->ways[from] : single[from - FROM_SINGLE];
	way_to_front(pair->ways, CONTEXT_PAIR_WAYS, *address);
	if (from >= FROM_SINGLE)
		way_to_front(single, CONTEXT_SINGLE_WAYS, *address);
}
