#include "formats/archive/archive_model.h"

#include "formats/file/file_facts.h"
#include "formats/file/perf_file.h"
#include "formats/record/attr.h"
#include "formats/record/regs.h"

#include <errno.h>
#include <stdlib.h>

#define REGISTER_UNKNOWN 64

/* Sets up an event with room for n ids. 0 or -ENOMEM. */
static int event_init(struct file_event *e, const struct event_attr *attr, uint32_t n, struct error *err)
{
	e->attr = *attr;
	event_layout_make(&e->layout, attr);
	e->n_ids = n;
	e->ids = calloc(n + 1, sizeof(*e->ids));
	return e->ids ? 0 : error_nomem(err);
}

/* Forgets the events, since samples do not tell which is theirs. */
static void events_drop(struct archive_model *m)
{
	for (uint32_t i = 0; i < m->n_events; i++)
		free(m->events[i].ids);
	free(m->events);
	m->events = NULL;
	m->n_events = 0;
}

/* Sets what all events have in common. 0 or -ENOMEM. */
static int events_compare(struct archive_model *m, struct error *err)
{
	bool agree = true;

	for (uint32_t i = 0; i < m->n_events; i++) {
		const struct event_layout *first = &m->events[0].layout, *l = &m->events[i].layout;

		agree &= event_layout_sample_id(l) == event_layout_sample_id(first) &&
			 !memcmp(&l->trailer_tid, &first->trailer_tid,
				 sizeof(*l) - offsetof(struct event_layout, trailer_tid));
	}
	if (m->n_events) {
		m->id_offset = event_layout_sample_id(&m->events[0].layout);
		m->trailer = m->events[0].layout.trailer_size;
	}
	if (!agree || (m->n_events > 1 && !m->id_offset)) {
		events_drop(m);
		m->id_offset = m->trailer = 0;
	}
	return id_index_make(&m->ids, m->events, m->n_events, err);
}

int archive_model_make(struct archive_model *m, const struct perf_file *file, struct error *err)
{
	const int ip = regs_ip(file_arch(file)), sp = regs_sp(file_arch(file));
	uint64_t n_ids = 0;
	int result = 0;

	memset(m, 0, sizeof(*m));
	m->swap = file->swap;
	m->ip = ip < 0 ? REGISTER_UNKNOWN : (uint8_t)ip;
	m->sp = sp < 0 ? REGISTER_UNKNOWN : (uint8_t)sp;
	for (uint32_t i = 0; i < file->n_events; i++)
		n_ids += file->events[i].n_ids;
	if (file->n_events > ARCHIVE_EVENTS_MAX || n_ids > ARCHIVE_IDS_MAX)
		return id_index_make(&m->ids, NULL, 0, err);
	m->events = calloc(file->n_events + 1, sizeof(*m->events));
	if (!m->events)
		return error_nomem(err);
	for (m->n_events = 0; m->n_events < file->n_events && !result; m->n_events++) {
		const struct file_event *from = &file->events[m->n_events];
		struct file_event *e = &m->events[m->n_events];

		result = event_init(e, &from->attr, from->n_ids, err);
		for (uint32_t i = 0; i < from->n_ids && !result; i++)
			e->ids[i] = from->ids[i];
	}
	return result ? result : events_compare(m, err);
}

void archive_model_fini(struct archive_model *m)
{
	events_drop(m);
	id_index_fini(&m->ids);
}

void archive_model_write(const struct archive_model *m, struct buffer *out)
{
	buffer_put_u8(out, order_is_big(m->swap));
	buffer_put_u8(out, m->ip);
	buffer_put_u8(out, m->sp);
	buffer_put_u32(out, m->n_events);
	for (uint32_t i = 0; i < m->n_events; i++) {
		const struct file_event *e = &m->events[i];
		struct event_attr attr = e->attr;

		attr.size = sizeof(attr);
		attr_encode(out, &attr);
		buffer_put_u32(out, e->n_ids);
		for (uint32_t k = 0; k < e->n_ids; k++)
			buffer_put_u64(out, e->ids[k]);
	}
}

static int event_read(struct archive_model *m, struct cursor *in, struct error *err)
{
	struct cursor bytes = cursor_sub(in, sizeof(struct event_attr));
	const uint32_t n = cursor_u32(in);
	struct cursor ids = cursor_sub(in, 8 * (uint64_t)n);
	struct file_event *e = &m->events[m->n_events];
	struct event_attr attr;
	int result;

	if (!cursor_ok(in) || n > ARCHIVE_IDS_MAX)
		return error_set(err, -EBADMSG, "its events are damaged");
	result = attr_decode(&attr, &bytes, err);
	if (!result)
		result = event_init(e, &attr, n, err);
	if (result)
		return result;
	m->n_events++;
	for (uint32_t i = 0; i < n; i++)
		e->ids[i] = cursor_u64(&ids);
	return 0;
}

int archive_model_read(struct archive_model *m, struct cursor *in, struct error *err)
{
	uint32_t n;
	int result = 0;

	memset(m, 0, sizeof(*m));
	m->swap = order_is_swapped(cursor_u8(in));
	m->ip = cursor_u8(in);
	m->sp = cursor_u8(in);
	n = cursor_u32(in);
	if (!cursor_ok(in) || n > ARCHIVE_EVENTS_MAX)
		return error_set(err, -EBADMSG, "its events are damaged");
	m->events = calloc(n + 1, sizeof(*m->events));
	if (!m->events)
		return error_nomem(err);
	while (m->n_events < n && !result)
		result = event_read(m, in, err);
	return result ? result : events_compare(m, err);
}

const struct file_event *archive_model_event(const struct archive_model *m, const uint8_t *sample, size_t size)
{
	uint32_t number;

	if (m->n_events <= 1)
		return m->events && m->n_events ? &m->events[0] : NULL;
	if (m->id_offset + 8u > size)
		return NULL;
	return id_index_find(&m->ids, load_u64_order(sample + m->id_offset, m->swap), &number) ? &m->events[number]
											       : NULL;
}
