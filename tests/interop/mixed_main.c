/* Runs mixed.c for some tenths of a second of CPU time. */
#include <stdint.h>

uint64_t mixed(uint64_t n);

int main(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < 10; i++)
		sum += mixed(2000000);
	return sum == 1;
}
