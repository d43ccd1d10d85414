/* Lines of code in, screens out; what keys do. */
#include "report/browser/code_page.h"

#include "common/list.h"
#include "tests/support/test.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

struct made {
	struct code_page page;
	struct code_lines lines;
	struct cells cells;
};

static uint32_t add_text(struct code_lines *l, const char *text)
{
	uint32_t at = (uint32_t)l->texts.size;

	buffer_append(&l->texts, text, strlen(text) + 1);
	return at;
}

static uint32_t add_sums(struct code_lines *l, uint64_t count, uint64_t period)
{
	CHECK(list_reserve(&l->sums, l->n_sums, &l->sums_capacity, sizeof(*l->sums)));
	l->sums[l->n_sums] = (struct annotate_sum){ .count = count, .period = period };
	return l->n_sums++;
}

static struct code_line *add_line(struct code_lines *l, enum code_line_kind kind, const char *text)
{
	struct code_line *line;

	CHECK(list_reserve(&l->list, l->n, &l->capacity, sizeof(*l->list)));
	line = &l->list[l->n++];
	*line = (struct code_line){ .kind = kind, .text = add_text(l, text), .to = CODE_NONE, .at = CODE_NONE };
	return line;
}

static struct code_line *add_instruction(struct code_lines *l, const char *text, uint32_t at, uint64_t count)
{
	struct code_line *line = add_line(l, CODE_INSTRUCTION, text);

	line->at = at;
	line->offset = 2 * at;
	line->address = 0x1000 + line->offset;
	line->bytes = add_text(l, "\x74\xfe");
	line->n_bytes = 2;
	line->file = 1;
	line->number = at < 2 ? 1 : 2;
	line->sums = add_sums(l, count, count * 10);
	return line;
}

static void add_file(struct code_lines *l)
{
	static const char *const texts[] = { "int f()", "{ g(); }" };

	l->files = calloc(2, sizeof(*l->files));
	l->file_lines = calloc(2, sizeof(*l->file_lines));
	CHECK(l->files && l->file_lines);
	l->n_files = 2;
	l->files[1] = (struct code_file){ .path = add_text(l, "/src/f.c"), .first = 1, .last = 2 };
	for (unsigned i = 0; i < 2; i++)
		l->file_lines[i] = (struct code_file_line){ .text = add_text(l, texts[i]),
							    .sums = i ? add_sums(l, 8, 80) : CODE_NONE };
}

/* A loop of a call and a jump back. */
static void make_lines(struct code_lines *l)
{
	struct code_line *line;

	buffer_init(&l->texts);
	buffer_put_u8(&l->texts, 0);
	l->n_events = 1;
	l->events = calloc(1, sizeof(*l->events));
	l->totals = malloc(sizeof(*l->totals));
	l->functions = calloc(1, sizeof(*l->functions));
	CHECK(l->events && l->totals && l->functions);
	l->totals[0] = (struct annotate_sum){ .count = 40, .period = 200 };
	l->n_functions = 1;
	l->functions[0] = (struct code_function){ .name = add_text(l, "f"),
						  .dso = add_text(l, "prog"),
						  .address = 0x1000,
						  .has_code = true,
						  .sums = add_sums(l, 10, 100) };
	l->functions[0].jumps.sources = calloc(4, sizeof(uint32_t));
	CHECK(l->functions[0].jumps.sources != NULL);
	l->functions[0].jumps.sources[1] = 1;
	add_line(l, CODE_HEAD, "");
	add_line(l, CODE_SOURCE, "int f()")->number = 1;
	add_instruction(l, "nop", 0, 0);
	add_instruction(l, "callq  2000", 1, 2);
	line = &l->list[l->n - 1];
	line->what = DISASM_CALL;
	line->target = 0x2000;
	line->target_name = add_text(l, "g");
	add_line(l, CODE_SOURCE, "{ g(); }")->number = 2;
	add_instruction(l, "jne    1002", 2, 8);
	line = &l->list[l->n - 1];
	line->what = DISASM_JUMP;
	line->target = 0x1002;
	line->target_name = add_text(l, "f+0x2");
	line->to = 3;
	add_instruction(l, "retq", 3, 0)->what = DISASM_RETURN;
	add_file(l);
}

static struct made *make(unsigned columns)
{
	struct made *m = calloc(1, sizeof(*m));

	CHECK(m);
	make_lines(&m->lines);
	CHECK(!cells_init(&m->cells, columns, 9, false));
	CHECK_EQ_I64(code_page_init(&m->page, &m->lines, 0, &(struct code_view){ 0 }), 0);
	return m;
}

static void unmake(struct made *m)
{
	code_page_fini(&m->page);
	cells_fini(&m->cells);
	free(m);
}

static void press(struct made *m, uint32_t key)
{
	code_page_key(&m->page, &(struct browse_event){ .key = key }, 7);
}

/* The lines of the page, joined. */
static void check_screen(struct made *m, const char *wanted)
{
	const struct name_pattern none = { 0 };
	char screen[4096] = "";
	size_t n = 0;

	cells_clear(&m->cells);
	code_page_draw(&m->page, &m->cells, 1, 7, &none);
	for (unsigned i = 1; i < 8; i++) {
		char *line = cells_line(&m->cells, i);

		CHECK(line);
		n += (size_t)snprintf(screen + n, sizeof(screen) - n, "%s\n", line);
		free(line);
	}
	CHECK_STR(screen, wanted);
}

TEST(code_stands_below_its_source)
{
	struct made *m = make(80);

	check_screen(m, "f  prog  0000000000001000  10 samples, local period\n"
			"         int f()\n"
			"                   nop\n"
			"  20.00       2: > callq  g\n"
			"         { g(); }\n"
			"  80.00          ^ jne    2\n"
			"                 < retq\n");
	unmake(m);
}

TEST(the_hottest_comes_first_and_a_jump_is_followed)
{
	struct made *m = make(80);
	char text[128];

	CHECK_EQ_U64(m->page.at, 5);
	code_page_status(&m->page, text, sizeof(text));
	CHECK_STR(text, "jumps to f+0x2: ENTER goes there");
	CHECK(code_page_follow(&m->page));
	CHECK_EQ_U64(m->page.at, 3);
	code_page_status(&m->page, text, sizeof(text));
	CHECK_STR(text, "calls g: ENTER opens it");
	CHECK(!code_page_follow(&m->page));
	press(m, 'H');
	CHECK_EQ_U64(m->page.at, 5);
	press(m, BROWSE_TAB);
	CHECK_EQ_U64(m->page.at, 3);
	press(m, BROWSE_BACKTAB);
	CHECK_EQ_U64(m->page.at, 5);
	unmake(m);
}

TEST(keys_choose_what_is_shown)
{
	struct made *m = make(90);

	press(m, 's');
	press(m, 'o');
	press(m, 'J');
	press(m, 't');
	check_screen(m, "f  prog  0000000000001000  10 samples, local period\n"
			"                         1000: 74 fe                        nop\n"
			"      2    1             1002: 74 fe                      > callq  2000  <g>\n"
			"      8                  1004: 74 fe                      ^ jne    1002  <f+0x2>\n"
			"                         1006: 74 fe                      < retq\n"
			"\n\n");
	press(m, 'o');
	press(m, 'J');
	press(m, 't');
	press(m, 'p');
	press(m, 'f');
	press(m, 'O');
	press(m, 'O');
	check_screen(m, "f  prog  0000000000001000  10 samples, global period\n"
			"                          1000:   nop\n"
			"          20              1002: > callq  g\n"
			"          80              1004: ^ jne    2\n"
			"                          1006: < retq\n"
			"\n\n");
	press(m, 't');
	press(m, 'f');
	press(m, 'O');
	press(m, 'b');
	check_screen(m, "f  prog  0000000000001000  10 samples, global hits\n"
			"                   nop\n"
			"   5.00       2: > callq  g\n"
			"  20.00          ^ jne    2\n"
			"                 < retq\n"
			"\n\n");
	unmake(m);
}

TEST(a_wide_screen_has_source_on_the_left)
{
	struct made *m = make(160);

	check_screen(m, " f.c                                                                    "
			"f  prog  0000000000001000  10 samples, local period\n"
			"             1 int f()                                                            "
			"         nop\n"
			"  80.00      2 { g(); }                                                   20.00       2: > "
			"callq  g\n"
			"                                                                          80.00          ^ "
			"jne    2\n"
			"                                                                                         < "
			"retq\n"
			"\n\n");
	press(m, 's');
	check_screen(m, "f  prog  0000000000001000  10 samples, local period\n"
			"                   nop\n"
			"  20.00       2: > callq  g\n"
			"  80.00          ^ jne    2\n"
			"                 < retq\n"
			"\n\n");
	unmake(m);
}

TEST(words_are_found_in_code_and_source)
{
	struct made *m = make(80);
	struct name_pattern pattern = { 0 };
	char *text;

	CHECK(setlocale(LC_CTYPE, "C.UTF-8") != NULL);
	CHECK_EQ_I64(name_pattern_set(&pattern, "int"), 0);
	CHECK(code_page_find(&m->page, &pattern, false));
	CHECK_EQ_U64(m->page.at, 1);
	CHECK_EQ_I64(name_pattern_set(&pattern, "jne"), 0);
	CHECK(code_page_find(&m->page, &pattern, true));
	CHECK_EQ_U64(m->page.at, 5);
	CHECK_EQ_I64(name_pattern_set(&pattern, "nowhere"), 0);
	CHECK(!code_page_find(&m->page, &pattern, false));
	name_pattern_fini(&pattern);
	text = code_page_text(&m->page);
	CHECK(text && strstr(text, "int f()\n") && strstr(text, "> callq  g") == NULL && strstr(text, "→ callq  g"));
	free(text);
	unmake(m);
}
