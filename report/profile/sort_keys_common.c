/*
 * The keys of all samples: who ran, and where.
 */
#include "common/text.h"
#include "report/profile/row_set.h"
#include "report/profile/sort_keys.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#define TEXT_MAX      4096
#define PID_DIGITS    7
#define CPU_MIN_WIDTH 3

int sort_key_upwards(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	(void)r, (void)column;
	return *a < *b ? -1 : *a > *b;
}

int sort_key_downwards(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	return sort_key_upwards(r, column, b, a);
}

int sort_key_strings(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	const struct strtab *strings = r->frames->strings;

	(void)column;
	return *a == *b ? 0 : strcmp(strtab_get(strings, (uint32_t)*a), strtab_get(strings, (uint32_t)*b));
}

void sort_key_put_string(const struct rows *r, const struct column *column, const struct row *row,
			 const uint64_t *value, char *text, size_t size)
{
	(void)column, (void)row;
	snprintf(text, size, "%s", strtab_get(r->frames->strings, (uint32_t)*value));
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

static void symbol_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
			char *text, size_t size)
{
	const struct frame *frame = &r->frames->list[*value];
	char made[TEXT_MAX];
	bool has_dso;

	(void)column, (void)row;
	if (frame->kind != FRAME_UNNAMED) {
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
	uint32_t comm = timeline_comm(r->resolver->timeline, tid, UINT64_MAX);

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

/* Of numbers that may be -1. */
static int signed_compare(const struct rows *r, const struct column *column, const uint64_t *a, const uint64_t *b)
{
	(void)r, (void)column;
	return (int32_t)*a < (int32_t)*b ? -1 : (int32_t)*a != (int32_t)*b;
}

static double signed_number(const struct rows *r, const struct row *row, const uint64_t *value)
{
	(void)r, (void)row;
	return (int32_t)*value;
}

static void cpu_text(const struct rows *r, const struct column *column, const struct row *row, const uint64_t *value,
		     char *text, size_t size)
{
	(void)r, (void)column, (void)row;
	snprintf(text, size, "%.*d", CPU_MIN_WIDTH, (int32_t)*value);
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
	  .compare = signed_compare,
	  .text = thread_text,
	  .as_number = signed_number },
	{ .name = "tgid",
	  .title = "   Tgid:Command",
	  .needs = KEY_PID,
	  .compare = signed_compare,
	  .text = thread_text,
	  .as_number = signed_number },
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
	  .compare = signed_compare,
	  .text = cpu_text,
	  .as_number = signed_number },
	{ .name = "tid",
	  .title = "    Tid:Command",
	  .needs = KEY_TID,
	  .whole_name = true,
	  .compare = signed_compare,
	  .text = thread_text,
	  .as_number = signed_number },
	{ .name = "event",
	  .title = "Event",
	  .needs = KEY_EVENT,
	  .whole_name = true,
	  .compare = event_compare,
	  .text = event_text },
	{ 0 },
};
