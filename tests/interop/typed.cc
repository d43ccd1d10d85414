/* What tests/interop/types samples: classes, references, templates. */
#include <vector>
#include <memory>
#include <cstdio>
#define OWN __attribute__((noinline, noclone))
namespace geo
{
struct base {
	virtual ~base()
	{
	}
	int id = 1;
	long weight = 2;
};
class shape : public base
{
      public:
	long area = 3;
	OWN long get() const
	{
		return area + id;
	}
	static long made;
};
long shape::made = 4;
template <typename T> struct box {
	T first;
	T second;
};
struct empty {
};
struct with_empty : empty {
	int first = 5;
	int second = 6;
};
} // namespace geo
OWN long reference(geo::box<long> &b)
{
	return b.second;
}
OWN long summed(const std::vector<geo::box<int>> &v)
{
	long s = 0;
	for (const auto &b : v)
		s += b.second;
	return s;
}
OWN long inherited(geo::shape *s)
{
	return s->weight;
}
OWN long made()
{
	return geo::shape::made;
}
OWN int emptied(geo::with_empty *e)
{
	return e->second;
}
OWN long uniquely(const std::unique_ptr<geo::shape> &p)
{
	return p->area;
}
int main()
{
	geo::box<long> b{ 1, 2 };
	std::vector<geo::box<int>> v(10);
	auto s = std::make_unique<geo::shape>();
	geo::with_empty e;
	return std::printf("%ld\n", reference(b) + summed(v) + inherited(s.get()) + made() + emptied(&e) + uniquely(s) +
					    s->get()) < 0;
}
