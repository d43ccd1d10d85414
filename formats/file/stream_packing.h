/*
 * stream_packing: one endless stream over all COMPRESSED records of a part, as Linux perf writes it: decompressed by
 * one worker at a time, in order. It ends where it is damaged.
 */
#ifndef PREC_FORMATS_FILE_STREAM_PACKING_H
#define PREC_FORMATS_FILE_STREAM_PACKING_H

#include "formats/file/packing.h"

extern const struct packing stream_packing;

#endif
