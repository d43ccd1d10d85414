/*
 * symbols: from an address in a file, the kernel or a module to the name of its function.
 *
 * The one place the rest of report/ asks for names. Nothing is opened before the first lookup in a DSO; everything is
 * kept until symbols_free. Which names are chosen is Linux perf's choice (see symtab.h), so that rows agree with its.
 *
 * Addresses given to dso_symbols_lookup:
 *
 *	user files    file offsets: ip - map start + map pgoff. Position-independent, prelinked and fixed files alike.
 *	[vdso]        the same: offset in the vdso image
 *	kernel        the recorded absolute address (relocation, KASLR, is undone in here)
 *	modules       the recorded absolute address
 *	perf maps     the recorded absolute address (JIT code)
 *
 * Where a recording carries symbols itself (report/symbols/embedded_symbols.h), those of a file are used if the file of
 * the recorded build-id is not here or has none; if no build-id was recorded, and of the kernel, before what this
 * machine has under the same name.
 *
 * A file whose build-id is not the recorded one is never used; dso_symbols_status says so and why.
 *
 * Thread: every function but symbols_new and symbols_free may be called from any number of threads at the same time,
 * for the same struct dso_symbols, too: whoever asks first loads it, the others wait.
 */
#ifndef PREC_REPORT_SYMBOLS_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_SYMBOLS_H

#include "common/error.h"
#include "formats/record/abi.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct embedded_symbols;

/*
 * What the tables of all files together may take. An input can name one file in any number of ways (/lib//x, /lib/./x):
 * each is a DSO of its own, but the file is opened and its symbols are read once.
 */
#define SYMBOLS_MAX_MEMORY (1u << 30)

struct symbols_config {
	const char *symfs;    /* --symfs: prefix of every path of the recorded machine; NULL or "": none */
	const char *vmlinux;  /* -k: NULL: search */
	const char *kallsyms; /* --kallsyms: NULL: search */
	const char *cache;    /* the build-id cache; NULL: ~/.debug */
	bool demangle;        /* false: --no-demangle */
	bool force;           /* -f: use vmlinux and kallsyms given by name whatever their build-id */
	bool no_kernel;       /* name nothing in the kernel and its modules */
	bool no_bounds;       /* no "[+0x1234]" names from .eh_frame */
	const struct embedded_symbols *embedded; /* those the recording carries; borrowed, NULL: none */
	char symfs_opened[32];                   /* see symbols_config_check */
	size_t max_memory;                       /* in place of SYMBOLS_MAX_MEMORY; 0: that */
	bool no_kallsyms_cache;                  /* do not keep the running kernel's symbols in the build-id cache */
};

/*
 * Whether what the user named is there: --symfs a folder, -k and --kallsyms files that can be read, the second with
 * addresses. To be called before the sandbox is entered: a folder like /proc/PID/root is opened now, and
 * config->symfs leads to it from then on. 0 or a negative errno with *err naming what is not there.
 */
int symbols_config_check(struct symbols_config *config, struct error *err);

/* The kernel a file was recorded on. Pointers need only last for the call. */
struct kernel_identity {
	struct build_id build_id; /* of [kernel.kallsyms]; size 0: not known */
	const char *osrelease;    /* HEADER_OSRELEASE; NULL: not known */
	const char
		*reloc_name; /* "_text" or "_stext": what follows "[kernel.kallsyms]" in the map's name; NULL: none */
	uint64_t reloc_address; /* its recorded address: that map's pgoff */
};

struct module_identity {
	const char *name;         /* "ext4", or "[ext4]": - and _ are the same */
	const char *path;         /* as the map names it: "/lib/modules/.../ext4.ko", "[ext4]" */
	struct build_id build_id; /* size 0: not known */
	uint64_t start;           /* recorded address of its mapping */
	uint64_t end;             /* 0: not known */
};

enum dso_symbols_status {
	DSO_SYMBOLS_UNLOADED = 0, /* not asked yet */
	DSO_SYMBOLS_OK,           /* a symbol table was found */
	DSO_SYMBOLS_STRIPPED,     /* the file was found and has no symbols (bounds may still give names) */
	DSO_SYMBOLS_NO_FILE,      /* anonymous memory, [heap], //anon, memfd: nothing to look in */
	DSO_SYMBOLS_MISSING,      /* the file is not there (any more) or cannot be read */
	DSO_SYMBOLS_MISMATCH,     /* the file there is another one: its build-id differs from the recorded one */
	DSO_SYMBOLS_FOREIGN,      /* a JIT's map that is another user's: not believed, or not readable */
	DSO_SYMBOLS_RESTRICTED,   /* kallsyms shows only zero addresses (kernel.kptr_restrict) */
	DSO_SYMBOLS_BAD,          /* damaged or not understood */
};

enum symbol_kind {
	SYMBOL_KIND_SYMTAB, /* name is a symbol */
	SYMBOL_KIND_BOUNDS, /* no symbol; [start, end) is a function by .eh_frame, name is "[+0xSTART]" */
};

struct symbol_name {
	const char *name;    /* demangled if so configured; valid as long as the struct symbols */
	const char *mangled; /* as in the file; the same lifetime */
	uint64_t start, end; /* in the space of the address asked for */
	enum symbol_kind kind;
	bool global; /* perf's -v shows the binding: g */
	bool weak;   /* w; neither: l */
};

struct symbols;
struct dso_symbols;

/* NULL with *err filled without memory. The config's strings are copied. */
struct symbols *symbols_new(const struct symbols_config *config, struct error *err);
void symbols_free(struct symbols *s);

/* Whether the recording carries symbols of any file. */
bool symbols_has_embedded(const struct symbols *s);

/* The directories in which looking up names may write: what it keeps of the running kernel's (kallsyms_cache.h). */
struct symbols_written {
	char files[PATH_MAX];
	char links[PATH_MAX];
};

/* Makes them if they are not there. False when nothing will be written. */
bool symbols_written(const struct symbols_config *config, struct symbols_written *ret);

/*
 * The symbols of a user DSO, [vdso] included, known by path and build-id (NULL or size 0: not known). The same pair
 * gives the same answer. Opens nothing yet. NULL only without memory.
 */
struct dso_symbols *symbols_user(struct symbols *s, const char *path, const struct build_id *build_id);

/* The kernel's symbols. NULL only without memory. */
struct dso_symbols *symbols_kernel(struct symbols *s, const struct kernel_identity *kernel);

/* The symbols of a module of that kernel. NULL only without memory. */
struct dso_symbols *symbols_module(struct symbols *s, const struct kernel_identity *kernel,
				   const struct module_identity *module);

/*
 * The JIT symbols a process left in /tmp/perf-PID.map, for its executable anonymous memory. NULL only without memory.
 * Used only if the file belongs to this user or to root.
 */
struct dso_symbols *symbols_perf_map(struct symbols *s, pid_t pid);

/* The function that holds addr. False when there is none; *ret is then left alone. Loads on first use. */
bool dso_symbols_lookup(struct dso_symbols *d, uint64_t addr, struct symbol_name *ret);

/*
 * The source line of addr in a file of user space, where the one with the symbols has DWARF. file: its last part, valid
 * as long as the struct symbols. False: not known.
 */
bool dso_symbols_line(struct dso_symbols *d, uint64_t addr, const char **ret_file, unsigned *ret_line);

/* The address in a user space file as disassemblers show it. */
uint64_t dso_symbols_virtual(struct dso_symbols *d, uint64_t addr);

/*
 * What became of loading (which is done now if it was not). *why (may be NULL) gets what to tell the user, for every
 * status but OK and NO_FILE: a sentence without the name of the program. For OK it may hold a note (code 0, message
 * not empty) on files that were passed over.
 */
enum dso_symbols_status dso_symbols_status(struct dso_symbols *d, struct error *why);

/* With DSO_SYMBOLS_MISMATCH: the build-id of the file that is there, size 0 if it has none. */
const struct build_id *dso_symbols_other(struct dso_symbols *d);

/* In which space dso_symbols_lookup takes addresses of a user DSO. */
enum dso_symbols_space {
	DSO_SPACE_FILE,    /* file offsets */
	DSO_SPACE_MEMORY,  /* as recorded */
	DSO_SPACE_MAPPING, /* counted from the start of the mapping */
};

enum dso_symbols_space dso_symbols_space(struct dso_symbols *d);

/* The file the symbols were read from, for -v, or NULL. Valid as long as the struct symbols. */
const char *dso_symbols_source(struct dso_symbols *d);

/* perf's -v letter for the source: 'k' kallsyms, 'K' guest, 'j' java/perf map, 'l' debuglink, 'B' build-id cache,
 * 'f'/'u'/'b' debuginfo, 'e' the recording, 'd' the file itself, 'K' module; '!' none. */
char dso_symbols_origin(struct dso_symbols *d);

#endif
