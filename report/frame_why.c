#include "report/frame_why.h"

static enum frame_why why_of_kernel(enum dso_symbols_status status)
{
	switch (status) {
	case DSO_SYMBOLS_RESTRICTED: return FRAME_WHY_HIDDEN;
	case DSO_SYMBOLS_BAD: return FRAME_WHY_DAMAGED;
	case DSO_SYMBOLS_MISMATCH: return FRAME_WHY_KERNEL;
	case DSO_SYMBOLS_MISSING: return FRAME_WHY_NOWHERE;
	default: return FRAME_WHY_GAP;
	}
}

static enum frame_why why_of_file(enum dso_symbols_status status)
{
	switch (status) {
	case DSO_SYMBOLS_STRIPPED: return FRAME_WHY_STRIPPED;
	case DSO_SYMBOLS_NO_FILE: return FRAME_WHY_NO_FILE;
	case DSO_SYMBOLS_MISSING: return FRAME_WHY_MISSING;
	case DSO_SYMBOLS_MISMATCH: return FRAME_WHY_CHANGED;
	case DSO_SYMBOLS_RESTRICTED: return FRAME_WHY_HIDDEN;
	case DSO_SYMBOLS_BAD: return FRAME_WHY_DAMAGED;
	default: return FRAME_WHY_GAP;
	}
}

static enum frame_why why_of_map(enum dso_symbols_status status)
{
	switch (status) {
	case DSO_SYMBOLS_STRIPPED:
	case DSO_SYMBOLS_MISSING: return FRAME_WHY_NO_MAP;
	case DSO_SYMBOLS_FOREIGN: return FRAME_WHY_FOREIGN;
	case DSO_SYMBOLS_BAD: return FRAME_WHY_DAMAGED;
	default: return FRAME_WHY_GAP;
	}
}

enum frame_why frame_why(const struct frames *f, uint32_t file)
{
	enum dso_symbols_status status;
	const struct dso *dso;

	if (file == DSO_NONE)
		return FRAME_WHY_UNMAPPED;
	dso = &f->timeline->dsos.list[file];
	if (dso->kind == DSO_NO_FILE)
		return strncmp(strtab_get(f->strings, dso->path), "[guest.", 7) ? FRAME_WHY_NO_FILE : FRAME_WHY_GUEST;
	if (!f->by_dso[file])
		return FRAME_WHY_GAP;
	status = dso_symbols_status(f->by_dso[file], NULL);
	switch (dso->kind) {
	case DSO_KERNEL:
	case DSO_VDSO: return why_of_kernel(status);
	case DSO_ANON: return why_of_map(status);
	default: return why_of_file(status);
	}
}

const char *frame_why_words(enum frame_why why)
{
	static const char *const words[] = {
		[FRAME_WHY_UNMAPPED] = "in no mapping",   [FRAME_WHY_NO_FILE] = "in no file",
		[FRAME_WHY_GUEST] = "a guest's",          [FRAME_WHY_NO_MAP] = "made at run time",
		[FRAME_WHY_FOREIGN] = "made at run time", [FRAME_WHY_MISSING] = "file not here",
		[FRAME_WHY_CHANGED] = "file changed",     [FRAME_WHY_STRIPPED] = "no symbols",
		[FRAME_WHY_HIDDEN] = "names hidden",      [FRAME_WHY_KERNEL] = "another kernel",
		[FRAME_WHY_NOWHERE] = "no symbols here",  [FRAME_WHY_DAMAGED] = "file damaged",
		[FRAME_WHY_GAP] = "no symbol there",
	};

	return words[why];
}
