#include "record/synth/blocked_thread.h"

#include "common/list.h"
#include "common/task_stat.h"
#include "formats/text/kallsyms.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define PATH_ROOM   64
#define STACK_PIECE 8000 /* bytes read in one call */

/* Threads that never leave the kernel. */
#define KERNEL_ALONE (TASK_IO_WORKER | TASK_USER_WORKER | TASK_KTHREAD)

/* True for a thread of a program that waits or is stopped. */
static bool parse_stat(const char *text, struct blocked_thread *t)
{
	struct task_stat task;

	if (task_stat_parse(&task, text) || !strchr("SDTt", task.state))
		return false;
	static_assert(sizeof(t->comm) == sizeof(task.comm), "both as /proc has it");
	memcpy(t->comm, task.comm, sizeof(t->comm));
	t->cpu = task.cpu;
	return !(task.flags & KERNEL_ALONE);
}

static int read_of(struct synth *s, enum privilege privilege, const struct blocked_thread *t, const char *name)
{
	char path[PATH_ROOM];

	snprintf(path, sizeof(path), "%u/task/%u/%s", t->pid, t->tid, name);
	return synth_read(s, privilege, path);
}

/* A capability of prec-record may be used only for the user's own processes. */
static enum privilege privilege_for(const struct synth *s, const struct blocked_thread *t)
{
	char path[PATH_ROOM];
	struct stat st;

	snprintf(path, sizeof(path), "%u", t->pid);
	return !fstatat(s->proc, path, &st, 0) && st.st_uid == getuid() ? PRIVILEGE_PROCESSES : PRIVILEGE_NONE;
}

/* "NUMBER ARGUMENT ... SP IP", or "-1 SP IP" outside a system call. */
static void parse_syscall(char *text, struct blocked_thread *t)
{
	char *space;

	text[strcspn(text, "\n")] = 0;
	space = strrchr(text, ' ');
	if (!space)
		return;
	t->ip = strtoull(space + 1, NULL, 16);
	*space = 0;
	space = strrchr(text, ' ');
	t->sp = space ? strtoull(space + 1, NULL, 16) : 0;
}

static void set_where(struct blocked_thread *t, const char *name, size_t size)
{
	if (!t->where[0])
		snprintf(t->where, sizeof(t->where), "%.*s", (int)size, name);
}

/* "[<0>] NAME+0xOFFSET/0xSIZE [MODULE]" */
static void parse_frame(const char *line, const struct kernel_names *names, struct blocked_thread *t)
{
	const char *name = strchr(line, ' ');
	uint64_t address;
	size_t size;

	if (!name++)
		return;
	size = strcspn(name, "+ \n");
	set_where(t, name, size);
	address = kernel_names_find(names, name, size);
	if (address && name[size] == '+' && t->n_frames < BLOCKED_FRAMES_MAX)
		t->frames[t->n_frames++] = address + strtoull(name + size + 1, NULL, 16);
}

static void parse_stack(const char *text, const struct kernel_names *names, struct blocked_thread *t)
{
	for (const char *line = text; *line;) {
		const char *end = strchr(line, '\n');

		parse_frame(line, names, t);
		line = end ? end + 1 : "";
	}
}

/* Reads only the innermost function, if only root may see the stack. */
static void parse_wchan(const char *name, const struct kernel_names *names, struct blocked_thread *t)
{
	const uint64_t address = kernel_names_find(names, name, strlen(name));

	if (!strcmp(name, "0"))
		return;
	set_where(t, name, strlen(name));
	if (address)
		t->frames[t->n_frames++] =
			address + 1; /* where it is not taken for a return into the function before */
}

static int read_kernel(struct synth *s, const struct kernel_names *names, struct blocked_thread *t)
{
	int result = read_of(s, PRIVILEGE_NONE, t, "stack");

	if (!result)
		parse_stack((const char *)s->text.data, names, t);
	if (result == -ENOMEM || t->where[0])
		return result;
	result = read_of(s, PRIVILEGE_NONE, t, "wchan");
	if (!result)
		parse_wchan((const char *)s->text.data, names, t);
	return result;
}

int blocked_thread_read(struct synth *s, const struct kernel_names *names, pid_t pid, pid_t tid,
			struct blocked_thread *ret_thread)
{
	struct blocked_thread *t = ret_thread;
	int result;

	*t = (struct blocked_thread){ .pid = (uint32_t)pid, .tid = (uint32_t)tid };
	result = read_of(s, PRIVILEGE_PROCESSES, t, "stat");
	if (result || !parse_stat((const char *)s->text.data, t))
		return result == -ENOMEM ? result : 0;
	result = read_of(s, privilege_for(s, t), t, "syscall");
	if (!result)
		parse_syscall((char *)s->text.data, t);
	if (result != -ENOMEM)
		result = read_kernel(s, names, t);
	return result == -ENOMEM ? result : 1;
}

struct stack_call {
	pid_t tid;
	uint64_t at;
	size_t size;
	uint8_t data[STACK_PIECE];
};

/* The stack pointer may be in a mapped file, on a file system that does not answer. */
static int read_stack_aside(void *data, int *ret_fd)
{
	struct stack_call *c = data;
	const struct iovec local = { c->data, c->size }, remote = { (void *)(uintptr_t)c->at, c->size };
	ssize_t n = process_vm_readv(c->tid, &local, 1, &remote, 1, 0);

	(void)ret_fd;
	return n < 0 ? -errno : (int)n;
}

size_t blocked_thread_stack(const struct synth *s, const struct blocked_thread *t, uint8_t *stack, size_t size)
{
	struct stack_call c = { .tid = (pid_t)t->tid };
	size_t done = 0;
	int n = t->sp ? 1 : 0, none;

	while (n > 0 && done < size) {
		c.at = t->sp + done;
		c.size = size - done < sizeof(c.data) ? size - done : sizeof(c.data);
		n = aside_call(s->options.aside, read_stack_aside, &c, sizeof(c), &none);
		if (n > 0)
			memcpy(stack + done, c.data, (size_t)n);
		done += n > 0 ? (size_t)n : 0;
	}
	return done;
}

static bool same(const void *context, uint32_t number, const void *wanted)
{
	const struct kernel_names *names = context;
	const struct kernel_name *have = &names->list[number], *want = wanted;

	return have->size == want->size && !memcmp(have->name, want->name, want->size);
}

static int add(struct kernel_names *names, const struct kallsyms_entry *entry)
{
	const struct kernel_name wanted = { entry->name, entry->name_size, entry->address };
	const uint64_t hash = hash_bytes(wanted.name, wanted.size);

	if (hash_table_find(&names->table, hash, same, names, &wanted) != HASH_TABLE_NONE)
		return 0;
	if (!list_reserve(&names->list, names->n, &names->capacity, sizeof(*names->list)) ||
	    hash_table_add(&names->table, hash, names->n))
		return -ENOMEM;
	names->list[names->n++] = wanted;
	return 0;
}

int kernel_names_load(struct kernel_names *names, struct synth *s)
{
	struct kallsyms_reader reader;
	struct kallsyms_entry entry;
	int result = synth_read(s, PRIVILEGE_KERNEL, "kallsyms");

	*names = (struct kernel_names){ 0 };
	if (result)
		return result == -ENOMEM ? result : 0;
	names->text = s->text;
	buffer_init(&s->text);
	reader = kallsyms_open((const char *)names->text.data, names->text.size);
	while (!result && kallsyms_next(&reader, &entry))
		if (entry.address && kallsyms_type_is_function(entry.type))
			result = add(names, &entry);
	return result;
}

void kernel_names_fini(struct kernel_names *names)
{
	hash_table_fini(&names->table);
	free(names->list);
	buffer_fini(&names->text);
	*names = (struct kernel_names){ 0 };
}

uint64_t kernel_names_find(const struct kernel_names *names, const char *name, size_t size)
{
	const struct kernel_name wanted = { name, size, 0 };
	const uint32_t number = hash_table_find(&names->table, hash_bytes(name, size), same, names, &wanted);

	return number == HASH_TABLE_NONE ? 0 : names->list[number].address;
}
