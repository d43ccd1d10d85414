/*
 * page_child: processes that touch pages when they are told to: each touch is a page fault, at an address that is
 * known.
 */
#ifndef PREC_TESTS_UNIT_LIBPREC_PAGE_CHILD_H
#define PREC_TESTS_UNIT_LIBPREC_PAGE_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define PAGE_CHILD_PAGES 4096 /* that one may touch */

struct page_child {
	pid_t pid;
	int orders, answers;
	uint32_t touched; /* pages so far, from the first on */
};

/* Forks one, with `threads` threads beside the first, which do what it does. A failure ends the case. */
void page_child_start(struct page_child *c, unsigned threads);

/* The same, and has it stay on a CPU. */
void page_child_start_on(struct page_child *c, unsigned threads, int cpu);

/* Has it touch n pages more, one after the other, in its thread `thread` (0: the first). Returns when that is done. */
void page_child_touch(struct page_child *c, uint32_t n, unsigned thread);

/* The number of the thread that page_child_start_thread starts; the others are numbered from 1 up. */
#define PAGE_CHILD_LATER 31u

/* Has it start a thread more, and touch n pages there, which then waits for orders. */
void page_child_start_thread(struct page_child *c, uint32_t n);

/* Has it start a thread that touches n pages and ends. Returns when it has. */
void page_child_pass_thread(struct page_child *c, uint32_t n);

/* Ends it, and waits for that. */
void page_child_end(struct page_child *c);

/* Whether an address is in the pages; *ret_page: in which. */
bool page_child_has(uint64_t addr, uint32_t *ret_page);

#endif
