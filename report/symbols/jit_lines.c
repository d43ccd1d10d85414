#include "report/symbols/jit_lines.h"

#include "common/list.h"
#include "common/sorting.h"
#include "common/strtab.h"

#include <pthread.h>
#include <stdlib.h>

/* What V8 adds to addresses (LinuxPerfJitLogger::LogWriteDebugInfo, kElfHeaderSize). */
#define V8_SHIFT 0x40

/* Limit of a record, since each lookup walks over it; larger ones are skipped. */
#define RECORD_MAX (1u << 20)

#define FILE_NAME_MAX 4096

struct piece {
	uint64_t offset, size; /* offset of the code in the dump */
	uint64_t addr;
	size_t lines_at;
	uint32_t lines_size;
	bool by_v8;
};

struct jit_lines {
	struct jit_dump dump;
	struct piece *pieces; /* ascending */
	uint32_t n, capacity;
	pthread_mutex_t lock; /* of the names */
	struct strtab files;
	bool files_ready;
};

struct jit_lines *jit_lines_new(void)
{
	struct jit_lines *l = calloc(1, sizeof(*l));

	if (l)
		pthread_mutex_init(&l->lock, NULL);
	return l;
}

void jit_lines_free(struct jit_lines *l)
{
	if (!l)
		return;
	if (l->dump.map)
		jit_dump_close(&l->dump);
	if (l->files_ready)
		strtab_fini(&l->files);
	free(l->pieces);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

/* Recognizes V8 by the kinds of code that it writes before names (src/logging/code-events.h). */
static bool name_is_of_v8(const struct jitdump_code *code)
{
	static const char *const kinds[] = { "JS:", "Script:", "Eval:", "RegExp:", "Function:", "LazyCompile:" };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		size_t size = strlen(kinds[i]);

		if (code->name_size > size && !memcmp(code->name, kinds[i], size))
			return true;
	}
	return false;
}

bool jit_lines_add(struct jit_lines *l, const struct jitdump_code *code)
{
	if (!code->size || !code->lines_size || code->lines_size > RECORD_MAX)
		return true;
	if (!list_reserve(&l->pieces, l->n, &l->capacity, sizeof(*l->pieces)))
		return false;
	l->pieces[l->n++] = (struct piece){ .offset = code->offset,
					    .size = code->size,
					    .addr = code->addr,
					    .lines_at = code->lines_at,
					    .lines_size = (uint32_t)code->lines_size,
					    .by_v8 = name_is_of_v8(code) };
	return true;
}

bool jit_lines_any(const struct jit_lines *l)
{
	return l->n;
}

void jit_lines_finish(struct jit_lines *l, const struct jit_dump *dump)
{
	l->dump = *dump;
}

size_t jit_lines_memory(const struct jit_lines *l)
{
	return l ? sizeof(*l) + l->capacity * sizeof(*l->pieces) : 0;
}

static const struct piece *piece_find(const struct jit_lines *l, uint64_t offset)
{
	uint32_t n = BISECT(0, l->n, i, l->pieces[i].offset <= offset);

	return n && offset - l->pieces[n - 1].offset < l->pieces[n - 1].size ? &l->pieces[n - 1] : NULL;
}

static bool is_file_name(const struct jitdump_line *line)
{
	if (!line->file_size || line->file_size >= FILE_NAME_MAX)
		return false;
	for (size_t i = 0; i < line->file_size; i++)
		if ((unsigned char)line->file[i] < ' ' || line->file[i] == 0x7f)
			return false;
	return true;
}

/* Finds the line of an address in a piece. False: none, or the lines are damaged. */
static bool piece_line(const struct jit_lines *l, const struct piece *p, uint64_t addr, struct jitdump_line *ret_line)
{
	struct jitdump_lines lines = jitdump_lines_open(&l->dump.reader, p->lines_at, p->lines_size);
	uint64_t shift = 0, last = 0;
	struct jitdump_line line;
	bool first = true, found = false;
	int result;

	while ((result = jitdump_lines_next(&lines, &line)) > 0) {
		if (first && p->by_v8 && line.addr == p->addr + V8_SHIFT)
			shift = V8_SHIFT;
		first = false;
		line.addr -= shift;
		/* The end of the code may have a line. */
		if (line.addr < p->addr || line.addr - p->addr > p->size || line.addr < last || !is_file_name(&line))
			return false;
		last = line.addr;
		if (line.addr > addr)
			continue;
		*ret_line = line;
		found = true;
	}
	return result == 0 && found;
}

static const char *keep_name(struct jit_lines *l, const struct jitdump_line *line)
{
	uint32_t id = STRTAB_NONE;

	pthread_mutex_lock(&l->lock);
	if (l->files_ready || !strtab_init(&l->files)) {
		l->files_ready = true;
		id = strtab_add(&l->files, line->file, line->file_size);
	}
	pthread_mutex_unlock(&l->lock);
	return id == STRTAB_NONE ? NULL : strtab_get(&l->files, id);
}

bool jit_lines_find(struct jit_lines *l, uint64_t offset, const char **ret_file, unsigned *ret_line)
{
	const struct piece *p = piece_find(l, offset);
	struct jitdump_line line = { 0 };
	const char *file;

	if (!p || !piece_line(l, p, p->addr + (offset - p->offset), &line))
		return false;
	file = keep_name(l, &line);
	if (!file)
		return false;
	*ret_file = file;
	*ret_line = line.line;
	return true;
}
