/* browse_prompt: the line at the bottom in which something is typed. */
#ifndef PREC_REPORT_BROWSER_BROWSE_PROMPT_H
#define PREC_REPORT_BROWSER_BROWSE_PROMPT_H

#include "report/browser/browse.h"

void browse_prompt_open(struct browse *b, enum browse_prompt prompt);

/* Types a letter, or ends with ENTER or ESC. A filter holds as it is typed. */
void browse_prompt_key(struct browse *b, uint32_t key);

#endif
