/*
 * bisect: search in what is in order.
 */
#ifndef PREC_COMMON_BISECT_H
#define PREC_COMMON_BISECT_H

/*
 * The first number from `first` on, and before `end`, for which the expression `holds` of `i` is false; `end` where it
 * is true for all. It must be true for all numbers before that one, and false for all after it.
 *
 *	BISECT(0, n, i, list[i].start <= address)	how many start at or before the address
 *	BISECT(0, n, i, list[i].id < id)		where those with the id begin, if there are any
 *	BISECT(1, n, i, list[i].start <= at) - 1	the last that starts at or before it; the first where none does
 */
#define BISECT(first, end, i, holds)                                    \
	({                                                              \
		__typeof__((end) + 0) low_ = (first), high_ = (end);    \
                                                                        \
		while (low_ < high_) {                                  \
			__typeof__(low_) i = low_ + (high_ - low_) / 2; \
                                                                        \
			if (holds)                                      \
				low_ = i + 1;                           \
			else                                            \
				high_ = i;                              \
		}                                                       \
		low_;                                                   \
	})

#endif
