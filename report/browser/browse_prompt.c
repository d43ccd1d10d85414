#include "report/browser/browse_prompt.h"

#include "common/text.h"
#include "report/browser/browse_find.h"
#include "report/browser/browse_live.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More seconds are no delay between two screens. */
#define DELAY_MAX 3600

void browse_prompt_open(struct browse *b, enum browse_prompt prompt)
{
	b->prompt = prompt;
	*b->input = 0;
	if (prompt == PROMPT_FILTER && b->list.filter.text)
		snprintf(b->input, sizeof(b->input), "%s", b->list.filter.text);
	else if (prompt == PROMPT_LIMIT)
		snprintf(b->input, sizeof(b->input), "%g", b->limit);
	else if (prompt == PROMPT_SORT && b->sort)
		snprintf(b->input, sizeof(b->input), "%s", b->sort);
	else if (prompt == PROMPT_DELAY)
		snprintf(b->input, sizeof(b->input), "%u", b->source->live->delay);
	else if (prompt == PROMPT_COUNT)
		snprintf(b->input, sizeof(b->input), "%" PRIu64, b->min_count);
}

static void filter(struct browse *b, const char *text)
{
	if (name_pattern_set(&b->list.filter, text))
		browse_say(b, "out of memory");
	row_list_choose(&b->list);
	b->at = b->top = (struct browse_place){ 0 };
}

static void find(struct browse *b)
{
	bool is_found = true;

	if (name_pattern_set(&b->find, b->input)) {
		browse_say(b, "out of memory");
		return;
	}
	if (!*b->input)
		return;
	if (text_page_is_open(&b->page))
		is_found = text_page_find(&b->page, &b->find, false);
	else if (b->n_codes)
		is_found = code_page_find(&b->codes[b->n_codes - 1], &b->find, false);
	else
		browse_find_next(b, false);
	if (!is_found)
		browse_say(b, "no line has it");
}

static void mark(struct browse *b)
{
	if (name_pattern_set(&b->find, b->input))
		browse_say(b, "out of memory");
}

static void set_limit(struct browse *b)
{
	char *end;
	double limit = decimal_parse(b->input, &end);

	if (end == b->input || *end || !(limit >= 0 && limit <= 100)) {
		browse_say(b, "a percent limit is a number from 0 to 100");
		return;
	}
	b->limit = b->list.options.percent_limit = limit;
	row_list_choose(&b->list);
	b->at = b->top = (struct browse_place){ 0 };
}

static void set_delay(struct browse *b, const char *text)
{
	char *end;
	unsigned long delay = strtoul(text, &end, 10);

	if (end == text || *end || !delay || delay > DELAY_MAX)
		browse_say(b, "a delay is a number of seconds from 1 to %d", DELAY_MAX);
	else
		b->source->live->delay = (unsigned)delay;
}

static void set_count(struct browse *b, const char *text)
{
	char *end;
	uint64_t count = strtoull(text, &end, 10);

	if (end == text || *end || *text == '-') {
		browse_say(b, "that is no number of samples");
		return;
	}
	b->min_count = b->list.options.min_count = count;
	row_list_choose(&b->list);
	b->at = b->top = (struct browse_place){ 0 };
}

static void set_sort(struct browse *b)
{
	char *sort = *b->input ? strdup(b->input) : NULL;

	free(b->sort);
	b->sort = sort;
	b->must_load = true;
}

static void accept(struct browse *b)
{
	enum browse_prompt prompt = b->prompt;

	b->prompt = PROMPT_NONE;
	switch (prompt) {
	case PROMPT_FIND: find(b); break;
	case PROMPT_MARK: mark(b); break;
	case PROMPT_LIMIT: set_limit(b); break;
	case PROMPT_SORT: set_sort(b); break;
	case PROMPT_DELAY: set_delay(b, b->input); break;
	case PROMPT_COUNT: set_count(b, b->input); break;
	case PROMPT_WRITE:
	case PROMPT_FILTER:
	case PROMPT_NONE: break;
	}
}

static void cancel(struct browse *b)
{
	if (b->prompt == PROMPT_FILTER)
		filter(b, "");
	b->prompt = PROMPT_NONE;
}

static void erase(char *input)
{
	size_t n = strlen(input);

	while (n && ((unsigned char)input[n - 1] & 0xc0) == 0x80)
		n--;
	input[n ? n - 1 : 0] = 0;
}

static void type(char *input, uint32_t letter)
{
	char bytes[4];
	size_t n = strlen(input), size = letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
	static const uint8_t marks[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	if (n + size >= BROWSE_INPUT_MAX)
		return;
	for (size_t i = size; i-- > 1; letter >>= 6)
		bytes[i] = (char)(0x80 | (letter & 0x3f));
	bytes[0] = (char)(marks[size] | letter);
	memcpy(input + n, bytes, size);
	input[n + size] = 0;
}

void browse_prompt_key(struct browse *b, uint32_t key)
{
	if (key == BROWSE_ENTER) {
		accept(b);
		return;
	}
	if (key == BROWSE_ESC) {
		cancel(b);
		return;
	}
	if (key == BROWSE_BACKSPACE)
		erase(b->input);
	else if (key == BROWSE_CTRL_U)
		*b->input = 0;
	else if (key >= ' ' && key < BROWSE_UP)
		type(b->input, key);
	if (b->prompt == PROMPT_FILTER)
		filter(b, b->input);
}
