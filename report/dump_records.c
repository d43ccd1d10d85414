#include "report/dump.h"

#include "formats/features_decode.h"
#include "formats/record_fields.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>

/* The bits of misc that are no cpumode. */
#define MISC_FLAGS 0xfff8u

static int type_parse(const char *word, size_t size, uint32_t *ret_type)
{
	char text[32];
	char *end;

	if (!size || size >= sizeof(text))
		return -EINVAL;
	memcpy(text, word, size);
	text[size] = 0;
	for (uint32_t type = 0; type < SIMPLEPERF_RECORD_END; type++) {
		const char *name = record_type_name(type);

		if (name && !strcasecmp(name, text)) {
			*ret_type = type;
			return 0;
		}
	}
	*ret_type = (uint32_t)strtoul(text, &end, 0);
	return *end || text[0] == '-' ? -EINVAL : 0;
}

int dump_types_parse(struct dump_types *ret_types, const char *list, struct error *err)
{
	struct dump_types types = { 0 };

	while (*list) {
		size_t size = strcspn(list, ",");

		if (types.n == DUMP_TYPES_MAX)
			return error_set(err, -EINVAL, "more than %d types", DUMP_TYPES_MAX);
		if (type_parse(list, size, &types.types[types.n++]))
			return error_set(err, -EINVAL, "no type of record is called '%.*s'", (int)size, list);
		list += size;
		list += *list == ',';
	}
	*ret_types = types;
	return 0;
}

static bool type_wanted(const struct dump_types *types, uint32_t type)
{
	for (uint32_t i = 0; i < types->n; i++)
		if (types->types[i] == type)
			return true;
	return !types->n;
}

enum regs_arch dump_arch(const struct perf_file *f)
{
	enum regs_arch arch = REGS_UNKNOWN;
	const char *machine;
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (!perf_file_read_feature(f, FEATURE_ARCH, &b, NULL)) {
		c = cursor_make(b.data, b.size, f->swap);
		if (!feature_decode_string(&c, &machine))
			arch = regs_arch_of(machine);
	}
	buffer_fini(&b);
	return arch;
}

/* What the record's header says, and whose it is. */
static void put_header(struct dump_writer *w, const struct perf_file *f, const struct record *r,
		       const struct file_event *e)
{
	const char *mode = record_cpumode_name(r->misc);

	field_number(&w->sink, "size", r->size);
	if (mode)
		field_text(&w->sink, "mode", mode, strlen(mode));
	else
		field_number(&w->sink, "mode", r->misc & RECORD_MISC_CPUMODE_MASK);
	if (r->misc & MISC_FLAGS)
		field_flags(&w->sink, "misc", r->misc & MISC_FLAGS, record_misc_words(r->type));
	if (!record_type_name(r->type))
		field_number(&w->sink, "type_number", r->type);
	if (r->type == PERF_RECORD_SAMPLE && e && f->n_events > 1)
		field_text(&w->sink, "event", e->name, strlen(e->name));
}

static void record_count(struct dump_counts *counts, const struct record *r, int result, const struct error *err)
{
	counts->records++;
	if (result == -ENOTSUP && r->type == PERF_RECORD_SAMPLE) {
		counts->eventless++;
	} else if (result == -ENOTSUP) {
		if (!counts->unknown++)
			counts->unknown_type = r->type;
	} else if (result) {
		if (!counts->damaged++)
			counts->first = *err;
	}
}

static void dump_record(struct dump_writer *w, const struct perf_file *f, const struct block *block,
			const struct record *r, enum regs_arch arch, struct dump_counts *counts)
{
	const struct file_event *e = perf_file_event_of(f, r);
	const char *type = record_type_name(r->type);
	const struct file_part *part = perf_file_part_at(f, block->offset);
	uint64_t inner = block->decompressed ? (uint64_t)(r->data - block->data) : DUMP_NO_INNER;
	struct error err = ERROR_INIT;
	uint64_t trailing = 0;
	int result;

	w->style->begin(w, "record", type ? type : "UNKNOWN", r->offset - part->start, inner);
	if (part->name)
		field_text(&w->sink, "file", part->name, strlen(part->name));
	put_header(w, f, r, e);
	if (!record_trailing_size(r, &trailing, NULL) && trailing)
		field_number(&w->sink, "data_behind", trailing);
	w->style->fields(w, true);
	result = record_fields(r, e, arch, &w->sink, &err);
	w->style->fields(w, false);
	if (result && result != -ENOTSUP)
		field_text(&w->sink, "damage", err.message, strlen(err.message));
	if (w->hex)
		w->style->bytes(w, r->data, r->size);
	w->style->end(w);
	record_count(counts, r, result, &err);
}

int dump_records(struct dump_writer *w, const struct perf_file *f, struct blocks *blocks,
		 const struct dump_types *types, struct dump_counts *ret_counts, struct error *err)
{
	enum regs_arch arch = dump_arch(f);
	struct block_reader *reader = NULL;
	struct block block;
	int result;

	memset(ret_counts, 0, sizeof(*ret_counts));
	result = block_reader_new(&reader, blocks, err);
	while (!result && (result = block_reader_next(reader, &block, err)) > 0) {
		struct record r;
		size_t pos = 0;

		result = 0;
		while (block_next_record(&block, f->swap, &pos, &r))
			if (type_wanted(types, r.type))
				dump_record(w, f, &block, &r, arch, ret_counts);
		if (w->out->error)
			result = error_set(err, w->out->error, "the dump cannot be written: %s",
					   strerror(-w->out->error));
	}
	block_reader_free(reader);
	return result;
}
