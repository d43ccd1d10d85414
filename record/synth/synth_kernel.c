#include "record/synth/synth_kernel.h"

#include "formats/elf/build_id.h"
#include "formats/feature/feature_bpf.h"
#include "formats/text/kallsyms.h"
#include "formats/text/proc_modules.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#define KERNEL_NAME       "[kernel.kallsyms]"
#define KERNEL_PID        UINT32_MAX
#define KALLSYMS_CHUNK    (64u << 10)
#define TEXT_SEARCH_BYTES (1u << 20) /* how far after _stext a _text is searched */
#define ROOT_MAX          512

/* The kernel's text, as in /proc/kallsyms. */
struct kernel_text {
	char name[8]; /* "_text", or "_stext" where there is no such symbol */
	uint64_t start;
	uint64_t end;  /* 0: not found */
	bool is_found; /* the name was found, even if its address is hidden */
};

static void take_symbol(struct kernel_text *t, const struct kallsyms_entry *e)
{
	bool is_text = kallsyms_is_named(e, "_text");

	if (e->module)
		return;
	if (is_text || (kallsyms_is_named(e, "_stext") && !t->is_found)) {
		strcpy(t->name, is_text ? "_text" : "_stext");
		t->start = e->address;
		t->is_found = true;
	} else if (kallsyms_is_named(e, "_etext")) {
		t->end = e->address;
	}
}

/* Parses the complete lines of a text. Returns their size in bytes. */
static size_t take_lines(struct kernel_text *t, const char *text, size_t size)
{
	const char *newline = memrchr(text, '\n', size);
	size_t whole = newline ? (size_t)(newline + 1 - text) : 0;
	struct kallsyms_reader reader = kallsyms_open(text, whole);
	struct kallsyms_entry entry;

	while (kallsyms_next(&reader, &entry) > 0)
		take_symbol(t, &entry);
	return whole;
}

static bool kallsyms_enough(const struct kernel_text *t, bool need_end, size_t since_found)
{
	bool named = !strcmp(t->name, "_text") || since_found > TEXT_SEARCH_BYTES;

	/* Hidden addresses are all zero: to read on is of no use. */
	return t->is_found && named && (!need_end || t->end || !t->start);
}

/*
 * Reads kallsyms as far as needed: the kernel takes half a microsecond for each of its lines, and on x86 the first page
 * has all but the end of the text.
 */
static int kallsyms_scan(struct synth *s, int fd, bool need_end, struct kernel_text *t)
{
	char *chunk = malloc(KALLSYMS_CHUNK);
	size_t kept = 0;
	size_t since_found = 0;
	int result = chunk ? 0 : error_nomem(s->err);

	while (!result && !kallsyms_enough(t, need_end, since_found)) {
		ssize_t n = read(fd, chunk + kept, KALLSYMS_CHUNK - kept);
		size_t taken;

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		kept += n;
		since_found += t->is_found ? n : 0;
		taken = take_lines(t, chunk, kept);
		kept -= taken;
		memmove(chunk, chunk + taken, kept);
		/* No symbol of interest has a line longer than the chunk. */
		if (kept == KALLSYMS_CHUNK)
			kept = 0;
	}
	free(chunk);
	return result;
}

/*
 * Returns the size of the text by the resource "Kernel code" in /proc/iomem, which on x86 is the range from _text to
 * _etext. 0: on other machines, or hidden from this user. This avoids reading all of kallsyms.
 */
static uint64_t kernel_text_size(struct synth *s)
{
#if defined(__x86_64__) || defined(__i386__)
	const char *line;
	unsigned long long first, last;

	if (synth_read(s, PRIVILEGE_KERNEL, "iomem"))
		return 0;
	line = strstr((const char *)s->text.data, " : Kernel code");
	while (line && line > (const char *)s->text.data && line[-1] != '\n')
		line--;
	if (!line || sscanf(line, " %llx-%llx", &first, &last) != 2 || !first || last <= first)
		return 0;
	return last - first + 1;
#else
	(void)s;
	return 0;
#endif
}

static int kernel_text_read(struct synth *s, struct kernel_text *t)
{
	uint64_t size = kernel_text_size(s);
	int fd = synth_open(s, PRIVILEGE_KERNEL, "kallsyms", O_RDONLY);
	int result;

	if (fd < 0)
		return 0; /* a kernel without symbols */
	result = kallsyms_scan(s, fd, !size, t);
	close(fd);
	if (!result && size && t->start && !t->end)
		t->end = t->start + size;
	return result;
}

/* Makes a kernel mapping: MMAP2 if its build-id is known, else MMAP, both as Linux perf writes them. */
static int kernel_emit(struct synth *s, const struct record_mapping *m, const char *file)
{
	if (s->options.ids && build_id_set_add(s->options.ids, RECORD_MISC_KERNEL, file, &m->build_id))
		return error_nomem(s->err);
	s->counts.mmaps++;
	if (s->options.wants_build_ids && m->build_id.size)
		record_put_mmap2(&s->record, RECORD_MISC_KERNEL, m, &s->id);
	else
		record_put_mmap(&s->record, RECORD_MISC_KERNEL, m, &s->id);
	return synth_emit(s);
}

static const char *synth_sys(const struct synth *s)
{
	return s->options.sys_root ? s->options.sys_root : "/sys";
}

static int put_kernel(struct synth *s)
{
	struct kernel_text t = { 0 };
	char name[32];
	char notes[ROOT_MAX + 16];
	struct record_mapping m = { .pid = KERNEL_PID, .name = name };
	int result = kernel_text_read(s, &t);

	if (result)
		return result;
	if (!t.start) {
		s->counts.kernel_restricted = t.is_found;
		return 0;
	}
	snprintf(name, sizeof(name), KERNEL_NAME "%s", t.name);
	m.start = m.pgoff = t.start;
	m.length = (t.end > t.start ? t.end : UINT64_MAX) - t.start;
	snprintf(notes, sizeof(notes), "%s/kernel/notes", synth_sys(s));
	if (s->options.wants_build_ids || s->options.ids)
		build_id_read_notes(&m.build_id, notes);
	return kernel_emit(s, &m, KERNEL_NAME);
}

/* True if a path of modules.dep, "kernel/fs/foo-bar.ko.xz: ...", is that of a module, whose name has '_' for '-'. */
static bool module_path_is(const char *path, size_t size, const char *module)
{
	const char *base = path;
	size_t length = strlen(module);

	for (size_t i = 0; i < size; i++)
		if (path[i] == '/')
			base = path + i + 1;
	if ((size_t)(path + size - base) < length + 3 || strncmp(base + length, ".ko", 3))
		return false;
	for (size_t i = 0; i < length; i++)
		if (base[i] != module[i] && !(base[i] == '-' && module[i] == '_'))
			return false;
	return true;
}

/* Writes the path of the module's file into name; "[MODULE]": it is not known. */
static void module_name(const struct buffer *dep, const char *root, const char *module, char *name, size_t room)
{
	const char *line = dep->data ? (const char *)dep->data : "";

	for (; *line; line = strchr(line, '\n'), line = line ? line + 1 : "") {
		size_t size = strcspn(line, ":\n");

		if (!module_path_is(line, size, module))
			continue;
		if (*line == '/')
			snprintf(name, room, "%.*s", (int)size, line);
		else
			snprintf(name, room, "%s/%.*s", root, (int)size, line);
		return;
	}
	snprintf(name, room, "[%s]", module);
}

struct modules {
	char root[ROOT_MAX];
	struct buffer dep;  /* modules.dep */
	struct buffer list; /* /proc/modules */
};

static int module_emit(struct synth *s, const struct modules *modules, const struct proc_module *module)
{
	char name[RECORD_NAME_MAX];
	char notes[ROOT_MAX + 128];
	struct record_mapping m = { .pid = KERNEL_PID, .name = name, .start = module->start, .length = module->size };

	if (!module->start) {
		s->counts.kernel_restricted = true;
		return 0;
	}
	module_name(&modules->dep, modules->root, module->name, name, sizeof(name));
	snprintf(notes, sizeof(notes), "%s/module/%s/notes/.note.gnu.build-id", synth_sys(s), module->name);
	if (s->options.wants_build_ids || s->options.ids)
		build_id_read_notes(&m.build_id, notes);
	return kernel_emit(s, &m, name);
}

static void modules_read(struct synth *s, struct modules *modules)
{
	char path[ROOT_MAX + 16];
	struct utsname uts;

	if (s->options.modules_root)
		snprintf(modules->root, sizeof(modules->root), "%s", s->options.modules_root);
	else if (!uname(&uts))
		snprintf(modules->root, sizeof(modules->root), "/lib/modules/%s", uts.release);
	snprintf(path, sizeof(path), "%s/modules.dep", modules->root);
	if (!synth_read(s, PRIVILEGE_NONE, path))
		buffer_append(&modules->dep, s->text.data, s->text.size + 1);
	if (!synth_read(s, PRIVILEGE_KERNEL, "modules"))
		buffer_append(&modules->list, s->text.data, s->text.size + 1);
}

static int put_modules(struct synth *s)
{
	struct modules modules = { 0 };
	struct proc_module module;
	const char *text;
	int result = 0;

	buffer_init(&modules.dep);
	buffer_init(&modules.list);
	modules_read(s, &modules);
	if (!buffer_ok(&modules.dep) || !buffer_ok(&modules.list))
		result = error_nomem(s->err);
	text = !result && modules.list.data ? (const char *)modules.list.data : "";
	while (!result && proc_modules_next(&module, &text))
		result = module_emit(s, &modules, &module);
	buffer_fini(&modules.dep);
	buffer_fini(&modules.list);
	return result;
}

int synth_kernel(struct synth *s, struct error *err)
{
	int result;

	s->err = err;
	result = put_kernel(s);
	return result ? result : put_modules(s);
}

#define FUNCTIONS_MAX 1024u       /* of a program; the kernel allows 256 */
#define BTF_MAX       (16u << 20) /* as the kernel's BTF_MAX_SIZE */
#define NAME_SIZE     512         /* KSYM_NAME_LEN */
#define KSYMBOL_BPF   1           /* PERF_RECORD_KSYMBOL_TYPE_BPF */

struct bpf_function {
	uint32_t instruction, type_id; /* struct bpf_func_info */
};

/* The requested information about a program, and where the kernel writes it. */
struct program {
	struct bpf_prog_info info;
	struct bpf_function functions[FUNCTIONS_MAX];
	uint64_t addresses[FUNCTIONS_MAX];
	uint32_t lengths[FUNCTIONS_MAX];
};

static int bpf_call(enum bpf_cmd command, union bpf_attr *attr)
{
	long result = syscall(SYS_bpf, command, attr, sizeof(*attr));

	return result < 0 ? -errno : (int)result;
}

/* Asks the kernel. info: of `size` bytes, with pointers to buffers for lists. 0 or a negative errno. */
static int object_info(int fd, void *info, uint32_t size)
{
	union bpf_attr attr = { .info = { .bpf_fd = (uint32_t)fd, .info_len = size, .info = (uintptr_t)info } };

	return bpf_call(BPF_OBJ_GET_INFO_BY_FD, &attr);
}

static uint32_t at_most(uint32_t n)
{
	return n < FUNCTIONS_MAX ? n : FUNCTIONS_MAX;
}

/* Reads the program. 0 or a negative errno: it is gone, or this user may not see it. */
static int program_read(struct program *p, uint32_t id)
{
	union bpf_attr attr = { .prog_id = id };
	int fd = bpf_call(BPF_PROG_GET_FD_BY_ID, &attr);
	uint32_t n, n_named;
	int result;

	if (fd < 0)
		return fd;
	memset(&p->info, 0, sizeof(p->info));
	result = object_info(fd, &p->info, sizeof(p->info));
	n = at_most(p->info.nr_jited_ksyms);
	n_named = p->info.func_info_rec_size == sizeof(*p->functions) ? at_most(p->info.nr_func_info) : 0;
	p->info = (struct bpf_prog_info){ .nr_jited_ksyms = n,
					  .nr_jited_func_lens = n,
					  .jited_ksyms = (uintptr_t)p->addresses,
					  .jited_func_lens = (uintptr_t)p->lengths,
					  .nr_func_info = n_named,
					  .func_info_rec_size = n_named ? sizeof(*p->functions) : 0,
					  .func_info = n_named ? (uintptr_t)p->functions : 0 };
	if (!result)
		result = object_info(fd, &p->info, sizeof(p->info));
	close(fd);
	p->info.nr_jited_ksyms = at_most(p->info.nr_jited_ksyms < n ? p->info.nr_jited_ksyms : n);
	if (p->info.nr_jited_func_lens < p->info.nr_jited_ksyms)
		p->info.nr_jited_ksyms = p->info.nr_jited_func_lens;
	p->info.nr_func_info = p->info.nr_func_info < n_named ? p->info.nr_func_info : n_named;
	return result;
}

/* Reads the program's type information (BTF) into b, which stays empty if it has none. */
static void btf_read(const struct program *p, struct buffer *b)
{
	union bpf_attr attr = { .btf_id = p->info.btf_id };
	int fd = p->info.btf_id && p->info.nr_func_info ? bpf_call(BPF_BTF_GET_FD_BY_ID, &attr) : -ENOENT;
	struct bpf_btf_info info = { 0 };

	if (fd < 0)
		return;
	if (!object_info(fd, &info, sizeof(info)) && info.btf_size && info.btf_size <= BTF_MAX) {
		uint32_t size = info.btf_size;
		uint8_t *room = buffer_reserve(b, size);

		info = (struct bpf_btf_info){ .btf = (uintptr_t)room, .btf_size = size };
		if (room && !object_info(fd, &info, sizeof(info)) && info.btf_size == size)
			b->size = size;
	}
	close(fd);
}

/* Writes the name that kallsyms has: bpf_get_prog_name in kernel/bpf/core.c. */
static void function_name(const struct program *p, const struct buffer *btf, uint32_t i, char *name)
{
	const char *own = i ? "F" : p->info.name;
	char *end = name + sprintf(name, "bpf_prog_");

	for (size_t j = 0; j < sizeof(p->info.tag); j++)
		end += sprintf(end, "%02x", p->info.tag[j]);
	if (btf->size && i < p->info.nr_func_info) {
		const char *typed = btf_type_name(cursor_make(btf->data, btf->size, false), p->functions[i].type_id);

		own = typed && *typed ? typed : own;
	}
	if (*own)
		snprintf(end, NAME_SIZE - (size_t)(end - name), "_%s", own);
}

static int program_emit(struct synth *s, const struct program *p)
{
	struct buffer btf;
	int result = 0;

	buffer_init(&btf);
	btf_read(p, &btf);
	for (uint32_t i = 0; !result && i < p->info.nr_jited_ksyms; i++) {
		char name[NAME_SIZE];

		if (!p->addresses[i] || !p->lengths[i])
			continue;
		function_name(p, &btf, i, name);
		record_put_ksymbol(
			&s->record,
			&(struct record_ksymbol){
				.addr = p->addresses[i], .len = p->lengths[i], .ksym_type = KSYMBOL_BPF, .name = name },
			&s->id);
		result = synth_emit(s);
	}
	buffer_fini(&btf);
	return result;
}

int synth_bpf(struct synth *s, struct error *err)
{
	struct program *p = malloc(sizeof(*p));
	union bpf_attr attr = { .start_id = 0 };
	int result = 0;

	s->err = err;
	if (!p)
		return error_nomem(err);
	for (uint32_t n = 0; !result && n < SYNTH_BPF_MAX && !bpf_call(BPF_PROG_GET_NEXT_ID, &attr); n++) {
		uint32_t id = attr.next_id;

		if (!program_read(p, id))
			result = program_emit(s, p);
		attr = (union bpf_attr){ .start_id = id };
	}
	free(p);
	return result;
}
