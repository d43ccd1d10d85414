/*
 * flame_svg: a profile as a plain picture: a flame graph of all samples of its first event, without a script. Callers
 * are below, callees in the order of their names. What is narrower than a tenth of a pixel is not drawn, which the
 * picture says.
 */
#ifndef PREC_REPORT_FLAME_FLAME_SVG_H
#define PREC_REPORT_FLAME_FLAME_SVG_H

#include "report/flame/flame_profile.h"

#include <stdio.h>

/* Writes the picture of the first recording. 0 or -ENOMEM; errors of the stream are the stream's. */
int flame_svg_write(const struct flame_profile *p, FILE *out);

#endif
