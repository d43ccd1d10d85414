// Search: a regular expression, or the text itself where it is none. Names are tried once each; a tree's share of
// what matches counts a box inside of a matching one only once.

function patternOf(text) {
	if (!text)
		return null;
	const flags = text === text.toLowerCase() ? 'iu' : 'u';
	try {
		return new RegExp(text, flags);
	} catch {
		return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags);
	}
}

// A byte for each key of a profile: does its name match?
function matchingKeys(profile, text) {
	const pattern = patternOf(text);
	if (!pattern)
		return null;
	const { frames, functions, keys } = profile;
	const of_function = new Uint8Array(functions.name.length);
	for (let f = 0; f < of_function.length; f++)
		of_function[f] = pattern.test(profile.functionName(f)) ? 1 : 0;
	const matching = new Uint8Array(keys.n);
	for (let frame = 0; frame < frames.function.length; frame++)
		matching[frame] = of_function[frames.function[frame]];
	for (let key = frames.function.length; key < keys.n; key++)
		matching[key] = pattern.test(keys.name(key)) ? 1 : 0;
	return matching;
}

// How many of the nodes before each match, and the share of the root that matches, of each recording.
function matchesOf(graph, matching) {
	if (!matching)
		return null;
	const before = new Uint32Array(graph.n + 1);
	const covered = new Uint8Array(graph.n);
	const sums = graph.total.map(() => 0);
	let width = 0;
	for (let node = 1; node < graph.n; node++) {
		const match = matching[graph.key[node]];
		before[node + 1] = before[node] + match;
		covered[node] = match | covered[graph.parent[node]];
		if (covered[node] && !covered[graph.parent[node]]) {
			width += graph.width[node];
			sums.forEach((sum, r) => sums[r] = sum + graph.total[r][node]);
		}
	}
	return { before, n: before[graph.n], share: width, sums };
}

function nodeMatches(matches, node) {
	return matches.before[node + 1] > matches.before[node];
}

// The next node that matches, after `node` or, if `step` is -1, before it; around at the end. -1: none.
function nextMatch(matches, node, step) {
	const n = matches.before.length - 1;
	if (!matches.n)
		return -1;
	do
		node = (node + step + n) % n;
	while (!nodeMatches(matches, node));
	return node;
}
