/*
 * recover: writes a well-formed perf.data file of whatever an open one still holds.
 *
 *	+--------+-----+-------+---------------------------------+-------+----------+
 *	| header | ids | attrs | every whole record that decodes | table | contents |
 *	+--------+-----+-------+---------------------------------+-------+----------+
 *
 * The output is in file mode and not compressed, in the byte order of the input. What only says how the input was laid
 * out (compression, block index, the events and features of a pipe) is written anew or left out.
 */
#ifndef PREC_REPORT_RECOVER_H
#define PREC_REPORT_RECOVER_H

#include "formats/blocks.h"
#include "report/scan.h"

struct recovery {
	uint64_t n_records, n_samples; /* written */
	uint64_t n_damaged;            /* records that end before their fields do: left out */
	uint64_t n_eventless;          /* samples of no known event: left out */
	uint64_t n_unknown;            /* records of types not known here: left out */
	uint64_t n_features, n_features_lost;
	uint64_t n_places;     /* damaged places the reader met */
	uint64_t n_bytes_lost; /* passed over between damage and the next record, or behind a sample's fields */
};

/* Told of each loss as it is found: what is wrong and where. */
typedef void (*recover_loss)(void *context, const struct error *loss);

/* Writes to fd, an empty file. progress: NULL: none. 0 or a negative errno of reading or writing. */
int recover_write(const struct perf_file *f, int fd, recover_loss loss, void *context,
		  const struct scan_progress *progress, struct recovery *ret_recovery, struct error *err);

#endif
