/*
 * jitdump_builder: jit-PID.dump files for tests, record by record (formats/jit/jitdump.h).
 *
 *	struct jitdump_builder b;
 *
 *	jitdump_builder_init(&b, false, 42, 1000, 0);
 *	jitdump_builder_load(&b, 2000, 0x7f0000000000, 64, 1, "add");
 *	jitdump_builder_move(&b, 3000, 0x7f0000001000, 64, 1);
 *	... b.file.data, b.file.size ...
 *	jitdump_builder_fini(&b);
 */
#ifndef PREC_TESTS_SUPPORT_JITDUMP_BUILDER_H
#define PREC_TESTS_SUPPORT_JITDUMP_BUILDER_H

#include "common/buffer.h"

struct jitdump_builder {
	struct buffer file;
	uint32_t pid;
};

/* Begins with the header. swap: the other byte order. */
void jitdump_builder_init(struct jitdump_builder *b, bool swap, uint32_t pid, uint64_t time, uint64_t flags);
void jitdump_builder_fini(struct jitdump_builder *b);

/* Code of `size` bytes; each of them is the index. */
void jitdump_builder_load(struct jitdump_builder *b, uint64_t time, uint64_t addr, uint64_t size, uint64_t index,
			  const char *name);
void jitdump_builder_move(struct jitdump_builder *b, uint64_t time, uint64_t addr, uint64_t size, uint64_t index);
/* Lines of the code that follows: `step` bytes each, from line `line` on, all of one file. */
void jitdump_builder_lines(struct jitdump_builder *b, uint64_t time, uint64_t addr, uint64_t step, uint32_t line,
			   uint32_t n, const char *file);
void jitdump_builder_close(struct jitdump_builder *b, uint64_t time);

/* Any record with a body. */
void jitdump_builder_record(struct jitdump_builder *b, uint32_t type, uint64_t time, const void *body, size_t size);

#endif
