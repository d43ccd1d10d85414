/*
 * mem_data: writes a sample's data source in words (perf_event_open(2), perf_mem_data_src).
 */
#ifndef PREC_REPORT_ROWS_MEM_DATA_H
#define PREC_REPORT_ROWS_MEM_DATA_H

#include "common/buffer.h"

/* Appends "|OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK  N/A", as Linux perf script shows it. */
void mem_data_put(struct buffer *b, uint64_t data_src);

/* Append its parts without headings: "L1 hit", "None", "L1 or L2 hit", "No", " N/A". */
void mem_data_put_level(struct buffer *b, uint64_t data_src);
void mem_data_put_snoop(struct buffer *b, uint64_t data_src);
void mem_data_put_tlb(struct buffer *b, uint64_t data_src);
void mem_data_put_lock(struct buffer *b, uint64_t data_src);
void mem_data_put_block(struct buffer *b, uint64_t data_src);

/* Return the bits that order these parts. */
uint64_t mem_data_level(uint64_t data_src);
uint64_t mem_data_snoop(uint64_t data_src);
uint64_t mem_data_tlb(uint64_t data_src);
uint64_t mem_data_lock(uint64_t data_src);
uint64_t mem_data_block(uint64_t data_src);

#endif
