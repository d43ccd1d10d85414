/*
 * feature_fields: the contents of every feature section as named values (formats/record/field.h), for text,
 * JSON, validation and recovery.
 *
 * A new feature is a row of the table in feature_fields.c: its name, and a function that puts its fields. Lists are of
 * groups, or of plain values; an item is put when it has been decoded whole.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURE_FIELDS_H
#define PREC_FORMATS_FEATURE_FEATURE_FIELDS_H

#include "common/buffer.h"
#include "formats/feature/feature_walk.h"

/* "HOSTNAME" for FEATURE_HOSTNAME; NULL: not known. */
const char *feature_name(unsigned feature);

/*
 * Puts the fields of a section, whose bytes walk->c has, into walk->sink; none for features whose contents are not
 * known here. Moves walk->c to the end of what is known. 0; -EBADMSG: damaged at walk->c, what came before has been
 * put; -ENOTSUP: of a version not known here.
 */
int feature_fields(unsigned feature, struct feature_walk *walk);

#endif
