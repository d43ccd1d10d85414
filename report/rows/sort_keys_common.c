/*
 * The keys of all samples: who ran, and where.
 */
#include "report/rows/row_set.h"
#include "report/rows/sort_keys.h"

#include <inttypes.h>
#include <stdio.h>

#define TEXT_MAX          4096
#define PID_DIGITS        7
#define SIGNED_MIN_DIGITS 3

uint64_t sort_key_sample(const struct rows *r, const struct column *column, const struct sample_entry *e)
{
	return analysis_value(r->analysis, e, (enum sample_value)__builtin_ctzll(column->key->values));
}

bool sort_key_sample_value(const struct key_sample *s, uint64_t value[static SORT_KEY_WORDS])
{
	value[0] = sort_key_sample(s->rows, s->column, s->entry);
	return true;
}

bool sort_key_intern(const struct key_sample *s, const char *text, uint64_t *ret_word)
{
	*ret_word = strtab_add_string(s->rows->frames->strings, text);
	return *ret_word != STRTAB_NONE;
}

int sort_key_upwards(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	(void)r, (void)column;
	return *a < *b ? -1 : *a > *b;
}

int sort_key_downwards(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	return sort_key_upwards(r, column, b, a);
}

int sort_key_words(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	return *a == *b ? sort_key_upwards(r, column, a + 1, b + 1) : sort_key_upwards(r, column, a, b);
}

int sort_key_signed(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	(void)r, (void)column;
	return (int32_t)*a < (int32_t)*b ? -1 : (int32_t)*a != (int32_t)*b;
}

int sort_key_strings(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	const struct strtab *strings = r->frames->strings;

	(void)column;
	return *a == *b ? 0 : strcmp(strtab_get(strings, (uint32_t)*a), strtab_get(strings, (uint32_t)*b));
}

int sort_key_strings_downwards(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	return sort_key_strings(r, column, b, a);
}

int sort_key_labels(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	return *a == *b ? sort_key_strings(r, column, a + 1, b + 1) : sort_key_upwards(r, column, a, b);
}

void sort_key_put_string(const struct rows *r, const struct column *column, const struct row *row,
			 const uint64_t *value, char *text, size_t size)
{
	(void)column, (void)row;
	snprintf(text, size, "%s", strtab_get(r->frames->strings, (uint32_t)*value));
}

void sort_key_put_label(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	sort_key_put_string(r, column, row, value + 1, text, size);
}

void sort_key_put_number(const struct rows *r, const struct column *column, const struct row *row,
			 const uint64_t *value, char *text, size_t size)
{
	(void)r, (void)column, (void)row;
	snprintf(text, size, "%" PRIu64, *value);
}

double sort_key_number(const struct rows *r, const struct row *row, const uint64_t *value)
{
	(void)r, (void)row;
	return (double)*value;
}

void sort_key_put_signed(const struct rows *r, const struct column *column, const struct row *row,
			 const uint64_t *value, char *text, size_t size)
{
	(void)r, (void)column, (void)row;
	snprintf(text, size, "%.*d", SIGNED_MIN_DIGITS, (int32_t)*value);
}

double sort_key_signed_number(const struct rows *r, const struct row *row, const uint64_t *value)
{
	(void)r, (void)row;
	return (int32_t)*value;
}

void sort_key_put_frame(const struct rows *r, uint32_t frame, char level, char *text, size_t size)
{
	char made[TEXT_MAX];
	const char *name = frame_text(r->frames, frame, made, sizeof(made));
	size_t n = strnlen(name, size - 5);

	text[0] = '[';
	text[1] = level;
	memcpy(text + 2, "] ", 2);
	memcpy(text + 4, name, n);
	text[4 + n] = 0;
}

void sort_key_put_address(char level, uint64_t addr, char *text, size_t size)
{
	char digits[FRAME_TEXT_MIN];

	frame_address_text(addr, digits);
	snprintf(text, size, "[%c] %s", level, digits);
}

static void symbol_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	const struct frame *frame = &r->frames->list[*value];
	char made[TEXT_MAX];
	bool has_dso;

	(void)column, (void)row;
	if (!frame_is_merged(frame)) {
		sort_key_put_frame(r, (uint32_t)*value, frame->level, text, size);
		return;
	}
	has_dso = columns_have(r->options->columns, KEY_DSO);
	snprintf(text, size, "%s%s%s", has_dso ? "" : strtab_get(r->frames->strings, frame->dso), has_dso ? "" : " ",
		 frame_text(r->frames, (uint32_t)*value, made, sizeof(made)));
}

static int symbol_compare(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	(void)column;
	return frames_compare(r->frames, (uint32_t)*a, (uint32_t)*b);
}

/* The last comm of a thread, as perf shows beside its number. */
static const char *thread_comm(const struct rows *r, uint32_t tid, char *text, size_t size)
{
	uint32_t comm = timeline_comm(r->resolver->locator.timeline, tid, UINT64_MAX);

	if (comm != STRTAB_NONE)
		return strtab_get(r->frames->strings, comm);
	snprintf(text, size, ":%d", (int32_t)tid);
	return text;
}

static void thread_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	uint32_t tid = (uint32_t)*value;
	char number[16];

	(void)column, (void)row;
	snprintf(text, size, "%*d:%s", PID_DIGITS, (int32_t)tid, thread_comm(r, tid, number, sizeof(number)));
}

static void event_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		       char *text, size_t size)
{
	(void)column, (void)row;
	snprintf(text, size, "%s", r->analysis->file->events[*value].name);
}

static int event_compare(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	(void)r, (void)column, (void)a, (void)b;
	return 0; /* rows of different events are never in one table */
}

const struct sort_key sort_keys_common[] = {
	{ .name = "pid",
	  .title = "    Pid:Command",
	  .needs = KEY_TID, /* shows the thread, as in Linux perf */
	  .compare = sort_key_signed,
	  .text = thread_text,
	  .as_number = sort_key_signed_number },
	{ .name = "tgid",
	  .title = "   Tgid:Command",
	  .needs = KEY_PID,
	  .compare = sort_key_signed,
	  .text = thread_text,
	  .as_number = sort_key_signed_number },
	{ .name = "comm",
	  .title = "Command",
	  .needs = KEY_COMM,
	  .compare = sort_key_strings,
	  .text = sort_key_put_string },
	{ .name = "dso",
	  .title = "Shared Object",
	  .needs = KEY_DSO,
	  .compare = sort_key_strings,
	  .text = sort_key_put_string },
	{ .name = "symbol",
	  .title = "Symbol",
	  .needs = KEY_SYM,
	  .compare = symbol_compare,
	  .text = symbol_text,
	  .unpadded = true },
	{ .name = "cpu",
	  .title = "CPU",
	  .needs = KEY_CPU,
	  .compare = sort_key_signed,
	  .text = sort_key_put_signed,
	  .as_number = sort_key_signed_number },
	{ .name = "tid",
	  .title = "    Tid:Command",
	  .needs = KEY_TID,
	  .whole_name = true,
	  .compare = sort_key_signed,
	  .text = thread_text,
	  .as_number = sort_key_signed_number },
	{ .name = "event",
	  .title = "Event",
	  .needs = KEY_EVENT,
	  .whole_name = true,
	  .compare = event_compare,
	  .text = event_text },
	{ 0 },
};
