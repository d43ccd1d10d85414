#include "libprec/reader_state.h"

#include "formats/feature/feature_fields.h"
#include "formats/file/file_features.h"
#include "formats/record/record_fields.h"

#include <errno.h>
#include <string.h>

/* Whom the fields go to. */
struct taker {
	prec_field_take *take;
	void *arg;
};

static enum prec_field_kind number_kind(enum field_format format)
{
	switch (format) {
	case FIELD_SIGNED: return PREC_FIELD_SIGNED;
	case FIELD_ADDRESS: return PREC_FIELD_ADDRESS;
	case FIELD_DOUBLE: return PREC_FIELD_DOUBLE;
	default: return PREC_FIELD_NUMBER;
	}
}

static enum prec_field_kind kind_of(const struct field *field)
{
	switch (field->kind) {
	case FIELD_TEXT: return PREC_FIELD_TEXT;
	case FIELD_HEX:
	case FIELD_BYTES: return PREC_FIELD_BYTES;
	case FIELD_LIST: return PREC_FIELD_LIST;
	case FIELD_END_LIST: return PREC_FIELD_END_LIST;
	case FIELD_GROUP: return PREC_FIELD_GROUP;
	case FIELD_END_GROUP: return PREC_FIELD_END_GROUP;
	default: return number_kind(field->format);
	}
}

static void put(void *context, const struct field *field)
{
	const struct taker *taker = context;
	struct prec_field out = { .name = field->name,
				  .kind = kind_of(field),
				  .number = field->number,
				  .number_signed = (int64_t)field->number,
				  .bytes = field->bytes,
				  .size = (size_t)field->size };

	if (out.kind == PREC_FIELD_DOUBLE)
		memcpy(&out.number_double, &field->number, sizeof(out.number_double));
	taker->take(taker->arg, &out);
}

int prec_reader_record_fields(const struct prec_reader *reader, const struct prec_record *record, prec_field_take *take,
			      void *arg)
{
	const struct record r = reader_record(record);
	struct taker taker = { take, arg };
	const struct field_sink sink = { put, &taker };

	return record_fields(&r, perf_file_event_of(reader->file, &r), reader->arch, &sink, NULL);
}

int prec_reader_feature(const struct prec_reader *reader, const char *name, prec_field_take *take, void *arg)
{
	struct taker taker = { take, arg };
	const struct field_sink sink = { put, &taker };

	for (unsigned i = 0; i < FILE_FEATURE_BITS; i++) {
		const char *known = feature_name(i);

		if (!known || strcmp(known, name) != 0)
			continue;
		return perf_file_has_feature(reader->file, i) ? file_feature_fields(reader->file, i, &sink, NULL)
							      : -ENOENT;
	}
	return -EINVAL;
}
