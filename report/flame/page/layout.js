// A laid-out tree: nodes in level order, so that each row of boxes is a run of numbers, from left to right, and so
// are the children of a node. What is visible of a row is found by halving. Node 0 is the root; x and width are in
// shares of it.

// The children of each node, as runs of one array: those of `node` are at [first[node], first[node + 1]).
function childrenOf(tree) {
	const first = new Int32Array(tree.n + 1);
	for (let node = 1; node < tree.n; node++)
		first[tree.parent[node] + 1]++;
	for (let node = 0; node < tree.n; node++)
		first[node + 1] += first[node];
	const next = first.slice();
	const children = new Int32Array(Math.max(0, tree.n - 1));
	for (let node = 1; node < tree.n; node++)
		children[next[tree.parent[node]]++] = node;
	return { first, children };
}

// Puts nodes in order, the largest value first; of equal ones, the one that was first. Most nodes have a child or
// two, so that short runs must cost little: a long one is sorted in short pieces, which are merged.
const short_run = 16;

function sortByValue(nodes, value) {
	for (let from = 0; from < nodes.length; from += short_run)
		sortShort(nodes, from, Math.min(from + short_run, nodes.length), value);
	let other = nodes.length > short_run ? nodes.slice() : nodes;
	let merged = nodes;
	for (let size = short_run; size < nodes.length; size *= 2) {
		for (let from = 0; from < nodes.length; from += 2 * size)
			mergeRuns(merged, other, from, from + size, value);
		[merged, other] = [other, merged];
	}
	if (merged !== nodes)
		nodes.set(merged);
}

function sortShort(nodes, from, to, value) {
	for (let i = from + 1; i < to; i++) {
		const node = nodes[i];
		let at = i;
		for (; at > from && value[node] > value[nodes[at - 1]]; at--)
			nodes[at] = nodes[at - 1];
		nodes[at] = node;
	}
}

// Of [from, middle) and what is as long behind it, each in order, one run in `out`.
function mergeRuns(nodes, out, from, middle, value) {
	const to = Math.min(2 * middle - from, nodes.length);
	let left = from;
	let right = middle;
	for (let at = from; at < to; at++) {
		const takes_left = right >= to || (left < middle && value[nodes[left]] >= value[nodes[right]]);
		out[at] = takes_left ? nodes[left++] : nodes[right++];
	}
}

// Old numbers by new ones, level by level; `rows` has where each level begins, and the end.
function levelOrder(tree, value) {
	const { first, children } = childrenOf(tree);
	const order = new Int32Array(tree.n);
	const child_start = new Int32Array(tree.n + 1);
	const rows = [0];
	for (let at = 0, n = 1; at < tree.n; at++) {
		if (at === rows[rows.length - 1])
			rows.push(n);
		const node = order[at];
		child_start[at] = n;
		if (first[node + 1] - first[node] > 1)
			sortByValue(children.subarray(first[node], first[node + 1]), value);
		for (let i = first[node]; i < first[node + 1]; i++)
			order[n++] = children[i];
	}
	child_start[tree.n] = tree.n;
	if (rows[rows.length - 1] !== tree.n)
		rows.push(tree.n);
	return { order, child_start, rows };
}

function reordered(numbers, order) {
	const moved = new Float64Array(order.length);
	for (let at = 0; at < moved.length; at++)
		moved[at] = numbers[order[at]];
	return moved;
}

function reorderedKeys(keys, order) {
	const moved = new Int32Array(order.length);
	for (let at = 0; at < moved.length; at++)
		moved[at] = keys[order[at]];
	return moved;
}

// `width` of the tree's nodes, in any unit; children are in the order of `value`, the largest first.
function layOut(tree, total, width, value) {
	const { order, child_start, rows } = levelOrder(tree, value);
	const graph = {
		n: tree.n,
		rows,
		child_start,
		key: reorderedKeys(tree.key, order),
		self: tree.self.map((self) => reordered(self, order)),
		total: total.map((sum) => reordered(sum, order)),
		width: reordered(width, order),
		x: new Float64Array(tree.n),
		parent: new Int32Array(tree.n),
	};
	placeBoxes(graph);
	return graph;
}

function placeBoxes({ n, child_start, parent, x, width }) {
	const whole = width[0] || 1;
	for (let node = 0; node < n; node++)
		width[node] /= whole;
	parent[0] = -1;
	for (let node = 0; node < n; node++) {
		let left = x[node];
		for (let child = child_start[node]; child < child_start[node + 1]; child++) {
			parent[child] = node;
			x[child] = left;
			left += width[child];
		}
	}
}

function depthOf(graph, node) {
	let low = 0;
	for (let high = graph.rows.length - 1; low + 1 < high;) {
		const middle = low + high >> 1;
		if (graph.rows[middle] <= node)
			low = middle;
		else
			high = middle;
	}
	return low;
}

// The first node of [from, to) of a row that begins at x or right of it.
function firstFrom(graph, from, to, x) {
	while (from < to) {
		const middle = from + to >> 1;
		if (graph.x[middle] < x)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

// The node of a row in which x is; -1 where there is none.
function nodeAt(graph, depth, x) {
	if (depth < 0 || depth >= graph.rows.length - 1)
		return -1;
	let node = firstFrom(graph, graph.rows[depth], graph.rows[depth + 1], x);
	if (node === graph.rows[depth + 1] || graph.x[node] > x)
		node--;
	return node >= graph.rows[depth] && x < graph.x[node] + graph.width[node] ? node : -1;
}

// From the root's child to the node: the nodes.
function ancestryOf(graph, node) {
	const nodes = [];
	for (; node > 0; node = graph.parent[node])
		nodes.unshift(node);
	return nodes;
}

// A path names a node by keys, so that it is found again in another tree, or what is left of it.
function pathOf(graph, node) {
	return ancestryOf(graph, node).map((ancestor) => graph.key[ancestor]);
}

function nodeOfPath(graph, path) {
	let node = 0;
	for (const key of path) {
		let child = graph.child_start[node];
		while (child < graph.child_start[node + 1] && graph.key[child] !== key)
			child++;
		if (child === graph.child_start[node + 1])
			break;
		node = child;
	}
	return node;
}
