#include "formats/record/record.h"

#include <errno.h>

/* Beyond any file, and small enough that an offset in a file and what follows it can be added without wrapping. */
#define TRAILING_SIZE_MAX ((uint64_t)INT64_MAX)

int record_at(struct record *ret_record, const uint8_t *data, size_t left, uint64_t offset, bool swap,
	      struct error *err)
{
	struct record r = { .data = data, .offset = offset, .swap = swap };

	if (left < RECORD_HEADER_SIZE)
		return error_at(err, -ENODATA, offset, ERROR_NO_RECORD, "a record's header is cut off");
	r.type = load_u32_order(data, swap);
	r.misc = load_u16_order(data + 4, swap);
	r.size = load_u16_order(data + 6, swap);
	if (r.size < RECORD_HEADER_SIZE)
		return error_at(err, -EBADMSG, offset, r.type, "record of type %u has size %u, less than its header",
				r.type, r.size);
	if (r.size > left)
		return error_at(err, -ENODATA, offset, r.type,
				"the data end inside a record of type %s (%u): %zu of %u bytes are there",
				record_type_name(r.type) ? record_type_name(r.type) : "unknown", r.type, left, r.size);
	*ret_record = r;
	return 0;
}

static struct cursor record_cursor(const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);

	cursor_skip(&c, RECORD_HEADER_SIZE);
	return c;
}

static int record_damaged(const struct record *r, struct error *err)
{
	const char *name = record_type_name(r->type);

	return error_at(err, -EBADMSG, r->offset, r->type, "record %s of %u bytes is too small for its fields",
			name ? name : "of unknown type", r->size);
}

int record_decode_id(const struct record *r, const struct event_layout *l, struct record_id *ret_id, struct error *err)
{
	const uint8_t *end = r->data + r->size;
	struct record_id id = { .pid = -1u, .tid = -1u };

	if (l->trailer_size > r->size - RECORD_HEADER_SIZE)
		return record_damaged(r, err);
	if (l->trailer_tid) {
		id.pid = load_u32_order(end - l->trailer_tid, r->swap);
		id.tid = load_u32_order(end - l->trailer_tid + 4, r->swap);
	}
	if (l->trailer_time)
		id.time = load_u64_order(end - l->trailer_time, r->swap);
	if (event_layout_trailer_id(l))
		id.id = load_u64_order(end - event_layout_trailer_id(l), r->swap);
	if (l->trailer_stream_id)
		id.stream_id = load_u64_order(end - l->trailer_stream_id, r->swap);
	if (l->trailer_cpu)
		id.cpu = load_u32_order(end - l->trailer_cpu, r->swap);
	*ret_id = id;
	return 0;
}

/*
 * Reads size, three unused bytes and the id, whose bytes after the size are 0. False: it is no build-id. If one of
 * several recorders has asked for build-ids, Linux (6.18) sets the misc bit in the records of all, and those of the
 * others have four numbers there.
 */
static bool mmap2_build_id(struct cursor c, struct build_id *ret_id)
{
	uint8_t size = cursor_u8(&c), unused = cursor_u8(&c) | cursor_u8(&c) | cursor_u8(&c);
	const uint8_t *data = cursor_bytes(&c, BUILD_ID_SIZE_MAX);

	if (!data || unused || !size || size > BUILD_ID_SIZE_MAX)
		return false;
	for (unsigned i = size; i < BUILD_ID_SIZE_MAX; i++)
		if (data[i])
			return false;
	ret_id->size = size;
	memcpy(ret_id->data, data, size);
	return true;
}

static void record_mmap2_fields(struct cursor *c, bool build_id, struct record_mmap *m)
{
	if (build_id && mmap2_build_id(*c, &m->build_id)) {
		cursor_skip(c, 4 + BUILD_ID_SIZE_MAX);
	} else {
		m->maj = cursor_u32(c);
		m->min = cursor_u32(c);
		m->ino = cursor_u64(c);
		m->ino_generation = cursor_u64(c);
	}
	m->prot = cursor_u32(c);
	m->flags = cursor_u32(c);
}

int record_decode_mmap(const struct record *r, struct record_mmap *ret_mmap, struct error *err)
{
	struct cursor c = record_cursor(r);
	struct record_mmap m = { 0 };

	m.pid = cursor_u32(&c);
	m.tid = cursor_u32(&c);
	m.addr = cursor_u64(&c);
	m.len = cursor_u64(&c);
	m.pgoff = cursor_u64(&c);
	if (r->type == PERF_RECORD_MMAP2)
		record_mmap2_fields(&c, r->misc & RECORD_MISC_MMAP_BUILD_ID, &m);
	m.filename = cursor_string(&c);
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	m.filename_size = strlen(m.filename);
	*ret_mmap = m;
	return 0;
}

int record_decode_comm(const struct record *r, struct record_comm *ret_comm, struct error *err)
{
	struct cursor c = record_cursor(r);
	struct record_comm comm = { .exec = r->misc & RECORD_MISC_COMM_EXEC };

	comm.pid = cursor_u32(&c);
	comm.tid = cursor_u32(&c);
	comm.comm = cursor_string(&c);
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	comm.comm_size = strlen(comm.comm);
	*ret_comm = comm;
	return 0;
}

int record_decode_task(const struct record *r, struct record_task *ret_task, struct error *err)
{
	struct cursor c = record_cursor(r);
	struct record_task task;

	task.pid = cursor_u32(&c);
	task.ppid = cursor_u32(&c);
	task.tid = cursor_u32(&c);
	task.ptid = cursor_u32(&c);
	task.time = cursor_u64(&c);
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	*ret_task = task;
	return 0;
}

int record_decode_cgroup(const struct record *r, struct record_cgroup *ret_cgroup, struct error *err)
{
	struct cursor c = record_cursor(r);
	struct record_cgroup cgroup;

	cgroup.id = cursor_u64(&c);
	cgroup.path = cursor_string(&c);
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	*ret_cgroup = cgroup;
	return 0;
}

int record_decode_deferred(const struct record *r, struct record_deferred *ret_deferred, struct error *err)
{
	struct cursor c = record_cursor(r);
	struct record_deferred deferred;

	deferred.cookie = cursor_u64(&c);
	deferred.n = cursor_u64(&c);
	deferred.words = cursor_bytes(&c, deferred.n <= cursor_left(&c) / 8 ? 8 * deferred.n : UINT64_MAX);
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	*ret_deferred = deferred;
	return 0;
}

/* The index of the cgroup namespace: CGROUP_NS_INDEX of linux/perf_event.h. */
#define CGROUP_SPACE 6

int record_decode_namespaces(const struct record *r, struct record_namespaces *ret_namespaces, struct error *err)
{
	struct cursor c = record_cursor(r);
	struct record_namespaces spaces = { .pid = cursor_u32(&c) };
	uint64_t n;

	spaces.tid = cursor_u32(&c);
	n = cursor_u64(&c);
	for (uint64_t i = 0; i < n && cursor_ok(&c); i++) {
		uint64_t device = cursor_u64(&c), inode = cursor_u64(&c);

		if (i != CGROUP_SPACE)
			continue;
		spaces.cgroup_device = device;
		spaces.cgroup_inode = inode;
	}
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	*ret_namespaces = spaces;
	return 0;
}

int record_decode_ksymbol(const struct record *r, struct record_ksymbol *ret_ksymbol, struct error *err)
{
	struct cursor c = record_cursor(r);
	struct record_ksymbol k;

	k.addr = cursor_u64(&c);
	k.len = cursor_u32(&c);
	k.ksym_type = cursor_u16(&c);
	k.flags = cursor_u16(&c);
	k.name = cursor_string(&c);
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	k.name_size = strlen(k.name);
	*ret_ksymbol = k;
	return 0;
}

int record_decode_lost(const struct record *r, struct record_lost *ret_lost, struct error *err)
{
	struct cursor c = record_cursor(r);
	struct record_lost lost = { 0 };

	if (r->type == PERF_RECORD_LOST)
		lost.id = cursor_u64(&c);
	lost.lost = cursor_u64(&c);
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	*ret_lost = lost;
	return 0;
}

/*
 * Returns how many bytes follow HEADER_TRACING_DATA: a record of 12 or 16 bytes has its data after it; simpleperf's had
 * them within until 2017.
 */
static uint64_t tracing_data_after(uint32_t data_size, uint16_t record_size)
{
	return record_size >= RECORD_HEADER_SIZE + 4 + (uint64_t)data_size ? 0 : align_up(data_size, 8);
}

int record_trailing_size(const struct record *r, uint64_t *ret_size, struct error *err)
{
	struct cursor c = record_cursor(r);
	uint64_t size = 0;

	if (r->type == PERF_RECORD_AUXTRACE)
		size = cursor_u64(&c);
	else if (r->type == PERF_RECORD_HEADER_TRACING_DATA)
		size = tracing_data_after(cursor_u32(&c), r->size);
	else if (r->type >= SIMPLEPERF_RECORD_START && r->type < SIMPLEPERF_RECORD_END)
		size = (uint64_t)r->misc << 16; /* the upper half of a size of 32 bits stands there */
	if (!cursor_ok(&c))
		return record_damaged(r, err);
	if (size > TRAILING_SIZE_MAX)
		return error_at(err, -EBADMSG, r->offset, r->type, "record %s says that %llu bytes follow it",
				record_type_name(r->type), (unsigned long long)size);
	*ret_size = size;
	return 0;
}

const char *record_cpumode_name(uint16_t misc)
{
	static const char *const names[] = { "unknown", "kernel", "user", "hypervisor", "guest_kernel", "guest_user" };
	unsigned mode = misc & RECORD_MISC_CPUMODE_MASK;

	return mode < ARRAY_SIZE(names) ? names[mode] : NULL;
}
