/*
 * redact_text: what becomes of names.
 *
 *	args	/srv/ann/shop/bin/cart		/d-3f2a91c0/d-77e0b1d2/d-09aa5c31/d-e1f0a2b4/cart
 *		/usr/bin/sort			as it is: below /usr, /lib, /bin, /sbin, /opt and Android's folders
 *		/memfd:secret (deleted)		/memfd:m-5ce2f0a1 (deleted)
 *		comm "sort"			as it is, if a file of that name was mapped as code
 *		comm "card 4929"		t-83d1e6f2
 *	names	/usr/bin/sort			/d-11b7cc02/f-9c0be6d8a417
 *		main				f-2b8f0e1c66d5
 *
 * A file's hash is that of its last part, and a function's that of its name as it is shown, so that what is one row of
 * a report stays one. What readers know things by stays: [vdso], //anon, [kernel.kallsyms], jit-PID.dump, "(deleted)".
 */
#ifndef PREC_REPORT_REDACT_REDACT_TEXT_H
#define PREC_REPORT_REDACT_REDACT_TEXT_H

#include "report/redact/redact.h"

/* Of a comm: the thread that has it. Others: 0. */
struct redact_owner {
	uint32_t pid;
};

/*
 * Returns what is written in place of a text of size bytes, which ends at its first NUL. Valid until the next call; ""
 * without memory, and r has failed. What has changed is counted.
 */
const char *redact_text(struct redact *r, enum redact_text kind, const char *text, size_t size,
			struct redact_owner owner);

/* Does so for a function's name. is_mangled: it is shown demangled. */
const char *redact_function(struct redact *r, const char *name, bool is_mangled);

/* Makes the build-id that is written in place of another one. */
struct build_id redact_build_id(struct redact *r, const struct build_id *id);

#endif
