/*
 * browse_source: declares where a browser has its rows from: a command that reads the recording again, with other keys
 * and fewer samples, and texts about it. The browser itself reads no file.
 *
 *	load ---> a first look: estimates of rows, s->estimate ---> s->ready ---> finish: all of them
 *	  +-----> all of them, where there is no first look
 */
#ifndef PREC_REPORT_BROWSER_BROWSE_SOURCE_H
#define PREC_REPORT_BROWSER_BROWSE_SOURCE_H

#include "report/annotate/code_lines.h"
#include "report/browser/time_strip.h"
#include "report/callgraph/callgraph_options.h"
#include "report/rows/rows.h"

/* What samples are chosen by; the word of each is in browse_zoom_word. */
enum browse_zoom {
	ZOOM_COMM,
	ZOOM_THREAD, /* the value is a tid */
	ZOOM_DSO,
	ZOOM_SYMBOL,
	ZOOM_CPU,
	ZOOM_SOCKET,
	ZOOM_TIME,   /* the value is as after --time */
	ZOOM_WITHIN, /* a function and all that it called */
	ZOOM_KINDS,
};

struct browse_step {
	enum browse_zoom kind;
	char *value; /* as the filter takes it */
	char *label; /* as it is shown */
};

/* What is to be shown of the recording. */
struct browse_query {
	const char *sort; /* as after --sort; NULL: what the command line asks for */
	const char *file; /* a name of `files`; NULL: the recording that is open */
	const struct browse_step *steps;
	unsigned n_steps;
	bool is_relative;              /* shares are of the chosen samples */
	bool hides_kernel, hides_user; /* samples taken there do not count */
};

/* Texts that fill a page. */
enum browse_text {
	BROWSE_TEXT_HEADER,  /* of the recording */
	BROWSE_TEXT_MISSING, /* names, parts of stacks, samples */
	BROWSE_TEXT_SAMPLES, /* those of a function, or all, one by one */
};

struct browse_live;

/* Whose code is asked for. */
struct browse_code_query {
	const char *name; /* of functions; of a call what its target is called */
	bool is_call;     /* the function at an address that code refers to which was asked for before */
	uint32_t from;    /* with a call: the function's number there (struct code_function) */
	uint64_t address; /* the same: as code has it */
};

struct browse_source {
	void *context;
	struct browse_live *live;                  /* rows that change; NULL: those of a recording */
	const char *input;                         /* the recording's name */
	struct rows *rows;                         /* after load */
	struct columns *columns;                   /* those of the rows */
	uint32_t *group_sort;                      /* rows_options.group_sort; NULL: it stays as it is */
	const struct callgraph_options *callgraph; /* NULL: there are no call graphs */
	double percent_limit;
	uint64_t min_count;            /* rows have as many samples */
	uint32_t max_rows;             /* of an event; 0: all */
	bool hides_kernel, hides_user; /* as the first rows do */
	bool lacks_something;          /* there is more to say of what is missing than nothing */
	/* The rows are a first look: so many samples count by one of them, and what callees count is not known. 0: they
	 * are final. */
	uint32_t estimate;
	int ready; /* with an estimate: a descriptor that can be read when `finish` need not wait */

	/* Makes the rows of a query in place of those before. 0 or a negative errno; then there are none. */
	int (*load)(struct browse_source *s, const struct browse_query *query, struct error *err);
	/* Puts the final rows in the place of an estimate. The same. */
	int (*finish)(struct browse_source *s, struct error *err);
	/* Returns a text, malloced; of: a function, with SAMPLES. NULL with *err filled: there is none. */
	char *(*text)(struct browse_source *s, enum browse_text what, const char *of, struct error *err);
	/* Makes the lines of the code of functions. NULL: there is no code. 0 or a negative errno with *err filled;
	 * code_lines_fini is due in any case. */
	int (*code)(struct browse_source *s, const struct browse_code_query *query, struct code_lines *ret_lines,
		    struct error *err);
	void (*leave_code)(struct browse_source *s); /* no code that was asked for is looked at any more; or NULL */
	/* Fills a strip of so many pieces with the samples of an event. 0 or a negative errno with *err filled. */
	int (*times)(struct browse_source *s, uint32_t event, unsigned pieces, struct time_strip *ret_strip,
		     struct error *err);
	/* Writes a text to a new file, and its name to `name`. NULL: files cannot be written. 0 or a negative errno. */
	int (*save)(struct browse_source *s, const char *text, char *name, size_t size);
	/* Returns names of recordings in the directory but this one, each malloced, up to a NULL. NULL: none. */
	char **(*files)(struct browse_source *s);
	/* Does so with the chosen samples in a format of prec export. 0 or a negative errno with *err filled. */
	int (*export_as)(struct browse_source *s, const char *format, char *name, size_t size, struct error *err);
};

#endif
