/*
 * perf_open: opens the container of a recording, of file mode or pipe mode: header, attrs and ids, features, data.
 *
 * Events have the names that a pipe gives them in records, others none. formats/file/recording.h opens recordings with
 * all that their features say, and is what commands use.
 */
#ifndef PREC_FORMATS_FILE_PERF_OPEN_H
#define PREC_FORMATS_FILE_PERF_OPEN_H

#include "formats/file/perf_file.h"

/*
 * Reads what there is to know before the records. Takes the descriptor of a regular file over: perf_file_close closes
 * it, and so does failure. 0; -EBADMSG: not a perf.data file; -ENODATA: too short to be one; -ENOTSUP; -errno of read.
 */
int perf_file_open(struct perf_file **ret_file, int fd, struct error *err);

#endif
