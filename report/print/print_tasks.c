#include "report/print/print_tasks.h"

#include "common/sorting.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Limit of the indent, in columns; deeper threads are shown there. */
#define INDENT_MAX 256

/*
 * A walk over the tree, in a list of tasks sorted by (parent + 1, tid). So the children of a thread are adjacent, and
 * threads without a known parent come first.
 */
struct walk {
	FILE *out;
	const struct tasks *tasks;
	struct key_index *order;
	uint32_t *path; /* indexes in `order`: the next task of each level, from the top of the tree */
	bool *shown;    /* by index of the task */
};

static uint64_t order_key(uint32_t ppid, uint32_t tid)
{
	return (uint64_t)(uint32_t)(ppid + 1) << 32 | tid;
}

/* Returns the index in w->order of the first child of a thread. */
static uint32_t walk_children(const struct walk *w, uint32_t tid)
{
	uint64_t key = order_key(tid, 0);

	return BISECT(0, w->tasks->n, i, w->order[i].key < key);
}

static void print_id(FILE *out, const struct tasks *t, const struct task_map *map)
{
	const struct build_id *id = &t->analysis->timeline.dsos.list[map->dso].build_id;

	if (map->has_ino)
		fprintf(out, "%" PRIu64, map->ino);
	for (unsigned i = 0; !map->has_ino && i < id->size; i++)
		fprintf(out, "%02x", id->data[i]);
}

static void print_maps(FILE *out, const struct tasks *t, uint32_t pid, int indent)
{
	address_space_root root = tasks_space(t, pid);
	const struct address_space_node *at;

	for (uint64_t addr = 0; (at = address_space_next(&t->spaces, root, addr)); addr = at->end) {
		const struct task_map *map = &t->maps[at->map];

		fprintf(out, "%*s  %" PRIx64 "-%" PRIx64 " %c%c%c%c %08" PRIx64 " ", indent, "", at->start, at->end,
			map->prot & PROT_READ ? 'r' : '-', map->prot & PROT_WRITE ? 'w' : '-',
			map->prot & PROT_EXEC ? 'x' : '-', map->is_shared ? 's' : 'p',
			at->start - map->start + map->pgoff);
		print_id(out, t, map);
		fprintf(out, " %s\n", strtab_get(t->analysis->strings, map->name));
	}
}

static void print_task(struct walk *w, uint32_t i, uint32_t depth)
{
	const struct task *task = &w->tasks->list[i];
	int level = task->tid ? (int)(depth < INDENT_MAX ? depth : INDENT_MAX) : 0;
	int indent = fprintf(w->out, "  %8d %8d %8d |%*s", (int32_t)task->pid, (int32_t)task->tid, (int32_t)task->ppid,
			     level, "");

	w->shown[i] = true;
	if (task->comm == STRTAB_NONE)
		fprintf(w->out, ":%d\n", (int32_t)task->tid);
	else
		fprintf(w->out, "%s\n", strtab_get(w->tasks->analysis->strings, task->comm));
	print_maps(w->out, w->tasks, task->pid, indent);
}

/* Prints the thread at an index of w->order and all its descendants, each once, even if the file has a circle. */
static void print_tree(struct walk *w, uint32_t index)
{
	const struct tasks *t = w->tasks;
	uint32_t depth = 1;

	if (w->shown[w->order[index].index])
		return;
	print_task(w, w->order[index].index, depth);
	/* The children of the idle task (tid 0) are shown at the top. */
	if (!t->list[w->order[index].index].tid)
		return;
	w->path[0] = walk_children(w, t->list[w->order[index].index].tid);
	while (depth) {
		uint32_t at = w->path[depth - 1]++;
		uint32_t parent = at < t->n ? (uint32_t)(w->order[at].key >> 32) - 1 : 0;
		uint32_t above = depth > 1 ? t->list[w->order[w->path[depth - 2] - 1].index].tid
					   : t->list[w->order[index].index].tid;

		if (at >= t->n || parent != above) {
			depth--;
		} else if (!w->shown[w->order[at].index]) {
			print_task(w, w->order[at].index, depth + 1);
			w->path[depth++] = walk_children(w, t->list[w->order[at].index].tid);
		}
	}
}

int print_tasks(FILE *out, const struct tasks *t)
{
	struct walk w = { .out = out, .tasks = t };
	struct key_index *keys = calloc(2 * (size_t)t->n, sizeof(*keys));
	int result = 0;

	w.path = calloc((size_t)t->n + 1, sizeof(*w.path));
	w.shown = calloc(t->n, sizeof(*w.shown));
	if (keys && w.path && w.shown) {
		for (uint32_t i = 0; i < t->n; i++)
			keys[i] = (struct key_index){ order_key(t->list[i].ppid, t->list[i].tid), i };
		w.order = key_sort(keys, t->n);
		fprintf(out, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
		for (uint32_t i = 0; i < t->n; i++)
			if (w.order[i].key >> 32 <= 1)
				print_tree(&w, i);
		/* The rest: threads whose parent is not in the file, or in a circle. */
		for (uint32_t i = 0; i < t->n; i++)
			print_tree(&w, i);
	} else {
		result = -ENOMEM;
	}
	free(keys);
	free(w.path);
	free(w.shown);
	return result;
}
