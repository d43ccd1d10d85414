#include "record/synth/synth_bpf.h"

#include "formats/feature/feature_bpf.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FUNCTIONS_MAX 1024u       /* of a program; the kernel allows 256 */
#define BTF_MAX       (16u << 20) /* as the kernel's BTF_MAX_SIZE */
#define NAME_SIZE     512         /* KSYM_NAME_LEN */
#define KSYMBOL_BPF   1           /* PERF_RECORD_KSYMBOL_TYPE_BPF */

struct bpf_function {
	uint32_t instruction, type_id; /* struct bpf_func_info */
};

/* What of a program is asked for, and where the kernel writes it. */
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

/* info: of `size` bytes, with pointers to room for lists. 0 or a negative errno. */
static int object_info(int fd, void *info, uint32_t size)
{
	union bpf_attr attr = { .info = { .bpf_fd = (uint32_t)fd, .info_len = size, .info = (uintptr_t)info } };

	return bpf_call(BPF_OBJ_GET_INFO_BY_FD, &attr);
}

static uint32_t at_most(uint32_t n)
{
	return n < FUNCTIONS_MAX ? n : FUNCTIONS_MAX;
}

/* 0 or a negative errno: the program is gone, or not for this user to see. */
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

/* The program's type information into b; it stays empty where there is none. */
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

/* As the kernel names it in kallsyms: bpf_get_prog_name in kernel/bpf/core.c. */
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
