/* browse_help: the keys, as they are shown on h. */
#ifndef PREC_REPORT_BROWSER_BROWSE_HELP_H
#define PREC_REPORT_BROWSER_BROWSE_HELP_H

extern const char browse_help[], browse_code_help[];

/* Those that live rows have besides. */
extern const char browse_live_help[];

#endif
