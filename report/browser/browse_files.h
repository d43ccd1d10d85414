/* browse_files: the other recordings in the directory, to choose one that is shown in the place of this. */
#ifndef PREC_REPORT_BROWSER_BROWSE_FILES_H
#define PREC_REPORT_BROWSER_BROWSE_FILES_H

#include "report/browser/browse.h"

/* Opens a menu of them. */
void browse_files_open(struct browse *b);

/* Shows the recording of a line of that menu, with b->must_load, and without the steps that have led to the rows. */
void browse_files_choose(struct browse *b, const char *name);

#endif
