/*
 * fetch_client: calls libdebuginfod, which is loaded when it is needed, and gives it a cache directory.
 *
 * The library is not linked, since loading its HTTP client takes longer than reading a small recording.
 */
#ifndef PREC_REPORT_FETCH_FETCH_CLIENT_H
#define PREC_REPORT_FETCH_FETCH_CLIENT_H

#include "formats/record/abi.h"
#include "report/fetch/fetch_packet.h"

#include <limits.h>
#include <stdbool.h>

/* Limit of a file in bytes, unless DEBUGINFOD_MAXSIZE is less. */
#define FETCH_FILE_MAX (4ull << 30)

/*
 * Loads the library, chooses the cache and limits the size of files, for the whole process. The cache is the library's
 * own; if that cannot be written, a directory for this process alone. 0; -ELIBACC: there is no library; or the negative
 * errno of making the directory.
 */
int fetch_client_open(void);

/* Removes the directory of this process, if there is one. */
void fetch_client_close(void);

/*
 * Makes the client of a process. go_on is called about once a second with the context; false ends the request. NULL
 * without memory.
 */
struct fetch_client;
struct fetch_client *fetch_client_new(bool (*go_on)(void *context), void *context);
void fetch_client_free(struct fetch_client *c);

/* Gets a file into the cache, and its path. 0 or a negative errno; -ENOENT: no server has it. */
int fetch_client_get(struct fetch_client *c, const struct build_id *id, enum fetch_kind kind, char path[PATH_MAX]);

/* Removes a file from the cache. */
void fetch_client_remove(const struct build_id *id, enum fetch_kind kind);

#endif
