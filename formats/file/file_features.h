/*
 * file_features: reads feature sections of a file as named values (formats/feature/feature_fields.h).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FILE_FILE_FEATURES_H
#define PREC_FORMATS_FILE_FILE_FEATURES_H

#include "formats/feature/feature_fields.h"
#include "formats/file/perf_file.h"

/* A section in memory. The fields that file_feature_put puts point into it. */
struct feature_section {
	const struct perf_file *file; /* borrowed */
	struct buffer bytes, btfs;
	struct feature_walk walk;
};

/*
 * Reads a section, and the facts of others that are needed to decode it. Returns as perf_file_read_feature; the caller
 * calls _fini in both cases.
 */
int file_feature_read(struct feature_section *s, const struct perf_file *f, unsigned feature, struct error *err);
void file_feature_fini(struct feature_section *s);

/*
 * Puts the section's fields into the sink; none if the feature is not known. 0; -EBADMSG: the section is damaged, and
 * the fields before the damage were put; -ENOTSUP: its version is not known.
 */
int file_feature_put(struct feature_section *s, const struct field_sink *sink, struct error *err);

/* Does both: reads a section, and puts its fields, which are valid until it returns. Returns the errors of both. */
int file_feature_fields(const struct perf_file *f, unsigned feature, const struct field_sink *sink, struct error *err);

/*
 * Decodes a section without putting its fields anywhere, and returns as file_feature_fields. *ret_left (may be NULL):
 * how many bytes are left after what was decoded.
 */
int file_feature_check(const struct perf_file *f, unsigned feature, size_t *ret_left, struct error *err);

#endif
