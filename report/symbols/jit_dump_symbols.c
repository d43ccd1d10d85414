#include "report/symbols/jit_dump_symbols.h"

#include "report/symbols/jit_dump.h"

#include <errno.h>
#include <string.h>

/* Longer names are cut. */
#define NAME_MAX_BYTES 4096

/* All names of a dump: a hundred thousand functions have some 10 MB. */
#define NAMES_MAX_BYTES (256u << 20)

/* The name with a NUL: in the file it may change at any time. */
static const char *copy_name(struct buffer *copy, const struct jitdump_code *code)
{
	buffer_clear(copy);
	buffer_append(copy, code->name, code->name_size < NAME_MAX_BYTES ? code->name_size : NAME_MAX_BYTES);
	buffer_put_u8(copy, 0);
	return buffer_ok(copy) ? (const char *)copy->data : "";
}

/* Keeps where the source lines are, and the dump with them; else closes the dump. */
static struct jit_lines *keep_lines(struct jit_lines *lines, struct jit_dump *dump)
{
	if (jit_lines_any(lines)) {
		jit_lines_finish(lines, dump);
		return lines;
	}
	jit_lines_free(lines);
	jit_dump_close(dump);
	return NULL;
}

static int add_all(struct symtab *t, struct jit_lines *lines, struct jit_dump *dump)
{
	struct jitdump_code code;
	struct buffer name;
	bool ok = true;

	buffer_init(&name);
	while (ok && t->own_names.size < NAMES_MAX_BYTES && jitdump_next(&dump->reader, &code) > 0) {
		if (code.type != JITDUMP_LOAD || !code.size)
			continue;
		symtab_add_copy(t,
				(struct symbol){ .start = code.offset,
						 .end = code.offset + code.size,
						 .info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) },
				copy_name(&name, &code));
		ok = buffer_ok(&name) && jit_lines_add(lines, &code);
	}
	buffer_fini(&name);
	return ok ? symtab_settle(t) : -ENOMEM;
}

int jit_dump_symbols_load(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			  struct jit_lines **ret_lines, struct error *err)
{
	struct jit_lines *lines;
	struct jit_dump dump;
	int ret = jit_dump_open(&dump, config, pid, path, err);

	if (ret)
		return ret;
	lines = jit_lines_new();
	ret = lines ? add_all(&own->symbols, lines, &dump) : -ENOMEM;
	if (ret)
		error_set(err, ret, "%s: %s", path, strerror(-ret));
	else if (own->symbols.own_names.size >= NAMES_MAX_BYTES)
		ret = error_set(err, -E2BIG, "%s: its names need more than %u MiB", path, NAMES_MAX_BYTES >> 20);
	if (!ret) {
		*ret_lines = keep_lines(lines, &dump);
		return 0;
	}
	jit_lines_free(lines);
	jit_dump_close(&dump);
	return ret;
}
