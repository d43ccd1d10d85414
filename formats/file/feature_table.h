/*
 * feature_table: where the contents of a file's features lie: a section for each bit of the header's bitmap.
 */
#ifndef PREC_FORMATS_FILE_FEATURE_TABLE_H
#define PREC_FORMATS_FILE_FEATURE_TABLE_H

#include "formats/file/perf_file.h"

/*
 * Fills the file's features from the table, which stands right after the data section. bits: FILE_FEATURE_WORDS words
 * of the header. What is cut off is noted as damage.
 */
void feature_table_read(struct perf_file *f, struct file_section data, const uint64_t *bits);

#endif
