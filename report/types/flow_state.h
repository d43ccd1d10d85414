/*
 * flow_state: what is known of the registers and of the words of a frame at one instruction (report/types/type_flow.h).
 */
#ifndef PREC_REPORT_TYPES_FLOW_STATE_H
#define PREC_REPORT_TYPES_FLOW_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOW_REGISTERS 16u
#define FLOW_SLOTS     16u

enum flow_kind {
	FLOW_UNKNOWN,
	FLOW_FRAME,   /* the frame's address + offset */
	FLOW_POINTER, /* an address in an object of the type, offset bytes from its beginning */
};

struct flow_value {
	uint8_t kind;  /* enum flow_kind */
	uint32_t type; /* of a pointer, else 0 */
	int64_t offset;
};

/* A word that was stored in the frame. */
struct flow_slot {
	int64_t at; /* from the frame's address */
	struct flow_value value;
};

struct flow_state {
	bool is_reached;
	uint8_t n_slots;
	struct flow_value regs[FLOW_REGISTERS]; /* by DWARF's numbers */
	struct flow_slot slots[FLOW_SLOTS];
};

/* Stores a value, or forgets what was there. */
void flow_state_store(struct flow_state *s, int64_t at, struct flow_value value);
/* Returns what was stored. */
struct flow_value flow_state_stored(const struct flow_state *s, int64_t at);

/* Keeps of a state what another one, of another way to the same place, has too. True: it changed. */
bool flow_state_meet(struct flow_state *s, const struct flow_state *other);

#endif
