/*
 * jit_dump: the jit-PID.dump of a recorded process (formats/jit/jitdump.h), found and mapped.
 *
 * A piece of code is known by where its bytes lie in the dump, as code of any other file is. What the timeline says of
 * an address at a time leads there (report/profile/jit_codes.h).
 */
#ifndef PREC_REPORT_SYMBOLS_JIT_DUMP_H
#define PREC_REPORT_SYMBOLS_JIT_DUMP_H

#include "common/filemap.h"
#include "formats/jit/jitdump.h"
#include "report/symbols/symbols_config.h"

struct jit_dump {
	struct jitdump reader;
	struct filemap *map;
};

/*
 * Opens the dump of a process that was recorded under that path. 0; -ENOENT, -EACCES, -EPERM as jit_file_open_dump;
 * others: damaged. The message has the path.
 */
int jit_dump_open(struct jit_dump *d, const struct symbols_config *config, uint32_t pid, const char *path,
		  struct error *err);
void jit_dump_close(struct jit_dump *d);

#endif
