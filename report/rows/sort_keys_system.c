/*
 * Where on the machine a sample was taken, and when; of its function the size, of its callers the first of a name.
 */
#include "common/clock_ns.h"
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#define TEXT_MAX      4096
#define OFFSET_DIGITS 9 /* of an address in no function, as in Linux perf */

/* --- parent ----------------------------------------------------------------------------------------------------- */

/* What has no such caller, as in Linux perf. */
#define PARENT_NONE "[other]"

static bool is_parent(const struct rows *r, const struct frame *f)
{
	return frame_is_named(f) && !regexec(r->options->parent, strtab_get(r->frames->strings, f->name), 0, NULL, 0);
}

/* The first of a location's functions that is one, or the outermost; NULL: none is. */
static const char *parent_at(const struct rows *r, const struct location *location)
{
	const char *parent = NULL;

	for (uint32_t i = 0; i < location->n_frames && (!parent || r->options->by_caller); i++) {
		const struct frame *f = &r->frames->list[location->frames[i]];

		if (is_parent(r, f))
			parent = strtab_get(r->frames->strings, f->name);
	}
	return parent;
}

/*
 * Where chains are shown from their callers on, the outermost one counts. Unlike in Linux perf, callers that were
 * inlined have names too: its call graphs show them.
 */
int sort_key_parent(struct rows *r, const struct sample_entry *e, const struct timeline_snapshot *at,
		    const char **ret_parent)
{
	uint32_t node = r->options->parent ? sample_key_chain(&e->key) : CHAIN_EMPTY;
	unsigned inlines = r->options->resolve & RESOLVE_INLINES;
	const char *parent = NULL;
	struct location location;
	int more = 1;

	while ((!parent || r->options->by_caller) &&
	       (more = profile_chain_next(r->profile, at, &node, inlines, &location)) > 0) {
		const char *name = parent_at(r, &location);

		parent = name ? name : parent;
	}
	*ret_parent = parent;
	return more < 0 ? more : parent != NULL;
}

static bool parent_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	const char *parent;

	if (sort_key_parent(s->rows, s->entry, s->at, &parent) < 0)
		return false;
	return sort_key_intern(s, parent ? parent : PARENT_NONE, value);
}

/* --- comm without digits ---------------------------------------------------------------------------------------- */

/* Each number is one letter: threads of a pool have one row. */
static bool comm_nodigit_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	char text[TEXT_MAX];
	size_t used = 0;

	for (const char *p = strtab_get(s->rows->frames->strings, s->comm); *p && used < sizeof(text) - 4;) {
		if (!isdigit((unsigned char)*p)) {
			text[used++] = *p++;
			continue;
		}
		p += strspn(p, "0123456789");
		memcpy(text + used, "<N>", 3);
		used += 3;
	}
	text[used] = 0;
	return sort_key_intern(s, text, value);
}

/* --- control groups, sockets, times ----------------------------------------------------------------------------- */

static void cgroup_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	uint32_t path = timeline_cgroup(r->resolver->locator.timeline, *value);

	(void)column, (void)row;
	if (!*value)
		snprintf(text, size, "N/A");
	else
		snprintf(text, size, "%s", path == STRTAB_NONE ? "unknown" : strtab_get(r->frames->strings, path));
}

static bool cgroup_id_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	uint64_t space = sort_key_sample(s->rows, s->column, s->entry);
	const struct cgroup_space *list = s->rows->resolver->locator.timeline->cgroup_spaces.list;

	value[0] = space ? list[space - 1].device : 0;
	value[1] = space ? list[space - 1].inode : 0;
	return true;
}

static void cgroup_id_text(const struct rows *r, const struct column *column, const struct row *row,
			   const uint64_t *value, char *text, size_t size)
{
	(void)r, (void)column, (void)row;
	snprintf(text, size, "%" PRIu64 "/0x%" PRIx64, value[0], value[1]);
}

static bool socket_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = (uint32_t)cpu_sockets_of(&s->rows->sockets, sample_key_cpu(&s->entry->key));
	return true;
}

static void time_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		      char *text, size_t size)
{
	(void)r, (void)column, (void)row;
	snprintf(text, size, "%" PRIu64 ".%06" PRIu64, (uint64_t)(*value / NS_PER_S), *value / 1000 % 1000000);
}

/* --- addresses and functions ------------------------------------------------------------------------------------ */

static bool addr_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = analysis_ip(s->rows->analysis, s->entry);
	return true;
}

static void addr_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		      char *text, size_t size)
{
	(void)r, (void)column, (void)row;
	snprintf(text, size, "%#" PRIx64, *value);
}

static bool dso_size_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	struct location location;
	uint64_t addr = analysis_ip(s->rows->analysis, s->entry);
	unsigned mode = sample_key_mode(&s->entry->key);

	if (profile_locate(s->rows->profile, s->entry, s->at, 0, &location))
		return false;
	if (s->rows->options->mode == SORT_KEY_BRANCH)
		mode = address_mode(addr);
	if (location.map)
		value[0] = timeline_epoch_extent(s->rows->resolver->locator.timeline,
						 timeline_snapshot_space(s->at, mode), addr);
	return true;
}

/* The first word is the function, the second the address as Linux perf shows it. */
static bool offset_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	struct location location;

	if (profile_locate(s->rows->profile, s->entry, s->at, RESOLVE_SYMBOL, &location))
		return false;
	value[0] = location.frames[0];
	if (!frame_is_merged(&s->rows->frames->list[value[0]]))
		value[1] = location.map ? location.addr : analysis_ip(s->rows->analysis, s->entry);
	return true;
}

/* Functions by their names, those of none after them; the larger offset first. */
static int offset_compare(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	const struct frames *frames = r->frames;
	bool named = frame_is_named(&frames->list[*a]) || frame_is_named(&frames->list[*b]);
	int result = named ? frames_compare(frames, (uint32_t)*a, (uint32_t)*b) : 0;

	if (!result)
		result = sort_key_downwards(r, column, a + 1, b + 1);
	return result ? result : frames_compare(frames, (uint32_t)*a, (uint32_t)*b);
}

static void dso_offset_text(const struct rows *r, const struct column *column, const struct row *row,
			    const uint64_t *value, char *text, size_t size)
{
	const struct frame *frame = &r->frames->list[*value];
	size_t used;

	(void)column, (void)row;
	switch (frame->kind) {
	case FRAME_ADDRESS:
	case FRAME_DSO: snprintf(text, size, "[%c] %#.*" PRIx64, frame->level, OFFSET_DIGITS, value[1]); break;
	case FRAME_UNNAMED: sort_key_put_frame(r, (uint32_t)*value, frame->level, text, size); break;
	case FRAME_SYMBOL:
	case FRAME_INLINED:
	case FRAME_BOUNDS:
		sort_key_put_frame(r, (uint32_t)*value, frame->level, text, size);
		used = strlen(text);
		snprintf(text + used, size - used, "+0x%" PRIx64, value[1] - frame->start);
		break;
	}
}

/* As in Linux perf, the heading alone decides. */
static int offset_width(const struct rows *r, const uint64_t *value, const char *text)
{
	(void)r, (void)value, (void)text;
	return 0;
}

/* 0: not known. */
static bool size_of_frame(struct rows *r, uint32_t frame, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = frame == FRAMES_NONE ? 0 : r->frames->list[frame].size;
	return true;
}

static void size_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		      char *text, size_t size)
{
	if (*value)
		sort_key_put_number(r, column, row, value, text, size);
	else
		snprintf(text, size, "unknown");
}

const struct sort_key sort_keys_system[] = {
	{ .name = "parent",
	  .title = "Parent symbol",
	  .needs = KEY_CHAIN | KEY_THREAD,
	  .n_words = 1,
	  .value = parent_value,
	  .compare = sort_key_strings,
	  .text = sort_key_put_string },
	{ .name = "comm_nodigit",
	  .title = "CommandNoDigit",
	  .needs = KEY_OF_COMM,
	  .n_words = 1,
	  .value = comm_nodigit_value,
	  .compare = sort_key_strings,
	  .text = sort_key_put_string },
	{ .name = "socket",
	  .title = "Socket",
	  .needs = KEY_OF_CPU | KEY_SOCKETS,
	  .n_words = 1,
	  .is_right = true,
	  .value = socket_value,
	  .compare = sort_key_signed,
	  .text = sort_key_put_signed,
	  .as_number = sort_key_signed_number },
	{ .name = "cgroup",
	  .title = "Cgroup",
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP),
	  .n_words = 1,
	  .unpadded = true,
	  .value = sort_key_sample_value,
	  .compare = sort_key_upwards,
	  .text = cgroup_text },
	{ .name = "cgroup_id",
	  .title = "cgroup id (dev/inode)",
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP_SPACE),
	  .n_words = 2,
	  .value = cgroup_id_value,
	  .compare = sort_key_words,
	  .text = cgroup_id_text },
	{ .name = "time",
	  .title = "Time",
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_TIME),
	  .width = 12,
	  .n_words = 1,
	  .value = sort_key_sample_value,
	  .compare = sort_key_upwards,
	  .text = time_text,
	  .as_number = sort_key_number },
	{ .name = "addr",
	  .title = "Address",
	  .needs = KEY_ADDRESS | KEY_EXACT,
	  .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_IP),
	  .width = 18,
	  .n_words = 1,
	  .value = addr_value,
	  .compare = sort_key_upwards,
	  .text = addr_text,
	  .as_number = sort_key_number },
	{ .name = "symbol_size",
	  .title = "Symbol size",
	  .needs = KEY_ADDRESS | KEY_SYMBOL,
	  .n_words = 1,
	  .is_right = true,
	  .of_frame = size_of_frame,
	  .compare = sort_key_upwards,
	  .text = size_text,
	  .as_number = sort_key_number },
	{ .name = "dso_size",
	  .title = "DSO size",
	  .needs = KEY_ADDRESS | KEY_THREAD | KEY_MODE | KEY_EXACT,
	  .n_words = 1,
	  .is_right = true,
	  .value = dso_size_value,
	  .compare = sort_key_upwards,
	  .text = size_text,
	  .as_number = sort_key_number },
	{ .name = "symoff",
	  .title = "Symbol Offset",
	  .needs = KEY_ADDRESS | KEY_SYMBOL | KEY_EXACT,
	  .n_words = 2,
	  .unpadded = true,
	  .value = offset_value,
	  .compare = offset_compare,
	  .text = dso_offset_text,
	  .text_width = offset_width },
	{ 0 },
};
