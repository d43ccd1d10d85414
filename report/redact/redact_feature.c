/* redact_feature: the contents of feature sections. */
#include "report/redact/redact.h"

#include "formats/feature/features_decode.h"
#include "formats/feature/features_encode.h"
#include "formats/file/file_features.h"
#include "report/redact/redact_simpleperf.h"
#include "report/redact/redact_text.h"
#include "report/redact/redact_tracing.h"

#include <errno.h>

static int put_build_ids(struct redact *r, const struct buffer *section, struct buffer *b)
{
	struct cursor c = cursor_make(section->data, section->size, section->swap);
	struct build_id_entry entry;
	const uint8_t *start = c.pos; /* of the entry: a header, and the pid */

	while (build_id_list_next(&c, &entry) > 0) {
		const char *name = redact_text(r, REDACT_TEXT_PATH, entry.filename, entry.filename_size,
					       (struct redact_owner){ 0 });
		struct feature_build_id made = { .misc = entry.misc, .name = name };

		made.pid = (int32_t)load_u32_order(start + RECORD_HEADER_SIZE, section->swap);
		made.id = redact_build_id(r, &entry.build_id);
		feature_encode_build_id(b, &made);
		start = c.pos;
	}
	return 1;
}

/* Groups have numbers, and names that their recorder chose. */
static int put_groups(struct redact *r, const struct buffer *section, struct buffer *b)
{
	struct cursor c = cursor_make(section->data, section->size, section->swap);
	struct feature_items items;
	struct feature_group group;
	size_t at = b->size;
	uint32_t n = 0;

	if (feature_items_begin(&items, &c))
		return 0;
	buffer_put_u32(b, 0);
	for (; feature_next_group(&items, &group) > 0; n++) {
		feature_put_string(b, r->level < REDACT_ARGS ? group.name : FEATURE_GROUP_UNNAMED);
		buffer_put_u32(b, group.leader);
		buffer_put_u32(b, group.n_members);
	}
	if (buffer_ok(b))
		buffer_set_u32(b, at, n);
	return 1;
}

/* Of what simpleperf says of its recording, what readers need of it. */
static int put_meta_info(struct redact *r, const struct buffer *section, struct buffer *b)
{
	static const char *const keys[] = { "simpleperf_version",
					    "system_wide_collection",
					    "trace_offcpu",
					    "event_type_info",
					    "timestamp",
					    "clockid",
					    "android_sdk_version",
					    "android_build_type",
					    "kernel_symbols_available" };
	struct cursor c = cursor_make(section->data, section->size, section->swap);
	const char *key, *value;

	while (feature_next_meta_info(&c, &key, &value) > 0) {
		bool stays = r->level < REDACT_ARGS;

		for (size_t i = 0; i < ARRAY_SIZE(keys) && !stays; i++)
			stays = !strcmp(key, keys[i]);
		if (stays) {
			buffer_put_string(b, key);
			buffer_put_string(b, value);
		}
	}
	return b->size > 0;
}

/* --- sections whose texts stay ------------------------------------------------------------ */

/* Clears what comes after a text in the bytes that it has. */
static void clear_padding(void *context, const struct field *field)
{
	struct buffer *section = context;
	size_t at, room;

	if (field->kind != FIELD_TEXT || field->bytes < section->data + 4 ||
	    field->bytes > section->data + section->size)
		return;
	at = (size_t)(field->bytes - section->data);
	room = load_u32_order(section->data + at - 4, section->swap);
	if (room <= section->size - at && field->size < room)
		memset(section->data + at + field->size, 0, room - field->size);
}

static int put_cleared(struct redact *r, unsigned feature, struct buffer *b, struct error *err)
{
	struct feature_section s;
	const struct field_sink sink = { clear_padding, &s.bytes };
	int result = file_feature_read(&s, r->file, feature, err);

	if (!result)
		result = file_feature_put(&s, &sink, err);
	/* What follows is not known. */
	if (!result)
		buffer_append(b, s.bytes.data, cursor_offset(&s.walk.c));
	file_feature_fini(&s);
	return result == -ENOMEM ? result : !result;
}

/* 1; 0: it is damaged, and left out. */
static int put_section(struct redact *r, unsigned feature, struct buffer *section, struct buffer *b, struct error *err)
{
	switch (feature) {
	case FEATURE_BUILD_ID: return put_build_ids(r, section, b);
	case FEATURE_GROUP_DESC: return put_groups(r, section, b);
	case FEATURE_SIMPLEPERF_META_INFO: return put_meta_info(r, section, b);
	case FEATURE_TRACING_DATA:
		if (r->level >= REDACT_ARGS)
			return redact_tracing(r, section, b) ? 0 : 1;
		buffer_append(b, section->data, section->size);
		return 1;
	case FEATURE_SIMPLEPERF_FILE:
	case FEATURE_SIMPLEPERF_FILE2: redact_simpleperf_files(r, feature, section, b); return 1;
	/* Of these it only matters that they are there. */
	case FEATURE_BRANCH_STACK:
	case FEATURE_STAT: return 1;
	/* Formats of their own, which stay at the lowest level alone. */
	case FEATURE_BPF_PROG_INFO:
	case FEATURE_BPF_BTF: buffer_append(b, section->data, section->size); return 1;
	default: return put_cleared(r, feature, b, err);
	}
}

int redact_feature(struct redact *r, unsigned feature, struct buffer *section, struct error *err)
{
	struct buffer made;
	int result;

	if (r->level >= redact_feature_goes(feature)) {
		r->counts[REDACTED_FEATURES]++;
		return 0;
	}
	buffer_init(&made);
	made.swap = section->swap;
	result = put_section(r, feature, section, &made, err);
	if (!buffer_ok(&made) || r->failed)
		result = error_nomem(err);
	if (!result)
		r->counts[REDACTED_FEATURES]++;
	buffer_fini(section);
	*section = made;
	return result;
}
