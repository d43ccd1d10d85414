#include "report/rows/mem_data.h"

#include "common/text.h"

/* Fields of union perf_mem_data_src, linux/perf_event.h. */
#define MEM_OP(v)      ((v)&0x1f)
#define MEM_LVL(v)     ((v) >> 5 & 0x3fff)
#define MEM_SNOOP(v)   ((v) >> 19 & 0x1f)
#define MEM_LOCK(v)    ((v) >> 24 & 3)
#define MEM_TLB(v)     ((v) >> 26 & 0x7f)
#define MEM_LVL_NUM(v) ((v) >> 33 & 15)
#define MEM_REMOTE(v)  ((v) >> 37 & 1)
#define MEM_SNOOPX(v)  ((v) >> 38 & 3)
#define MEM_BLK(v)     ((v) >> 40 & 7)
#define MEM_HOPS(v)    ((v) >> 43 & 7)

#define LVL_NOT_LEVEL 7u /* not available, hit, miss */
#define LVL_HIT       2u
#define LVL_MISS      4u
#define LVL_NUM_NA    15u
#define TLB_HIT       2u
#define TLB_MISS      4u

/* By bit; the first is "not available". */
static const char *const op_names[] = { "N/A", "LOAD", "STORE", "PFETCH", "EXEC" };
static const char *const lvl_names[] = {
	"N/A",
	"HIT",
	"MISS",
	"L1",
	"LFB/MAB",
	"L2",
	"L3",
	"Local RAM",
	"Remote RAM (1 hop)",
	"Remote RAM (2 hops)",
	"Remote Cache (1 hop)",
	"Remote Cache (2 hops)",
	"I/O",
	"Uncached",
};
static const char *const snoop_names[] = { "N/A", "None", "Hit", "Miss", "HitM" };
static const char *const snoopx_names[] = { "Fwd", "Peer" };
static const char *const tlb_names[] = { "N/A", "HIT", "MISS", "L1", "L2", "Walker", "Fault" };

/* By number. */
static const char *const lvl_num_names[16] = {
	[5] = "L4",   [6] = "L2 MHB",     [7] = "Memory-side cache", [8] = "Uncached", [9] = "CXL",
	[10] = "I/O", [11] = "Any cache", [12] = "LFB/MAB",          [13] = "RAM",     [14] = "PMEM",
};
static const char *const hops_names[8] = {
	[1] = "core, same node",
	[2] = "node, same socket",
	[3] = "socket, same board",
	[4] = "board",
};

/* The names of the bits, with " or " between; how many there were. */
static unsigned put_bits(struct buffer *b, unsigned bits, const char *const *names, size_t n_names, unsigned n)
{
	for (size_t i = 0; i < n_names; i++) {
		if (!(bits >> i & 1))
			continue;
		if (n++)
			text_put(b, " or ");
		text_put(b, names[i]);
	}
	return n;
}

static void put_op(struct buffer *b, unsigned bits)
{
	for (size_t i = 0; i < ARRAY_SIZE(op_names); i++) {
		if (bits >> i & 1) {
			text_put(b, op_names[i]);
			return;
		}
	}
	text_put(b, "No");
}

void mem_data_put_level(struct buffer *b, uint64_t v)
{
	unsigned bits = MEM_LVL(v), number = MEM_LVL_NUM(v);
	const char *hit = bits & LVL_HIT ? "hit" : bits & LVL_MISS ? "miss" : "";

	if (number && number != LVL_NUM_NA) {
		if (MEM_REMOTE(v))
			text_put(b, "Remote ");
		if (hops_names[MEM_HOPS(v)])
			text_printf(b, "%s ", hops_names[MEM_HOPS(v)]);
		if (lvl_num_names[number])
			text_put(b, lvl_num_names[number]);
		else
			text_printf(b, "L%u", number);
	} else if (!put_bits(b, bits & ~LVL_NOT_LEVEL, lvl_names, ARRAY_SIZE(lvl_names), 0)) {
		text_put(b, "N/A");
		return;
	}
	text_printf(b, " %s", hit);
}

void mem_data_put_snoop(struct buffer *b, uint64_t v)
{
	if (!put_bits(b, MEM_SNOOPX(v), snoopx_names, ARRAY_SIZE(snoopx_names),
		      put_bits(b, MEM_SNOOP(v), snoop_names, ARRAY_SIZE(snoop_names), 0)))
		text_put(b, "N/A");
}

void mem_data_put_tlb(struct buffer *b, uint64_t v)
{
	unsigned bits = MEM_TLB(v);

	if (!put_bits(b, bits & ~(TLB_HIT | TLB_MISS), tlb_names, ARRAY_SIZE(tlb_names), 0))
		text_put(b, "N/A");
	if (bits & TLB_HIT)
		text_put(b, " hit");
	if (bits & TLB_MISS)
		text_put(b, " miss");
}

void mem_data_put_lock(struct buffer *b, uint64_t v)
{
	text_put(b, MEM_LOCK(v) & 1 ? "N/A" : MEM_LOCK(v) & 2 ? "Yes" : "No");
}

void mem_data_put_block(struct buffer *b, uint64_t v)
{
	unsigned bits = MEM_BLK(v);

	if (bits & 1 || !bits)
		text_put(b, " N/A");
	if (bits & 2)
		text_put(b, " Data");
	if (bits & 4)
		text_put(b, " Addr");
}

uint64_t mem_data_level(uint64_t v)
{
	return MEM_LVL(v);
}

uint64_t mem_data_snoop(uint64_t v)
{
	return MEM_SNOOP(v);
}

uint64_t mem_data_tlb(uint64_t v)
{
	return MEM_TLB(v);
}

uint64_t mem_data_lock(uint64_t v)
{
	return MEM_LOCK(v);
}

uint64_t mem_data_block(uint64_t v)
{
	return MEM_BLK(v);
}

void mem_data_put(struct buffer *b, uint64_t v)
{
	text_put(b, "|OP ");
	put_op(b, MEM_OP(v));
	text_put(b, "|LVL ");
	mem_data_put_level(b, v);
	text_put(b, "|SNP ");
	mem_data_put_snoop(b, v);
	text_put(b, "|TLB ");
	mem_data_put_tlb(b, v);
	text_put(b, "|LCK ");
	mem_data_put_lock(b, v);
	text_put(b, "|BLK ");
	mem_data_put_block(b, v);
}
