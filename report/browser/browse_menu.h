/* browse_menu: what can be done with the line under the cursor, to choose from; and what its lines do. */
#ifndef PREC_REPORT_BROWSER_BROWSE_MENU_H
#define PREC_REPORT_BROWSER_BROWSE_MENU_H

#include "report/browser/browse.h"

void browse_menu_open(struct browse *b);
void browse_menu_key(struct browse *b, const struct browse_event *e);

/* What its lines do, and keys as well (browse_keys.c). */
void browse_show_text(struct browse *b, enum browse_text what, const char *of);
void browse_print(struct browse *b);
void browse_show_samples(struct browse *b);

/* Returns the rows that are shown, and what is open below them, as text; malloced. NULL: no memory. */
char *browse_as_text(struct browse *b);

#endif
