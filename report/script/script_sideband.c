#include "report/script/script_sideband.h"

#include "common/text.h"
#include "formats/elf/build_id.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/mman.h>

/* The kinds of namespaces, in the order of a NAMESPACES record (linux/perf_event.h). */
static const char *const namespace_names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };

static void put_bad(struct script_worker *w, const struct error *err)
{
	script_count_bad(w, err);
	text_put(&w->out, " (damaged)\n");
}

static void put_mmap(struct script_worker *w, const struct record *r)
{
	struct buffer *out = &w->out;
	struct error err = ERROR_INIT;
	char id[BUILD_ID_TEXT_SIZE];
	struct record_mmap m;

	if (record_decode_mmap(r, &m, &err)) {
		put_bad(w, &err);
		return;
	}
	text_printf(out, " %d/%d: [%#" PRIx64 "(%#" PRIx64 ") @ %#" PRIx64, (int32_t)m.pid, (int32_t)m.tid, m.addr,
		    m.len, m.pgoff);
	if (r->type == PERF_RECORD_MMAP) {
		text_printf(out, "]: %c", r->misc & RECORD_MISC_MMAP_DATA ? 'r' : 'x');
	} else {
		if (m.build_id.size) {
			text_printf(out, " <%s>]:", build_id_text(&m.build_id, id));
		} else {
			text_printf(out, " %02x:%02x %" PRIu64 " %" PRIu64 "]:", m.maj, m.min, m.ino, m.ino_generation);
		}
		text_printf(out, " %c%c%c%c", m.prot & PROT_READ ? 'r' : '-', m.prot & PROT_WRITE ? 'w' : '-',
			    m.prot & PROT_EXEC ? 'x' : '-', m.flags & MAP_SHARED ? 's' : 'p');
	}
	text_printf(out, " %.*s\n", (int)m.filename_size, m.filename);
}

static void put_comm(struct script_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;
	struct record_comm c;

	if (record_decode_comm(r, &c, &err))
		put_bad(w, &err);
	else
		text_printf(&w->out, "%s: %.*s:%d/%d\n", c.exec ? " exec" : "", (int)c.comm_size, c.comm,
			    (int32_t)c.pid, (int32_t)c.tid);
}

static void put_task(struct script_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;
	struct record_task t;

	if (record_decode_task(r, &t, &err))
		put_bad(w, &err);
	else
		text_printf(&w->out, "(%d:%d):(%d:%d)\n", (int32_t)t.pid, (int32_t)t.tid, (int32_t)t.ppid,
			    (int32_t)t.ptid);
}

static void put_lost(struct script_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;
	struct record_lost l;

	if (record_decode_lost(r, &l, &err))
		put_bad(w, &err);
	else
		text_printf(&w->out, " lost %" PRIu64 "\n", l.lost);
}

static void put_switch(struct script_worker *w, const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	bool out = r->misc & RECORD_MISC_SWITCH_OUT;
	const char *what = !out                                       ? "IN         "
			   : r->misc & RECORD_MISC_SWITCH_OUT_PREEMPT ? "OUT preempt"
								      : "OUT        ";
	int32_t pid, tid;

	if (r->type == PERF_RECORD_SWITCH) {
		text_printf(&w->out, " %s\n", what);
		return;
	}
	cursor_skip(&c, RECORD_HEADER_SIZE);
	pid = (int32_t)cursor_u32(&c);
	tid = (int32_t)cursor_u32(&c);
	text_printf(&w->out, " %s  %s pid/tid: %5d/%-5d\n", what, out ? "next" : "prev", pid, tid);
}

static void put_namespaces(struct script_worker *w, const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	struct buffer *out = &w->out;
	int32_t pid, tid;
	uint64_t n;

	cursor_skip(&c, RECORD_HEADER_SIZE);
	pid = (int32_t)cursor_u32(&c);
	tid = (int32_t)cursor_u32(&c);
	n = cursor_u64(&c);
	text_printf(out, " %d/%d - nr_namespaces: %" PRIu64 "\n\t\t[", pid, tid, n);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t dev = cursor_u64(&c), inode = cursor_u64(&c);

		if (!cursor_ok(&c))
			break;
		text_printf(out, "%s%" PRIu64 "/%s: %" PRIu64 "/%#" PRIx64 "%s", i && !(i % 4) ? "\n\t\t " : "", i,
			    i < ARRAY_SIZE(namespace_names) ? namespace_names[i] : "unknown", dev, inode,
			    i + 1 == n ? "" : ", ");
	}
	text_put(out, "]\n");
}

/* Appends that a record ends before the fields that are shown. */
static void put_short(struct script_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;

	error_at(&err, -EBADMSG, r->offset, r->type, "record %s of %u bytes is too small for its fields",
		 record_type_name(r->type), (unsigned)r->size);
	put_bad(w, &err);
}

static void put_cgroup(struct script_worker *w, const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	uint64_t id;

	cursor_skip(&c, RECORD_HEADER_SIZE);
	id = cursor_u64(&c);
	if (cursor_ok(&c))
		text_printf(&w->out, " cgroup: %" PRIu64 " %.*s\n", id,
			    (int)strnlen((const char *)c.pos, cursor_left(&c)), (const char *)c.pos);
	else
		put_short(w, r);
}

static void put_ksymbol(struct script_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;
	struct record_ksymbol k;

	if (record_decode_ksymbol(r, &k, &err))
		put_bad(w, &err);
	else
		text_printf(&w->out, " addr %" PRIx64 " len %u type %u flags 0x%x name %.*s\n", k.addr, k.len,
			    k.ksym_type, k.flags, (int)k.name_size, k.name);
}

static void put_bpf(struct script_worker *w, const struct record *r)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	unsigned type, flags, id;

	cursor_skip(&c, RECORD_HEADER_SIZE);
	type = cursor_u16(&c);
	flags = cursor_u16(&c);
	id = cursor_u32(&c);
	if (cursor_ok(&c))
		text_printf(&w->out, " type %u, flags %u, id %u\n", type, flags, id);
	else
		put_short(w, r);
}

#define POKE_BYTES_IN_LINE 16

static void put_poked(struct buffer *out, const char *which, const uint8_t *bytes, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!(i % POKE_BYTES_IN_LINE))
			text_printf(out, "            %s bytes:", which);
		text_printf(out, " %02x%s", bytes[i],
			    i + 1 == n || i % POKE_BYTES_IN_LINE == POKE_BYTES_IN_LINE - 1 ? "\n" : "");
	}
}

/* Appends a change of kernel code: the address, and the bytes before and after. */
static void put_text_poke(struct script_worker *w, const struct record *r, uint64_t time)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	struct script_snapshot at;
	unsigned old_size, new_size;
	uint64_t addr;

	cursor_skip(&c, RECORD_HEADER_SIZE);
	addr = cursor_u64(&c);
	old_size = cursor_u16(&c);
	new_size = cursor_u16(&c);
	if (!cursor_ok(&c) || cursor_left(&c) < old_size + new_size) {
		put_short(w, r);
		return;
	}
	text_printf(&w->out, " %" PRIx64 " ", addr);
	script_snapshot(w, TIMELINE_KERNEL_PID, time, &at);
	script_names_put_known(&w->names, &at, RECORD_MISC_KERNEL, addr, &w->out);
	text_printf(&w->out, " old len %u new len %u\n", old_size, new_size);
	put_poked(&w->out, "Old", c.pos, old_size);
	put_poked(&w->out, "New", c.pos + old_size, new_size);
}

/* Appends the type and the fields of a record. time: that of the timeline. */
static void put_what(struct script_worker *w, const struct record *r, uint64_t time)
{
	text_printf(&w->out, "PERF_RECORD_%s", record_type_name(r->type));
	switch (r->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2: put_mmap(w, r); break;
	case PERF_RECORD_COMM: put_comm(w, r); break;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT: put_task(w, r); break;
	case PERF_RECORD_LOST: put_lost(w, r); break;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE: put_switch(w, r); break;
	case PERF_RECORD_NAMESPACES: put_namespaces(w, r); break;
	case PERF_RECORD_CGROUP: put_cgroup(w, r); break;
	case PERF_RECORD_KSYMBOL: put_ksymbol(w, r); break;
	case PERF_RECORD_BPF_EVENT: put_bpf(w, r); break;
	case PERF_RECORD_TEXT_POKE: put_text_poke(w, r, time); break;
	default: text_put(&w->out, "\n"); break;
	}
}

/* Returns the tid of the thread that a record is about. */
static uint32_t subject(const struct timeline *t, const struct record *r, const struct record_id *id, uint64_t time)
{
	struct cursor c = cursor_make(r->data, r->size, r->swap);
	struct record_task task;

	switch (r->type) {
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		if (record_decode_task(r, &task, NULL))
			return id->tid;
		/* A new thread has its parent's comm until it sets another. */
		if (r->type == PERF_RECORD_FORK && timeline_comm(t, task.ptid, time) != STRTAB_NONE)
			return task.ptid;
		return task.tid;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_NAMESPACES: cursor_skip(&c, RECORD_HEADER_SIZE + 4); return cursor_u32(&c);
	default: return id->tid;
	}
}

void script_put_sideband(struct script_worker *w, const struct script_event *e, const struct record *r, uint64_t time)
{
	const struct event_layout *layout = &e->event->layout;
	struct script_head head = { .type = r->type, .misc = r->misc };
	struct error err = ERROR_INIT;
	struct record_comm comm;
	struct record_id id;
	uint32_t tid;

	if (record_decode_id(r, layout, &id, &err)) {
		script_count_bad(w, &err);
		return;
	}
	if (w->script->filter.cpus && layout->trailer_cpu && !cpulist_has(w->script->filter.cpus, (int)id.cpu))
		return;
	head.pid = id.pid;
	head.tid = id.tid;
	head.cpu = layout->trailer_cpu || !layout->trailer_size ? id.cpu : -1u;
	head.time = id.time;
	tid = subject(w->script->timeline, r, &id, time);
	head.comm = script_comm(w, tid, time, &head.comm_size);
	if (r->type == PERF_RECORD_COMM && !record_decode_comm(r, &comm, NULL)) {
		head.comm = comm.comm;
		head.comm_size = comm.comm_size;
	}
	script_put_head(w, e, &head);
	put_what(w, r, time);
}
