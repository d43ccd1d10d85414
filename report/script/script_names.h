/*
 * script_names: makes the text of addresses and callchains, once for each distinct one.
 *
 *	chain (process, epoch, words) -> "\t    7f02d8 main+0x1d6 (/usr/bin/x)\n\t ... \n"
 *	address (process, epoch, mode, ip) -> "    7f02d8 main+0x1d6 (/usr/bin/x)"
 *
 * In a mapping epoch neither the mappings of the process nor those of the kernel change, so the text of a key stays
 * true. Texts take about SCRIPT_NAMES_MAX bytes; then all are dropped.
 *
 * Ownership: _init/_fini. Threads: each has its own; the locator is shared, and locked while it is used.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_NAMES_H
#define PREC_REPORT_SCRIPT_SCRIPT_NAMES_H

#include "formats/record/sample_decode.h"
#include "report/profile/locator.h"
#include "report/script/text_cache.h"

/* Which code samples are of: lists of names, separated by commas, and whole names. NULL: any. All borrowed. */
struct script_code_filter {
	const char *dsos, *symbols;
	const char *only_dso, *only_symbol;
};

#define SCRIPT_NAMES_MAX (24u << 20)

/* What is shown of an address. */
struct script_ip_style {
	unsigned id; /* different styles have different ids, below 2^23 */
	bool shows_ip, shows_sym, shows_symoff, shows_dso, shows_dsoff, shows_srcline;
	bool shows_inlines; /* in callchains, inlined functions have lines of their own */
	bool escaped;       /* names are, with their control characters */
};

struct script_names {
	struct shared_locator *shared; /* borrowed */
	const char *stop_bt;           /* functions at which callchains end; borrowed; NULL: none */
	struct text_cache kept;
};

/* A process at a time, in which addresses are looked up. */
struct script_snapshot {
	uint32_t pid;
	uint32_t epoch;        /* timeline_mapping_epoch of the process */
	uint32_t kernel_epoch; /* that of the kernel alone */
	uint64_t time;
};

/* Starts without texts. Borrows both. stop_bt: names separated by commas, or NULL. */
void script_names_init(struct script_names *n, struct shared_locator *shared, const char *stop_bt);
void script_names_fini(struct script_names *n);

/* Finds or makes the text of an address, without a space or newline around it. mode: RECORD_MISC_*. 0 or -ENOMEM. */
int script_names_address(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			 const struct script_ip_style *style, struct text_cache_entry *ret_text);

/*
 * Finds or makes the lines of a callchain of fewer than 2^32 words. A chain with an unknown marker has none. 0 or
 * -ENOMEM.
 */
int script_names_chain(struct script_names *n, const struct script_snapshot *at, const struct chain_words *words,
		       const struct script_ip_style *style, struct text_cache_entry *ret_text);

/*
 * Appends the symbol of an address to b, or "[unknown]"; offset: with "+0x10". Its text is not kept, nor are those of
 * the functions below.
 */
void script_names_put_symbol(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			     bool offset, struct buffer *b);

/* Appends " (DSO)" for an address; dsoff: " (DSO+0x10)", with the offset in the file. */
void script_names_put_dso(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			  bool dsoff, struct buffer *b);

/* Returns the offset of an address in its file, or in the kernel's code; the address itself if it is not mapped. */
uint64_t script_names_offset(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr);

/* Appends "SYMBOL+0x10" for an address; nothing without a symbol. */
void script_names_put_known(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			    struct buffer *b);

/* Appends "DSO:SYMBOL" for an address, with "???" for what is unknown. False: the symbol is. */
bool script_names_put_access(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			     struct buffer *b);

/*
 * Returns the mode to look up an address in that is not a sample's ip: of the kernel or of user space, by the address;
 * of the host or a guest, by the sample's mode.
 */
unsigned script_names_mode(unsigned mode, uint64_t addr);

/* True if the filter lets the dso of an address (by name or path) and its symbol pass. */
bool script_names_match(struct script_names *n, const struct script_snapshot *at, unsigned mode, uint64_t addr,
			const struct script_code_filter *filter);

#endif
