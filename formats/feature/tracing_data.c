#include "formats/feature/tracing_data.h"

#include "common/text.h"

#include <errno.h>
#include <stdlib.h>

static void put_text_u32(struct buffer *b, struct tracing_text text)
{
	buffer_put_u32(b, (uint32_t)text.size);
	buffer_append(b, text.data, text.size);
}

static void put_text_u64(struct buffer *b, struct tracing_text text)
{
	buffer_put_u64(b, text.size);
	buffer_append(b, text.data, text.size);
}

static void put_system(struct buffer *b, const struct tracing_system *system)
{
	buffer_put_string(b, system->name);
	buffer_put_u32(b, (uint32_t)system->n_formats);
	for (size_t i = 0; i < system->n_formats; i++)
		put_text_u64(b, system->formats[i]);
}

void tracing_data_encode(struct buffer *b, const struct tracing_data *data)
{
	static const uint8_t magic[] = { 23, 8, 68, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	bool big_endian = order_is_big(b->swap);

	buffer_append(b, magic, sizeof(magic));
	buffer_put_string(b, "0.6");
	buffer_put_u8(b, big_endian);
	buffer_put_u8(b, sizeof(long));
	buffer_put_u32(b, data->page_size);
	buffer_put_string(b, "header_page");
	put_text_u64(b, data->header_page);
	buffer_put_string(b, "header_event");
	put_text_u64(b, data->header_event);
	buffer_put_u32(b, (uint32_t)data->n_ftrace_formats);
	for (size_t i = 0; i < data->n_ftrace_formats; i++)
		put_text_u64(b, data->ftrace_formats[i]);
	buffer_put_u32(b, (uint32_t)data->n_systems);
	for (size_t i = 0; i < data->n_systems; i++)
		put_system(b, &data->systems[i]);
	put_text_u32(b, data->kallsyms);
	put_text_u32(b, data->printk_formats);
	put_text_u64(b, data->saved_cmdlines);
}

#define TRACING_MAGIC      "\x17\x08\x44tracing"
#define TRACING_MAGIC_SIZE 10

/* From this version on the section has the comms of threads at the end. */
#define VERSION_CMDLINES 0.6

enum stage {
	STAGE_HEADER_PAGE,
	STAGE_FTRACE,
	STAGE_SYSTEMS,
	STAGE_KALLSYMS,
	STAGE_PRINTK,
	STAGE_CMDLINES,
	STAGE_END,
};

static int tracing_bad(struct error *err, const char *what)
{
	return error_set(err, -EBADMSG, "the description of the tracepoints %s", what);
}

int tracing_reader_init(struct tracing_reader *r, const void *data, size_t size, struct error *err)
{
	const uint8_t *magic;
	const char *version;

	memset(r, 0, sizeof(*r));
	r->c = cursor_make(data, size, false);
	magic = cursor_bytes(&r->c, TRACING_MAGIC_SIZE);
	if (!magic || memcmp(magic, TRACING_MAGIC, TRACING_MAGIC_SIZE))
		return tracing_bad(err, "does not begin as one");
	version = cursor_string(&r->c);
	r->has_cmdlines = version && decimal_parse(version, NULL) >= VERSION_CMDLINES;
	r->big_endian = cursor_u8(&r->c) != 0;
	r->long_size = cursor_u8(&r->c);
	r->c.swap = order_is_swapped(r->big_endian);
	r->page_size = cursor_u32(&r->c);
	if (!cursor_ok(&r->c))
		return tracing_bad(err, "ends within its header");
	if (r->long_size != 4 && r->long_size != 8)
		return tracing_bad(err, "is of a machine with an impossible word size");
	return 0;
}

static void part_take(struct tracing_reader *r, struct tracing_part *part, enum tracing_part_kind kind, uint64_t size)
{
	part->kind = kind;
	part->system = r->system;
	part->text = (const char *)cursor_bytes(&r->c, size);
	part->size = part->text ? size : 0;
}

static void header_page(struct tracing_reader *r, struct tracing_part *part)
{
	const char *name = cursor_string(&r->c);

	if (!name || strcmp(name, "header_page"))
		r->c.failed = true;
	part_take(r, part, TRACING_HEADER_PAGE, cursor_u64(&r->c));
	name = cursor_string(&r->c);
	if (!name || strcmp(name, "header_event"))
		r->c.failed = true;
	cursor_skip(&r->c, cursor_u64(&r->c));
	r->formats_left = cursor_u32(&r->c);
	r->stage = STAGE_FTRACE;
}

/* Reads a format of the current system. False: there are no more systems. */
static bool system_format(struct tracing_reader *r, struct tracing_part *part)
{
	while (!r->formats_left && r->systems_left && cursor_ok(&r->c)) {
		r->systems_left--;
		r->system = cursor_string(&r->c);
		r->formats_left = cursor_u32(&r->c);
	}
	if (!r->formats_left)
		return false;
	r->formats_left--;
	part_take(r, part, TRACING_FORMAT, cursor_u64(&r->c));
	return true;
}

/* Reads the part of the current stage. False: the stage has none. */
static bool stage_part(struct tracing_reader *r, struct tracing_part *part)
{
	switch (r->stage) {
	case STAGE_HEADER_PAGE: header_page(r, part); return true;
	case STAGE_FTRACE:
		if (r->formats_left) {
			r->formats_left--;
			part_take(r, part, TRACING_FTRACE_FORMAT, cursor_u64(&r->c));
			return true;
		}
		r->systems_left = cursor_u32(&r->c);
		r->stage = STAGE_SYSTEMS;
		return false;
	case STAGE_SYSTEMS:
		if (system_format(r, part))
			return true;
		r->system = NULL;
		r->stage = STAGE_KALLSYMS;
		return false;
	case STAGE_KALLSYMS:
		r->stage = STAGE_PRINTK;
		part_take(r, part, TRACING_KALLSYMS, cursor_u32(&r->c));
		return true;
	case STAGE_PRINTK:
		r->stage = r->has_cmdlines ? STAGE_CMDLINES : STAGE_END;
		part_take(r, part, TRACING_PRINTK, cursor_u32(&r->c));
		return true;
	default:
		r->stage = STAGE_END;
		part_take(r, part, TRACING_CMDLINES, cursor_u64(&r->c));
		return true;
	}
}

int tracing_reader_next(struct tracing_reader *r, struct tracing_part *ret_part, struct error *err)
{
	struct tracing_part part;

	while (r->stage != STAGE_END && cursor_ok(&r->c)) {
		if (!stage_part(r, &part))
			continue;
		if (!cursor_ok(&r->c))
			break;
		*ret_part = part;
		return 1;
	}
	return cursor_ok(&r->c) ? 0 : tracing_bad(err, "ends too early");
}
