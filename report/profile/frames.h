/*
 * frames: addresses with names: what a row of the report or a line of a callchain shows.
 *
 * Two addresses are one frame when Linux perf would put them into one row of --sort dso,sym: the same function of a dso
 * of the same name or, without a symbol, the same address in it. Each distinct address is looked up once by the caller;
 * each dso's symbols are loaded at its first address.
 */
#ifndef PREC_REPORT_PROFILE_FRAMES_H
#define PREC_REPORT_PROFILE_FRAMES_H

#include "report/symbols/symbols.h"
#include "report/timeline/timeline.h"

#include <pthread.h>

enum frame_kind {
	FRAME_SYMBOL,
	FRAME_BOUNDS,  /* a function without a name, known by where it begins */
	FRAME_ADDRESS, /* nothing known but the address */
	FRAME_UNNAMED, /* all of those of a file: see struct frames */
	FRAME_DSO,     /* the symbol was not asked for */
};

struct frame {
	uint32_t dso;   /* string id of the dso's name; FRAMES_UNKNOWN_DSO's when there is none */
	uint32_t name;  /* string id of the symbol; 0 for FRAME_ADDRESS and FRAME_DSO */
	uint64_t start; /* of the function, or the address: in the dso, as Linux perf prints it; FRAME_UNNAMED: file */
	uint32_t file;  /* number of the dso, of several of one name the first; DSO_NONE: in no mapping */
	enum frame_kind kind;
	char level; /* k, ., g, u, H: as perf prints before a symbol; of an address met in several modes the first of
		       them in the alphabet */
};

/* A symbol's name as it was last interned: thousands of addresses have the same one, known by where it stands. */
struct frame_name {
	const char *name;
	uint32_t id;
};

#define FRAMES_NAMES 4096u

/* The frame a place was last given: each process has the same functions at addresses of its own. */
struct frame_known {
	uint64_t addr; /* in the dso */
	uint32_t dso;  /* its number */
	uint32_t frame;
};

#define FRAMES_KNOWN 32768u

struct frames {
	const struct timeline *timeline; /* borrowed */
	struct strtab *strings;          /* borrowed */
	struct symbols *symbols;         /* borrowed; NULL: no names */
	struct kernel_identity kernel;   /* borrowed strings */
	bool embedded;                   /* the recording carries symbols */
	bool merge_unnamed;              /* addresses without a name have one frame a file, not one each */
	struct dso_symbols **by_dso;     /* by number of the dso */
	struct frame *list;
	uint32_t n, capacity;
	uint32_t *slots;
	uint32_t n_slots;
	struct frame_name *names;     /* FRAMES_NAMES, by the hash of the pointer */
	struct frame_known *known;    /* FRAMES_KNOWN, by the hash of dso and address */
	const struct map *kernel_map; /* the kernel's own mapping as it was recorded, or NULL */
	uint32_t unknown_dso;         /* string id of "[unknown]" */
};

#define FRAMES_NONE UINT32_MAX

/* Borrows all; the timeline must not grow any more. 0 or -ENOMEM. */
int frames_init(struct frames *f, const struct timeline *timeline, struct strtab *strings, struct symbols *symbols,
		const struct kernel_identity *kernel);
void frames_fini(struct frames *f);

/* Where an address of a process lies at a time, and what is known of it there. */
struct frame_place {
	const struct map *map; /* NULL: nowhere; the rest is then not set */
	const struct dso *dso;
	uint64_t addr;   /* in the space of symbol.start */
	uint64_t lookup; /* as the dso's symbols take it; addr is that once there is a symbol */
	bool has_symbol;
	struct symbol_name symbol; /* with has_symbol; its mangled name and binding may be missing */
};

#define FRAMES_SYMBOL 1u /* with its symbol */
#define FRAMES_CALLER 2u /* it is on a callchain: see timeline_version_caller */

/* mode: RECORD_MISC_KERNEL ... */
void frames_locate(struct frames *f, uint32_t pid, uint64_t time, unsigned mode, uint64_t addr, unsigned flags,
		   struct frame_place *ret_place);

/*
 * The source line of an address: "burn.c:42" in text; where it is not known "libc.so.6[2724a]", the dso and the address
 * in it. The place has a map.
 */
void frames_line(struct frames *f, const struct frame_place *place, char *text, size_t size);

/*
 * The frame of an address in a snapshot; without FRAMES_SYMBOL that of its dso alone. mode: RECORD_MISC_KERNEL ...
 * FRAMES_NONE without memory.
 */
uint32_t frames_resolve(struct frames *f, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
			unsigned flags);

/* Frames that several threads look up. */
struct shared_frames {
	pthread_mutex_t lock;
	struct frames *frames; /* borrowed */
};

/*
 * For struct kernel_functions (report/tracepoint/trace_fields.h), with a struct shared_frames as the context: the
 * kernel function at an address as the kernel was at the end of the recording.
 */
bool shared_frames_kernel_function(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset);

/* The number of the dso an address lies in, DSO_NONE when in none. */
uint32_t frames_dso(struct frames *f, const struct timeline_snapshot *at, unsigned mode, uint64_t addr, unsigned flags);

/* The symbols of a dso, which need not be loaded yet, or NULL when it can have none. */
struct dso_symbols *frames_dso_symbols(struct frames *f, uint32_t dso);

/*
 * Logs once what is wrong with the files of symbols themselves: those that are damaged, and maps of JITs that are not
 * believed. With -v also, file by file, that one is not here or is another one, and where the others have their symbols
 * from; see unnamed.h for the rest.
 */
void frames_complain(const struct frames *f);

/*
 * The text of a frame's symbol as perf prints it, without level: a name, dso[+0xSTART], or 0x and 16 digits; of
 * FRAME_UNNAMED why there is none: "(file not here)". Where it is not kept anyway it is made in text, of at least
 * FRAME_TEXT_MIN.
 */
#define FRAME_TEXT_MIN 64
const char *frame_text(const struct frames *f, uint32_t frame, char *text, size_t size);

#endif
