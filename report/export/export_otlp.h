/*
 * export_otlp: a profile for OpenTelemetry: the file form of profiles (open-telemetry/opentelemetry-proto,
 * release 1.11, opentelemetry/proto/profiles/v1development/profiles.proto, which is Alpha), as protobuf or JSON. A
 * resource is a process, which has a profile of each event; samples have their thread as attributes, mappings their
 * build-ids.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_OTLP_H
#define PREC_REPORT_EXPORT_EXPORT_OTLP_H

#include "report/export/stack_samples.h"

#include <stdio.h>

/* As struct export_format has it. */
int export_otlp(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err);
int export_otlp_json(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err);

#endif
