/* Jumps in, lines beside instructions out. */
#include "report/annotate/code_jumps.h"

#include "tests/support/test.h"

#include <elf.h>
#include <stdlib.h>

#define N       8u
#define NOWHERE UINT32_MAX

/* Instructions of one byte at 0x1000, each of which jumps to another one, or is none. */
struct made {
	struct disasm_code code;
	struct disasm_list list;
	struct code_jumps jumps;
};

static void make(struct made *m, const uint32_t *targets, uint32_t n, const char *text)
{
	*m = (struct made){ .code = { .machine = { .machine = EM_X86_64, .is_64 = true }, .address = 0x1000 } };
	m->list.list = calloc(n, sizeof(*m->list.list));
	CHECK(m->list.list);
	m->list.n = n;
	buffer_init(&m->list.texts);
	buffer_append(&m->list.texts, text, strlen(text) + 1);
	for (uint32_t i = 0; i < n; i++)
		m->list.list[i] = (struct disasm_instruction){
			.offset = i,
			.size = 1,
			.target = 0x1000 + (uint64_t)targets[i],
			.reference = targets[i] == NOWHERE ? DISASM_NO_REFERENCE : DISASM_BRANCH,
		};
	CHECK_EQ_I64(code_jumps_find(&m->jumps, &m->code, &m->list), 0);
}

static void unmake(struct made *m)
{
	code_jumps_fini(&m->jumps);
	disasm_list_fini(&m->list);
}

static void check_lines(const struct made *m, const char *const *wanted)
{
	for (uint32_t i = 0; i < m->list.n; i++) {
		char text[JUMP_COLUMNS + 1];

		code_jumps_put(&m->jumps, i, text);
		CHECK_STR(text, wanted[i]);
	}
}

TEST(jumps_are_lines_the_shortest_nearest_to_the_code)
{
	static const uint32_t targets[N] = { 6, NOWHERE, 4, NOWHERE, 1, 6, NOWHERE, 7 };
	static const char *const wanted[N] = {
		"/--- ", "|/-> ", "||/- ", "|||  ", "|\\\\> ", "+--- ", "\\--> ", "  -> "
	};
	struct made m;

	make(&m, targets, N, "jne 0");
	CHECK_EQ_U64(m.jumps.to[0], 6);
	CHECK_EQ_U64(m.jumps.to[1], JUMP_NONE);
	CHECK_EQ_U64(m.jumps.sources[6], 2);
	CHECK_EQ_U64(m.jumps.sources[0], 0);
	check_lines(&m, wanted);
	unmake(&m);
}

TEST(a_line_passes_what_stands_above_an_instruction)
{
	static const uint32_t targets[N] = { 2, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE };
	char text[JUMP_COLUMNS + 1];
	struct made m;

	make(&m, targets, N, "jmp 0");
	CHECK_EQ_U64(code_jumps_put_above(&m.jumps, 0, text), 3);
	CHECK_STR(text, "   ");
	code_jumps_put_above(&m.jumps, 2, text);
	CHECK_STR(text, "|  ");
	code_jumps_put_above(&m.jumps, 3, text);
	CHECK_STR(text, "   ");
	unmake(&m);
}

TEST(calls_and_jumps_to_elsewhere_have_no_lines)
{
	static const uint32_t targets[N] = { 3, NOWHERE, 0x5000, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE };
	char text[JUMP_COLUMNS + 1];
	struct made m;

	make(&m, targets, N, "callq 0");
	CHECK_EQ_U64(m.jumps.to[0], JUMP_NONE);
	CHECK_EQ_U64(code_jumps_put(&m.jumps, 0, text), 0);
	CHECK_STR(text, "");
	unmake(&m);
}

/* More lines than lanes, and lines that are too long. */
TEST(what_finds_no_room_is_not_drawn)
{
	const uint32_t n = 3 * JUMP_ROWS_MAX;
	uint32_t *targets = malloc(n * sizeof(*targets));
	char text[JUMP_COLUMNS + 1];
	struct made m;

	CHECK(targets);
	for (uint32_t i = 0; i < n; i++)
		targets[i] = i < 20 ? 40 + i : NOWHERE;
	targets[100] = n - 1;
	make(&m, targets, n, "jmp 0");
	CHECK_EQ_U64(m.jumps.n_lanes, JUMP_LANES);
	CHECK_EQ_U64(m.jumps.to[100], n - 1);
	code_jumps_put(&m.jumps, 100, text);
	CHECK_STR(text, "        ");
	unmake(&m);
	free(targets);
}
