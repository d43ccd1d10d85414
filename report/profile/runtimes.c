#include "report/profile/runtimes.h"

#include "common/bytes.h"
#include "common/text.h"

#include <string.h>

/* callers: NULL where its code has frame pointers anyway, or never has. */
static const struct runtime {
	const char *file; /* the beginning of its name */
	const char *name, *names, *callers;
} runtimes[] = {
	{ "libjvm.so", "Java", "java -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit (17 or later)",
	  "java -XX:+PreserveFramePointer" },
	{ "libnode.so", "Node.js", "node --perf-basic-prof", NULL },
	{ "node", "Node.js", "node --perf-basic-prof", NULL },
	{ "libpython3", "Python", "python3 -X perf (3.12 or later)", "python3 -X perf_jit (3.13 or later)" },
	{ "python3", "Python", "python3 -X perf (3.12 or later)", "python3 -X perf_jit (3.13 or later)" },
	{ "libcoreclr.so", ".NET", "DOTNET_PerfMapEnabled=1 in its environment", NULL },
};

/* Whether a file is of a runtime: "node" is no "node_exporter", "libpython3.11.so.1.0" is libpython3. */
static bool is_of(const struct runtime *r, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t size = strlen(r->file);

	return !strncmp(name, r->file, size) && (!name[size] || name[size] == '.');
}

static runtime_set runtimes_of_file(const char *path)
{
	runtime_set set = 0;

	for (size_t i = 0; i < ARRAY_SIZE(runtimes); i++)
		set |= is_of(&runtimes[i], path) ? 1u << i : 0;
	return set;
}

runtime_set runtimes_of_process(const struct timeline *t, uint32_t pid)
{
	const struct mapping_epoch *own = timeline_snapshot(t, pid, UINT64_MAX).own;
	const struct address_space_node *n = own ? address_space_next(&t->spaces, own->root, 0) : NULL;
	runtime_set set = 0;

	for (; n; n = address_space_next(&t->spaces, own->root, n->end)) {
		const struct dso *dso = &t->dsos.list[t->maps[n->map].dso];

		if (dso->kind == DSO_FILE)
			set |= runtimes_of_file(strtab_get(t->strings, dso->path));
	}
	return set;
}

/* Each line once: some runtimes have several files. */
static void put_lines(struct buffer *b, runtime_set set, bool callers)
{
	const char *before = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(runtimes); i++) {
		const char *line = callers ? runtimes[i].callers : runtimes[i].names;

		if (!(set & 1u << i) || !line || (before && !strcmp(line, before)))
			continue;
		text_printf(b, "\n  %s: %s.", runtimes[i].name, line);
		before = line;
	}
}

void runtimes_put_names(struct buffer *b, runtime_set set)
{
	put_lines(b, set, false);
}

void runtimes_put_callers(struct buffer *b, runtime_set set)
{
	put_lines(b, set, true);
}
