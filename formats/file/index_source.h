/*
 * index_source: the blocks that a file's index says hold records about processes and mappings
 * (formats/file/sideband_index.h), and no others. Their numbers are those of the index's list.
 *
 * Where the file does not hold what its index says, that is noted as damage and there are no more blocks.
 */
#ifndef PREC_FORMATS_FILE_INDEX_SOURCE_H
#define PREC_FORMATS_FILE_INDEX_SOURCE_H

#include "formats/file/block_source.h"

extern const struct block_source index_source;

#endif
