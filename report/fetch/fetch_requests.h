/*
 * fetch_requests: what was asked for, each file once, and what became of it.
 *
 * Thread: one at a time.
 */
#ifndef PREC_REPORT_FETCH_FETCH_REQUESTS_H
#define PREC_REPORT_FETCH_FETCH_REQUESTS_H

#include "common/hash_table.h"
#include "formats/record/abi.h"
#include "report/fetch/fetch_kind.h"

/* What became of the requests so far. */
struct fetch_counts {
	unsigned asked;
	unsigned found;
	unsigned absent;  /* no server has it */
	unsigned late;    /* not here in time */
	unsigned refused; /* the file was another one */
	unsigned failed;  /* for other reasons */
	int code;         /* of the first that failed: a negative errno; -ELIBACC: there is no libdebuginfod */
};

/* No padding has any value: keys are compared in one piece. */
struct fetch_key {
	struct build_id id;
	enum fetch_kind kind;
};

struct fetch_item {
	struct fetch_key key;
	bool pending;
	bool refused;
	char *path; /* NULL: there is none; as long as the list */
};

/* All zero: none. */
struct fetch_requests {
	struct fetch_item *items;
	uint32_t n, capacity;
	struct hash_table table;
	unsigned pending;
	struct fetch_counts counts;
};

void fetch_requests_fini(struct fetch_requests *r);

struct fetch_key fetch_key(const struct build_id *id, enum fetch_kind kind);

/* The number of a request, or HASH_TABLE_NONE. */
uint32_t fetch_requests_find(const struct fetch_requests *r, const struct fetch_key *key);

/* Adds one that is not there, pending. HASH_TABLE_NONE: no id, too many, or no memory. */
uint32_t fetch_requests_add(struct fetch_requests *r, const struct fetch_key *key);

/* An answer: 0 and a path, or a negative errno. Nothing where none is waited for. */
void fetch_requests_answer(struct fetch_requests *r, uint32_t number, int code, const char *path);

/* No answer is waited for any more: all that are pending are late, or with another code than -ETIME failed. */
void fetch_requests_end(struct fetch_requests *r, int code);

/* What was found is another file. False: nothing was found. */
bool fetch_requests_refuse(struct fetch_requests *r, uint32_t number);

#endif
