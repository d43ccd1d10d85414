/*
 * noisy_stack: uses 200 ms of CPU time over a stack that no compressor makes smaller.
 */
#include <stdio.h>
#include <sys/random.h>
#include <time.h>

int main(void)
{
	unsigned char noise[40000];
	unsigned long sum = 0;

	for (size_t at = 0; at < sizeof(noise); at += 250)
		if (getrandom(noise + at, 250, 0) != 250)
			return 1;
	while (clock() < CLOCKS_PER_SEC / 5)
		for (size_t i = 0; i < sizeof(noise); i++)
			sum += ((volatile unsigned char *)noise)[i];
	printf("%lu\n", sum);
	return 0;
}
