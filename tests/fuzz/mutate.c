#include "tests/fuzz/mutate.h"

#include "formats/record/abi.h"

#define MUTATE_SIZE_MAX (4u << 20) /* of a mutant: what is spliced in again and again comes to an end */
#define RECORDS_LOOKED  64         /* so many record headers from a random one on are candidates */

uint64_t mutate_random(struct mutate_random *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

uint64_t mutate_random_below(struct mutate_random *r, uint64_t n)
{
	return n ? mutate_random(r) % n : 0;
}

/* Whether the file is of the other byte order; one without its magic counts as of this machine's. */
static bool is_swapped(const struct buffer *b)
{
	uint64_t magic = b->size >= 8 ? load_u64(b->data) : 0;

	return magic == __builtin_bswap64(FILE_MAGIC_V2) || magic == __builtin_bswap64(FILE_MAGIC_V1);
}

static void put_order(uint8_t *to, uint64_t value, unsigned width, bool swap)
{
	for (unsigned i = 0; i < width; i++)
		to[swap ? width - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

/* A number that is at an end of what a size, a count or an address can be, or beside the one there is. */
static uint64_t odd_number(struct mutate_random *r, uint64_t is)
{
	static const uint64_t numbers[] = { 0,          1,          7,          8,          9,         16,
					    0x7f,       0xff,       0x100,      0x7fff,     0x8000,    0xfff8,
					    0xffff,     0x10000,    0x7ffffff,  0x7fffffff, 1u << 31,  0xfffffff8,
					    0xffffffff, 1ull << 32, 1ull << 60, 1ull << 63, INT64_MAX, UINT64_MAX };
	uint64_t n = mutate_random_below(r, ARRAY_SIZE(numbers) + 4);

	switch (n) {
	case ARRAY_SIZE(numbers): return is + 1 + mutate_random_below(r, 16);
	case ARRAY_SIZE(numbers) + 1: return is - 1 - mutate_random_below(r, 16);
	case ARRAY_SIZE(numbers) + 2: return is << (1 + mutate_random_below(r, 31));
	case ARRAY_SIZE(numbers) + 3: return mutate_random(r);
	default: return numbers[n];
	}
}

/* --- what is done to a file --------------------------------------------------- */

static void cut_end(struct buffer *b, struct mutate_random *r)
{
	b->size = mutate_random_below(r, b->size);
}

static void flip_bits(struct buffer *b, struct mutate_random *r)
{
	for (uint64_t n = 1 + mutate_random_below(r, 16); n && b->size; n--)
		b->data[mutate_random_below(r, b->size)] ^= (uint8_t)(1 << mutate_random_below(r, 8));
}

/* One number anywhere, on a place where numbers stand. */
static void change_number(struct buffer *b, struct mutate_random *r)
{
	unsigned width = 2u << mutate_random_below(r, 3);
	uint64_t at = mutate_random_below(r, b->size / width) * width;

	if (b->size >= width)
		put_order(b->data + at, odd_number(r, b->data[at]), width, is_swapped(b));
}

/* A field of the file's header. */
static void change_header(struct buffer *b, struct mutate_random *r)
{
	uint64_t at = 8 * mutate_random_below(r, FILE_HEADER_SIZE / 8);

	if (b->size >= FILE_HEADER_SIZE)
		put_order(b->data + at, odd_number(r, load_u64_order(b->data + at, is_swapped(b))), 8, is_swapped(b));
}

/* The data section as the header has it; all after the header in a pipe. */
static struct mutate_bytes data_section(const struct buffer *b)
{
	bool swap = is_swapped(b);
	uint64_t offset, size;

	if (b->size < FILE_HEADER_SIZE || load_u64_order(b->data + 8, swap) != FILE_HEADER_SIZE) {
		offset = b->size < FILE_PIPE_HEADER_SIZE ? b->size : FILE_PIPE_HEADER_SIZE;
		size = b->size;
	} else {
		offset = load_u64_order(b->data + 40, swap);
		size = load_u64_order(b->data + 48, swap);
	}
	if (offset > b->size)
		offset = b->size;
	if (!size || size > b->size - offset)
		size = b->size - offset;
	return (struct mutate_bytes){ .data = b->data + offset, .size = size };
}

/* A record of the file, chosen by chance, as far as headers can be followed. NULL when there is none. */
static uint8_t *choose_record(const struct buffer *b, struct mutate_random *r, uint16_t *ret_size)
{
	struct mutate_bytes data = data_section(b);
	bool swap = is_swapped(b);
	size_t pos = 0, start = mutate_random_below(r, data.size);
	uint64_t n = mutate_random_below(r, RECORDS_LOOKED) + 1;
	const uint8_t *chosen = NULL;

	while (pos + RECORD_HEADER_SIZE <= data.size && n) {
		uint16_t size = load_u16_order(data.data + pos + 6, swap);

		if (size < RECORD_HEADER_SIZE || size > data.size - pos)
			break;
		chosen = data.data + pos;
		*ret_size = size;
		n -= pos >= start;
		pos += size;
	}
	return chosen ? b->data + (chosen - b->data) : NULL;
}

static void change_record_header(struct buffer *b, struct mutate_random *r)
{
	static const uint32_t types[] = { PERF_RECORD_MMAP,
					  PERF_RECORD_COMM,
					  PERF_RECORD_SAMPLE,
					  PERF_RECORD_MMAP2,
					  PERF_RECORD_KSYMBOL,
					  PERF_RECORD_HEADER_ATTR,
					  PERF_RECORD_HEADER_TRACING_DATA,
					  PERF_RECORD_FINISHED_ROUND,
					  PERF_RECORD_AUXTRACE,
					  PERF_RECORD_HEADER_FEATURE,
					  PERF_RECORD_COMPRESSED,
					  PERF_RECORD_COMPRESSED2 };
	uint16_t size;
	uint8_t *record = choose_record(b, r, &size);

	if (!record)
		return;
	switch (mutate_random_below(r, 4)) {
	case 0: put_order(record, types[mutate_random_below(r, ARRAY_SIZE(types))], 4, is_swapped(b)); break;
	case 1: put_order(record + 4, mutate_random(r), 2, is_swapped(b)); break;
	default: put_order(record + 6, odd_number(r, size), 2, is_swapped(b)); break;
	}
}

/* A number within a record: a count of callchain entries, a size of raw data, an id, an address. */
static void change_record_number(struct buffer *b, struct mutate_random *r)
{
	uint16_t size;
	uint8_t *record = choose_record(b, r, &size);
	unsigned width = mutate_random_below(r, 3) ? 8 : 4;
	uint64_t n = record ? (size - RECORD_HEADER_SIZE) / width : 0;

	if (!n)
		return;
	record += RECORD_HEADER_SIZE + mutate_random_below(r, n) * width;
	put_order(record, odd_number(r, record[0]), width, is_swapped(b));
}

/* Two records' sizes, each in the other's place. */
static void swap_sizes(struct buffer *b, struct mutate_random *r)
{
	uint16_t size_a, size_b;
	uint8_t *record_a = choose_record(b, r, &size_a);
	uint8_t *record_b = choose_record(b, r, &size_b);

	if (!record_a)
		return;
	put_order(record_a + 6, size_b, 2, is_swapped(b));
	put_order(record_b + 6, size_a, 2, is_swapped(b));
}

/* An entry of the table of features, which begins after the data. */
static void change_feature_entry(struct buffer *b, struct mutate_random *r)
{
	struct mutate_bytes data = data_section(b);
	size_t at = (size_t)(data.data - b->data) + data.size + 8 * mutate_random_below(r, 64);

	if (at + 8 <= b->size)
		put_order(b->data + at, odd_number(r, load_u64_order(b->data + at, is_swapped(b))), 8, is_swapped(b));
}

/* A stretch at a random place, most often whole words as records are. */
static struct mutate_bytes choose_range(struct mutate_bytes of, struct mutate_random *r)
{
	size_t at = mutate_random_below(r, of.size);
	size_t size = 1 + mutate_random_below(r, mutate_random_below(r, 4) ? 512 : of.size - at);

	if (mutate_random_below(r, 8)) {
		at &= ~(size_t)7;
		size = (size + 7) & ~(size_t)7;
	}
	if (size > of.size - at)
		size = of.size - at;
	return (struct mutate_bytes){ .data = of.data + at, .size = size };
}

static void erase_range(struct buffer *b, struct mutate_random *r)
{
	struct mutate_bytes s = choose_range((struct mutate_bytes){ b->data, b->size }, r);
	uint8_t *to = b->data + (s.data - b->data);

	memmove(to, s.data + s.size, b->size - (size_t)(s.data - b->data) - s.size);
	b->size -= s.size;
}

/* A part of a file, this or another, over what is there. */
static void overwrite_range(struct buffer *b, struct mutate_bytes from, struct mutate_random *r)
{
	struct mutate_bytes s = choose_range(from, r);
	size_t at = mutate_random_below(r, b->size) & ~(size_t)7;

	if (s.size > b->size - at)
		s.size = b->size - at;
	if (s.size)
		memmove(b->data + at, s.data, s.size);
}

/* The same between what is there. */
static bool insert_range(struct buffer *b, struct mutate_bytes from, struct mutate_random *r)
{
	struct mutate_bytes s = choose_range(from, r);
	size_t at = mutate_random_below(r, b->size) & ~(size_t)7;
	struct buffer out;

	if (b->size + s.size > MUTATE_SIZE_MAX || !s.size)
		return true;
	buffer_init(&out);
	buffer_append(&out, b->data, at);
	buffer_append(&out, s.data, s.size);
	buffer_append(&out, b->data + at, b->size - at);
	if (!buffer_ok(&out)) {
		buffer_fini(&out);
		return false;
	}
	buffer_fini(b);
	*b = out;
	return true;
}

static bool mutate_once(struct buffer *b, struct mutate_bytes other, struct mutate_random *r)
{
	struct mutate_bytes own = { b->data, b->size };

	if (!b->size)
		return true;
	switch (mutate_random_below(r, 16)) {
	case 0: cut_end(b, r); break;
	case 1:
	case 2: flip_bits(b, r); break;
	case 3: change_number(b, r); break;
	case 4: change_header(b, r); break;
	case 5:
	case 6: change_record_header(b, r); break;
	case 7:
	case 8:
	case 9: change_record_number(b, r); break;
	case 10: swap_sizes(b, r); break;
	case 11: change_feature_entry(b, r); break;
	case 12: erase_range(b, r); break;
	case 13: overwrite_range(b, mutate_random_below(r, 2) ? own : other, r); break;
	case 14: return insert_range(b, other, r);
	default: return insert_range(b, own, r);
	}
	return true;
}

bool mutate(struct buffer *b, struct mutate_bytes other, struct mutate_random *r)
{
	/* Few changes, most often one: more of them hide each other. */
	uint64_t n = mutate_random_below(r, 2) ? 1 : 1 + mutate_random_below(r, 6);

	for (; n; n--)
		if (!mutate_once(b, other, r))
			return false;
	return true;
}
