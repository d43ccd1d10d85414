/*
 * flame_page: a profile as one HTML file that needs nothing else: no network, no other file.
 *
 *	report/flame/page/page.html	the skeleton, with four markers
 *	    <!-- policy -->		only the script with this hash runs
 *	    <!-- style -->		page.css
 *	    <!-- data -->		what is known of the recordings, as JSON; the columns
 *	    <!-- script -->		all .js files there, as they are
 */
#ifndef PREC_REPORT_FLAME_FLAME_PAGE_H
#define PREC_REPORT_FLAME_FLAME_PAGE_H

#include "report/flame/flame_profile.h"

#include <stdio.h>

/* Writes the page. 0 or -ENOMEM; errors of the stream are the stream's. */
int flame_page_write(const struct flame_profile *p, FILE *out);

/* The parts of the page, which the build makes of report/flame/page (report/flame/page_parts.sh). */
extern const char flame_page_skeleton[], flame_page_style[], flame_page_script[];

/* The SHA-256 of flame_page_script, as 64 hexadecimal digits. */
extern const char flame_page_script_sha256[];

#endif
