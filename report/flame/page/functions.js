// What each function has itself and in total. A function that calls itself has its total from the outermost of its
// boxes: the graph is walked in depth, and it is known what is open on the way.

function walkDown(graph, enter, leave) {
	const next = graph.child_start.slice();
	for (let node = 0; node >= 0;) {
		if (next[node] < graph.child_start[node + 1]) {
			node = next[node]++;
			enter(node);
		} else {
			leave(node);
			node = graph.parent[node];
		}
	}
}

// An item is a function, or a key that is no frame's.
function itemOfKey(profile, key) {
	return profile.keys.isFrame(key) ? profile.frames.function[key] : profile.functions.name.length + key;
}

function sumItems(profile, graph) {
	const n = profile.functions.name.length + profile.keys.n;
	const sums = {
		key: new Int32Array(n).fill(-1),
		self: graph.self.map(() => new Float64Array(n)),
		total: graph.self.map(() => new Float64Array(n)),
	};
	const open = new Uint32Array(n);
	const enter = (node) => {
		const item = itemOfKey(profile, graph.key[node]);
		sums.key[item] = graph.key[node];
		for (let r = 0; r < graph.self.length; r++) {
			sums.self[r][item] += graph.self[r][node];
			if (!open[item])
				sums.total[r][item] += graph.total[r][node];
		}
		open[item]++;
	};
	walkDown(graph, enter, (node) => node && open[itemOfKey(profile, graph.key[node])]--);
	return sums;
}

// The functions of a graph in typed columns: `items` are the indices that have something.
function functionsOf(profile, graph) {
	const sums = sumItems(profile, graph);
	const items = [];
	for (let item = 0; item < sums.key.length; item++)
		if (sums.key[item] >= 0 && profile.keys.kind(sums.key[item]) !== kind_group)
			items.push(item);
	return { ...sums, items: Int32Array.from(items) };
}

// What a column of the table is sorted by; larger comes first, but for names.
function sortValue(functions, scales, column) {
	const weigh = (sums, item) => sums.reduce((sum, weights, r) => sum + weights[item] * scales[r], 0);
	const change = (sums, item) => Math.abs(changeOf(sums, scales, item).difference);
	return {
		self: (item) => weigh(functions.self, item),
		total: (item) => weigh(functions.total, item),
		selfchange: (item) => change(functions.self, item),
		totalchange: (item) => change(functions.total, item),
	}[column];
}

function sortedItems(profile, functions, scales, column, matching) {
	const items = matching ? functions.items.filter((item) => matching[functions.key[item]]) : functions.items.slice();
	const name = (item) => profile.keys.name(functions.key[item]);
	if (column === 'name')
		return items.sort((a, b) => name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0);
	const value = sortValue(functions, scales, column);
	const values = new Float64Array(functions.key.length);
	for (const item of items)
		values[item] = value(item);
	return items.sort((a, b) => values[b] - values[a] || a - b);
}
