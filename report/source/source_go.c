#include "report/source/source_go.h"

#include "report/elf/elf_file.h"
#include "report/elf/gopclntab_code.h"
#include "report/source/source_room.h"

#include <errno.h>
#include <stdlib.h>

struct source_go {
	struct elf_file *file;
	struct gopclntab table;
	struct gopclntab_trees trees;
};

struct source_go *source_go_open(const struct source_file_spec *spec)
{
	struct error ignored = ERROR_INIT;
	struct source_go *go = calloc(1, sizeof(*go));

	if (!go)
		return NULL;
	if (elf_file_open(&go->file, NULL, spec->path, &ignored)) {
		free(go);
		return NULL;
	}
	if (go->file->id.device == spec->device && go->file->id.inode == spec->inode &&
	    gopclntab_open(&go->table, &go->file->image)) {
		go->trees = gopclntab_trees_find(&go->table);
		return go;
	}
	source_go_close(go);
	return NULL;
}

void source_go_close(struct source_go *go)
{
	elf_file_free(go->file);
	free(go);
}

bool source_go_find(const struct source_go *go, uint64_t address, uint64_t *ret_begin, uint64_t *ret_end)
{
	struct gopclntab_function f;

	if (!gopclntab_find(&go->table, address, &f))
		return false;
	*ret_begin = f.start;
	*ret_end = f.end;
	return true;
}

/* Fills the frames at an offset. Returns their number. */
static uint32_t row_frames(const struct gopclntab_code *code, uint32_t offset, bool want_lines,
			   struct source_room *room, struct source_frame frames[static SOURCE_FRAMES_MAX])
{
	struct gopclntab_frame list[SOURCE_FRAMES_MAX];
	const uint32_t n = gopclntab_code_frames(code, offset, list, SOURCE_FRAMES_MAX);

	for (uint32_t i = 0; i < n; i++)
		frames[i] = (struct source_frame){
			.name = source_room_string(room, list[i].name),
			.file = want_lines ? source_room_string(room, list[i].file) : 0,
			.line = want_lines ? list[i].line : 0,
		};
	return n;
}

/* Fills the window from an offset on. Returns the offset of its end. */
static uint32_t room_fill(struct source_room *room, const struct gopclntab_code *code,
			  const struct gopclntab_function *f, uint32_t from, bool want_lines)
{
	const uint32_t size = (uint32_t)(f->end - f->start);
	struct source_frame frames[SOURCE_FRAMES_MAX];
	uint32_t at = from;

	while (at < size) {
		const uint32_t n = row_frames(code, at, want_lines, room, frames), next = gopclntab_code_next(code, at);

		if (!source_room_add(room, f->start + at, frames, n))
			break;
		at = next < size ? next : size;
	}
	return at;
}

int source_go_window(struct source_go *go, uint64_t address, bool want_lines, struct buffer *b, uint64_t *ret_end)
{
	struct gopclntab_function f;
	struct gopclntab_code code;
	struct source_room room;
	uint32_t from, end;
	int result;

	if (!gopclntab_find(&go->table, address, &f))
		return -ENODATA;
	result = gopclntab_code_init(&code, &go->table, &go->trees, &f);
	source_room_init(&room);
	if (!result) {
		from = (uint64_t)code.files.n + code.lines.n + code.calls.n > SOURCE_ROWS_MAX / 2
			       ? (uint32_t)(address - f.start)
			       : 0;
		end = room_fill(&room, &code, &f, from, want_lines);
		*ret_end = f.start + end;
		result = end > from ? source_room_encode(&room, f.start + from, *ret_end, b) : -ENOMEM;
	}
	source_room_fini(&room);
	gopclntab_code_fini(&code);
	return result;
}
