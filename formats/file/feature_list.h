/*
 * feature_list: feature sections that are put together one after the other, for formats/file/perf_writer.h.
 *
 *	start = list.bytes.size;
 *	... append the contents to list.bytes ...
 *	feature_list_add(&list, FEATURE_HOSTNAME, start);
 */
#ifndef PREC_FORMATS_FILE_FEATURE_LIST_H
#define PREC_FORMATS_FILE_FEATURE_LIST_H

#include "formats/file/writer_setup.h"

struct feature_list {
	struct buffer bytes;
	struct {
		unsigned bit;
		size_t start, size;
	} entries[FILE_FEATURE_BITS];
	size_t n;
};

/* swap: the contents are in the other byte order. */
void feature_list_init(struct feature_list *list, bool swap);
void feature_list_fini(struct feature_list *list);

/* Takes what stands after `start` as the contents of a feature, of which the list has none yet. */
void feature_list_add(struct feature_list *list, unsigned bit, size_t start);

/* The entries as the writer takes them, pointing into the list's bytes. Returns how many. */
size_t feature_list_pointers(const struct feature_list *list,
			     struct perf_writer_feature ret_features[FILE_FEATURE_BITS]);

#endif
