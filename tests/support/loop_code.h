/*
 * loop_code: a function that works for a while and knows nothing of where it lies, as bytes to be copied. Of one byte
 * on a machine that it is not known for.
 */
#ifndef PREC_TESTS_SUPPORT_LOOP_CODE_H
#define PREC_TESTS_SUPPORT_LOOP_CODE_H

#if defined(__x86_64__)
/* mov $50000, %ecx; 1: dec %ecx; jnz 1b; ret */
static const unsigned char loop_code[] = { 0xb9, 0x50, 0xc3, 0x00, 0x00, 0xff, 0xc9, 0x75, 0xfc, 0xc3 };
#elif defined(__aarch64__)
/* mov w0, #65535; 1: subs w0, w0, #1; b.ne 1b; ret */
static const unsigned char loop_code[] = { 0xe0, 0xff, 0x9f, 0x52, 0x00, 0x04, 0x00, 0x71,
					   0xe1, 0xff, 0xff, 0x54, 0xc0, 0x03, 0x5f, 0xd6 };
#else
static const unsigned char loop_code[1];
#endif

#endif
