/*
 * packed_source: blocks of a compressed file. It walks the records of the file, gathers plain ones, and has compressed
 * ones taken and unpacked by the packing they are of, which is found out for each part.
 */
#ifndef PREC_FORMATS_FILE_PACKED_SOURCE_H
#define PREC_FORMATS_FILE_PACKED_SOURCE_H

#include "formats/file/block_source.h"

extern const struct block_source packed_source;

#endif
