/* attr_decode: any bytes, both orders (the first byte says which); what was read is written and read again the same. */
#include "formats/record/attr.h"
#include "tests/fuzz/fuzz.h"

#include <errno.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct event_attr attr, again;
	struct cursor c;
	struct buffer b;
	bool swap = size && data[0] & 1;
	int result;

	c = cursor_make(data + !!size, size - !!size, swap);
	result = attr_decode(&attr, &c, NULL);
	FUZZ_CHECK(result == (size < 1 + ATTR_SIZE_VER0 ? -ENODATA : 0));
	if (result)
		return 0;
	fuzz_found++;
	FUZZ_CHECK(attr.size && attr.size <= sizeof(attr) && !cursor_left(&c));
	/* a size within a field cuts it, in the other order its upper bytes: nothing to write again */
	if (attr.size < ATTR_SIZE_VER0 || attr.size % 8)
		return 0;
	buffer_init(&b);
	b.swap = swap;
	attr_encode(&b, &attr);
	FUZZ_CHECK(b.size == attr.size);
	c = cursor_make(b.data, b.size, swap);
	FUZZ_CHECK(!attr_decode(&again, &c, NULL));
	FUZZ_CHECK(!memcmp(&again, &attr, attr.size));
	buffer_fini(&b);
	return 0;
}
