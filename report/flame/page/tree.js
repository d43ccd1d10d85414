// A growing tree of boxes. A node is a number, its parent's is smaller; node 0 is the root. What a node is, its
// key, is told apart among its parent's children by a hash table of typed arrays, which is only asked where two
// stacks may become one.

function grown(numbers, n) {
	const larger = new numbers.constructor(n);
	larger.set(numbers);
	return larger;
}

class GrowingTree {
	constructor(n_recordings, room = 1024) {
		this.n = 1;
		this.parent = new Int32Array(room);
		this.key = new Int32Array(room);
		this.key[0] = this.parent[0] = -1;
		this.self = Array.from({ length: n_recordings }, () => new Float64Array(room));
		this.slots = null;
	}

	grow() {
		const n = this.parent.length * 2;
		this.parent = grown(this.parent, n);
		this.key = grown(this.key, n);
		this.self = this.self.map((self) => grown(self, n));
		if (this.slots)
			this.hashAll();
	}

	// A child that is known to be new.
	add(parent, key) {
		if (this.n === this.parent.length)
			this.grow();
		this.parent[this.n] = parent;
		this.key[this.n] = key;
		return this.n++;
	}

	// The slot of a child in the table, or the free one where it belongs.
	slot(parent, key) {
		const mask = this.slots.length - 1;
		let at = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b)) >>> 0;
		at = (at ^ at >>> 15) & mask;
		for (let node; (node = this.slots[at]); at = at + 1 & mask)
			if (this.parent[node] === parent && this.key[node] === key)
				break;
		return at;
	}

	hashAll() {
		this.slots = new Int32Array(2 ** Math.ceil(Math.log2(this.parent.length * 2)));
		for (let node = 1; node < this.n; node++)
			this.slots[this.slot(this.parent[node], this.key[node])] = node;
	}

	child(parent, key) {
		if (!this.slots)
			this.hashAll();
		const node = this.slots[this.slot(parent, key)];
		if (node)
			return node;
		const added = this.add(parent, key);
		this.slots[this.slot(parent, key)] = added;
		return added;
	}

	// The nearest of a node and its ancestors that has the key, up to but without `base`; -1: none.
	ancestorWith(node, key, base) {
		while (node !== base && this.key[node] !== key)
			node = this.parent[node];
		return node === base ? -1 : node;
	}
}

// Totals from what each node has itself: children come after their parents.
function totalsOf(tree) {
	return tree.self.map((self) => {
		const total = self.slice(0, tree.n);
		for (let node = tree.n - 1; node > 0; node--)
			total[tree.parent[node]] += total[node];
		return total;
	});
}
