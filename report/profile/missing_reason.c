#include "report/profile/missing_reason.h"

#include <string.h>

static enum missing_reason why_of_kernel(enum dso_symbols_status status)
{
	switch (status) {
	case DSO_SYMBOLS_RESTRICTED: return UNRESOLVED_HIDDEN;
	case DSO_SYMBOLS_BAD: return UNRESOLVED_DAMAGED;
	case DSO_SYMBOLS_MISMATCH: return UNRESOLVED_KERNEL;
	case DSO_SYMBOLS_MISSING: return UNRESOLVED_NOWHERE;
	default: return UNRESOLVED_GAP;
	}
}

static enum missing_reason why_of_file(enum dso_symbols_status status)
{
	switch (status) {
	case DSO_SYMBOLS_STRIPPED: return UNRESOLVED_STRIPPED;
	case DSO_SYMBOLS_NO_FILE: return UNRESOLVED_NO_FILE;
	case DSO_SYMBOLS_MISSING: return UNRESOLVED_MISSING;
	case DSO_SYMBOLS_MISMATCH: return UNRESOLVED_CHANGED;
	case DSO_SYMBOLS_RESTRICTED: return UNRESOLVED_HIDDEN;
	case DSO_SYMBOLS_BAD: return UNRESOLVED_DAMAGED;
	default: return UNRESOLVED_GAP;
	}
}

static enum missing_reason why_of_map(enum dso_symbols_status status)
{
	switch (status) {
	case DSO_SYMBOLS_STRIPPED:
	case DSO_SYMBOLS_MISSING: return UNRESOLVED_NO_MAP;
	case DSO_SYMBOLS_FOREIGN: return UNRESOLVED_FOREIGN;
	case DSO_SYMBOLS_BAD: return UNRESOLVED_DAMAGED;
	default: return UNRESOLVED_GAP;
	}
}

enum missing_reason missing_reason(enum dso_kind kind, const char *path, struct dso_symbols *symbols)
{
	enum dso_symbols_status status;

	if (kind == DSO_NO_FILE)
		return strncmp(path, "[guest.", 7) ? UNRESOLVED_NO_FILE : UNRESOLVED_GUEST;
	if (!symbols)
		return UNRESOLVED_GAP;
	status = dso_symbols_status(symbols, NULL);
	switch (kind) {
	case DSO_KERNEL:
	case DSO_VDSO: return why_of_kernel(status);
	case DSO_JIT:
	case DSO_ANON: return why_of_map(status);
	default: return why_of_file(status);
	}
}

const char *missing_reason_words(enum missing_reason why)
{
	static const char *const words[] = {
		[UNRESOLVED_UNMAPPED] = "in no mapping",   [UNRESOLVED_NO_FILE] = "in no file",
		[UNRESOLVED_GUEST] = "a guest's",          [UNRESOLVED_NO_MAP] = "made at run time",
		[UNRESOLVED_FOREIGN] = "made at run time", [UNRESOLVED_MISSING] = "file not here",
		[UNRESOLVED_CHANGED] = "file changed",     [UNRESOLVED_STRIPPED] = "no symbols",
		[UNRESOLVED_HIDDEN] = "names hidden",      [UNRESOLVED_KERNEL] = "another kernel",
		[UNRESOLVED_NOWHERE] = "no symbols here",  [UNRESOLVED_DAMAGED] = "file damaged",
		[UNRESOLVED_GAP] = "no symbol there",
	};

	return words[why];
}
