/*
 * file_features: the features of a file as named values (formats/feature/feature_fields.h).
 */
#ifndef PREC_FORMATS_FILE_FILE_FEATURES_H
#define PREC_FORMATS_FILE_FILE_FEATURES_H

#include "formats/feature/feature_fields.h"
#include "formats/file/perf_file.h"

/* A section in memory, which the fields put of it point into. */
struct feature_section {
	const struct perf_file *file; /* borrowed */
	struct buffer bytes, btfs;
	struct feature_walk walk;
};

/* Reads a section, and what of others it is decoded by. As perf_file_read_feature; _fini is due either way. */
int file_feature_read(struct feature_section *s, const struct perf_file *f, unsigned feature, struct error *err);
void file_feature_fini(struct feature_section *s);

/*
 * Puts the section's fields into the sink; none for features whose contents are not known. 0; -EBADMSG: damaged, what
 * came before has been put; -ENOTSUP: of a version not known here.
 */
int file_feature_put(struct feature_section *s, const struct field_sink *sink, struct error *err);

/* All of these at once. The fields' bytes live until it returns. */
int file_feature_fields(const struct perf_file *f, unsigned feature, const struct field_sink *sink, struct error *err);

/*
 * Whether it can be decoded, likewise: all is read and nothing shown. *ret_left (may be NULL): how many bytes there are
 * after what was decoded.
 */
int file_feature_check(const struct perf_file *f, unsigned feature, size_t *ret_left, struct error *err);

#endif
