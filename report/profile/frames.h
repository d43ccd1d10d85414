/*
 * frames: functions by name, as a row of the report or a line of a callchain shows them.
 *
 * Two addresses are one frame if Linux perf would put them into one row of --sort dso,sym: the same function of a dso
 * of the same name or, without a symbol, the same address in it. With lines or addresses, these distinguish frames,
 * too, and such a frame refers to the frame of its function. Frames do not refer to a recording, so several recordings
 * can share them (report/profile/resolver.h). One thread at a time.
 */
#ifndef PREC_REPORT_PROFILE_FRAMES_H
#define PREC_REPORT_PROFILE_FRAMES_H

#include "common/hash_table.h"
#include "common/strtab.h"
#include "report/profile/missing_reason.h"

/* Outputs distinguish kinds by a switch without default: the compiler refuses one that forgets a kind. */
enum frame_kind {
	FRAME_SYMBOL,
	FRAME_INLINED, /* a function that was inlined into another one, which begins at `start` */
	FRAME_BOUNDS,  /* a function without a name, known by where it begins */
	FRAME_ADDRESS, /* nothing known but the address */
	FRAME_UNNAMED, /* all nameless addresses of a file: see struct resolver */
	FRAME_DSO,     /* the symbol was not asked for */
};

struct frame {
	uint32_t dso;   /* string id of the dso's name; FRAMES_UNKNOWN_DSO's when there is none */
	uint32_t name;  /* string id; 0 for all but FRAME_SYMBOL and FRAME_INLINED */
	uint64_t start; /* of the function, or the address: in the dso, as Linux perf prints it; FRAME_UNNAMED: string
			   id of the file's path */
	enum frame_kind kind;
	enum missing_reason why; /* with FRAME_UNNAMED */
	uint32_t size;           /* of the function; 0: not known */
	uint32_t line;           /* string id of its source line as a sort key shows it; 0: no lines are wanted */
	bool has_line;           /* the line is known; otherwise `line` is the function and the offset in it */
	uint64_t address;        /* 0: addresses are not wanted */
	uint32_t function;       /* the number of the frame without line and address; set by frames_intern */
	char level; /* k, ., g, u, H: as perf prints before a symbol; of an address met in several modes the first of
		       them in the alphabet */
};

struct frames {
	struct strtab *strings; /* borrowed */
	struct frame *list;
	uint32_t n, capacity;
	struct hash_table table;
	uint32_t unknown_dso; /* string id of "[unknown]" */
};

#define FRAMES_NONE UINT32_MAX

/* Borrows the strings. 0 or -ENOMEM. */
int frames_init(struct frames *f, struct strtab *strings);
void frames_fini(struct frames *f);

/* Returns the number of a frame, and adds a new one. FRAMES_NONE: no memory, or its name is STRTAB_NONE. */
uint32_t frames_intern(struct frames *f, const struct frame *frame);

/* True if it has a function's name. */
static inline bool frame_is_named(const struct frame *f)
{
	switch (f->kind) {
	case FRAME_SYMBOL:
	case FRAME_INLINED: return true;
	case FRAME_BOUNDS:
	case FRAME_ADDRESS:
	case FRAME_UNNAMED:
	case FRAME_DSO: break;
	}
	return false;
}

/* True if a name was looked up and not found. */
static inline bool frame_lacks_name(const struct frame *f)
{
	switch (f->kind) {
	case FRAME_BOUNDS:
	case FRAME_ADDRESS:
	case FRAME_UNNAMED: return true;
	case FRAME_SYMBOL:
	case FRAME_INLINED:
	case FRAME_DSO: break;
	}
	return false;
}

/* True if nothing but the bounds of its function are known. */
static inline bool frame_has_bounds(const struct frame *f)
{
	switch (f->kind) {
	case FRAME_BOUNDS: return true;
	case FRAME_SYMBOL:
	case FRAME_INLINED:
	case FRAME_ADDRESS:
	case FRAME_UNNAMED:
	case FRAME_DSO: break;
	}
	return false;
}

static inline bool frame_is_inlined(const struct frame *f)
{
	return f->kind == FRAME_INLINED;
}

/* True if it stands for many addresses. */
static inline bool frame_is_merged(const struct frame *f)
{
	return f->kind == FRAME_UNNAMED;
}

/* Orders symbols by name, addresses after them. 0 only for the same frame. */
int frames_compare(const struct frames *f, uint32_t a, uint32_t b);

/* Call when a frame is found again, at this level. */
void frames_met(struct frames *f, uint32_t frame, char level);

/*
 * Returns the text of a frame's symbol as perf prints it, without level: a name, dso[+0xSTART], or 0x and 16 digits;
 * FRAME_INLINED: "NAME (inlined)"; FRAME_UNNAMED: why there is no name, "(file not here)". text: a buffer of at least
 * FRAME_TEXT_MIN bytes, used if the text is not stored.
 */
#define FRAME_TEXT_MIN 64
const char *frame_text(const struct frames *f, uint32_t frame, char *text, size_t size);

/* Writes "0x" and 16 digits, as "%#.16" PRIx64 does: 0 is without "0x". text: FRAME_TEXT_MIN bytes. */
void frame_address_text(uint64_t address, char *text);

#endif
