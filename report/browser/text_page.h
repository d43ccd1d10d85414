/*
 * text_page: a text that fills the screen, to scroll and to search in: help, the header, samples.
 *
 * Ownership: _init/_fini. One thread.
 */
#ifndef PREC_REPORT_BROWSER_TEXT_PAGE_H
#define PREC_REPORT_BROWSER_TEXT_PAGE_H

#include "report/browser/browse_event.h"
#include "report/browser/cells.h"
#include "report/browser/name_pattern.h"

#include <stddef.h>

struct text_page {
	char *title;
	char *text;
	char **lines; /* in the text */
	uint32_t n, at, top;
	unsigned from; /* the first column that is shown */
};

/* Shows a text, which the page takes over, under a title. 0 or -ENOMEM. */
int text_page_init(struct text_page *p, const char *title, char *text);
void text_page_fini(struct text_page *p);

static inline bool text_page_is_open(const struct text_page *p)
{
	return p->text != NULL;
}

/* Does what a key asks for. lines: of the screen that are the page's. False: it has no meaning here. */
bool text_page_key(struct text_page *p, uint32_t key, unsigned lines);

/* Goes to the next line that matches, in either direction. False: there is none. */
bool text_page_find(struct text_page *p, const struct name_pattern *pattern, bool backward);

/* Puts the page into lines `first` to first + lines - 1. */
void text_page_draw(struct text_page *p, struct cells *c, unsigned first, unsigned lines,
		    const struct name_pattern *pattern);

#endif
