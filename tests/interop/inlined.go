// Functions that the compiler inlines, two deep and more.
package main

type acc struct{ sum uint64 }

func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>29
}

func round(x uint64) uint64 { return mix(mix(x) + 7) }

func (a *acc) add(x uint64) { a.sum += round(x) }

//go:noinline
func work(n uint64) uint64 {
	var a acc
	for i := uint64(0); i < n; i++ {
		a.add(i)
	}
	return a.sum
}

func main() {
	s := make([]uint64, 100)
	for i := range s {
		s[i] = work(uint64(i))
	}
	println(s[0])
}
