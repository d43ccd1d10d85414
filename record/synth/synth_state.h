/*
 * synth_state: what the parts of the synthesizer share: synthesize.c (tasks), synth_maps.c, synth_kernel.c,
 * synth_cgroup.c.
 *
 * One record is built at a time in one buffer and handed on; one text buffer takes every file that is read.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_STATE_H
#define PREC_RECORD_SYNTH_SYNTH_STATE_H

#include "formats/record/record_write.h"
#include "record/privilege/privilege.h"
#include "record/synth/elf_build_id.h"
#include "record/synth/synthesize.h"

struct synth {
	struct synth_options options;
	struct synth_sink sink;
	struct synth_counts counts;
	struct error *err; /* of the call under way */
	int proc;          /* proc_root, opened */
	struct buffer record;
	struct buffer text;
	struct record_trailer id; /* of every record's trailer */
	struct elf_build_id_cache files;
	uint64_t own_mount_namespace; /* its inode */
	uint64_t namespace_device;    /* of all namespaces */
	bool vdso_known;
	struct build_id vdso; /* of this program's own word size */
};

/* Hands on the record that was built. 0, -ENOMEM, or what the sink said. */
int synth_emit(struct synth *s);

/* openat(2) of what stands below s->proc, or at an absolute path. A descriptor or a negative errno. */
int synth_open(const struct synth *s, enum privilege privilege, const char *path, int flags);

/*
 * Reads a file into s->text, which loses what it held; a NUL follows that does not count. The privilege and the path
 * are those of synth_open. 0 or a negative errno.
 */
int synth_read(struct synth *s, enum privilege privilege, const char *path);

/*
 * Hands on the entries of a folder of /proc that are numbers. A result of `each` other than 0 ends it, and is the
 * result; else 0 or a negative errno.
 */
int synth_each_number(struct synth *s, int dir, int (*each)(struct synth *s, pid_t number, void *context),
		      void *context);

/* MMAP2 records for the mappings of a process. 0, or a negative errno of the sink or of memory: the rest is counted. */
int synth_maps(struct synth *s, pid_t pid);

#endif
