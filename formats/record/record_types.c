#include "formats/record/record_types.h"

#include "formats/record/private_record.h"
#include "formats/record/simpleperf_items.h"

static const struct record_item no_items[] = { END };
static const struct record_item number_items[] = { U64(NULL), END };
static const struct record_item address_items[] = { X64(NULL), END };

/* --- the kernel's --------------------------------------------------------- */

static const struct field_word prot_words[] = { { 1, "read" }, { 2, "write" }, { 4, "exec" }, { 0, NULL } };

static const struct field_word map_words[] = {
	{ 0x1, "shared" },       { 0x2, "private" },     { 0x10, "fixed" },        { 0x20, "anonymous" },
	{ 0x100, "growsdown" },  { 0x800, "denywrite" }, { 0x1000, "executable" }, { 0x2000, "locked" },
	{ 0x4000, "noreserve" }, { 0x8000, "populate" }, { 0x40000, "hugetlb" },   { 0, NULL },
};

static const struct record_item mmap_items[] = {
	U32("pid"), U32("tid"), X64("addr"), X64("len"), X64("pgoff"), STRING("filename"), END,
};

static const struct record_item mmap2_items[] = {
	U32("pid"),
	U32("tid"),
	X64("addr"),
	X64("len"),
	X64("pgoff"),
	{ .name = "build_id_size", .type = ITEM_U8, .misc = RECORD_MISC_MMAP_BUILD_ID },
	{ .name = NULL, .type = ITEM_SKIP, .size = 3, .misc = RECORD_MISC_MMAP_BUILD_ID },
	{ .name = "build_id",
	  .type = ITEM_HEX,
	  .size = BUILD_ID_SIZE_MAX,
	  .count = 6,
	  .misc = RECORD_MISC_MMAP_BUILD_ID },
	{ .name = "maj", .type = ITEM_U32, .misc_not = RECORD_MISC_MMAP_BUILD_ID },
	{ .name = "min", .type = ITEM_U32, .misc_not = RECORD_MISC_MMAP_BUILD_ID },
	{ .name = "ino", .type = ITEM_U64, .misc_not = RECORD_MISC_MMAP_BUILD_ID },
	{ .name = "ino_generation", .type = ITEM_U64, .misc_not = RECORD_MISC_MMAP_BUILD_ID },
	{ .name = "prot", .type = ITEM_U32, .are_bits = true, .words = prot_words },
	{ .name = "flags", .type = ITEM_U32, .are_bits = true, .words = map_words },
	STRING("filename"),
	END,
};

static const struct record_item lost_items[] = { U64("id"), U64("lost"), END };
static const struct record_item comm_items[] = { U32("pid"), U32("tid"), STRING("comm"), END };
static const struct record_item task_items[] = { U32("pid"), U32("ppid"), U32("tid"), U32("ptid"), U64("time"), END };
static const struct record_item throttle_items[] = { U64("time"), U64("id"), U64("stream_id"), END };
static const struct record_item read_items[] = { U32("pid"), U32("tid"), { .name = "read", .type = ITEM_READ }, END };
static const struct record_item sample_items[] = { { .name = NULL, .type = ITEM_SAMPLE }, END };

static const struct field_word aux_words[] = {
	{ 1, "truncated" }, { 2, "overwrite" }, { 4, "partial" }, { 8, "collision" }, { 0, NULL }
};
static const struct record_item aux_items[] = {
	X64("aux_offset"),
	X64("aux_size"),
	{ .name = "flags", .type = ITEM_U64, .are_bits = true, .words = aux_words },
	END,
};

static const struct record_item itrace_start_items[] = { U32("pid"), U32("tid"), END };
static const struct record_item lost_samples_items[] = { U64("lost"), END };
static const struct record_item switch_cpu_wide_items[] = { U32("next_prev_pid"), U32("next_prev_tid"), END };

static const struct record_item namespace_items[] = { X64("dev"), U64("inode"), END };
static const struct record_item namespaces_items[] = {
	U32("pid"),
	U32("tid"),
	U64("nr_namespaces"),
	{ .name = "namespaces", .type = ITEM_LIST, .count = 3, .items = namespace_items },
	END,
};

static const struct field_word ksymbol_types[] = { { 0, "unknown" }, { 1, "bpf" }, { 2, "out_of_line" }, { 0, NULL } };
static const struct field_word ksymbol_flags[] = { { 1, "unregister" }, { 0, NULL } };
static const struct record_item ksymbol_items[] = {
	X64("addr"),
	X32("len"),
	{ .name = "ksym_type", .type = ITEM_U16, .words = ksymbol_types },
	{ .name = "flags", .type = ITEM_U16, .are_bits = true, .words = ksymbol_flags },
	STRING("name"),
	END,
};

static const struct field_word bpf_types[] = {
	{ 0, "unknown" }, { 1, "prog_load" }, { 2, "prog_unload" }, { 0, NULL }
};
static const struct record_item bpf_event_items[] = {
	{ .name = "type", .type = ITEM_U16, .words = bpf_types }, U16("flags"), U32("id"), HEX("tag", 8), END,
};

static const struct record_item cgroup_items[] = { U64("id"), STRING("path"), END };
static const struct record_item text_poke_items[] = {
	X64("addr"),
	U16("old_len"),
	U16("new_len"),
	{ .name = "old_bytes", .type = ITEM_HEX, .count = 2 },
	{ .name = "new_bytes", .type = ITEM_HEX, .count = 3 },
	END,
};

static const struct record_item aux_output_items[] = { X64("hw_id"), END };
static const struct record_item deferred_items[] = {
	U64("cookie"),
	U64("nr"),
	{ .name = "ips", .type = ITEM_LIST, .count = 2, .items = address_items },
	END,
};

/* --- recorders' ------------------------------------------------------------- */

static const struct record_item attr_items[] = {
	{ .name = "attr", .type = ITEM_ATTR },
	{ .name = "ids", .type = ITEM_LIST, .items = number_items },
	END,
};

static const struct field_word block_words[] = { { BLOCK_SIDEBAND, "sideband" },
						 { BLOCK_COMPRESSED, "compressed" },
						 { 0, NULL } };
static const struct record_item event_type_items[] = { U64("event_id"), CHARS("name", 64), END };
static const struct record_item block_items[] = {
	U64("offset"),
	U32("size"),
	U32("raw_size"),
	U64("first_time"),
	U64("last_time"),
	U32("n_samples"),
	{ .name = "flags", .type = ITEM_U32, .are_bits = true, .words = block_words },
	END,
};
static const struct record_item footer_items[] = {
	SKIP(8),
	U32("note"),
	U32("version"),
	U32("finished"),
	SKIP(4),
	U64("index"),
	U64("bundle"),
	SKIP(FOOTER_SIZE - 48),
	{ .name = "old_table", .type = ITEM_BYTES, .optional = true },
	END,
};
static const struct record_item block_index_items[] = {
	SKIP(8),
	U32("note"),
	U32("version"),
	U32("index_version"),
	U32("entry_size"),
	U64("count"),
	{ .name = "blocks", .type = ITEM_LIST, .count = 6, .items = block_items },
	END,
};
static const struct record_item cpu_gap_items[] = {
	SKIP(8), U32("note"), U32("version"), U32("cpu"),
	SKIP(4), U64("from"), U64("until"),   SKIP(PRIVATE_RECORD_SIZE_MIN - 48),
	END,
};
/* The boot's id in the order of its text. */
static const struct record_item redacted_items[] = {
	SKIP(8),
	U32("note"),
	U32("version"),
	{ .name = "redacted", .type = ITEM_U32, .words = redaction_words },
	SKIP(PRIVATE_RECORD_SIZE_MIN - 28),
	END,
};
static const struct record_item clock_note_items[] = {
	SKIP(8),
	U32("note"),
	U32("version"),
	{ .name = "clockid", .type = ITEM_U32, .words = clock_words },
	SKIP(4),
	{ .name = "boot", .type = ITEM_HEX, .size = BOOT_ID_SIZE },
	U64("start"),
	U64("start_wall"),
	U64("end"),
	U64("end_wall"),
	END,
};
static const struct record_item event_cgroup_items[] = {
	SKIP(8), U32("note"), U32("version"), U32("event"), SKIP(4), { .name = "cgroup", .type = ITEM_STRING }, END,
};
static const struct record_item bundle_items[] = {
	SKIP(8),       U32("note"),  U32("version"), U32("part"),        U32("part_version"),
	U32("number"), U32("piece"), U32("pieces"),  U32("packed_size"), { .name = "packed", .type = ITEM_BYTES },
	END,
};
static const struct record_item private_other_items[] = { SKIP(8), U32("note"), U32("version"), END };
static const struct record_item tracing_data_items[] = { U32("data_size"), END };
static const struct record_item build_id_items[] = {
	S32("pid"),
	{ .name = "build_id", .type = ITEM_HEX, .size = 20 },
	{ .name = "build_id_size", .type = ITEM_U8, .misc = RECORD_MISC_BUILD_ID_SIZE },
	{ .name = NULL, .type = ITEM_SKIP, .size = 3, .misc = RECORD_MISC_BUILD_ID_SIZE },
	{ .name = NULL, .type = ITEM_SKIP, .size = 4, .misc_not = RECORD_MISC_BUILD_ID_SIZE },
	STRING("filename"),
	END,
};

static const struct record_item index_items[] = { U64("id"),
						  U64("idx"),
						  { .name = "cpu", .type = ITEM_U64, .format = FIELD_SIGNED },
						  { .name = "tid", .type = ITEM_U64, .format = FIELD_SIGNED },
						  END };
static const struct record_item guest_items[] = { U64("machine_pid"), U64("vcpu"), END };
static const struct record_item id_index_items[] = {
	U64("nr"),
	{ .name = "entries", .type = ITEM_LIST, .count = 1, .items = index_items },
	{ .name = "guest_entries", .type = ITEM_LIST, .count = 1, .optional = true, .items = guest_items },
	END,
};

static const struct field_word auxtrace_types[] = {
	{ 0, "unknown" },     { 1, "intel_pt" }, { 2, "intel_bts" },      { 3, "cs_etm" }, { 4, "arm_spe" },
	{ 5, "s390_cpumsf" }, { 6, "hisi_ptt" }, { 7, "powerpc_vpadtl" }, { 0, NULL },
};
static const struct record_item auxtrace_info_items[] = {
	{ .name = "type", .type = ITEM_U32, .words = auxtrace_types },
	SKIP(4),
	{ .name = "priv", .type = ITEM_LIST, .items = address_items },
	END,
};
static const struct record_item auxtrace_items[] = {
	X64("data_size"), X64("offset"), X64("reference"), U32("idx"), S32("tid"), S32("cpu"), SKIP(4), END,
};
static const struct record_item auxtrace_error_items[] = {
	U32("type"),
	U32("code"),
	S32("cpu"),
	S32("pid"),
	S32("tid"),
	U32("fmt"),
	X64("ip"),
	{ .name = "time", .type = ITEM_U64, .optional = true },
	{ .name = "msg", .type = ITEM_CHARS, .size = 64, .optional = true },
	{ .name = "machine_pid", .type = ITEM_U32, .optional = true },
	{ .name = "vcpu", .type = ITEM_S32, .format = FIELD_SIGNED, .optional = true },
	END,
};

static const struct record_item thread_items[] = { { .name = "pid", .type = ITEM_U64, .format = FIELD_SIGNED },
						   CHARS("comm", 16),
						   END };
static const struct record_item thread_map_items[] = {
	U64("nr"),
	{ .name = "threads", .type = ITEM_LIST, .count = 1, .items = thread_items },
	END,
};

static const struct field_word cpu_map_types[] = { { 0, "cpus" }, { 1, "mask" }, { 2, "range" }, { 0, NULL } };
static const struct record_item cpu_items[] = { U16(NULL), END };
static const struct record_item mask32_items[] = { X32(NULL), END };
/*
 * A list of CPUs, bits in words of 4 or 8 bytes, or a range. Words of 8 bytes are aligned as in a structure that begins
 * after the type.
 */
static const struct record_item cpu_map_items[] = {
	{ .name = "type", .type = ITEM_U16, .words = cpu_map_types },
	{ .name = "nr", .type = ITEM_U16, .when = 1, .when_value = 0 },
	{ .name = "cpus", .type = ITEM_LIST, .count = 2, .items = cpu_items, .when = 1, .when_value = 0 },
	{ .name = "nr", .type = ITEM_U16, .when = 1, .when_value = 1 },
	{ .name = "long_size", .type = ITEM_U16, .when = 1, .when_value = 1 },
	{ .name = "mask", .type = ITEM_LIST, .count = 4, .items = mask32_items, .when = 5, .when_value = 4 },
	{ .name = NULL, .type = ITEM_SKIP, .size = 4, .when = 5, .when_value = 8 },
	{ .name = "mask", .type = ITEM_LIST, .count = 4, .items = address_items, .when = 5, .when_value = 8 },
	{ .name = "any_cpu", .type = ITEM_U8, .when = 1, .when_value = 2 },
	{ .name = NULL, .type = ITEM_SKIP, .size = 1, .when = 1, .when_value = 2 },
	{ .name = "start_cpu", .type = ITEM_U16, .when = 1, .when_value = 2 },
	{ .name = "end_cpu", .type = ITEM_U16, .when = 1, .when_value = 2 },
	END,
};

static const struct field_word stat_config_tags[] = {
	{ 0, "aggr_mode" }, { 1, "interval" }, { 2, "scale" }, { 3, "aggr_level" }, { 0, NULL }
};
static const struct record_item stat_config_entry[] = { { .name = "tag", .type = ITEM_U64, .words = stat_config_tags },
							U64("val"),
							END };
static const struct record_item stat_config_items[] = {
	U64("nr"),
	{ .name = "data", .type = ITEM_LIST, .count = 1, .items = stat_config_entry },
	END,
};
static const struct record_item stat_items[] = { U64("id"),  S32("cpu"), S32("thread"), U64("val"), U64("ena"),
						 U64("run"), END };
static const struct field_word stat_round_types[] = { { 0, "interval" }, { 1, "final" }, { 0, NULL } };
static const struct record_item stat_round_items[] = { { .name = "type", .type = ITEM_U64, .words = stat_round_types },
						       U64("time"),
						       END };

static const struct field_word update_types[] = {
	{ 0, "unit" }, { 1, "scale" }, { 2, "name" }, { 3, "cpus" }, { 0, NULL }
};
static const struct record_item event_update_items[] = {
	{ .name = "type", .type = ITEM_U64, .words = update_types },
	U64("id"),
	{ .name = "unit", .type = ITEM_STRING, .when = 1, .when_value = 0 },
	{ .name = "scale", .type = ITEM_U64, .format = FIELD_DOUBLE, .when = 1, .when_value = 1 },
	{ .name = "name", .type = ITEM_STRING, .when = 1, .when_value = 2 },
	{ .name = "cpus", .type = ITEM_GROUP, .items = cpu_map_items, .when = 1, .when_value = 3 },
	END,
};

static const struct record_item time_conv_items[] = {
	U64("time_shift"),
	U64("time_mult"),
	X64("time_zero"),
	{ .name = "time_cycles", .type = ITEM_U64, .format = FIELD_ADDRESS, .optional = true },
	{ .name = "time_mask", .type = ITEM_U64, .format = FIELD_ADDRESS, .optional = true },
	{ .name = "cap_user_time_zero", .type = ITEM_U8, .optional = true },
	{ .name = "cap_user_time_short", .type = ITEM_U8, .optional = true },
	{ .name = NULL, .type = ITEM_SKIP, .size = 6, .optional = true },
	END,
};

static const struct record_item feature_items[] = { U64("feat_id"), { .name = "data", .type = ITEM_BYTES }, END };
static const struct record_item compressed_items[] = { { .name = "data", .type = ITEM_BYTES }, END };
static const struct record_item compressed2_items[] = {
	U64("data_size"),
	{ .name = "data", .type = ITEM_BYTES, .count = 1 },
	END,
};

static const struct record_item metadata_entry[] = { CHARS("key", 64), CHARS("value", 256), END };
static const struct record_item bpf_metadata_items[] = {
	CHARS("prog_name", 512),
	U64("nr_entries"),
	{ .name = "entries", .type = ITEM_LIST, .count = 2, .items = metadata_entry },
	END,
};

/* --- all of them ------------------------------------------------------------ */

static const struct field_word mmap_misc[] = { { RECORD_MISC_MMAP_DATA, "data" },
					       { RECORD_MISC_MMAP_BUILD_ID, "build_id" },
					       { 0, NULL } };
static const struct field_word comm_misc[] = { { RECORD_MISC_COMM_EXEC, "exec" }, { 0, NULL } };
static const struct field_word sample_misc[] = { { RECORD_MISC_EXACT_IP, "exact_ip" }, { 0, NULL } };
static const struct field_word switch_misc[] = { { RECORD_MISC_SWITCH_OUT, "out" },
						 { 1 << 14, "preempt" },
						 { 0, NULL } };
static const struct field_word build_id_misc[] = { { RECORD_MISC_BUILD_ID_SIZE, "size" }, { 0, NULL } };
static const struct field_word lost_samples_misc[] = { { RECORD_MISC_LOST_SAMPLES_BPF, "bpf" }, { 0, NULL } };

static const struct record_type types[PERF_RECORD_USER_TYPE_END] = {
	[PERF_RECORD_MMAP] = { .name = "MMAP", .items = mmap_items, .misc = mmap_misc, .flags = RECORD_STATE },
	[PERF_RECORD_LOST] = { .name = "LOST", .items = lost_items },
	[PERF_RECORD_COMM] = { .name = "COMM", .items = comm_items, .misc = comm_misc, .flags = RECORD_STATE },
	[PERF_RECORD_EXIT] = { .name = "EXIT", .items = task_items, .flags = RECORD_STATE },
	[PERF_RECORD_THROTTLE] = { .name = "THROTTLE", .items = throttle_items },
	[PERF_RECORD_UNTHROTTLE] = { .name = "UNTHROTTLE", .items = throttle_items },
	[PERF_RECORD_FORK] = { .name = "FORK", .items = task_items, .misc = comm_misc, .flags = RECORD_STATE },
	[PERF_RECORD_READ] = { .name = "READ", .items = read_items },
	[PERF_RECORD_SAMPLE] = { .name = "SAMPLE", .items = sample_items, .misc = sample_misc },
	[PERF_RECORD_MMAP2] = { .name = "MMAP2", .items = mmap2_items, .misc = mmap_misc, .flags = RECORD_STATE },
	[PERF_RECORD_AUX] = { .name = "AUX", .items = aux_items, .flags = RECORD_COMPLETES },
	[PERF_RECORD_ITRACE_START] = { .name = "ITRACE_START", .items = itrace_start_items, .flags = RECORD_COMPLETES },
	[PERF_RECORD_LOST_SAMPLES] = { .name = "LOST_SAMPLES", .items = lost_samples_items, .misc = lost_samples_misc },
	[PERF_RECORD_SWITCH] = { .name = "SWITCH", .items = no_items, .misc = switch_misc },
	[PERF_RECORD_SWITCH_CPU_WIDE] = { .name = "SWITCH_CPU_WIDE",
					  .items = switch_cpu_wide_items,
					  .misc = switch_misc },
	[PERF_RECORD_NAMESPACES] = { .name = "NAMESPACES", .items = namespaces_items, .flags = RECORD_STATE },
	[PERF_RECORD_KSYMBOL] = { .name = "KSYMBOL", .items = ksymbol_items, .flags = RECORD_STATE },
	[PERF_RECORD_BPF_EVENT] = { .name = "BPF_EVENT", .items = bpf_event_items, .flags = RECORD_STATE },
	[PERF_RECORD_CGROUP] = { .name = "CGROUP", .items = cgroup_items, .flags = RECORD_STATE },
	[PERF_RECORD_TEXT_POKE] = { .name = "TEXT_POKE", .items = text_poke_items, .flags = RECORD_STATE },
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = { .name = "AUX_OUTPUT_HW_ID",
					   .items = aux_output_items,
					   .flags = RECORD_COMPLETES },
	[PERF_RECORD_CALLCHAIN_DEFERRED] = { .name = "CALLCHAIN_DEFERRED",
					     .items = deferred_items,
					     .flags = RECORD_COMPLETES },
	[PERF_RECORD_HEADER_ATTR] = { .name = "ATTR", .items = attr_items },
	[PERF_RECORD_HEADER_EVENT_TYPE] = { .name = "EVENT_TYPE", .items = event_type_items },
	[PERF_RECORD_HEADER_TRACING_DATA] = { .name = "TRACING_DATA", .items = tracing_data_items },
	[PERF_RECORD_HEADER_BUILD_ID] = { .name = "BUILD_ID", .items = build_id_items, .misc = build_id_misc },
	[PERF_RECORD_FINISHED_ROUND] = { .name = "FINISHED_ROUND", .items = no_items },
	[PERF_RECORD_ID_INDEX] = { .name = "ID_INDEX", .items = id_index_items },
	[PERF_RECORD_AUXTRACE_INFO] = { .name = "AUXTRACE_INFO", .items = auxtrace_info_items },
	[PERF_RECORD_AUXTRACE] = { .name = "AUXTRACE", .items = auxtrace_items },
	[PERF_RECORD_AUXTRACE_ERROR] = { .name = "AUXTRACE_ERROR", .items = auxtrace_error_items },
	[PERF_RECORD_THREAD_MAP] = { .name = "THREAD_MAP", .items = thread_map_items },
	[PERF_RECORD_CPU_MAP] = { .name = "CPU_MAP", .items = cpu_map_items },
	[PERF_RECORD_STAT_CONFIG] = { .name = "STAT_CONFIG", .items = stat_config_items },
	[PERF_RECORD_STAT] = { .name = "STAT", .items = stat_items },
	[PERF_RECORD_STAT_ROUND] = { .name = "STAT_ROUND", .items = stat_round_items },
	[PERF_RECORD_EVENT_UPDATE] = { .name = "EVENT_UPDATE", .items = event_update_items },
	[PERF_RECORD_TIME_CONV] = { .name = "TIME_CONV", .items = time_conv_items },
	[PERF_RECORD_HEADER_FEATURE] = { .name = "FEATURE", .items = feature_items },
	[PERF_RECORD_COMPRESSED] = { .name = "COMPRESSED", .items = compressed_items },
	[PERF_RECORD_FINISHED_INIT] = { .name = "FINISHED_INIT", .items = no_items },
	[PERF_RECORD_COMPRESSED2] = { .name = "COMPRESSED2", .items = compressed2_items },
	[PERF_RECORD_BPF_METADATA] = { .name = "BPF_METADATA", .items = bpf_metadata_items },
};

const struct record_type *record_type_find(uint32_t type)
{
	const struct record_type *t = type < ARRAY_SIZE(types) ? &types[type] : simpleperf_record_type(type);

	return t && t->name ? t : NULL;
}

const char *record_type_name(uint32_t type)
{
	const struct record_type *t = record_type_find(type);

	return t ? t->name : NULL;
}

static const struct record_item *private_items(const struct private_record *private)
{
	switch (private->version == PRIVATE_RECORD_VERSION ? private->kind : 0) {
	case PRIVATE_RECORD_FOOTER: return footer_items;
	case PRIVATE_RECORD_BLOCK_INDEX: return block_index_items;
	case PRIVATE_RECORD_CPU_GAP: return cpu_gap_items;
	case PRIVATE_RECORD_EVENT_CGROUP: return event_cgroup_items;
	case PRIVATE_RECORD_BUNDLE: return bundle_items;
	case PRIVATE_RECORD_CLOCK: return clock_note_items;
	case PRIVATE_RECORD_REDACTED: return redacted_items;
	default: return private_other_items;
	}
}

const struct record_item *record_items(const struct record *r)
{
	const struct record_type *type = record_type_find(r->type);
	struct private_record private;

	if (private_record_parse(r, &private))
		return private_items(&private);
	return type ? type->items : NULL;
}
