/*
 * feature_fields: decodes any feature section into named values (formats/record/field.h), for text, JSON, validation
 * and recovery.
 *
 * A new feature is a row of the table in feature_fields.c: its name, and a function that puts its fields. Items of
 * lists are groups or single values; an item is put when all of it has been decoded.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURE_FIELDS_H
#define PREC_FORMATS_FEATURE_FEATURE_FIELDS_H

#include "common/buffer.h"
#include "formats/feature/feature_walk.h"

/* Returns the name of a feature, "HOSTNAME" for FEATURE_HOSTNAME; NULL: not known. */
const char *feature_name(unsigned feature);

/*
 * Puts the fields of a section, whose bytes are in walk->c, into walk->sink; none if the feature is not known. Moves
 * walk->c to the end of what is known. 0; -EBADMSG: the section is damaged at walk->c, and the fields before were put;
 * -ENOTSUP: its version is not known.
 */
int feature_fields(unsigned feature, struct feature_walk *walk);

#endif
