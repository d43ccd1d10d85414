/*
 * script_names: the text of addresses and callchains, made once for each distinct one.
 *
 *	chain (process, epoch, words) -> "\t    7f02d8 main+0x1d6 (/usr/bin/x)\n\t ... \n"
 *	address (process, epoch, mode, ip) -> "    7f02d8 main+0x1d6 (/usr/bin/x)"
 *
 * An epoch is a time range in which neither the process's mappings nor the kernel's change, so that a text stays true
 * for as long as its key. One of these for each worker; naming addresses, which they call, is shared and done under a
 * lock. Texts take SCRIPT_NAMES_MAX bytes at most; then all are forgotten.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_NAMES_H
#define PREC_REPORT_SCRIPT_SCRIPT_NAMES_H

#include "formats/record/sample_decode.h"
#include "report/profile/locator.h"
#include "report/script/text_cache.h"

#define SCRIPT_NAMES_MAX (24u << 20)

/* How an address is shown. */
struct script_ip_style {
	unsigned id; /* another number for another style */
	bool ip, sym, symoff, dso, dsoff, srcline;
	bool inlines; /* in callchains, functions that were inlined have lines of their own */
};

struct script_names {
	struct shared_locator *shared; /* borrowed */
	const char *stop_bt;           /* functions after which nothing of a callchain is shown; borrowed, NULL: none */
	struct text_cache kept;
};

/* A place in the recording: whose address, and when. */
struct script_snapshot {
	uint32_t pid;
	uint32_t epoch;        /* timeline_mapping_epoch of pid and time */
	uint32_t kernel_epoch; /* and of the kernel alone */
	uint64_t time;
};

/* stop_bt: comma-separated, or NULL. */
void script_names_init(struct script_names *n, struct shared_locator *shared, const char *stop_bt);
void script_names_fini(struct script_names *n);

/* The text of an address, without anything before or after it. 0 or -ENOMEM. */
int script_names_address(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			 const struct script_ip_style *style, struct text_cache_entry *ret_text);

/* The lines of a callchain, fewer than 4 G words. 0 or -ENOMEM. */
int script_names_chain(struct script_names *n, const struct script_snapshot *at, const struct chain_words *words,
		       const struct script_ip_style *style, struct text_cache_entry *ret_text);

/* The same for one address, never kept: what -F brstacksym and addr show. Appends to b. */
void script_names_put_symbol(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			     bool offset, struct buffer *b);
/* " (name)", with +0x where the address lies in the file if dsoff. */
void script_names_put_dso(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			  bool dsoff, struct buffer *b);

/* How far into its file the address is, of the kernel into its code; where there is no file the address. */
uint64_t script_names_offset(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr);

/* "name+0x10", or nothing where there is no symbol. */
void script_names_put_known(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			    struct buffer *b);

/* "file:symbol", with the file's path; ??? for either that is not known. Whether the symbol is. */
bool script_names_put_place(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			    struct buffer *b);

/*
 * The mode in which an address that is not the instruction's own is to be looked up: in the kernel or not, whatever the
 * mode of the sample.
 */
unsigned script_names_mode(unsigned mode, uint64_t addr);

/* Whether the address's dso (by short or long name) and symbol are in the lists; NULL: any. */
bool script_names_match(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			const char *dsos, const char *symbols);

#endif
