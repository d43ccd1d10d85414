// Functions that are only inlined, to which gcc gives no linkage name: their scopes say which ones they are.
#define INLINED inline __attribute__((always_inline))
#define APART   __attribute__((noinline))

volatile unsigned long sink;

namespace {
namespace inner {
INLINED void unnamed_space(int n)
{
	for (int i = 0; i < n; i++)
		sink += i * 5;
}
}

struct hidden {
	INLINED void method(int n)
	{
		for (int i = 0; i < n; i++)
			sink += i * 9;
	}
};
}

struct outer {
	APART void lambdas(int n);
};

template <class F> INLINED void each(F f, int n)
{
	for (int i = 0; i < n; i++)
		f(i);
}

void outer::lambdas(int n)
{
	each([](int i) __attribute__((always_inline)) { sink += i; }, n);
	auto around = [](int k) __attribute__((always_inline))
	{
		auto within = [](int q) __attribute__((always_inline))
		{
			for (int i = 0; i < q; i++)
				sink += i * 3;
		};
		within(k);
	};
	around(n);
}

struct {
	INLINED void of_unnamed(int n)
	{
		for (int i = 0; i < n; i++)
			sink += i * 11;
	}
} unnamed;

extern "C" INLINED void plain(int n)
{
	for (int i = 0; i < n; i++)
		sink += i * 13;
}

int main(int argc, char **)
{
	outer().lambdas(argc);
	inner::unnamed_space(argc);
	hidden().method(argc);
	unnamed.of_unnamed(argc);
	plain(argc);
	return 0;
}
