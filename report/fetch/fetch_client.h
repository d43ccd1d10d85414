/*
 * fetch_client: libdebuginfod, loaded when it is needed, and a place that it can keep files in.
 *
 * The library is not linked: the HTTP client that it brings takes longer to load than a small recording to read.
 */
#ifndef PREC_REPORT_FETCH_FETCH_CLIENT_H
#define PREC_REPORT_FETCH_FETCH_CLIENT_H

#include "formats/record/abi.h"
#include "report/fetch/fetch_kind.h"

#include <limits.h>
#include <stdbool.h>

/* A file at most, bytes, where DEBUGINFOD_MAXSIZE does not say less. */
#define FETCH_FILE_MAX (4ull << 30)

/*
 * Loads the library, chooses the cache and limits the size of files, for the whole process. The cache is the library's
 * own; where that cannot be written, a folder for this process alone. 0; -ELIBACC: there is no library; or the negative
 * errno of making a folder.
 */
int fetch_client_open(void);

/* Removes the folder of this process. */
void fetch_client_close(void);

/*
 * One of these for each process. go_on: asked about once a second, with the context; once it says no the request ends.
 * NULL without memory.
 */
struct fetch_client;
struct fetch_client *fetch_client_new(bool (*go_on)(void *context), void *context);
void fetch_client_free(struct fetch_client *c);

/* Gets a file into the cache and its path. 0 or a negative errno; -ENOENT: no server has it. */
int fetch_client_get(struct fetch_client *c, const struct build_id *id, enum fetch_kind kind, char path[PATH_MAX]);

/* Removes a file from the cache. */
void fetch_client_remove(const struct build_id *id, enum fetch_kind kind);

#endif
