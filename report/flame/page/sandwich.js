// The sandwich of a function: all that calls it, above, and all that it calls, below, wherever it stands in the
// graph. Where it calls itself, the outermost of its boxes counts, so that both halves are as wide as its total.

function isFunction(profile, name) {
	const { functions, frames, keys } = profile;
	const of_function = new Uint8Array(functions.name.length);
	for (let f = 0; f < of_function.length; f++)
		of_function[f] = profile.functionName(f) === name ? 1 : 0;
	return (key) => keys.isFrame(key) ? of_function[frames.function[key]] === 1 : key >= 0 && keys.name(key) === name;
}

// Each node below the function finds its place; the level order has parents first. The outermost boxes are listed.
function calleesOf(graph, isIt, tree) {
	const place = new Int32Array(graph.n).fill(-1);
	const outermost = [];
	for (let node = 1; node < graph.n; node++) {
		const above = place[graph.parent[node]];
		if (above < 0 && !isIt(graph.key[node]))
			continue;
		place[node] = above < 0 ? 0 : tree.child(above, graph.key[node]);
		if (above < 0)
			outermost.push(node);
		tree.self.forEach((self, r) => self[place[node]] += graph.self[r][node]);
	}
	return outermost;
}

function callersOf(graph, outermost, tree) {
	for (const node of outermost) {
		let place = 0;
		for (let caller = graph.parent[node]; caller > 0; caller = graph.parent[caller])
			place = tree.child(place, graph.key[caller]);
		tree.self.forEach((self, r) => self[place] += graph.total[r][node]);
	}
}

// Both halves, as trees whose root is the function; null if it is nowhere.
function sandwichOf(profile, graph, name) {
	const callees = new GrowingTree(graph.self.length);
	const callers = new GrowingTree(graph.self.length);
	const outermost = calleesOf(graph, isFunction(profile, name), callees);
	if (!outermost.length)
		return null;
	callersOf(graph, outermost, callers);
	callees.key[0] = callers.key[0] = graph.key[outermost[0]];
	return { callers, callees };
}
