/*
 * symbol_source: the types that all sources of symbols share: the identity of a kernel or module, the result of
 * loading, the space of addresses, the name of a function.
 */
#ifndef PREC_REPORT_SYMBOLS_SYMBOL_SOURCE_H
#define PREC_REPORT_SYMBOLS_SYMBOL_SOURCE_H

#include "formats/record/abi.h"
#include "report/elf/symtab.h"

#include <stdbool.h>
#include <stdint.h>

/* The kernel that a file was recorded on. Pointers need to be valid during the call only. */
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
	DSO_SYMBOLS_NO_FILE,  /* anonymous memory, [heap], //anon, a memfd that is not in the cache: there is no file */
	DSO_SYMBOLS_MISSING,  /* the file does not exist (any more) or cannot be read */
	DSO_SYMBOLS_MISMATCH, /* the file at the path has another build-id than the recorded one */
	DSO_SYMBOLS_FOREIGN,  /* a JIT's map of another user: not trusted, or not readable */
	DSO_SYMBOLS_RESTRICTED, /* kallsyms shows only zero addresses (kernel.kptr_restrict) */
	DSO_SYMBOLS_BAD,        /* damaged or not understood */
};

/* Of a file without a build-id, which may be another one now. */
enum dso_doubt {
	DSO_DOUBT_NONE,
	DSO_DOUBT_COPY, /* it is, and the names are from the copy that recording kept */
	DSO_DOUBT_FILE, /* the names are from what is there, and nothing tells whether it is */
};

enum symbol_kind {
	SYMBOL_KIND_SYMTAB, /* name is a symbol */
	SYMBOL_KIND_BOUNDS, /* no symbol; [start, end) is a function by .eh_frame, name is "[+0xSTART]" */
};

struct symbol_name {
	const char *name;    /* demangled if configured; valid as long as the struct symbols */
	const char *mangled; /* as in the file; the same lifetime */
	uint64_t start, end; /* in the space of the address asked for */
	enum symbol_kind kind;
	bool global; /* STB_GLOBAL: perf's -v shows g */
	bool weak;   /* STB_WEAK: w; neither: l */
	bool object; /* data, no function */
};

/* Makes the name of a table entry. Borrows the strings. */
static inline struct symbol_name symbol_name_of(const struct symbol *s, const char *name, const char *mangled)
{
	return (struct symbol_name){ .name = name,
				     .mangled = mangled,
				     .start = s->start,
				     .end = s->end,
				     .kind = SYMBOL_KIND_SYMTAB,
				     .global = symbol_binding(s) == STB_GLOBAL,
				     .weak = symbol_binding(s) == STB_WEAK,
				     .object = symbol_type(s) == STT_OBJECT };
}

/* The space of addresses in which a user DSO is looked up. */
enum dso_symbols_space {
	DSO_SPACE_FILE,    /* file offsets */
	DSO_SPACE_MEMORY,  /* as recorded */
	DSO_SPACE_MAPPING, /* counted from the start of the mapping */
};

/* Limit of the frames at one address: inlined functions, and the function they are in. */
#define DSO_FRAMES_MAX 64u

/* A frame, and its source line. */
struct dso_frame {
	const char *name; /* demangled; NULL: unknown, or it is the function of the symbol */
	const char *file; /* as the compiler was given it; NULL: not known */
	unsigned line;    /* 0: not known */
};

#endif
