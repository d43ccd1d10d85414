/*
 * event_fields: fields of the features about events, groups of them and PMUs.
 *
 * For the table of formats/feature/feature_fields.c; returns as feature_fields says.
 */
#ifndef PREC_FORMATS_FEATURE_EVENT_FIELDS_H
#define PREC_FORMATS_FEATURE_EVENT_FIELDS_H

#include "formats/feature/feature_walk.h"

int event_desc_fields(struct feature_walk *w);
int group_desc_fields(struct feature_walk *w);
int pmu_mappings_fields(struct feature_walk *w);
int cpu_pmu_caps_fields(struct feature_walk *w);
int pmu_caps_fields(struct feature_walk *w);

#endif
