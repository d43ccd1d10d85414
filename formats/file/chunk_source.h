/*
 * chunk_source: blocks of plain data: chunks of equal size, which workers read at once. See formats/file/blocks.h.
 */
#ifndef PREC_FORMATS_FILE_CHUNK_SOURCE_H
#define PREC_FORMATS_FILE_CHUNK_SOURCE_H

#include "formats/file/block_source.h"

extern const struct block_source chunk_source;

#endif
