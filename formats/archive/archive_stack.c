/*
 * archive_stack: codes registers and copies of stacks (archive_walk.h). A stack is runs of words that are at their
 * addresses as they were in the thread's last sample, and in turns runs of others. Those are coded by the two before,
 * as return addresses are: what functions keep together is there again where they are called from elsewhere.
 */
#include "formats/archive/archive_walk.h"

/* A run of other words goes on over fewer words than these that are there again: two runs take as many bytes. */
#define AGAIN_MIN 2

/* The words of a sample's stack, at w->at. */
struct stack {
	uint64_t first; /* where the first one is kept */
	uint64_t n;
};

static uint64_t stack_word(const struct walk *w, uint64_t i)
{
	return word_load(w, w->at + 8 * i);
}

/* What was last seen at the address of word i. */
static uint64_t *kept(struct walk *w, const struct stack *s, uint64_t i)
{
	return &w->r->stack_words[(s->first + i) % STACK_WORDS];
}

/* Returns how many words from i on are there again. */
static uint64_t run_again(struct walk *w, const struct stack *s, uint64_t i)
{
	uint64_t from = i;

	while (i < s->n && *kept(w, s, i) == stack_word(w, i))
		i++;
	return i - from;
}

/* Returns how many from i on are not, up to AGAIN_MIN that are. */
static uint64_t run_other(struct walk *w, const struct stack *s, uint64_t i)
{
	uint64_t from = i, again = 0;

	for (; i < s->n && again < AGAIN_MIN; i++)
		again = *kept(w, s, i) == stack_word(w, i) ? again + 1 : 0;
	return i - from - (again == AGAIN_MIN ? again : 0);
}

/* Codes the length of a run. */
static uint64_t code_run(struct walk *w, unsigned stream, uint64_t run, uint64_t least, uint64_t most)
{
	archive_code_number(w->coder, stream, 0, &run);
	if (run >= least && run <= most)
		return run;
	w->coder->failed = true;
	return 0;
}

static void code_others(struct walk *w, const struct stack *s, uint64_t i, uint64_t run)
{
	for (; run; run--, i++) {
		const uint64_t before = i ? stack_word(w, i - 1) : 0, before_that = i > 1 ? stack_word(w, i - 2) : 0;
		uint64_t word = stack_word(w, i);

		archive_code_address(w->coder, &w->r->addresses, &w->r->kind_stack, before, before_that, &word);
		word_store(w, w->at + 8 * i, word);
		*kept(w, s, i) = word;
	}
}

void walk_code_stack(struct walk *w, uint64_t size)
{
	const struct stack s = { context_mix(0, w->task.tid) + w->sp / 8, size / 8 };
	const bool decodes = w->coder->decodes;
	uint64_t i = 0, run;

	while (i < s.n && !w->coder->failed) {
		run = code_run(w, STREAM_STACK_AGAIN, decodes ? 0 : run_again(w, &s, i), 0, s.n - i);
		for (; run; run--, i++)
			word_store(w, w->at + 8 * i, *kept(w, &s, i));
		if (i == s.n || w->coder->failed)
			break;
		run = code_run(w, STREAM_STACK_OTHER, decodes ? 0 : run_other(w, &s, i), 1, s.n - i);
		code_others(w, &s, i, run);
		i += run;
	}
	archive_code_bytes(w->coder, STREAM_STACK, w->record + w->at + 8 * s.n, size % 8);
	w->at += size;
}

void walk_code_register(struct walk *w, unsigned number)
{
	uint64_t *last = &w->r->registers[w->task.tid % REGISTER_TASKS][number], value = word_load(w, w->at);
	bool is_same = value == *last;

	archive_code_choice(w->coder, &w->r->same_register[number], &is_same);
	if (is_same)
		value = *last;
	else
		archive_code_address(w->coder, &w->r->addresses, &w->r->kind_stack, *last, number, &value);
	word_store(w, w->at, value);
	*last = value;
}
