/*
 * browse_event: declares what comes from a keyboard or mouse.
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_EVENT_H
#define PREC_REPORT_BROWSER_BROWSE_EVENT_H

#include <stdint.h>

/* Keys without a letter, above all code points; the others are their letter or control character. */
enum browse_key {
	BROWSE_CTRL_C = 3,
	BROWSE_BACKSPACE = 8,
	BROWSE_TAB = 9,
	BROWSE_ENTER = 10,
	BROWSE_CTRL_L = 12,
	BROWSE_CTRL_U = 21,
	BROWSE_ESC = 27,
	BROWSE_UP = 0x110000,
	BROWSE_DOWN,
	BROWSE_LEFT,
	BROWSE_RIGHT,
	BROWSE_PAGE_UP,
	BROWSE_PAGE_DOWN,
	BROWSE_HOME,
	BROWSE_END,
	BROWSE_BACKTAB,
	BROWSE_F1,
	BROWSE_CLICK,
	BROWSE_WHEEL_UP,
	BROWSE_WHEEL_DOWN,
	BROWSE_RESIZE, /* the size is columns x lines */
	BROWSE_READY,  /* the source has the rows that an estimate stands for */
	BROWSE_OTHER,  /* a key that means nothing here */
};

struct browse_event {
	uint32_t key;
	unsigned column, line; /* of the mouse, from 0; of a resize: how many there are */
};

#endif
