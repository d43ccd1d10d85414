/*
 * frame_packing: frames that begin with a record and end with one, as prec writes them: decompressed by each worker on
 * its own. A frame goes on in the next COMPRESSED record when it is larger than one.
 */
#ifndef PREC_FORMATS_FILE_FRAME_PACKING_H
#define PREC_FORMATS_FILE_FRAME_PACKING_H

#include "formats/file/packing.h"

extern const struct packing frame_packing;

#endif
