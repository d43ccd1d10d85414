#include "formats/archive/archive_context.h"

#define FROM_SINGLE CONTEXT_PAIR_WAYS
#define FROM_KNOWN  (FROM_SINGLE + CONTEXT_SINGLE_WAYS)
#define FROM_NEW    (FROM_KNOWN + 1)

void archive_addresses_begin(struct archive_addresses *a)
{
	struct buffer list = a->list;

	memset(a, 0, sizeof(*a));
	buffer_clear(&list);
	a->list = list;
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
			     const struct archive_address_streams *streams, uint8_t from, uint64_t *address)
{
	const uint64_t newest = a->list.size / 8 - 1;
	uint64_t number, *base;
	uint8_t top;

	if (from == FROM_KNOWN) {
		number = c->decodes ? 0 : a->known[known_slot(*address)] - 1u;
		archive_code_number(c, streams->known, newest, &number);
		if (c->decodes)
			*address = address_numbered(a, number);
		return;
	}
	top = from - FROM_NEW;
	base = &a->last_new[top];
	archive_code_number(c, streams->new, *base, address);
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
	known = a->known[known_slot(address)];
	if (known && address_numbered(a, known - 1) == address)
		return FROM_KNOWN;
	return (uint8_t)(FROM_NEW + (address >> 40 & 0x7f) % 100);
}

void archive_code_address(struct archive_coder *c, struct archive_addresses *a,
			  const struct archive_address_streams *streams, uint64_t before, uint64_t before_that,
			  uint64_t *address)
{
	const uint64_t one = context_mix(0, before);
	uint64_t *pair = a->pairs[context_slot(context_mix(one, before_that), CONTEXT_PAIR_BITS)];
	uint64_t *single = a->singles[context_slot(one, CONTEXT_SINGLE_BITS)];
	uint8_t from = c->decodes ? 0 : source_of(a, pair, single, *address);
	bool is_first = from == 0;

	archive_code_flag(c, streams->same, &is_first);
	if (!is_first)
		archive_code_byte(c, streams->from, &from);
	else
		from = 0;
	if (from >= FROM_KNOWN)
		code_unpredicted(c, a, streams, from, address);
	else if (c->decodes)
		*address = from < FROM_SINGLE ? pair[from] : single[from - FROM_SINGLE];
	way_to_front(pair, CONTEXT_PAIR_WAYS, *address);
	way_to_front(single, CONTEXT_SINGLE_WAYS, *address);
}
