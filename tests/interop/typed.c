/* What tests/interop/types samples: functions whose accesses to memory are
 * known. */
#include <stdio.h>
#include <stdlib.h>

#define OWN __attribute__((noinline))

struct inner {
	int a;
	long b;
	char c[16];
};
struct node {
	struct node *next;
	struct inner in;
	union {
		int i;
		float f;
	} u;
	long value;
	long pad[8];
};
struct list {
	struct node *head, *tail;
	long count;
};
struct flags {
	unsigned low : 3, high : 12, rest : 17;
	unsigned char kind : 4, more : 4;
};
typedef struct {
	int x, y;
} point;
struct hook {
	struct hook *next, *prev;
};
struct object {
	long id;
	struct hook hook;
	long weight;
};
struct list all;
struct inner elements[64];
long counters[64];
point origin;
void *volatile sink;

OWN long member(struct node *n)
{
	return n->in.b;
}
OWN long followed(struct node *n)
{
	return n->next->value;
}
OWN void global(void)
{
	all.count++;
}
OWN long element(unsigned k)
{
	return elements[k & 63].b;
}
OWN long elements_sum(unsigned n)
{
	long s = 0;
	for (unsigned i = 0; i < n; i++)
		s += elements[i].b;
	return s;
}
OWN long counter(unsigned k)
{
	return counters[k & 63];
}
OWN long within(struct node *n, unsigned k)
{
	return n->pad[k & 7];
}
OWN int united(struct node *n)
{
	return n->u.i;
}
OWN unsigned bits(struct flags *f)
{
	return f->more;
}
OWN int defined(point *p)
{
	return p->y;
}
OWN int global_point(void)
{
	return origin.y;
}
OWN struct node *find(struct list *l)
{
	return l->tail;
}
OWN long returned(struct list *l)
{
	return find(l)->value;
}
OWN long kept(struct node *n, struct list *l)
{
	find(l);
	sink = l;
	return n->value;
}
OWN long pointers(struct node **n)
{
	return (*n)->value;
}
OWN long hooked(struct hook *h)
{
	return ((struct object *)((char *)h - 8))->weight;
}
OWN int nothing(void *p)
{
	return *(int *)p;
}
OWN long list_sum(struct list *l)
{
	long s = 0;
	for (struct node *n = l->head; n; n = n->next)
		s += n->value;
	return s;
}
OWN long local(long k)
{
	volatile struct inner in = { 1, 2, { 3 } };
	in.b += k;
	return in.b;
}
OWN long guarded(long k)
{
	char text[32];
	snprintf(text, sizeof(text), "%ld", k);
	return text[k & 15];
}
OWN long chosen(struct node *n, int k)
{
	switch (k) {
	case 0: return n->value;
	case 1: return n->in.a;
	case 2: return n->in.b + 1;
	case 3: return n->pad[3] * 3;
	case 4: return n->next->in.b;
	case 5: return n->pad[1];
	default: return 0;
	}
}
/* Its first member is as large. */
struct one {
	long x;
};
static inline long at(long *p)
{
	return *p;
}
OWN long wrapped(struct one *o)
{
	return at(&o->x);
}
/* Nothing is known of what two ways leave differently. */
OWN long either(struct node *n, struct object **o, int k, int count)
{
	long sum = 0;
	void *p;

	if (k) {
		sink = n;
		p = n->next;
	} else {
		p = *o;
	}
	for (int i = 0; i < count; i++)
		sum += ((volatile long *)p)[1];
	return sum;
}
int main(void)
{
	struct node *n = calloc(1, sizeof(*n));
	n->next = n;
	all.head = all.tail = n;
	struct flags f = { 1, 2, 3, 4, 5 };
	point p = { 1, 2 };
	struct object o = { 1, { 0 }, 5 };
	long s = member(n) + followed(n) + element(3) + elements_sum(5) + counter(4) + within(n, 3) + united(n) +
		 bits(&f) + defined(&p) + global_point() + returned(&all) + kept(n, &all) + pointers(&n) +
		 hooked(&o.hook) + nothing(n) + local(4) + guarded(5) + chosen(n, 4);
	struct object *pointer = &o;
	struct one one = { 4 };

	s += wrapped(&one) + either(n, &pointer, 0, 3) + either(n, &pointer, 1, 4);
	global();
	n->next = NULL;
	s += list_sum(&all);
	return printf("%ld\n", s) < 0;
}
