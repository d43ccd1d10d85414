// What the compiler inlines in many ways: templates, methods, lambdas, C functions without a linkage name.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace shapes {

struct point {
	int x;
	std::string name;

	bool operator<(const point &other) const { return x < other.x; }
};

template <class T>
static inline __attribute__((always_inline)) void scramble(std::vector<T> &all, uint64_t &state)
{
	for (auto &p : all) {
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		p.x = (int)(state >> 33);
	}
}

class counter
{
    public:
	void add(int x)
	{
		auto bucket = [x](int n) { return x & n; };

		counts[bucket(1023)] += x;
	}
	long sum() const
	{
		long total = 0;

		for (auto &c : counts)
			total += c.second;
		return total;
	}

    private:
	std::map<int, int> counts;
};

__attribute__((noinline)) long run(int n)
{
	std::vector<point> all(n);
	uint64_t state = 42;
	counter c;

	scramble(all, state);
	std::sort(all.begin(), all.end());
	for (auto &p : all)
		c.add(p.x);
	return c.sum();
}

} // namespace shapes

extern "C" uint64_t mixed(uint64_t n);

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000;

	return shapes::run(n) + (long)mixed(n) == 1;
}
