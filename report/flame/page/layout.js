// A laid-out tree: nodes in level order, so that each row of boxes is a run of numbers, from left to right, and so are the
// children of a node. What is visible of a row is found by halving. Node 0 is the root; x and width are in shares of it.

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

// Most nodes have a child or two: those are put in order without a call.
function sortRun(children, from, to, before) {
	if (to - from > 16) {
		children.subarray(from, to).sort(before);
		return;
	}
	for (let i = from + 1; i < to; i++) {
		const child = children[i];
		let at = i;
		for (; at > from && before(child, children[at - 1]) < 0; at--)
			children[at] = children[at - 1];
		children[at] = child;
	}
}

// Old numbers by new ones, level by level; `rows` has where each level begins, and the end.
function levelOrder(tree, before) {
	const { first, children } = childrenOf(tree);
	const order = new Int32Array(tree.n);
	const child_start = new Int32Array(tree.n + 1);
	const rows = [0];
	for (let at = 0, n = 1; at < tree.n; at++) {
		if (at === rows[rows.length - 1])
			rows.push(n);
		const node = order[at];
		child_start[at] = n;
		sortRun(children, first[node], first[node + 1], before);
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

// `width` of the tree's nodes, in any unit; `before` compares two of its nodes.
function layOut(tree, total, width, before) {
	const { order, child_start, rows } = levelOrder(tree, before);
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
