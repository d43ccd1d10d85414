/*
 * mem_data: what a sample's data source says of a memory access, in words (perf_event_open(2), perf_mem_data_src).
 */
#ifndef PREC_REPORT_SCRIPT_MEM_DATA_H
#define PREC_REPORT_SCRIPT_MEM_DATA_H

#include "common/buffer.h"

/* Appends "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A", as Linux perf script shows it. */
void mem_data_put(struct buffer *b, uint64_t data_src);

#endif
