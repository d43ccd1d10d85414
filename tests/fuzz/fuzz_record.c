/*
 * One record in any event's layout: every decoder and the callchain. The input is sample_type, flags, read_format (u64
 * each), a byte whose lowest bit is the order, then the record.
 */
#include "formats/record/sample_decode.h"
#include "tests/fuzz/fuzz.h"

static void decode_all(const struct record *r, const struct file_event *e)
{
	struct error err = ERROR_INIT;
	const uint8_t *addrs;
	uint64_t n, sum = 0;
	union {
		struct record_id id;
		struct record_mmap mmap;
		struct record_comm comm;
		struct record_task task;
		struct record_ksymbol ksymbol;
		struct record_lost lost;
	} u;

	fuzz_found += !record_decode_id(r, &e->layout, &u.id, &err);
	if (!record_decode_mmap(r, &u.mmap, &err)) {
		fuzz_found++;
		sum += strlen(u.mmap.filename) + u.mmap.build_id.data[19];
	}
	if (!record_decode_comm(r, &u.comm, &err)) {
		fuzz_found++;
		sum += strlen(u.comm.comm);
	}
	fuzz_found += !record_decode_task(r, &u.task, &err);
	if (!record_decode_ksymbol(r, &u.ksymbol, &err)) {
		fuzz_found++;
		sum += strlen(u.ksymbol.name);
	}
	fuzz_found += !record_decode_lost(r, &u.lost, &err);
	record_trailing_size(r, &n, &err);
	if (!sample_find_callchain(r, e, &addrs, &n, &err))
		for (uint64_t i = 0; i < n; i++) {
			fuzz_found++;
			sum += load_u64_order(addrs + 8 * i, r->swap);
		}
	/* the sum must be made: what it reads is what the sanitizers watch */
	__asm__ volatile("" : : "r"(sum));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data, size, false);
	struct file_event e = { 0 };
	struct record r;
	bool swap;

	e.attr.sample_type = cursor_u64(&c);
	e.attr.flags = cursor_u64(&c);
	e.attr.read_format = cursor_u64(&c);
	swap = cursor_u8(&c) & 1;
	if (!cursor_ok(&c))
		return 0;
	event_layout_make(&e.layout, &e.attr);
	if (!record_at(&r, c.pos, cursor_left(&c), 0, swap, NULL))
		decode_all(&r, &e);
	return 0;
}
