#include "formats/file/resync.h"

#include "formats/record/record.h"

/* Types of newer versions of simpleperf are plausible, too. */
#define SIMPLEPERF_TYPE_END (SIMPLEPERF_RECORD_START + 32)

bool resync_type_known(uint32_t type)
{
	return record_type_name(type) || (type >= SIMPLEPERF_RECORD_START && type < SIMPLEPERF_TYPE_END);
}

/* True if the file has the id. Synthesized records have 0, and old files have no ids. */
static bool id_plausible(const struct perf_file *f, uint64_t id)
{
	return !id || f->n_events == 1 || perf_file_event_by_id(f, id);
}

static bool sample_plausible(const struct perf_file *f, const struct record *r)
{
	const struct file_event *e = perf_file_event_of(f, r);

	return e && r->size >= e->layout.fixed_end;
}

/* True if a record of the kernel that is no sample is plausible. */
static bool sideband_plausible(const struct perf_file *f, const struct record *r)
{
	const struct event_layout *l = &perf_file_event_of(f, r)->layout;
	uint16_t offset = event_layout_trailer_id(l);

	if (r->size < RECORD_HEADER_SIZE + l->trailer_size)
		return false;
	return !offset || id_plausible(f, load_u64_order(r->data + r->size - offset, r->swap));
}

static bool record_plausible(const struct perf_file *f, const struct record *r)
{
	if (!resync_type_known(r->type) || (r->misc & RECORD_MISC_CPUMODE_MASK) > RECORD_MISC_GUEST_USER)
		return false;
	if (r->type == PERF_RECORD_SAMPLE)
		return sample_plausible(f, r);
	return r->type >= PERF_RECORD_USER_TYPE_START || sideband_plausible(f, r);
}

/* True if n plausible records follow each other from pos on. */
static bool chain_holds(const struct perf_file *f, const struct resync_bytes *bytes, size_t pos, unsigned n)
{
	unsigned passed = 0;

	while (passed < n && pos < bytes->size) {
		uint64_t trailing;
		struct record r;

		if (record_at(&r, bytes->data + pos, bytes->size - pos, 0, f->swap, NULL)) {
			/* More may come than is at hand; a header of impossible size says no. */
			bool cut = bytes->size - pos < RECORD_HEADER_SIZE ||
				   load_u16_order(bytes->data + pos + 6, f->swap) >= RECORD_HEADER_SIZE;

			return passed && cut && !(bytes->is_end && passed < 2);
		}
		if (!record_plausible(f, &r) || record_trailing_size(&r, &trailing, NULL))
			return false;
		passed++;
		pos += r.size;
		if (trailing > bytes->size - pos)
			return !bytes->is_end;
		pos += trailing;
	}
	return passed > 0;
}

/* True if a chain of plausible records begins at pos. */
static bool is_chain(const struct perf_file *f, const struct resync_bytes *bytes, size_t pos)
{
	return chain_holds(f, bytes, pos, RESYNC_CHAIN);
}

bool resync_is_unknown(const struct perf_file *f, const struct resync_bytes *bytes, size_t pos)
{
	for (unsigned n = 0; n < RESYNC_CHAIN && bytes->size - pos >= RECORD_HEADER_SIZE; n++) {
		uint16_t size = load_u16_order(bytes->data + pos + 6, f->swap);

		if (resync_type_known(load_u32_order(bytes->data + pos, f->swap)) || size < RECORD_HEADER_SIZE ||
		    size > bytes->size - pos)
			return false;
		pos += size;
		if (pos == bytes->size || chain_holds(f, bytes, pos, RESYNC_CHAIN - 1))
			return true;
	}
	return false;
}

size_t resync_find(const struct perf_file *f, const struct resync_bytes *bytes, size_t from, size_t to)
{
	for (size_t pos = from; pos < to && bytes->size - pos >= RECORD_HEADER_SIZE; pos++) {
		uint32_t type = load_u32_order(bytes->data + pos, f->swap);

		/* The type alone rules most offsets out. */
		if (type < SIMPLEPERF_TYPE_END && is_chain(f, bytes, pos))
			return pos;
	}
	return to;
}
