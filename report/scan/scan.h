/*
 * scan: one worker's way through the blocks of a file: samples are counted, sideband records kept, all others counted.
 *
 * This is the hot loop. It decodes no more of a sample than the plan asks for, and looks up no name.
 */
#ifndef PREC_REPORT_SCAN_SCAN_H
#define PREC_REPORT_SCAN_SCAN_H

#include "report/scan/scan_worker.h"

/* Takes blocks until there are no more. What goes wrong is in w->error. */
void scan_run(struct scan *scan, struct scan_worker *w);

#endif
