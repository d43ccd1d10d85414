/* That what is known of a recording is decided, and that what is not known goes at the first level. */
#include "report/redact/redact_decisions.h"

#include "formats/feature/feature_fields.h"
#include "formats/record/record_types.h"
#include "formats/record/sample_decode.h"
#include "tests/support/test.h"

static bool has_text(const struct record_item *items)
{
	for (; items->type != ITEM_END; items++)
		if (items->type == ITEM_STRING || items->type == ITEM_CHARS ||
		    ((items->type == ITEM_LIST || items->type == ITEM_GROUP) && has_text(items->items)))
			return true;
	return false;
}

TEST(texts_of_records_that_stay_are_known)
{
	unsigned n = 0;

	for (uint32_t type = 0; type < SIMPLEPERF_RECORD_END; type++) {
		const struct record_type *known = record_type_find(type);

		if (!known) {
			CHECK_EQ_I64(redact_record_goes(type), REDACT_STACKS);
			continue;
		}
		n++;
		if (redact_record_goes(type) > REDACT_STACKS && has_text(known->items))
			CHECK(redact_record_text(type) != REDACT_TEXT_UNKNOWN);
	}
	CHECK(n > 50);
}

TEST(fields_of_samples)
{
	for (unsigned i = 0; i < 64; i++)
		if (!sample_field_name(1ull << i))
			CHECK_EQ_I64(redact_field_goes(1ull << i), REDACT_STACKS);
	CHECK_EQ_I64(redact_field_goes(PERF_SAMPLE_STACK_USER), REDACT_STACKS);
	CHECK_EQ_I64(redact_field_goes(PERF_SAMPLE_RAW), REDACT_ARGS);
	CHECK_EQ_I64(redact_field_goes(PERF_SAMPLE_IP), REDACT_NEVER);
}

TEST(features)
{
	for (unsigned i = 0; i < FILE_FEATURE_BITS; i++)
		if (!feature_name(i))
			CHECK_EQ_I64(redact_feature_goes(i), REDACT_STACKS);
	CHECK_EQ_I64(redact_feature_goes(FEATURE_CMDLINE), REDACT_ARGS);
	CHECK_EQ_I64(redact_feature_goes(FEATURE_OSRELEASE), REDACT_NAMES);
	CHECK_EQ_I64(redact_part_goes(99), REDACT_STACKS);
	CHECK_EQ_I64(redact_private_goes((enum private_record_kind)99), REDACT_STACKS);
}
