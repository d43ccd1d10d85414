/*
 * fetch_requests: the list of requested files, each once, and their results.
 *
 * Thread: one at a time.
 */
#ifndef PREC_REPORT_FETCH_FETCH_REQUESTS_H
#define PREC_REPORT_FETCH_FETCH_REQUESTS_H

#include "common/hash_table.h"
#include "formats/record/abi.h"
#include "report/fetch/fetch_packet.h"

/* Results of the requests so far. */
struct fetch_counts {
	unsigned asked;
	unsigned found;
	unsigned absent;  /* no server has it */
	unsigned late;    /* not answered in time */
	unsigned refused; /* the file had another build-id */
	unsigned failed;  /* for other reasons */
	int code;         /* of the first that failed: a negative errno; -ELIBACC: there is no libdebuginfod */
};

/* Padding is zero: keys are compared by memcmp. */
struct fetch_key {
	struct build_id id;
	enum fetch_kind kind;
};

struct fetch_item {
	struct fetch_key key;
	bool is_pending;
	bool refused;
	char *path; /* NULL: none; owned by the list */
};

/* All zero: no requests. */
struct fetch_requests {
	struct fetch_item *items;
	uint32_t n, capacity;
	struct hash_table table;
	unsigned pending;
	struct fetch_counts counts;
};

void fetch_requests_fini(struct fetch_requests *r);

struct fetch_key fetch_key(const struct build_id *id, enum fetch_kind kind);

/* Finds a request by its key. Returns its number, or HASH_TABLE_NONE. */
uint32_t fetch_requests_find(const struct fetch_requests *r, const struct fetch_key *key);

/*
 * Adds a pending request with a new key. Returns its number. HASH_TABLE_NONE: the id has size 0, there are
 * FETCH_FILES_MAX, or no memory.
 */
uint32_t fetch_requests_add(struct fetch_requests *r, const struct fetch_key *key);

/* Stores an answer: code 0 and a path, or a negative errno. Ignored if the request is not pending. */
void fetch_requests_answer(struct fetch_requests *r, uint32_t number, int code, const char *path);

/* Ends all pending requests: as late if code is -ETIME, else as failed. */
void fetch_requests_end(struct fetch_requests *r, int code);

/* Marks a found file as refused: it had another build-id. False: no file was found. */
bool fetch_requests_refuse(struct fetch_requests *r, uint32_t number);

#endif
