/*
 * frame_why: why addresses of a file have no names, of the reasons a user can do something about.
 */
#ifndef PREC_REPORT_FRAME_WHY_H
#define PREC_REPORT_FRAME_WHY_H

#include "report/frames.h"

enum frame_why {
	FRAME_WHY_UNMAPPED, /* nothing is known to have been mapped there */
	FRAME_WHY_NO_FILE,  /* memory that is of no file */
	FRAME_WHY_GUEST,    /* a virtual machine's */
	FRAME_WHY_NO_MAP,   /* code made at run time, of which no map was left */
	FRAME_WHY_FOREIGN,  /* code made at run time, whose map is not believed */
	FRAME_WHY_MISSING,  /* the file is not here */
	FRAME_WHY_CHANGED,  /* another file is here under its name */
	FRAME_WHY_STRIPPED, /* the file is here, and has no symbols */
	FRAME_WHY_HIDDEN,   /* the kernel does not show this user where its functions are */
	FRAME_WHY_KERNEL,   /* the recorded kernel is not the one that runs here */
	FRAME_WHY_NOWHERE,  /* nothing here has the kernel's symbols */
	FRAME_WHY_DAMAGED,  /* the file is here, and cannot be understood */
	FRAME_WHY_GAP,      /* the file has symbols, and none there */
	FRAME_WHYS,
};

/* file: number of the dso, or DSO_NONE. Of one whose names were not asked for, GAP. */
enum frame_why frame_why(const struct frames *f, uint32_t file);

/* "file not here" and the like, for a row. */
const char *frame_why_words(enum frame_why why);

#endif
