/*
 * dsos: lists the dsos of a recording: the files, and what else mappings name.
 *
 * A dso is identified by its path and build-id, or its inode where it has none; mappings of one file in several
 * processes share it. `name` is the short name that reports print, as in Linux perf: the last part of the path;
 * "[kernel.kallsyms]", "[vdso]" and the like unchanged; "[vdso32]" in a 32-bit process; "[module]" for a kernel module;
 * "[JIT] tid N" for anonymous memory of process N.
 *
 * Ownership: _init/_fini. One thread at a time; any number may read while nothing is added.
 */
#ifndef PREC_REPORT_TIMELINE_DSOS_H
#define PREC_REPORT_TIMELINE_DSOS_H

#include "common/hash_table.h"
#include "common/strtab.h"
#include "formats/file/perf_file.h"
#include "formats/record/abi.h"
#include "formats/record/record.h"

enum dso_kind {
	DSO_FILE,
	DSO_KERNEL,
	DSO_MODULE,
	DSO_VDSO,
	DSO_JIT,     /* JIT code in a jit-PID.dump, whose path this is */
	DSO_ANON,    /* executable anonymous memory: JIT code, named by /tmp/perf-PID.map */
	DSO_NO_FILE, /* [heap], [stack] or //anon, which cannot have symbols */
	DSO_KSYMBOL, /* kernel code of a KSYMBOL record; the name is the symbol */
};

struct dso {
	uint32_t path; /* string ids */
	uint32_t name;
	struct build_id build_id; /* size 0: none recorded */
	struct mapped_file file;  /* DSO_FILE, if none was recorded; inode 0: not known */
	enum dso_kind kind;
	bool is_copy;     /* DSO_FILE: memory that was mapped over its code, and may hold a copy of that (dsos_copy) */
	uint32_t pid;     /* DSO_ANON, DSO_JIT: the process; DSO_FILE: that whose JIT code may be there, 0: none is */
	uint32_t mapping; /* DSO_ANON: string id of the name it was mapped by, as "[heap]"; 0: none */
	uint64_t start;   /* DSO_MODULE, DSO_KERNEL: start of the recorded mapping; DSO_KERNEL: with its pgoff */
	uint64_t pgoff;
};

/* Says whether memory of a file's name may hold JIT code that is in the perf map of its process (pid). */
static inline bool dso_may_hold_jit(const struct dso *dso)
{
	return dso->kind == DSO_FILE && dso->pid;
}

struct dsos {
	struct strtab *strings; /* borrowed */
	struct dso *list;
	uint32_t n, capacity;
	struct hash_table table;    /* by path and build-id */
	struct u32map build_id_of;  /* index in build_ids, by the string id of a path */
	struct build_id *build_ids; /* those of dsos_add_build_id */
	uint32_t n_build_ids, build_ids_capacity;
	bool wide; /* recorded on a 64-bit machine (the default): a [vdso] below 4 GiB is [vdso32] */
};

#define DSO_NONE UINT32_MAX

/* Makes an empty list. Borrows strings, and adds paths and names to them. */
void dsos_init(struct dsos *d, struct strtab *strings);
void dsos_fini(struct dsos *d);

/*
 * Finds or makes the dso of a mapping. pid: of the mapping's process (for anonymous memory). Returns its number, or
 * DSO_NONE without memory.
 */
uint32_t dsos_user(struct dsos *d, const char *filename, size_t size, const struct build_id *build_id, uint32_t pid);

/* Does so for the record of a user space mapping. */
uint32_t dsos_mapping(struct dsos *d, const struct record_mmap *m);

/*
 * Does so for memory that a process has mapped over the code of the dso `of`, where it may have put a copy of that
 * code, on huge pages. Its name says "(copied)".
 */
uint32_t dsos_copy(struct dsos *d, uint32_t of, uint32_t pid);

/* Does so for the jit-PID.dump of a process, by the path of its mapping. */
uint32_t dsos_jit(struct dsos *d, const char *filename, size_t size, uint32_t pid);

/* Does so for the kernel ("[kernel.kallsyms]_text") or a module, by the name of the mapping. */
uint32_t dsos_kernel(struct dsos *d, const char *filename, size_t size, const struct build_id *build_id, uint64_t start,
		     uint64_t pgoff);

/*
 * Does so for a guest kernel ("[guest.kernel.kallsyms]_text") or a module of it. It has no symbols, since files of that
 * name here are the host's.
 */
uint32_t dsos_guest_kernel(struct dsos *d, const char *filename, size_t size);

/* Does so for the symbol of a KSYMBOL record. */
uint32_t dsos_ksymbol(struct dsos *d, const char *name, size_t size);

/*
 * Adds a build-id from elsewhere than a mapping, for the dsos of a path. The first of a path counts; an unknown path is
 * ignored. 0 or -ENOMEM.
 */
int dsos_add_build_id(struct dsos *d, const char *path, size_t size, const struct build_id *build_id);

/* Sets the build-ids of dsos_add_build_id in all dsos without one. Call it when all dsos and build-ids are added. */
void dsos_set_build_ids(struct dsos *d);

/*
 * Adds and sets the build-ids of the file's BUILD_ID feature; of a damaged one, as far as it can be read. Call it when
 * all dsos are added. 0 or a negative errno.
 */
int dso_build_ids_read(struct dsos *dsos, const struct perf_file *file, struct error *err);

#endif
